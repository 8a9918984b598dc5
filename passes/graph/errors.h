// Why kernels of a model stay apart, and other errors of passes on graphs.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "passes/graph/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> graphPassErrors();  // all of them

}  // namespace lw
