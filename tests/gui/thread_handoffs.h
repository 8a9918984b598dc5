// The application of the tests, which states for ThreadSanitizer in which order events and jobs come to threads
// (thread_handoffs.cpp).
#pragma once

#include <QApplication>

namespace lw::test {

class WatchedApplication : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override;
};

}  // namespace lw::test
