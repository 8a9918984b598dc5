// Lines of a space that several rules for GPUs write.
#pragma once

#include <string>
#include <string_view>

#include "core/tune/rules/step_text.h"

namespace lw::tune {

// The smallest power of two that is not less.
int64_t powerFrom(int64_t value);
// Threads of a block: multiples of a warp, at most the device's limit, and few that have nothing to do where there is
// work for `work` threads.
Choices threadChoices(const GpuFacts& gpu, int64_t work, int64_t usual = 256);
// Elements that a thread moves at once: those that divide `run`, the number of consecutive ones; up to 16 bytes.
Choices gpuLanes(DataType type, int64_t run);

// "NAME = sch.get(sch.sample_categorical(...))" with those of the choices for which the condition on `n` holds when the
// line runs; the first choice is always possible. Those for which `preferred` does not hold are improbable. Returns
// NAME.
std::string sampleFitting(SpaceText& text, std::string_view wish, const Choices& choices, const std::string& condition,
                          const std::string& preferred = {});
// The same without a condition: NAME is a number.
std::string sampleNumber(SpaceText& text, std::string_view wish, const Choices& choices);

// The names of the spatial, or of the reduction loops, without the one in `without`.
std::vector<std::string> loopsOf(const BlockFacts& facts, const std::vector<std::string>& loops, bool reduce,
                                 size_t without = SIZE_MAX);
std::string list(const std::vector<std::string>& parts);  // "[a, b]"
int64_t iterationsOf(const std::vector<BlockAxis>& axes);

}  // namespace lw::tune
