// A call on the UI thread that is deferred until after painting; several requests result in one call.
#pragma once

#include <QObject>
#include <functional>

namespace lw {

class DeferredCall : public QObject {
 public:
  explicit DeferredCall(std::function<void()> work, QObject* parent = nullptr)
      : QObject(parent), work_(std::move(work)) {}
  void request();
  bool requested() const { return requested_; }
  void now();  // runs the call if it is requested

 protected:
  bool event(QEvent* event) override;

 private:
  std::function<void()> work_;
  bool requested_ = false;
};

}  // namespace lw
