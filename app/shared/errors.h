// The errors of what the programs share.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "app/shared/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> sharedErrors();

}  // namespace lw
