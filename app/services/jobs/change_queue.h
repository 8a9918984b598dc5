// Changes of the document, carried out one after the other in the order in which they were requested.
#pragma once

#include <QObject>
#include <deque>
#include <functional>

namespace lw {

class ChangeQueue : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  // A change that calls finished() when it is done, now or later.
  void enqueue(std::function<void()> change);
  // A change that is done when it returns.
  void run(std::function<void()> change);
  void finished();
  void clear();  // for another document: what is under way must not call finished()
  bool empty() const { return waiting_.empty(); }

 Q_SIGNALS:
  void changeRequested();  // what it leads to is shown later
  void drained();          // the last change is done

 private:
  void next();
  std::deque<std::function<void()>> waiting_;
  bool working_ = false;
};

}  // namespace lw
