// Errors of running schedule functions.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "core/script/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> scriptErrors();  // all of the above

}  // namespace lw
