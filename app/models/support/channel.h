// What background jobs are for. A channel has one current job; app/services/jobs/job_channels.cpp has their policies.
#pragma once

#include <cstdint>

namespace lw {

enum class Channel : uint8_t {
  Parse,
  Step,
  Show,
  Offers,
  Composites,
  Check,
  Candidates,
  Drops,
  Repairs,
  Advice,
  Lower,
  MachineCode,
  Comparison,
  PaneStates,
  Preview,
  Lecture,
  Run,
  Measure,
  Peaks,
  Profile,
  Record,
  Timeline,
  Interpret,
  Prove,
  Targets,
  Open,
  Warnings,
  Export,
  Film,
  TuneSpace,
  Tune,
  TuneSizes,
  Importance,
  Pins,
  GraphLayout,
  ModelPlan,
  ModelRun,
  ModelMeasure,
  ModelParameters,
  Weights,
  WeightPicture,
  Pictures,
  Collect,
  Sessions,
};
inline constexpr int kChannelCount = static_cast<int>(Channel::Sessions) + 1;

}  // namespace lw
