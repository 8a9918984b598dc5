#include "views/help/tour.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lw {
namespace {

constexpr int kCardWidth = 400, kCardBelow = 40;  // of the card: its width, and from it to the lower edge

}  // namespace

Tour::Tour(QWidget* window) : QWidget(window), theme_(loadTheme("dark")), card_(new QFrame(this)) {
  setObjectName("tour");
  setAccessibleName(tr("Tour"));
  setFocusPolicy(Qt::StrongFocus);
  hide();
  card_->setObjectName("tourCard");
  card_->setFixedWidth(kCardWidth);
  title_ = new QLabel(card_);
  words_ = new QLabel(card_);
  words_->setWordWrap(true);
  count_ = new QLabel(card_);
  back_ = new QPushButton(tr("Back"), card_);
  next_ = new QPushButton(card_);
  leave_ = new QPushButton(tr("Leave the tour"), card_);
  next_->setProperty("class", "primary");
  for (QPushButton* button : {back_, next_, leave_}) {
    button->setAutoDefault(false);
    button->installEventFilter(this);
  }
  auto* row = new QHBoxLayout;
  row->addWidget(leave_);
  row->addStretch(1);
  row->addWidget(count_);
  row->addSpacing(8);
  row->addWidget(back_);
  row->addWidget(next_);
  auto* column = new QVBoxLayout(card_);
  column->setContentsMargins(18, 16, 18, 14);
  column->setSpacing(8);
  column->addWidget(title_);
  column->addWidget(words_);
  column->addSpacing(6);
  column->addLayout(row);
  connect(back_, &QPushButton::clicked, this, [this] { go(at_ - 1); });
  connect(next_, &QPushButton::clicked, this, &Tour::goOn);
  connect(leave_, &QPushButton::clicked, this, [this] { end(false); });
  window->installEventFilter(this);
}

void Tour::start(std::vector<TourStop> stops, const Theme& theme) {
  stops_ = std::move(stops);
  furthest_ = -1;
  setTheme(theme);
  keysBefore_ = QApplication::focusWidget();
  setGeometry(parentWidget()->rect());
  show();
  raise();
  qApp->installEventFilter(this);
  go(0);
}

void Tour::setTheme(const Theme& theme) {
  theme_ = theme;
  card_->setStyleSheet(QStringLiteral("#tourCard{background:%1;border:1px solid %2;border-radius:8px}")
                           .arg(theme.panel.name(), theme.focus.name()));
  title_->setFont(interfaceFont(16, QFont::DemiBold));
  words_->setFont(interfaceFont(13));
  count_->setFont(interfaceFont(12));
  QPalette dim = count_->palette();
  dim.setColor(QPalette::WindowText, theme.dim);
  count_->setPalette(dim);
  update();
}

void Tour::go(int stop) {
  if (stop >= int(stops_.size())) return end(true);
  at_ = std::max(0, stop);
  furthest_ = std::max(furthest_, at_);
  carriedOut_ = false;
  showWords();
  if (!isExercise() || isAncestorOf(QApplication::focusWidget())) next_->setFocus();
  raise();
  update();
}

void Tour::showWords() {
  const TourStop& now = stops_[size_t(at_)];
  const bool left = leftRoute();
  QString words = now.wordsNow ? now.wordsNow() : now.words;
  if (left)
    words += QStringLiteral("\n\n") +
             tr("Your last step is not part of the tour. You can look around; to go on, go back to this exercise.");
  title_->setText(now.titleNow ? now.titleNow() : now.title);
  words_->setText(words);
  count_->setText(tr("%1 of %2").arg(at_ + 1).arg(stops_.size()));
  next_->setText(at_ + 1 == int(stops_.size()) ? tr("Done")
                 : left                        ? tr("To the exercise")
                 : carriedOut_                 ? tr("Skip")
                 : isPending()                 ? tr("Do it for me")
                                               : tr("Next"));
  back_->setEnabled(at_ > 0);
  setAccessibleDescription(title_->text() + ". " + words_->text());
  place();
}

bool Tour::leftRoute() const {
  if (!isPending()) return false;
  const TourStop& now = stops_[size_t(at_)];
  return now.onRoute && !now.onRoute();
}

bool Tour::isPending() const { return isExercise() && at_ == furthest_ && !stops_[size_t(at_)].done(); }

// An exercise that cannot be carried out is skipped by a second click.
void Tour::goOn() {
  const TourStop& now = stops_[size_t(at_)];
  if (leftRoute() && now.goBack) return now.goBack();
  if (!isPending() || !now.carryOut || carriedOut_) return go(at_ + 1);
  carriedOut_ = true;
  next_->setText(tr("Skip"));
  now.carryOut();
}

