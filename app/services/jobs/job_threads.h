// The threads of background jobs: for jobs that the next repaint depends on, for those in the background, and one for
// measurements.
#pragma once

#include <QThreadPool>
#include <array>

#include "app/models/support/job_runner.h"
#include "app/services/jobs/job_channels.h"

namespace lw {

class JobThreads : public JobRunner {
  Q_OBJECT

 public:
  explicit JobThreads(QObject* parent = nullptr);
  ~JobThreads() override;

  void post(Message message, int order = Qt::NormalEventPriority) override;
  void cancel(Channel channel) override;
  void drop(Channel channel) override;
  void endScope(JobScope scope);  // like drop(), for all jobs of this scope
  bool busy(Channel channel) const override { return running_[static_cast<size_t>(channel)] > 0; }
  bool busy() const override;

 protected:
  void customEvent(QEvent* event) override;

 private:
  std::shared_ptr<Token> begin(Channel channel) override;
  bool end(const Token& token) override;
  bool isCurrent(const Token& token) const override;
  void start(Channel channel, std::function<void()> job) override;
  int orderOf(Channel channel) const override;

  QThreadPool shown_, background_, measured_;
  std::array<std::shared_ptr<Token>, kChannelCount> newest_;
  std::array<uint64_t, kChannelCount> numbers_{};
  std::array<uint64_t, kJobScopeCount> scopes_{};
  std::array<int, kChannelCount> running_{};
};

}  // namespace lw
