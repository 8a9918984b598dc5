// The table of the channels of background jobs and their policies.
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
  Interpret,
  Prove,
  Targets,
  Open,
  Warnings,
  Export,
  Film,
  TuneSpace,
  Tune,
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

enum class JobPriority : uint8_t {
  Shown,       // the next repaint depends on it
  Following,   // as urgent, but the answer waits until what has changed before it is painted
  Background,  // the answer may come after the repaint: a lower thread priority
  Measured,    // one at a time, so that measurements do not disturb each other
};

// The lifetime of an answer: when it ends, the answer is dropped.
enum class JobScope : uint8_t { Window, Document };
inline constexpr int kJobScopeCount = 2;

using ChannelSet = uint64_t;
static_assert(kChannelCount <= 64, "one bit for each channel");
template <class... Channels>
constexpr ChannelSet channels(Channels... all) {
  return ((ChannelSet{1} << static_cast<int>(all)) | ... | ChannelSet{0});
}

struct ChannelPolicy {
  Channel channel;
  JobPriority priority;
  JobScope scope;
  bool awaited;            // counts as busy: the user waits for the answer
  ChannelSet drops = 0;    // a new job stops the running jobs of these channels and drops their answers
  ChannelSet cancels = 0;  // a new job stops the running jobs of these channels; they still report
};
const ChannelPolicy& policyOf(Channel channel);

}  // namespace lw
