// This machine's peaks, measured in the child process, so that nothing of the caller's is disturbed and it can be
// cancelled.
#pragma once

#include <functional>

#include "backends/target/peaks.h"
#include "core/support/result.h"

namespace lw {

// About a second for one number of threads. What is measured is kept (see keepPeaks).
Result<Peaks> measurePeaks(int threads, const std::function<bool()>& cancelled = {}, const std::string& file = {});
// As kept; measured where nothing is.
Result<Peaks> machinePeaks(int threads, const std::function<bool()>& cancelled = {}, const std::string& file = {});

}  // namespace lw
