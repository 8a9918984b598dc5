// What passes from thread to thread through Qt, for ThreadSanitizer: Qt's libraries are not built with it, so it does
// not see their locks. The functions of Qt that the window calls for this are replaced here by themselves, with the
// order that they make stated beside them. Nothing without ThreadSanitizer.
#if defined(__SANITIZE_THREAD__)

#include "tests/gui/thread_handoffs.h"

#include <dlfcn.h>

#include <QCoreApplication>
#include <QRunnable>
#include <QThreadPool>

extern "C" {
void __tsan_acquire(void* at);
void __tsan_release(void* at);
}

namespace {

template <class F>
F* ofQt(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

class HandedOver : public QRunnable {
 public:
  HandedOver(QThreadPool* pool, std::function<void()> job) : pool_(pool), job_(std::move(job)) {}
  void run() override {
    __tsan_acquire(this);
    job_();
    job_ = nullptr;
    __tsan_release(pool_);
  }

 private:
  QThreadPool* pool_;
  std::function<void()> job_;
};

}  // namespace

void QCoreApplication::postEvent(QObject* receiver, QEvent* event, int priority) {
  static const auto original = ofQt<void(QObject*, QEvent*, int)>("_ZN16QCoreApplication9postEventEP7QObjectP6QEventi");
  __tsan_release(event);
  original(receiver, event, priority);
}

void QThreadPool::start(std::function<void()> job, int priority) {
  auto* handed = new HandedOver(this, std::move(job));
  __tsan_release(handed);
  start(handed, priority);
}

bool QThreadPool::waitForDone(int milliseconds) {
  static const auto original = ofQt<bool(QThreadPool*, int)>("_ZN11QThreadPool11waitForDoneEi");
  const bool done = original(this, milliseconds);
  __tsan_acquire(this);
  return done;
}

namespace lw::test {

bool WatchedApplication::notify(QObject* receiver, QEvent* event) {
  __tsan_acquire(event);
  return QApplication::notify(receiver, event);
}

}  // namespace lw::test

#else

#include "tests/gui/thread_handoffs.h"

namespace lw::test {

bool WatchedApplication::notify(QObject* receiver, QEvent* event) { return QApplication::notify(receiver, event); }

}  // namespace lw::test

#endif
