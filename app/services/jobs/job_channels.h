// The channels of background jobs with the policy of each: one table.
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
  Targets,
  Open,
  Warnings,
  Export,
  Film,
};
inline constexpr int kChannelCount = static_cast<int>(Channel::Film) + 1;

enum class JobPriority : uint8_t {
  Shown,       // what is shown next depends on it
  Background,  // the answer may come after what is shown: a lower thread priority
  Measured,    // one at a time, so that measurements do not disturb each other
};

// What an answer belongs to: when that ends, the answer is dropped.
enum class JobScope : uint8_t { Window, Document };
inline constexpr int kJobScopeCount = 2;

using ChannelSet = uint32_t;
static_assert(kChannelCount <= 32, "one bit for each channel");
template <class... Channels>
constexpr ChannelSet channels(Channels... all) {
  return ((ChannelSet{1} << static_cast<int>(all)) | ... | ChannelSet{0});
}

struct ChannelPolicy {
  Channel channel;
  JobPriority priority;
  JobScope scope;
  bool awaited;            // counts as busy: a person waits for the answer
  ChannelSet drops = 0;    // a new job makes the running jobs of these channels end, and their answers are dropped
  ChannelSet cancels = 0;  // a new job makes the running jobs of these channels end; they still report
};
const ChannelPolicy& policyOf(Channel channel);

}  // namespace lw
