// The kinds of errors of code generation for processors.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "backends/cpu/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> cpuErrors();  // all of them

}  // namespace lw
