// The options of `lw tune`.
#pragma once

#include <memory>

#include "app/lw/command.h"
#include "app/lw/options/queue_options.h"
#include "core/tune/search/tuner.h"

namespace lw {

struct TuneSettings {
  tune::TuneOptions search;
  tune::LocalRunnerOptions runner;
  std::unique_ptr<tune::Strategy> strategy;
  std::unique_ptr<tune::CostModel> model;
  std::optional<TuneQueue> queue;
  int workers = 1;  // that measure at a time on this machine
};

std::vector<OptionSpec> tuneOptions();  // without those of steps and of queues
Result<TuneSettings> readTuneOptions(const CommandLine& arguments);

// The decisions that --pin names, for each of the spaces. A decision has to be in one of them.
Result<std::vector<tune::Decisions>> readPins(const CommandLine& arguments, const std::vector<tune::TuneTask>& tasks);

}  // namespace lw
