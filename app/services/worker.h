// Work off the UI thread. A job belongs to a channel: a newer job of the channel cancels the older one, whose result is
// then dropped, so a view never shows the answer to an old question. Results arrive on the UI thread.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <array>
#include <atomic>
#include <functional>
#include <memory>

namespace lw {

class Worker : public QObject {
  Q_OBJECT

 public:
  enum Channel : int {
    kParse,
    kStep,
    kShow,
    kOffers,
    kComposites,
    kCheck,
    kCandidates,
    kDrops,
    kRepair,
    kAdvice,
    kLower,
    kMachine,
    kCompare,
    kPanes,
    kPreview,
    kLecture,
    kRun,
    kMeasure,
    kPeaks,
    kProfile,
    kRecord,
    kInterpret,
    kFile,
    kOpen,
    kWarn,
    kExport,
    kFilm,
    kChannels
  };
  using Cancelled = std::function<bool()>;

  explicit Worker(QObject* parent = nullptr);
  ~Worker() override;

  template <class T>
  void run(Channel channel, std::function<T(const Cancelled&)> job, std::function<void(T)> deliver) {
    const std::shared_ptr<Ticket> ticket = begin(channel);
    start(channel, [this, channel, ticket, job = std::move(job), deliver = std::move(deliver)] {
      auto result = std::make_shared<T>(job([ticket] { return ticket->cancelled.load(); }));
      // Delivered even when cancelled, so that the count of running jobs stays right.
      QMetaObject::invokeMethod(
          this,
          [this, channel, ticket, result, deliver] {
            const bool current = end(channel, ticket);
            if (current) deliver(std::move(*result));
          },
          Qt::QueuedConnection);
    });
  }
  // What a running job wants to say while it works; called from the job, handed over to the UI thread.
  void post(std::function<void()> message);
  void cancel(Channel channel);
  bool busy(Channel channel) const { return running_[channel] > 0; }
  bool busy() const;  // with what a person waits for: searches for repairs and runs in the background are extra

 Q_SIGNALS:
  void busyChanged();

 private:
  struct Ticket {
    std::atomic<bool> cancelled = false;
  };
  std::shared_ptr<Ticket> begin(Channel channel);
  bool end(Channel channel, const std::shared_ptr<Ticket>& ticket);  // false: a newer job took its place
  void start(Channel channel, std::function<void()> job);

  QThreadPool quick_, slow_,
      later_;  // runs of programs, and answers that may come after what is shown, must not hold up the rest
  std::array<std::shared_ptr<Ticket>, kChannels> current_;
  std::array<int, kChannels> running_{};
};

}  // namespace lw
