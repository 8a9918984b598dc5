#include "app/lw/options/queue_options.h"

#include <cstdio>

#include "app/lw/errors.h"
#include "backends/targets/targets.h"

namespace lw {

std::vector<OptionSpec> queueOptions() {
  return {
      {"--queue",
       "amqps://USER@HOST:PORT/VHOST, a RabbitMQ server; the password in LW_QUEUE_PASSWORD. Workers (lw worker) "
       "measure",
       "", OptionSpec::kValue},
      {"--class", "of the workers, whose times are compared; without it, named by this machine's processor and device",
       "", OptionSpec::kValue},
      {"--ca", "file of the certificates that --queue trusts; without it, the system's", "", OptionSpec::kValue}};
}

Result<QueueAddress> queueAddress(const CommandLine& arguments) {
  Result<QueueAddress> address = QueueAddress::parse(arguments.get("--queue"));
  if (address && arguments.has("--ca")) address->authorities = arguments.get("--ca");
  return address;
}

Status measuredByWorkers(const TargetDescriptor& target) {
  if (target.onThisProcessor || target.driverText) return success();
  return explain(err::kTuneTarget(target.name), "leave out --queue, or choose a target of a device");
}

Result<std::optional<TuneQueue>> tuneQueue(const CommandLine& arguments, const MeasureOptions& measure) {
  if (!arguments.has("--queue")) return std::optional<TuneQueue>();
  Result<QueueAddress> address = queueAddress(arguments);
  if (!address) return std::move(address).error();
  const int threads = findTarget(measure.target)->onThisProcessor ? tune::threadsOf(measure) : 1;
  Result<WorkerClass> workers = findClass(*address, arguments.get("--class"), measure.target, threads, measure.device);
  if (!workers) return std::move(workers).error();
  return std::optional(TuneQueue{std::move(*address), std::move(*workers)});
}

Result<std::unique_ptr<tune::QueueRunner>> startQueueRunner(const TuneQueue& queue, const SourceFile& file,
                                                            const PrimFunc& original,
                                                            const tune::LocalRunnerOptions& options,
                                                            std::function<bool()> stop) {
  tune::QueueRunnerOptions how;
  how.address = queue.address;
  how.workers = queue.workers;
  how.measure = options.measure;
  how.sampleMs = options.sampleMs;
  how.stopRatio = options.stopRatio;
  how.maxSeconds = options.maxSeconds;
  how.stop = std::move(stop);
  how.notice = [](const Explanation& why) {
    std::fprintf(stderr, "warning: %s%s%s\n", why.message.c_str(), why.hint.empty() ? "" : "; ", why.hint.c_str());
  };
  return tune::QueueRunner::start(file, original, how);
}

}  // namespace lw
