#include "app/models/support/deferred_call.h"

#include <QCoreApplication>
#include <QEvent>

namespace lw {
namespace {

constexpr int kAfterPainting = Qt::LowEventPriority - 1;  // repaints are posted at LowEventPriority

}  // namespace

void DeferredCall::request() {
  if (requested_) return;
  requested_ = true;
  QCoreApplication::postEvent(this, new QEvent(QEvent::User), kAfterPainting);
}

void DeferredCall::now() {
  if (!requested_) return;
  requested_ = false;
  work_();
}

bool DeferredCall::event(QEvent* event) {
  if (event->type() != QEvent::User) return QObject::event(event);
  now();
  return true;
}

}  // namespace lw
