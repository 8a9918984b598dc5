// The kinds of errors of measuring the candidates of a search.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "backends/tune/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> tuneBackendErrors();  // all of them

}  // namespace lw
