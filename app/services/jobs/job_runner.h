// Runs jobs off the UI thread and delivers their answers on it. A job takes a token when it starts; the answer is
// delivered only while the token is current. It is not after a newer job of the same channel, after drop(), after a job
// of a channel that drops this one, or after the end of the job's scope. So no receiver has to check whether an answer
// still applies.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <array>
#include <atomic>
#include <functional>
#include <memory>

#include "app/services/jobs/job_channels.h"
#include "app/services/jobs/stop.h"

namespace lw {

class JobRunner : public QObject {
  Q_OBJECT

 public:
  using Message = std::function<void()>;
  using Tell = std::function<void(Message)>;

  explicit JobRunner(QObject* parent = nullptr);
  ~JobRunner() override;

  // `dropped` is called on the UI thread in place of `deliver` when the answer is stale.
  template <class T>
  void run(Channel channel, std::function<T(const Stop&)> job, std::function<void(T)> deliver, Message dropped = {}) {
    runTelling<T>(
        channel, [job = std::move(job)](const Stop& stop, const Tell&) { return job(stop); }, std::move(deliver),
        std::move(dropped));
  }
  // `job` may hand messages to the UI thread while it works. They are carried out while its token is current.
  template <class T>
  void runTelling(Channel channel, std::function<T(const Stop&, const Tell&)> job, std::function<void(T)> deliver,
                  Message dropped = {}) {
    const std::shared_ptr<Token> token = begin(channel);
    start(channel, [this, token, job = std::move(job), deliver = std::move(deliver), dropped = std::move(dropped)] {
      const Stop stop = [token] { return token->cancelled.load(); };
      const Tell tell = [this, token](Message message) {
        post([this, token, message = std::move(message)] {
          if (isCurrent(*token)) message();
        });
      };
      auto result = std::make_shared<T>(job(stop, tell));
      // Posted in any case, so that the count of running jobs stays right.
      post([this, token, result, deliver, dropped] {
        if (end(*token))
          deliver(std::move(*result));
        else if (dropped)
          dropped();
      });
    });
  }

  void post(Message message);     // from any thread: carried out on the UI thread
  void cancel(Channel channel);   // its job is asked to end; the answer is still delivered
  void drop(Channel channel);     // its job is asked to end; the answer is dropped
  void endScope(JobScope scope);  // as drop() for all jobs of this scope
  bool busy(Channel channel) const { return running_[static_cast<size_t>(channel)] > 0; }
  bool busy() const;  // with a job that a person waits for

 Q_SIGNALS:
  void busyChanged();

 private:
  struct Token {
    Channel channel;
    uint64_t number = 0, scope = 0;  // as they were when the job started
    std::atomic<bool> cancelled = false;
  };
  std::shared_ptr<Token> begin(Channel channel);
  bool end(const Token& token);  // false: the answer is stale
  bool isCurrent(const Token& token) const;
  void start(Channel channel, std::function<void()> job);

  QThreadPool shown_, background_, measured_;
  std::array<std::shared_ptr<Token>, kChannelCount> newest_;
  std::array<uint64_t, kChannelCount> numbers_{};
  std::array<uint64_t, kJobScopeCount> scopes_{};
  std::array<int, kChannelCount> running_{};
};

}  // namespace lw
