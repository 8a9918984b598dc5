#include "views/primitive_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>

#include "core/schedule/all_primitives.h"
#include "views/flow_layout.h"

namespace lw {
namespace {

QString groupTitle(Group group) {
  switch (group) {
    case Group::Query:
      return {};
    case Group::Sampling:
      return QObject::tr("SAMPLING");
    case Group::Loops:
      return QObject::tr("LOOPS");
    case Group::Threads:
      return QObject::tr("THREADS");
    case Group::Location:
      return QObject::tr("COMPUTE");
    case Group::Memory:
      return QObject::tr("MEMORY");
    case Group::Reduction:
      return QObject::tr("REDUCE");
    case Group::Tensor:
      return QObject::tr("TENSOR");
    case Group::Program:
      return QObject::tr("PROGRAM");
  }
  return {};
}

QString reasonText(const StepOffer& offer) {
  const QString name = QString::fromStdString(offer.primitive->name);
  switch (offer.state) {
    case StepOffer::State::Legal:
      return QObject::tr("%1: legal here").arg(QString::fromStdString(offer.call));
    case StepOffer::State::NeedsInput:
      return QObject::tr("%1: asks for its parameters").arg(name);
    case StepOffer::State::NothingSelected:
    case StepOffer::State::Refused:
      break;
  }
  QString text =
      QStringLiteral("%1: %2").arg(QString::fromStdString(offer.call.empty() ? offer.primitive->name : offer.call),
                                   QString::fromStdString(offer.reason.message));
  if (!offer.reason.hint.empty()) text += "; " + QString::fromStdString(offer.reason.hint);
  return text;
}

}  // namespace

PrimitiveBar::PrimitiveBar(QWidget* parent) : QWidget(parent) {
  setObjectName("primitiveBar");
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 7, 8, 7);
  row->setSpacing(8);
  auto* steps = new QWidget(this);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  steps->setSizePolicy(policy);
  auto* flow = new FlowLayout(steps, 10, 6);
  for (const Group group : {Group::Loops, Group::Threads, Group::Location, Group::Memory, Group::Reduction,
                            Group::Tensor, Group::Program, Group::Sampling})
    if (QWidget* widget = groupOf(group, steps)) flow->addWidget(widget);
  row->addWidget(steps, 1);
  rightPlace_ = new QWidget(this);
  auto* right = new QHBoxLayout(rightPlace_);
  right->setContentsMargins(0, 0, 0, 0);
  row->addWidget(rightPlace_, 0, Qt::AlignTop);
  QSizePolicy own(QSizePolicy::Preferred, QSizePolicy::Preferred);
  own.setHeightForWidth(true);
  setSizePolicy(own);
}

QWidget* PrimitiveBar::groupOf(Group group, QWidget* parent) {
  std::vector<const Primitive*> members;
  for (const Primitive* p : allPrimitives())
    if (p->group == group && !p->query) members.push_back(p);
  if (members.empty()) return nullptr;
  auto* widget = new QWidget(parent);
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(3);
  auto* name = new QLabel(groupTitle(group), widget);
  name->setObjectName("groupName");
  row->addWidget(name);
  row->addSpacing(2);
  for (const Primitive* p : members) {
    auto* button = new QToolButton(widget);
    button->setProperty("class", "step");
    button->setObjectName("step_" + QString::fromStdString(p->name));
    button->setText(QString::fromStdString(p->name));
    button->setAccessibleName(QString::fromStdString(p->name));
    button->setAccessibleDescription(QString::fromStdString(p->summary));
    button->setToolTip(QString::fromStdString(p->summary));
    button->setFocusPolicy(Qt::TabFocus);
    button->installEventFilter(this);
    connect(button, &QToolButton::clicked, this, [this, p, button] { Q_EMIT stepWanted(p, button); });
    buttons_[p->name] = button;
    row->addWidget(button);
  }
  return widget;
}

void PrimitiveBar::setOffers(const std::vector<StepOffer>& offers) {
  for (const StepOffer& offer : offers) {
    QToolButton* b = button(offer.primitive->name);
    if (!b) continue;
    const bool refused = offer.state == StepOffer::State::Refused || offer.state == StepOffer::State::NothingSelected;
    const QString reason = reasonText(offer);
    b->setToolTip(QString::fromStdString(offer.primitive->summary) + "\n" + reason);
    b->setProperty("reason", reason);
    if (b->property("refused").toBool() == refused && b->property("refused").isValid()) continue;
    b->setProperty("refused", refused);
    b->style()->unpolish(b);
    b->style()->polish(b);
  }
}

QToolButton* PrimitiveBar::button(const std::string& primitive) const {
  const auto found = buttons_.find(primitive);
  return found == buttons_.end() ? nullptr : found->second;
}

void PrimitiveBar::setRight(QWidget* widget) { rightPlace_->layout()->addWidget(widget); }

bool PrimitiveBar::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn) {
    const QString reason = object->property("reason").toString();
    Q_EMIT hint(reason.isEmpty() ? static_cast<QWidget*>(object)->toolTip() : reason);
  } else if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut) {
    Q_EMIT hint({});
  }
  return QWidget::eventFilter(object, event);
}

}  // namespace lw
