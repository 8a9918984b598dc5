// The options of commands that use a queue of trials, and the runner of `lw tune --queue`.
#pragma once

#include "app/lw/command.h"
#include "backends/queue/queue_runner.h"
#include "backends/targets/descriptor.h"
#include "backends/tune/local_runner.h"

namespace lw {

// --queue URL, --class NAME, --ca FILE
std::vector<OptionSpec> queueOptions();
Result<QueueAddress> queueAddress(const CommandLine& arguments);

struct TuneQueue {
  QueueAddress address;
  WorkerClass workers;
};
// Refuses targets whose times are modelled.
Status measuredByWorkers(const TargetDescriptor& target);
// As the options say; nothing: without --queue.
Result<std::optional<TuneQueue>> tuneQueue(const CommandLine& arguments, const MeasureOptions& measure);
Result<std::unique_ptr<tune::QueueRunner>> startQueueRunner(const TuneQueue& queue, const SourceFile& file,
                                                            const PrimFunc& original,
                                                            const tune::LocalRunnerOptions& options,
                                                            std::function<bool()> stop);

}  // namespace lw
