// Changes of the document, run one after the other in the order of the requests.
#pragma once

#include <QObject>
#include <deque>
#include <functional>

namespace lw {

class ChangeQueue : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  // Adds a change that calls finished() when it is done, now or later.
  void enqueue(std::function<void()> change);
  // Adds a change that is done when it returns.
  void run(std::function<void()> change);
  void finished();
  void clear();  // for another document: a running change must not call finished()
  bool empty() const { return waiting_.empty(); }

 Q_SIGNALS:
  void changeRequested();  // its result is shown later
  void changed();          // a change is done, and others wait
  void drained();          // the last change is done

 private:
  void next();
  std::deque<std::function<void()>> waiting_;
  bool working_ = false;
};

}  // namespace lw
