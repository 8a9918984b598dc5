#include "app/services/worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <QCoreApplication>
#include <algorithm>

namespace lw {
namespace {

constexpr int kNice = 5;               // of threads whose answers can wait
constexpr int kStackBytes = 64 << 20;  // deeply nested programs are walked recursively

// What follows from the shown state, and what was asked for beside it.
bool mayWait(Worker::Channel channel) {
  using W = Worker;
  for (const W::Channel c : {W::kOffers, W::kComposites, W::kRepair, W::kAdvice, W::kMachine, W::kProfile, W::kRecord,
                             W::kInterpret, W::kWarn, W::kExport, W::kFilm})
    if (c == channel) return true;
  return false;
}

}  // namespace

Worker::Worker(QObject* parent) : QObject(parent) {
  for (QThreadPool* pool : {&quick_, &slow_, &later_}) pool->setStackSize(kStackBytes);
  quick_.setMaxThreadCount(std::max(3, QThread::idealThreadCount()));
  slow_.setMaxThreadCount(1);
  later_.setMaxThreadCount(std::max(3, QThread::idealThreadCount()));
}

Worker::~Worker() {
  for (const auto& ticket : current_)
    if (ticket) ticket->cancelled = true;
  quick_.waitForDone();
  slow_.waitForDone();
  later_.waitForDone();
}

void Worker::post(std::function<void()> message) {
  QMetaObject::invokeMethod(this, std::move(message), Qt::QueuedConnection);
}

void Worker::cancel(Channel channel) {
  if (current_[channel]) current_[channel]->cancelled = true;
}

bool Worker::busy() const {
  for (int channel = 0; channel < kChannels; ++channel)
    if (channel != kRepair && channel != kAdvice && channel != kMeasure && channel != kPeaks && channel != kProfile &&
        channel != kRecord && running_[static_cast<size_t>(channel)] > 0)
      return true;
  return false;
}

std::shared_ptr<Worker::Ticket> Worker::begin(Channel channel) {
  cancel(channel);
  current_[channel] = std::make_shared<Ticket>();
  if (running_[channel]++ == 0) Q_EMIT busyChanged();
  return current_[channel];
}

bool Worker::end(Channel channel, const std::shared_ptr<Ticket>& ticket) {
  const bool newest = current_[channel] == ticket;
  if (--running_[channel] == 0) Q_EMIT busyChanged();
  return newest;
}

void Worker::start(Channel channel, std::function<void()> job) {
  if (mayWait(channel))
    return later_.start([job = std::move(job)] {
      setpriority(PRIO_PROCESS, id_t(gettid()), kNice);  // of this thread alone
      job();
    });
  (channel == kRun || channel == kMeasure || channel == kPeaks ? slow_ : quick_).start(std::move(job));
}

}  // namespace lw
