// The kinds of errors of the child process that runs kernels.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "backends/runner/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> runnerErrors();  // all of them

// An error that a child process told: its kind is found by its id and by what the sentence becomes with these holes.
Explanation receivedError(const std::string& kind, std::string message, std::string hint,
                          const std::vector<std::string>& holes);
// One of other kinds, told by another process.
Explanation receivedError(const std::vector<const ErrorKind*>& kinds, const std::string& kind, std::string message,
                          std::string hint, const std::vector<std::string>& holes);

}  // namespace lw
