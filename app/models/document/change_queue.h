// Changes of the document, run one after the other in the order of the requests.
#pragma once

#include <QObject>
#include <cstdint>
#include <deque>
#include <functional>

namespace lw {

// What a person asks for: a step or another change of the schedule, going back or forward, or looking at a state.
enum class PersonChange : uint8_t { Schedule, Undo, Redo, Look };

class ChangeQueue : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  // Whether the person may make such a change now. Where another program works on the document too, its guard decides,
  // and says why not.
  using Guard = std::function<bool(PersonChange change)>;
  bool allows(PersonChange change) const { return !guard_ || guard_(change); }
  void setGuard(Guard guard) { guard_ = std::move(guard); }
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
  Guard guard_;
};

}  // namespace lw
