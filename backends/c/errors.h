// The kinds of errors of C and OpenCL C.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "backends/c/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> cErrors();  // all of them

}  // namespace lw
