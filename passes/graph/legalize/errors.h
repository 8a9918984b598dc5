// The errors of making kernels of operators.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "passes/graph/legalize/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> legalizeErrors();  // all of them

}  // namespace lw
