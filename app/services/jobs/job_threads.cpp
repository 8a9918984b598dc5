#include "app/services/jobs/job_threads.h"

#include <sys/resource.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>

namespace lw {
namespace {

constexpr int kNice = 5;                                  // of background threads
constexpr int kStackBytes = 64 << 20;                     // deeply nested programs are walked recursively
constexpr int kAfterPainting = Qt::LowEventPriority - 1;  // Qt asks for repaints with LowEventPriority

class MessageEvent : public QEvent {
 public:
  explicit MessageEvent(JobThreads::Message message) : QEvent(User), message_(std::move(message)) {}
  void run() const { message_(); }

 private:
  JobThreads::Message message_;
};

constexpr size_t at(Channel channel) { return static_cast<size_t>(channel); }
constexpr size_t at(JobScope scope) { return static_cast<size_t>(scope); }

template <class F>
void forEachChannel(ChannelSet set, F each) {
  for (int i = 0; i < kChannelCount; ++i)
    if (set & channels(static_cast<Channel>(i))) each(static_cast<Channel>(i));
}

}  // namespace

JobThreads::JobThreads(QObject* parent) : JobRunner(parent) {
  for (QThreadPool* pool : {&shown_, &background_, &measured_}) pool->setStackSize(kStackBytes);
  shown_.setMaxThreadCount(std::max(3, QThread::idealThreadCount()));
  background_.setMaxThreadCount(std::max(3, QThread::idealThreadCount()));
  measured_.setMaxThreadCount(1);
}

JobThreads::~JobThreads() {
  for (const auto& token : newest_)
    if (token) token->cancelled = true;
  for (QThreadPool* pool : {&shown_, &measured_, &background_}) pool->waitForDone();
}

void JobThreads::post(Message message, int order) {
  QCoreApplication::postEvent(this, new MessageEvent(std::move(message)), order);
}

// All events of this object that are not Qt's are messages.
void JobThreads::customEvent(QEvent* event) { static_cast<MessageEvent*>(event)->run(); }

int JobThreads::orderOf(Channel channel) const {
  return policyOf(channel).priority == JobPriority::Following ? kAfterPainting : int(Qt::NormalEventPriority);
}

void JobThreads::cancel(Channel channel) {
  if (newest_[at(channel)]) newest_[at(channel)]->cancelled = true;
}

void JobThreads::drop(Channel channel) {
  cancel(channel);
  ++numbers_[at(channel)];
}

void JobThreads::endScope(JobScope scope) {
  ++scopes_[at(scope)];
  for (int i = 0; i < kChannelCount; ++i)
    if (const auto channel = static_cast<Channel>(i); policyOf(channel).scope == scope) cancel(channel);
}

bool JobThreads::busy() const {
  for (int i = 0; i < kChannelCount; ++i)
    if (const auto channel = static_cast<Channel>(i); policyOf(channel).awaited && busy(channel)) return true;
  return false;
}

std::shared_ptr<JobThreads::Token> JobThreads::begin(Channel channel) {
  const ChannelPolicy& policy = policyOf(channel);
  forEachChannel(policy.drops, [this](Channel other) { drop(other); });
  forEachChannel(policy.cancels, [this](Channel other) { cancel(other); });
  drop(channel);
  auto token = std::make_shared<Token>();
  token->channel = channel;
  token->number = numbers_[at(channel)];
  token->scope = scopes_[at(policy.scope)];
  newest_[at(channel)] = token;
  if (running_[at(channel)]++ == 0) Q_EMIT busyChanged();
  return token;
}

bool JobThreads::isCurrent(const Token& token) const {
  return token.number == numbers_[at(token.channel)] && token.scope == scopes_[at(policyOf(token.channel).scope)];
}

bool JobThreads::end(const Token& token) {
  if (--running_[at(token.channel)] == 0) Q_EMIT busyChanged();
  return isCurrent(token);
}

void JobThreads::start(Channel channel, std::function<void()> job) {
  switch (policyOf(channel).priority) {
    case JobPriority::Shown:
    case JobPriority::Following:
      return shown_.start(std::move(job));
    case JobPriority::Measured:
      return measured_.start(std::move(job));
    case JobPriority::Background:
      return background_.start([job = std::move(job)] {
        setpriority(PRIO_PROCESS, id_t(gettid()), kNice);  // of this thread alone
        job();
      });
  }
}

}  // namespace lw
