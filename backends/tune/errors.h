// The kinds of errors of measuring the candidates of a search.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet> kTuneTooSlow{"tune.too-slow", "one call did not end within {0}"};
inline constexpr Error<Snippet, Snippet> kTuneStopped{"tune.stopped", "one call takes {0}, and the best candidate {1}"};
inline constexpr Error<Ident, Snippet, Snippet, Snippet, int64_t> kTuneWrong{
    "tune.wrong", "{0}[{1}] is {2}, but should be {3}; {4} elements differ"};

}  // namespace err

std::vector<const ErrorKind*> tuneBackendErrors();  // all of them

}  // namespace lw
