#include "app/models/document/change_queue.h"

namespace lw {

void ChangeQueue::enqueue(std::function<void()> change) {
  Q_EMIT changeRequested();
  waiting_.push_back(std::move(change));
  next();
}

void ChangeQueue::run(std::function<void()> change) {
  enqueue([this, change = std::move(change)] {
    change();
    finished();
  });
}

void ChangeQueue::finished() {
  working_ = false;
  if (!waiting_.empty()) Q_EMIT changed();
  next();
}

void ChangeQueue::clear() {
  waiting_.clear();
  working_ = false;
}

void ChangeQueue::next() {
  if (working_) return;
  if (waiting_.empty()) return Q_EMIT drained();
  working_ = true;
  const std::function<void()> change = std::move(waiting_.front());
  waiting_.pop_front();
  change();
}

}  // namespace lw
