#include "backends/queue/worker.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <thread>

#include "backends/queue/errors.h"
#include "backends/queue/protocol.h"
#include "backends/queue/worker_class.h"
#include "backends/tune/trial_build.h"

namespace lw {
namespace {

using WorkerClock = std::chrono::steady_clock;

constexpr double kTick = 0.005;        // seconds between looks at what runs
constexpr size_t kKeptGrounds = 4;     // searches that are served alternately
constexpr double kLongestPause = 5;    // seconds between attempts to connect again
constexpr double kGroundSeconds = 60;  // a tuner that does not answer: the trial goes back
constexpr const char* kTrialConsumer = "trials";
constexpr const char* kGroundConsumer = "ground";

std::string nameOfThisWorker() {
  char host[256] = "";
  (void)gethostname(host, sizeof host - 1);
  return std::string(host) + ":" + std::to_string(getpid());
}

class Worker {
 public:
  // `device`: as lw-runner describes it; empty: kernels run on the processor.
  Worker(const WorkerOptions& options, const std::string& device)
      : options_(options), class_(ownClass(options.target, options.threads, device)) {
    if (!options.workerClass.empty()) class_.name = options.workerClass;
  }

  Result<int64_t> run() {
    if (Status s = checkClassName(class_.name); !s) return s.error();
    if (Status s = connect(); !s) return s.error();
    while (!stopped()) {
      const Status served = serve();
      if (served || stopped()) break;
      connection_.reset();
      if (options_.lost) options_.lost(served.error());
      connectAgain();
    }
    return answered_;
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  Status connect() {
    Result<QueueConnection> opened = QueueConnection::open(options_.address);
    if (!opened) return opened.error();
    if (Status s = declareClass(*opened, class_.name); !s) return s;
    if (Status s = announceClass(*opened, options_.address, class_); !s) return s;
    Result<std::string> own = opened->declareOwnQueue();
    if (!own) return own.error();
    ownQueue_ = *own;
    early_.clear();  // what came through the connection before
    if (Status s = opened->limitUnacknowledged(1); !s) return s;
    if (Status s = opened->consume(ownQueue_, kGroundConsumer); !s) return s;
    connection_.emplace(std::move(*opened));
    if (unsent_)
      if (Status s = sendUnsent(); !s) return s;
    if (Status s = connection_->consume(trialsQueue(class_.name), kTrialConsumer); !s) return s;
    if (options_.ready) options_.ready(class_.name);
    return success();
  }

  void connectAgain() {
    double pause = 0.1;
    while (!stopped() && !connect()) {
      connection_.reset();
      const auto until = WorkerClock::now() + std::chrono::duration<double>(pause);
      while (!stopped() && WorkerClock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      pause = std::min(2 * pause, kLongestPause);
    }
  }

  // Until it is stopped (success) or the connection is lost.
  Status serve() {
    while (!stopped()) {
      Result<std::optional<QueueEvent>> event = connection_->wait(0.1);
      if (!event) return event.error();
      if (!*event) continue;
      const auto* delivery = std::get_if<Delivery>(&**event);
      if (!delivery) continue;
      if (delivery->consumer == kTrialConsumer) {
        if (Status s = handle(*delivery); !s) return s;
      } else if (Status s = connection_->acknowledge(delivery->tag); !s) {  // a ground that came too late
        return s;
      }
    }
    return success();
  }

  Status handle(const Delivery& delivery) {
    Result<TrialJob> job = decodeJob(delivery.message.body);
    if (!job) return connection_->refuse(delivery.tag);
    for (tune::BuiltTrial& trial : job->trials) tune::runOnDevice(trial, options_.device);
    if (job->search == lastSearch_ && job->number == lastNumber_) return connection_->acknowledge(delivery.tag);
    tune::TrialBench* bench = benchOf(job->search);
    const std::string results = resultsQueue(job->search);
    const JobStarted started{job->number, name_, bench ? "" : ownQueue_};
    Result<bool> taken = confirmed(results, {kStartedType, encodeStarted(started), {}});
    if (!taken) return taken.error();
    if (!*taken) return connection_->acknowledge(delivery.tag);  // its search is over
    if (!bench) {
      Result<tune::TrialBench*> made = receiveGround(*job);
      if (!made) return made.error();
      if (!*made) return connection_->giveBack(delivery.tag);
      bench = *made;
    }
    return runAndAnswer(*job, *bench, delivery.tag);
  }

  // Publishes until the server has the message; false: no queue takes it. A full queue is tried again.
  Result<bool> confirmed(const std::string& queue, const QueueMessage& message) {
    while (true) {
      const Result<uint64_t> sequence = connection_->publish("", queue, message, true);
      if (!sequence) return sequence.error();
      std::optional<bool> accepted;
      bool routed = true;
      while (!accepted) {
        Result<std::optional<QueueEvent>> event = connection_->wait(30);
        if (!event) return event.error();
        if (!*event) return err::kQueueLost(options_.address.shown(), "it does not confirm a message");
        if (const auto* back = std::get_if<Unroutable>(&**event))
          routed = routed && back->sequence != *sequence;
        else if (const auto* c = std::get_if<Confirmation>(&**event))
          accepted = c->sequence == *sequence ? std::optional(c->accepted) : std::nullopt;
        else
          early_.push_back(std::get<Delivery>(std::move(**event)));
      }
      if (*accepted) return routed;
      if (Status s = pause(0.2); !s) return s.error();
    }
  }

  Status pause(double seconds) {
    Result<std::optional<QueueEvent>> event = connection_->wait(seconds);
    if (!event) return event.error();
    if (*event)
      if (auto* delivery = std::get_if<Delivery>(&**event)) early_.push_back(std::move(*delivery));
    return success();
  }

  // Of this search, among what came; others came too late.
  std::optional<std::string> earlyGround(const std::string& search) {
    while (!early_.empty()) {
      const Delivery delivery = std::move(early_.front());
      early_.pop_front();
      (void)connection_->acknowledge(delivery.tag);  // if that fails, so does what follows
      if (delivery.consumer == kGroundConsumer && delivery.message.replyTo == resultsQueue(search))
        return delivery.message.body;
    }
    return std::nullopt;
  }

  // nullptr: it did not come, or is not readable; another worker may have more luck.
  Result<tune::TrialBench*> receiveGround(const TrialJob& job) {
    const auto until = WorkerClock::now() + std::chrono::duration<double>(kGroundSeconds);
    std::optional<std::string> ground = earlyGround(job.search);
    while (!ground && !stopped() && WorkerClock::now() < until) {
      if (Status s = pause(0.1); !s) return s.error();
      ground = earlyGround(job.search);
    }
    if (!ground) return static_cast<tune::TrialBench*>(nullptr);
    Result<std::vector<PackageArray>> arrays = decodeGround(*ground);
    if (!arrays) return static_cast<tune::TrialBench*>(nullptr);
    tune::BenchOptions options = job.options;
    options.memory = options_.memory;
    if (benches_.size() == kKeptGrounds) benches_.pop_front();
    benches_.emplace_back(job.search, std::make_unique<tune::TrialBench>(std::move(*arrays), options, nullptr));
    return benches_.back().second.get();
  }

  tune::TrialBench* benchOf(const std::string& search) {
    for (auto& [name, bench] : benches_)
      if (name == search) return bench.get();
    return nullptr;
  }

  // Trials for other machines may come where the name of a class is used again.
  std::vector<tune::TrialResult> run(const TrialJob& job, tune::TrialBench& bench) const {
    if (job.measuredOn == measuredOn(class_)) {
      if (job.rounds > 0) return bench.inTurns(job.trials, job.rounds);
      return {bench.measure(job.trials.front())};
    }
    std::vector<tune::TrialResult> results;
    for (const tune::BuiltTrial& t : job.trials)
      results.push_back({t.number,
                         tune::Outcome::BuildFailed,
                         err::kQueueTarget(class_.name, measuredOn(class_), job.measuredOn),
                         {},
                         t.compileMs});
    return results;
  }

  // The trial runs on a thread of its own, so that the connection stays alive. Where it is lost meanwhile, the answer
  // is kept for the next one.
  Status runAndAnswer(const TrialJob& job, tune::TrialBench& bench, uint64_t tag) {
    JobResult result{job.number, name_, class_.name, {}};
    std::atomic<bool> done = false;
    std::thread runs([&] {
      result.results = run(job, bench);
      done = true;
    });
    std::optional<Explanation> lost;
    while (!done) {
      if (lost)
        std::this_thread::sleep_for(std::chrono::duration<double>(kTick));
      else if (Status s = pause(kTick); !s)
        lost = s.error();
    }
    runs.join();
    unsent_ = Unsent{job.search, job.number, encodeResult(result)};
    if (lost) return *lost;
    if (Status s = sendUnsent(); !s) return s;
    for (const tune::TrialResult& r : result.results)
      if (options_.done) options_.done(r.outcome);
    return connection_->acknowledge(tag);
  }

  Status sendUnsent() {
    Result<bool> taken = confirmed(resultsQueue(unsent_->search), {kResultType, unsent_->body, {}});
    if (!taken) return taken.error();
    if (*taken) ++answered_;
    lastSearch_ = unsent_->search;
    lastNumber_ = unsent_->number;
    unsent_.reset();
    return success();
  }

  struct Unsent {
    std::string search;
    int number;
    std::string body;
  };

  const WorkerOptions& options_;
  WorkerClass class_;
  const std::string name_ = nameOfThisWorker();
  std::optional<QueueConnection> connection_;
  std::string ownQueue_;
  std::deque<Delivery> early_;  // that came while something else was waited for
  std::deque<std::pair<std::string, std::unique_ptr<tune::TrialBench>>> benches_;  // by search
  std::optional<Unsent> unsent_;  // an answer that the server did not confirm
  std::string lastSearch_;        // the trial that was answered last, which may come again after a lost connection
  int lastNumber_ = -1;
  int64_t answered_ = 0;
};

}  // namespace

Result<int64_t> runWorker(const WorkerOptions& options) {
  const Result<std::string> device = tune::deviceOfTrials({.target = options.target, .device = options.device});
  if (!device) return device.error();
  return Worker(options, *device).run();
}

}  // namespace lw
