// The keys of the lecture, also those of presenter remotes: Page Up, Page Down, B or a full stop, F5, Esc.
#include <QApplication>
#include <QKeyEvent>
#include <algorithm>

#include "app/window/lecture/lecture.h"

namespace lw {

// Esc ends the lecture whichever widget has the keyboard focus, unless a dialog or a menu is open.
bool Lecture::eventFilter(QObject* object, QEvent* event) {
  const bool pressed = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (!pressed || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape || !isVisible() ||
      QApplication::activeModalWidget() || QApplication::activePopupWidget())
    return QWidget::eventFilter(object, event);
  if (event->type() == QEvent::ShortcutOverride) {
    event->accept();  // so that it is not the shortcut of another command
    return true;
  }
  if (pen_->isBlank())
    pen_->setBlank({});
  else
    close();
  return true;
}

void Lecture::zoomBy(int steps) {
  zoomFactor_ = steps == 0 ? 1 : std::clamp(zoomFactor_ * (steps < 0 ? 1 / 1.1 : 1.1), 0.5, 2.0);
  applyScale();
}

// The tree or the text alone is larger.
void Lecture::showSides(Sides sides) {
  shownSides_ = sides;
  sides_->widget(0)->setVisible(sides != Sides::Text);
  sides_->widget(1)->setVisible(sides != Sides::Tree);
  applyScale();
}

bool Lecture::goByKey(const QKeyEvent& event) {
  constexpr int kFar = 1 << 20;
  switch (event.key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_PageDown:
      go(1);
      return true;
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_PageUp:
      go(-1);
      return true;
    case Qt::Key_Home:
    case Qt::Key_F5:
      go(-kFar);
      return true;
    case Qt::Key_End:
      go(kFar);
      return true;
    case Qt::Key_Space:
      quiz_->setRevealed(!quiz_->revealed());
      return true;
    case Qt::Key_1:
    case Qt::Key_2:
    case Qt::Key_3:
    case Qt::Key_4:
    case Qt::Key_5:
      quiz_->guess(event.key() - Qt::Key_1);
      return true;
    default:
      return false;
  }
}

bool Lecture::showByKey(const QKeyEvent& event) {
  const auto toggle = [this](PenLayer::Tool tool) {
    pen_->setTool(pen_->tool() == tool ? PenLayer::Tool::None : tool);
  };
  switch (event.key()) {
    case Qt::Key_B:
    case Qt::Key_Period:
      pen_->setBlank(pen_->isBlank() ? std::nullopt : std::optional(QColor(Qt::black)));
      return true;
    case Qt::Key_W:
      pen_->setBlank(pen_->isBlank() ? std::nullopt : std::optional(QColor(Qt::white)));
      return true;
    case Qt::Key_L:
      toggle(PenLayer::Tool::Pointer);
      return true;
    case Qt::Key_P:
      toggle(PenLayer::Tool::Pen);
      return true;
    case Qt::Key_E:
      pen_->erase();
      return true;
    case Qt::Key_Z:
      showSides(shownSides_ == Sides::Both ? Sides::Tree : shownSides_ == Sides::Tree ? Sides::Text : Sides::Both);
      return true;
    case Qt::Key_N:
      if (presenter_->isVisible())
        presenter_->hide();
      else
        openPresenter();
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoomBy(1);
      return true;
    case Qt::Key_Minus:
    case Qt::Key_Underscore:
      zoomBy(-1);
      return true;
    case Qt::Key_0:
      zoomBy(0);
      return true;
    default:
      return false;
  }
}

// Any key but those of the black screen shows a hidden lecture again.
void Lecture::keyPressEvent(QKeyEvent* event) {
  const bool blanks = event->key() == Qt::Key_B || event->key() == Qt::Key_Period || event->key() == Qt::Key_W;
  if (pen_->isBlank() && !blanks) pen_->setBlank({});
  if (goByKey(*event) || showByKey(*event)) return;
  if (event->key() == Qt::Key_F11) return void(close());
  QWidget::keyPressEvent(event);
}

}  // namespace lw
