// The errors of the window.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<> kOfferUndecided{"offer.undecided", "not checked yet: the exact check runs on the click"};

}  // namespace err

std::vector<const ErrorKind*> serviceErrors();  // all of them

}  // namespace lw
