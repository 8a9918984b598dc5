// Errors of models that cannot be run as they are.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "passes/graph/run_errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> modelErrors();  // all of them

}  // namespace lw
