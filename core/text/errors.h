// Errors of reading programs and schedules.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "core/text/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> textErrors();  // all of the above

}  // namespace lw
