#include "views/later.h"

#include <QCoreApplication>
#include <QEvent>

namespace lw {
namespace {

constexpr int kAfterPainting = Qt::LowEventPriority - 1;  // repaints are posted at LowEventPriority

}  // namespace

void Later::request() {
  if (requested_) return;
  requested_ = true;
  QCoreApplication::postEvent(this, new QEvent(QEvent::User), kAfterPainting);
}

void Later::now() {
  if (!requested_) return;
  requested_ = false;
  work_();
}

bool Later::event(QEvent* event) {
  if (event->type() != QEvent::User) return QObject::event(event);
  now();
  return true;
}

}  // namespace lw
