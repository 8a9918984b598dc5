// Runs jobs off the UI thread and delivers their answers on it. A job gets a token when it starts, and its answer is
// delivered only if the token is still current. A newer job of the same channel, drop(), a job of a channel that drops
// this one, and the end of the job's scope make a token stale, so that receivers need not check whether an answer still
// applies.
#pragma once

#include <QObject>
#include <atomic>
#include <functional>
#include <memory>

#include "app/models/support/channel.h"
#include "app/models/support/stop.h"

namespace lw {

class JobRunner : public QObject {
  Q_OBJECT

 public:
  using Message = std::function<void()>;
  using Tell = std::function<void(Message)>;
  using QObject::QObject;
  ~JobRunner() override;

  // `dropped` is called on the UI thread instead of `deliver` if the answer is stale.
  template <class T>
  void run(Channel channel, std::function<T(const Stop&)> job, std::function<void(T)> deliver, Message dropped = {}) {
    runTelling<T>(
        channel, [job = std::move(job)](const Stop& stop, const Tell&) { return job(stop); }, std::move(deliver),
        std::move(dropped));
  }
  // `job` may post messages to the UI thread while it runs. They are handled there while the job's token is current.
  template <class T>
  void runTelling(Channel channel, std::function<T(const Stop&, const Tell&)> job, std::function<void(T)> deliver,
                  Message dropped = {}) {
    const std::shared_ptr<Token> token = begin(channel);
    const int order = orderOf(channel);
    start(channel,
          [this, token, order, job = std::move(job), deliver = std::move(deliver), dropped = std::move(dropped)] {
            const Stop stop = [token] { return token->cancelled.load(); };
            const Tell tell = [this, token, order](Message message) {
              post(
                  [this, token, message = std::move(message)] {
                    if (isCurrent(*token)) message();
                  },
                  order);
            };
            auto result = std::make_shared<T>(job(stop, tell));
            // Posted in any case, so that the count of running jobs is correct.
            post(
                [this, token, result, deliver, dropped] {
                  if (end(*token))
                    deliver(std::move(*result));
                  else if (dropped)
                    dropped();
                },
                order);
          });
  }

  // From any thread: run on the UI thread. `order`: that of its events.
  virtual void post(Message message, int order = Qt::NormalEventPriority) = 0;
  virtual void cancel(Channel channel) = 0;  // asks the channel's job to stop; the answer is still delivered
  virtual void drop(Channel channel) = 0;    // asks the channel's job to stop; the answer is dropped
  virtual bool busy(Channel channel) const = 0;
  virtual bool busy() const = 0;  // a job runs that the user waits for

 Q_SIGNALS:
  void busyChanged();

 protected:
  struct Token {
    Channel channel;
    uint64_t number = 0, scope = 0;  // values at the start of the job
    std::atomic<bool> cancelled = false;
  };

 private:
  virtual std::shared_ptr<Token> begin(Channel channel) = 0;
  virtual bool end(const Token& token) = 0;  // false: the answer is stale
  virtual bool isCurrent(const Token& token) const = 0;
  virtual void start(Channel channel, std::function<void()> job) = 0;
  virtual int orderOf(Channel channel) const = 0;  // of the events with its answers
};

}  // namespace lw
