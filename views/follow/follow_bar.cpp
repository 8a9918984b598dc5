#include "views/follow/follow_bar.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/widgets/prepared_label.h"

namespace lw {
namespace {

using Phase = FollowState::Phase;
using Control = FollowState::Control;
using Kind = FollowEvent::Kind;

constexpr int kLight = 30;  // pixels at the left for the light

PreparedLabel* lineOf(const char* name, QWidget* parent) {
  auto* line = new PreparedLabel(name, parent);
  line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  line->setMinimumHeight(line->sizeHint().height());
  return line;
}

}  // namespace

FollowBar::FollowBar(QWidget* parent)
    : QFrame(parent),
      who_(lineOf("followWho", this)),
      what_(lineOf("followWhat", this)),
      pins_(new QHBoxLayout),
      latest_(new QPushButton(this)),
      undo_(new QPushButton(tr("Undo"), this)),
      take_(new QPushButton(this)),
      detach_(new QPushButton(this)) {
  setObjectName("followBar");
  setAccessibleName(tr("The session that the window follows"));
  auto* lines = new QVBoxLayout;
  lines->setSpacing(1);
  lines->addWidget(who_);
  lines->addWidget(what_);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kLight, 5, 8, 5);
  row->setSpacing(8);
  row->addLayout(lines, 1);
  pins_->setSpacing(4);
  row->addLayout(pins_);
  for (QPushButton* button : {latest_, undo_, take_, detach_}) {
    button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(button);
  }
  undo_->setToolTip(tr("Takes the last step of the session back; the client is told before its next step"));
  take_->setObjectName("followTake");
  connect(latest_, &QPushButton::clicked, this, &FollowBar::latestRequested);
  connect(undo_, &QPushButton::clicked, this, &FollowBar::undoRequested);
  connect(detach_, &QPushButton::clicked, this, &FollowBar::detachRequested);
  connect(take_, &QPushButton::clicked, this, [this] {
    if (state_.control == Control::Person)
      Q_EMIT giveRequested();
    else
      Q_EMIT takeRequested();
  });
  hide();
}

void FollowBar::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void FollowBar::setState(const FollowState& state) {
  const bool pinsChanged = !std::ranges::equal(state.pins, state_.pins, {}, &FollowPin::loop, &FollowPin::loop);
  state_ = state;
  refusal_ = false;
  if (state.phase == Phase::None) return hide();
  who_->setText(whoWords());
  who_->setToolTip(who_->text());
  setWhat(eventWords());
  if (pinsChanged) showPins();
  showButtons();
  update();
  show();
}

void FollowBar::setRefusal(const QString& why) {
  refusal_ = true;
  setWhat(why);
  update();
}

void FollowBar::setWhat(const QString& words) {
  what_->setText(words);
  what_->setToolTip(words);
  const bool bad = refusal_ || state_.last.kind == Kind::Refused || state_.last.kind == Kind::PinRefused ||
                   state_.last.kind == Kind::TakenOver;
  QPalette colors = what_->palette();
  colors.setColor(QPalette::WindowText,
                  bad && state_.phase == Phase::Following ? theme_.reduce : blend(theme_.text, theme_.dim, 0.5));
  what_->setPalette(colors);
}

QString FollowBar::who() const { return who_->text(); }
QString FollowBar::what() const { return what_->text(); }

QString FollowBar::whoWords() const {
  const QString program = state_.program.isEmpty() ? QString() : QStringLiteral("  ·  ") + state_.program;
  switch (state_.phase) {
    case Phase::None:
      return {};
    case Phase::Waiting:
      return tr("Following %1").arg(state_.client.isEmpty() ? tr("a session") : state_.client);
    case Phase::Ended:
      return tr("%1 has ended").arg(state_.client) + program;
    case Phase::Following:
      break;
  }
  if (state_.control == Control::Person) return tr("You have taken over from %1").arg(state_.client) + program;
  return tr("Following %1").arg(state_.client) + program;
}

