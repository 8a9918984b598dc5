// Runs another program with text as its input and collects its outputs.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/result.h"

namespace lw {

struct ProcessOptions {
  std::string_view input;           // its standard input
  double timeoutSeconds = 60;       // then it is killed
  std::function<bool()> cancelled;  // called while waiting; true kills it
};
struct ProcessResult {
  int code = 0;  // 128 + N: ended by signal N
  std::string out, err;
};

// Runs words[0], searched for on PATH, to its end. Fails if it cannot be started, takes too long or is cancelled.
Result<ProcessResult> runProcess(const std::vector<std::string>& words, const ProcessOptions& options = {});

}  // namespace lw
