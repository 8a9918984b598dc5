// Errors of schedules and of the arguments of steps.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "core/schedule/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> scheduleErrors();  // all of the above

}  // namespace lw
