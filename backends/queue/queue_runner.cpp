#include "backends/queue/queue_runner.h"

#include <atomic>

#include "backends/measure/expected.h"
#include "backends/queue/search_link.h"
#include "backends/tune/work_queue.h"

namespace lw::tune {

struct QueueRunner::Impl {
  explicit Impl(QueueRunnerOptions how) : options(std::move(how)) {
    options.measure.threads = options.workers.threads;
    options.measure.cpu.cpu = options.workers.processor.cpu;
    options.measure.cpu.features = options.workers.processor.features;
  }

  Status start(const SourceFile& file, const PrimFunc& original) {
    MeasureOptions here = options.measure;
    here.cpu.cpu.clear(), here.cpu.features.clear();
    Result<TrialGround> ground = groundOf(file, original, here);
    if (!ground) return ground.error();
    arguments = std::move(ground->arguments);
    for (PackageArray& a : ground->arrays) leaveOutRandomValues(a, file, original, options.measure.inputs);
    SearchLinkOptions how;
    how.address = options.address;
    how.workerClass = options.workers.name;
    how.patienceSeconds = options.patienceSeconds;
    how.idleSeconds = options.idleSeconds;
    how.notice = options.notice;
    how.answered = [this](const TrialJob& job, std::vector<TrialResult> answers) { take(job, std::move(answers)); };
    how.stop = options.stop;
    how.over = [this](const std::optional<Explanation>& why) { end(why); };
    Result<std::unique_ptr<SearchLink>> made = SearchLink::start(how, encodeGround(ground->arrays));
    if (!made) return made.error();
    link = std::move(*made);
    builder = std::thread([this] { buildAll(); });
    return success();
  }

  BenchOptions bench() const {
    BenchOptions bench = benchOptions(options.measure);
    bench.sampleMs = options.sampleMs;
    bench.stopRatio = options.stopRatio;
    bench.maxSeconds = options.maxSeconds;
    return bench;
  }

  Result<BuiltTrial> build(const TrialRequest& request) {
    if (!options.workers.device.empty())
      return buildDeviceTrial(request, arguments, options.measure, options.workers.device);
    return buildTrial(request, arguments, options.measure, [this] { return cancelled.load(); });
  }

  void buildAll() {
    while (std::optional<TrialRequest> request = requests.take()) {
      Result<BuiltTrial> trial = build(*request);
      if (trial)
        send({std::move(*trial)}, 0);
      else
        results.put({request->number, Outcome::BuildFailed, trial.error(), {}, 0});
    }
  }

  void send(std::vector<BuiltTrial> trials, int rounds) {
    TrialJob job;
    job.rounds = rounds;
    job.measuredOn = measuredOn(options.workers);
    job.options = bench();
    job.trials = std::move(trials);
    link->send(std::move(job));
  }

  void take(const TrialJob& job, std::vector<TrialResult> answers) {
    if (job.rounds > 0) return compared.put(std::move(answers));
    if (answers.size() != 1 || answers.front().number != job.trials.front().number) return;
    results.put(std::move(answers.front()));
  }

  void end(const std::optional<Explanation>& why) {
    {
      const std::lock_guard lock(mutex);
      failure = why;
    }
    cancel();
  }

  void cancel() {
    cancelled = true;
    requests.close();
    results.close();
    compared.close();
  }

  QueueRunnerOptions options;
  std::vector<Argument> arguments;
  std::atomic<bool> cancelled = false;
  std::atomic<int> underWay = 0;
  WorkQueue<TrialRequest> requests;
  WorkQueue<TrialResult> results;
  WorkQueue<std::vector<TrialResult>> compared;
  mutable std::mutex mutex;
  std::optional<Explanation> failure;
  std::unique_ptr<SearchLink> link;
  std::thread builder;
};

QueueRunner::QueueRunner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<QueueRunner>> QueueRunner::start(const SourceFile& file, const PrimFunc& original,
                                                        const QueueRunnerOptions& options) {
  auto impl = std::make_unique<Impl>(options);
  if (Status s = impl->start(file, original); !s) return s.error();
  return std::unique_ptr<QueueRunner>(new QueueRunner(std::move(impl)));
}

QueueRunner::~QueueRunner() {
  cancel();
  if (impl_->builder.joinable()) impl_->builder.join();
  impl_->link.reset();
}

void QueueRunner::submit(TrialRequest request) {
  ++impl_->underWay;
  impl_->requests.put(std::move(request));
}

void QueueRunner::submitBuilt(BuiltTrial trial) {
  ++impl_->underWay;
  std::vector<BuiltTrial> one;
  one.push_back(std::move(trial));
  impl_->send(std::move(one), 0);
}

std::optional<TrialResult> QueueRunner::next() {
  std::optional<TrialResult> result = impl_->results.take([this] { return impl_->underWay == 0; });
  if (result) --impl_->underWay;
  return result;
}

void QueueRunner::cancel() { impl_->cancel(); }

void QueueRunner::pause(bool paused) { impl_->link->hold(paused); }

std::vector<TrialResult> QueueRunner::inTurns(const std::vector<TrialRequest>& requests, int rounds) {
  std::vector<BuiltTrial> trials;
  for (const TrialRequest& request : requests)
    if (Result<BuiltTrial> trial = impl_->build(request)) trials.push_back(std::move(*trial));
  if (trials.empty() || impl_->cancelled) return {};
  impl_->send(std::move(trials), rounds);
  return impl_->compared.take().value_or(std::vector<TrialResult>());
}

std::optional<Explanation> QueueRunner::failure() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->failure;
}

}  // namespace lw::tune
