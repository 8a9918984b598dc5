// The errors of what the programs share.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident> kNothingThere{"legal.unknown", "there is no loop or block named \"{0}\""};

}  // namespace err

std::vector<const ErrorKind*> sharedErrors();

}  // namespace lw
