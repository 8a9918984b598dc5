// The errors of the window.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident> kOfferNeedsGpu{
    "offer.needs-gpu", "bind distributes iterations over threads of a GPU, and the target is {0}"};
inline constexpr Error<> kOfferUndecided{"offer.undecided", "not checked yet: the exact check runs on the click"};

// tuning
inline constexpr Error<Ident> kNoSpaceWritten{"tune.no-space", "no rule writes a search space for {0}"};

}  // namespace err

std::vector<const ErrorKind*> serviceErrors();  // all of them

}  // namespace lw