void Tour::check() {
  if (!isVisible() || !isExercise() || at_ < furthest_) return;
  if (stops_[size_t(at_)].done()) return go(at_ + 1);
  showWords();
}

void Tour::end(bool whole) {
  if (at_ < 0) return;
  qApp->removeEventFilter(this);
  hide();
  at_ = -1;
  if (keysBefore_) keysBefore_->setFocus();
  Q_EMIT ended(whole);
}

QRect Tour::spot() const {
  const QWidget* about = at_ >= 0 ? stops_[size_t(at_)].about.data() : nullptr;
  if (!about || !about->isVisible()) return {};
  return QRect(about->mapTo(parentWidget(), QPoint()), about->size()).intersected(rect()).adjusted(-2, -2, 2, 2);
}

// The lower right corner of the card, where its buttons are, stays where it is.
void Tour::place() {
  card_->adjustSize();
  const QSize size(kCardWidth, std::max(card_->sizeHint().height(), card_->heightForWidth(kCardWidth)));
  card_->resize(size);
  const QRect about = spot();
  QPoint at(rect().center().x() - size.width(), height() - kCardBelow - size.height());
  at.setX(std::clamp(at.x(), 8, std::max(8, width() - size.width() - 8)));
  at.setY(std::clamp(at.y(), 8, std::max(8, height() - size.height() - 8)));
  card_->move(at);
  // During an exercise, mouse and keys reach the window below.
  const QRegion before = mask();
  if (!isExercise())
    clearMask();
  else
    setMask(maskAround(about));
  if (mask() != before) uncover();
}

QRegion Tour::maskAround(const QRect& about) const {
  QRegion shown(card_->geometry());
  if (!about.isEmpty()) shown += QRegion(about.adjusted(-2, -2, 2, 2)) - QRegion(about.adjusted(2, 2, -2, -2));
  return shown;
}

// Qt does not paint opaque widgets that a mask uncovers: the veil would stay on them.
void Tour::uncover() {
  for (QWidget* below : parentWidget()->findChildren<QWidget*>())
    if (below != this && !isAncestorOf(below) && below->isVisible()) below->update();
}

void Tour::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath dark, bright;
  dark.addRect(rect());
  const QRect about = spot();
  if (!about.isEmpty()) bright.addRoundedRect(about, 8, 8);
  QColor veil = theme_.dark ? QColor(0, 0, 0, 150) : QColor(30, 36, 48, 110);
  if (!isExercise()) painter.fillPath(dark.subtracted(bright), veil);
  if (about.isEmpty()) return;
  painter.setPen(QPen(theme_.focus, 2));
  painter.drawPath(bright);
}

void Tour::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      return end(false);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Right:
    case Qt::Key_Space:
      return goOn();
    case Qt::Key_Left:
    case Qt::Key_Backspace:
      return go(at_ - 1);
    default:
      event->setAccepted(!isExercise());  // otherwise not passed to the window below
  }
}

// Tab moves between the buttons only.
bool Tour::focusNextPrevChild(bool next) {
  const std::vector<QPushButton*> buttons = {next_, leave_, back_};
  size_t at = 0;
  while (at < buttons.size() && !buttons[at]->hasFocus()) ++at;
  for (size_t i = 0; i < buttons.size(); ++i) {
    at = (at + (next ? 1 : buttons.size() - 1)) % buttons.size();
    if (buttons[at]->isEnabled()) break;
  }
  buttons[at]->setFocus();
  return true;
}

// Return, wherever the focus is: not where a text is typed, in a form or in a window above.
bool Tour::isReturn(const QObject* watched, const QEvent* event) const {
  if (event->type() != QEvent::KeyPress || !isVisible()) return false;
  const auto* key = static_cast<const QKeyEvent*>(event);
  if ((key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter) ||
      (key->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
    return false;
  const auto* keys = qobject_cast<const QWidget*>(watched);
  if (!keys || keys->window() != window() || keys == this || isAncestorOf(keys)) return false;
  if (QApplication::activePopupWidget() || keys->testAttribute(Qt::WA_InputMethodEnabled)) return false;
  for (; keys; keys = keys->parentWidget())
    if (keys->objectName() == QLatin1String("form")) return false;
  return true;
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
  if (isReturn(watched, event)) return goOn(), true;
  const bool ours = watched == next_ || watched == back_ || watched == leave_;
  if (!ours && watched != parentWidget()) return false;
  // Arrow keys move between the stops and not between the buttons.
  if (event->type() == QEvent::KeyPress && watched != parentWidget()) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) return keyPressEvent(key), true;
  }
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) {
    setGeometry(parentWidget()->rect());
    place();
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace lw
