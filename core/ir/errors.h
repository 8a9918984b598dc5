// The kinds of errors of arguments of functions.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "core/ir/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> irErrors();  // all of them

}  // namespace lw
