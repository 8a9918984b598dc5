// The errors of `lw serve`.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {
#define LW_ERROR(name, kind, sentence, ...) inline constexpr Error<__VA_ARGS__> name{kind, sentence};
#include "app/serve/errors.def"
#undef LW_ERROR
}  // namespace err

std::vector<const ErrorKind*> serveErrors();

}  // namespace lw
