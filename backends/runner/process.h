// Another program, with text for its input and its outputs collected.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/result.h"

namespace lw {

struct ProcessOptions {
  std::string_view input;           // what it reads
  double timeoutSeconds = 60;       // it is killed then
  std::function<bool()> cancelled;  // asked while waiting; true kills it
};
struct ProcessResult {
  int code = 0;  // 128 + N: ended by signal N
  std::string out, err;
};

// Runs words[0], searched in PATH, to its end. Fails where it cannot be started, takes too long or is cancelled.
Result<ProcessResult> runProcess(const std::vector<std::string>& words, const ProcessOptions& options = {});

}  // namespace lw
