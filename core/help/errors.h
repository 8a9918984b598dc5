// The kinds of errors of help pages.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet> kHelpNoPage{"help.no-page", "there is no help page for {0}"};
inline constexpr Error<Ident, Message> kHelpBadPage{"help.bad-page",
                                                    "the example of the page for {0} does not run: {1}"};

}  // namespace err

std::vector<const ErrorKind*> helpErrors();  // all of them

}  // namespace lw
