#include "views/palette/step_groups.h"

#include <QObject>

#include "core/schedule/all_primitives.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

// Who gets a place in the row first; what is not named here follows in the order of the catalogue.
constexpr const char* kFirst[] = {"split",
                                  "reorder",
                                  "fuse",
                                  "vectorize",
                                  "parallel",
                                  "unroll",
                                  "compute_at",
                                  "decompose_reduction",
                                  "cache_read",
                                  "bind",
                                  "rfactor",
                                  "compute_inline",
                                  "tensorize",
                                  "cache_write",
                                  "pack",
                                  "merge",
                                  "reverse_compute_at",
                                  "fission",
                                  "stage_mem",
                                  "transform_layout",
                                  "blockize",
                                  "peel",
                                  "loop_partition",
                                  "annotate",
                                  "add_unit_loop"};

}  // namespace

const std::vector<Group>& stepGroups() {
  static const std::vector<Group> groups{Group::Loops,     Group::Threads, Group::Location, Group::Memory,
                                         Group::Reduction, Group::Tensor,  Group::Program,  Group::Sampling};
  return groups;
}

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

size_t rankOf(const std::string& step) {
  size_t rank = 0;
  for (const char* first : kFirst) {
    if (step == first) return rank;
    ++rank;
  }
  for (const Primitive* p : allPrimitives()) {
    if (p->name == step) break;
    ++rank;
  }
  return rank;
}

QString reasonText(const StepOffer& offer) {
  const QString name = QString::fromStdString(offer.primitive->name);
  switch (offer.state) {
    case StepOffer::State::Legal:
      return QObject::tr("%1: legal here").arg(QString::fromStdString(offer.call));
    case StepOffer::State::NeedsInput:
      return QObject::tr("%1: asks for its parameters").arg(name);
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
