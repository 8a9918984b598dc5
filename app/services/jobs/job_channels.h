// The policies of the channels of background jobs.
#pragma once

#include <cstdint>

#include "app/models/support/channel.h"

namespace lw {

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
