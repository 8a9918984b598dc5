// The peaks of this machine, measured in the child process, so that the measurement can be cancelled and does not
// disturb the caller.
#pragma once

#include <functional>

#include "backends/target/peaks.h"
#include "core/support/result.h"

namespace lw {

// Takes about a second for one number of threads. The result is stored (see keepPeaks).
Result<Peaks> measurePeaks(int threads, const std::function<bool()>& cancelled = {}, const std::string& file = {});
// The stored peaks; measured if there are none.
Result<Peaks> machinePeaks(int threads, const std::function<bool()>& cancelled = {}, const std::string& file = {});

}  // namespace lw
