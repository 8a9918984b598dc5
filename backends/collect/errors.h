// The errors of files that Python runs.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "backends/collect/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> collectErrors();  // all of them

}  // namespace lw