QString FollowBar::eventWords() const {
  if (state_.phase == Phase::Waiting) return tr("No program is open in the session yet");
  if (state_.phase == Phase::Ended)
    return state_.ended.isEmpty() ? tr("What it made stays open as your document")
                                  : tr("What it made stays open as your document: %1").arg(state_.ended);
  if (state_.looksBack)
    return state_.behind == 0   ? tr("You look at an earlier state")
           : state_.behind == 1 ? tr("You look at an earlier state; 1 state was added meanwhile")
                                : tr("You look at an earlier state; %1 states were added meanwhile").arg(state_.behind);
  if (state_.control == Control::Requested) return tr("Taking over, when the step under way ends…");
  const FollowEvent& last = state_.last;
  const QString who = last.person ? tr("You") : state_.client;
  switch (last.kind) {
    case Kind::None:
      break;
    case Kind::Opened:
      return tr("%1 opened the program").arg(who);
    case Kind::Working:
      return last.share >= 0 ? tr("%1: %2… %3 %").arg(who, last.text).arg(int(last.share * 100))
                             : tr("%1: %2…").arg(who, last.text);
    case Kind::Step:
      return tr("%1: %2").arg(who, last.text);
    case Kind::Undo:
      return tr("%1 undid %2").arg(who, last.text);
    case Kind::Redo:
      return tr("%1 redid %2").arg(who, last.text);
    case Kind::Moved:
      return tr("%1 went to the state after %2").arg(who, last.text);
    case Kind::Run:
      return tr("%1 ran the state: %2").arg(who, last.text);
    case Kind::Search:
      return tr("%1 has searched for a faster schedule").arg(who);
    case Kind::Refused:
      return tr("Refused: %1 — %2").arg(last.text, last.why);
    case Kind::PinRefused:
      return tr("Refused: %1 — you have pinned %2").arg(last.text, last.why);
    case Kind::TakenOver:
      return tr("Refused: %1 — you have taken over").arg(last.text);
  }
  if (state_.control == Control::Person) return tr("Its changes are refused until you give the session back");
  return tr("What it does appears here as it is done");
}

void FollowBar::showButtons() {
  const bool follows = state_.phase == Phase::Following, person = state_.control == Control::Person;
  latest_->setVisible(follows && state_.looksBack);
  latest_->setText(state_.behind > 0 ? tr("Show the latest (+%1)").arg(state_.behind) : tr("Show the latest"));
  undo_->setVisible(follows);
  take_->setVisible(follows);
  take_->setEnabled(state_.control != Control::Requested);
  take_->setText(person ? tr("Give back") : tr("Take over"));
  take_->setToolTip(person ? tr("The client goes on from the state that you show")
                           : tr("You change the schedule; the client's changes are refused until you give it back"));
  if (take_->property("class").toString() != QLatin1String(person ? "primary" : "")) {
    take_->setProperty("class", person ? "primary" : "");
    style()->unpolish(take_);
    style()->polish(take_);
  }
  detach_->setText(state_.phase == Phase::Ended ? tr("Close") : tr("Detach"));
  detach_->setToolTip(state_.phase == Phase::Ended ? tr("Closes this line; the document stays open")
                                                   : tr("Stops following; the document stays open as it is shown"));
}

std::vector<QToolButton*> FollowBar::pinButtons() const {
  std::vector<QToolButton*> buttons;
  for (int i = 0; i < pins_->count(); ++i)
    if (auto* button = qobject_cast<QToolButton*>(pins_->itemAt(i)->widget())) buttons.push_back(button);
  return buttons;
}

void FollowBar::showPins() {
  while (QLayoutItem* item = pins_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  for (const FollowPin& pin : state_.pins) {
    auto* button = new QToolButton(this);
    button->setProperty("class", "pin");
    button->setText(tr("%1 pinned  ✕").arg(pin.name));
    button->setToolTip(
        tr("Steps of the client that touch loop %1 are refused. A click removes the pin.").arg(pin.name));
    button->setFocusPolicy(Qt::TabFocus);
    connect(
        button, &QToolButton::clicked, this, [this, loop = pin.loop] { Q_EMIT unpinRequested(loop); },
        Qt::QueuedConnection);
    pins_->addWidget(button);
  }
}

QColor FollowBar::lightColor() const {
  if (state_.phase != Phase::Following) return theme_.dim;
  return state_.control == Control::Client ? theme_.vectorized : theme_.parallel;  // green, or amber: it waits
}

void FollowBar::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPointF middle(kLight / 2.0 + 1, height() / 2.0);
  const QColor color = lightColor();
  painter.setPen(Qt::NoPen);
  painter.setBrush(blend(theme_.raised, color, 0.28));
  painter.drawEllipse(middle, 8, 8);
  painter.setBrush(color);
  painter.drawEllipse(middle, 4.5, 4.5);
}

}  // namespace lw
