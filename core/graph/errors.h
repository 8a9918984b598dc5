// Errors of graphs: operands that do not fit together.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "core/graph/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> graphErrors();  // all of them

}  // namespace lw
