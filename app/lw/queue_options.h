// The options of commands that use a queue of trials, and the runner of `lw tune --queue`.
#pragma once

#include "app/lw/command.h"
#include "backends/queue/queue_runner.h"
#include "backends/tune/local_runner.h"

namespace lw {

// --queue URL, --class NAME, --ca FILE
std::vector<OptionSpec> queueOptions();
Result<QueueAddress> queueAddress(const CommandLine& arguments);

struct TuneQueue {
  QueueAddress address;
  WorkerClass workers;
};
// As the options say; nothing: without --queue.
Result<std::optional<TuneQueue>> tuneQueue(const CommandLine& arguments, std::string_view target, int threads);
Result<std::unique_ptr<tune::QueueRunner>> startQueueRunner(const TuneQueue& queue, const SourceFile& file,
                                                            const PrimFunc& original,
                                                            const tune::LocalRunnerOptions& options,
                                                            std::function<bool()> stop);

}  // namespace lw
