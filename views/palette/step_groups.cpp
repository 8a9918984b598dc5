#include "views/palette/step_groups.h"

#include <QObject>
#include <algorithm>

#include "app/models/text/translate_messages.h"
#include "core/schedule/all_primitives.h"

namespace lw {

QString groupName(Group group) {
  switch (group) {
    case Group::Query:
      return {};
    case Group::Sampling:
      return QObject::tr("Sampling");
    case Group::Loops:
      return QObject::tr("Loops");
    case Group::Threads:
      return QObject::tr("Threads");
    case Group::Location:
      return QObject::tr("Compute");
    case Group::Memory:
      return QObject::tr("Memory");
    case Group::Reduction:
      return QObject::tr("Reduce");
    case Group::Tensor:
      return QObject::tr("Tensor");
    case Group::Program:
      return QObject::tr("Program");
  }
  return {};
}

size_t rankOf(const Primitive& step) {
  if (step.traits.rank != Traits::kUnranked) return size_t(step.traits.rank);
  const auto all = allPrimitives();
  return Traits::kUnranked + size_t(std::find(all.begin(), all.end(), &step) - all.begin());
}

QString reasonText(const StepOffer& offer) {
  const QString name = QString::fromStdString(offer.primitive->name);
  switch (offer.state) {
    case StepOffer::State::Legal:
      return QObject::tr("%1: legal here").arg(QString::fromStdString(offer.call));
    case StepOffer::State::NeedsInput:
      return QObject::tr("%1: opens a form for its parameters").arg(name);
    case StepOffer::State::NothingSelected:
    case StepOffer::State::Undecided:
    case StepOffer::State::Refused:
      break;
  }
  QString text = QStringLiteral("%1: %2").arg(
      QString::fromStdString(offer.call.empty() ? offer.primitive->name : offer.call), reasonWords(offer.reason));
  if (!offer.reason.hint.empty()) text += "; " + hintWords(offer.reason);
  return text;
}

}  // namespace lw
