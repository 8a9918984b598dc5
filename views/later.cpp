#include "views/later.h"

#include <QCoreApplication>
#include <QEvent>
#include <utility>

namespace lw {
namespace {

constexpr int kAfterPainting = Qt::LowEventPriority - 1;  // repaints are posted at LowEventPriority

}  // namespace

void Later::request() {
  if (requested_) return;
  requested_ = true;
  waited_ = false;
  QCoreApplication::postEvent(this, new QEvent(QEvent::User), kAfterPainting);
}

void Later::now() {
  if (!requested_) return;
  requested_ = false;
  work_();
}

bool Later::event(QEvent* event) {
  if (event->type() != QEvent::User) return QObject::event(event);
  // Events that are under way come before what they post, whatever its priority: a repaint that one of them asked for is in the next
  // round.
  if (requested_ && !std::exchange(waited_, true))
    QCoreApplication::postEvent(this, new QEvent(QEvent::User), kAfterPainting);
  else
    now();
  return true;
}

}  // namespace lw
