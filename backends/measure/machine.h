// The peaks of this machine, measured in the child process, so that the measurement can be cancelled and does not
// disturb the caller.
#pragma once

#include <functional>

#include "backends/target/peaks.h"
#include "core/support/result.h"

namespace lw {

// Takes about two seconds, for this number of threads and for one, in turns. The results are stored (see keepPeaks),
// with what else ran on the machine.
Result<Peaks> measurePeaks(int threads, const std::function<bool()>& cancelled = {}, const std::string& file = {});
// The stored peaks; measured if there are none.
Result<Peaks> machinePeaks(int threads, const std::function<bool()>& cancelled = {}, const std::string& file = {});

// The best of each figure over kPeakRounds rounds, each with all numbers of threads (the least first), and over more
// while figures contradict each other.
constexpr int kPeakRounds = 3, kMostPeakRounds = 6;
Result<std::vector<Peaks>> bestOfRounds(const std::vector<int>& threads,
                                        const std::function<Result<Peaks>(int threads)>& round);

}  // namespace lw
