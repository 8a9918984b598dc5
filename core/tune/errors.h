// Errors of tuning: of spaces, searches and records.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<> kDecisionsNotAnObject{"tune.decisions", "decisions are an object of names and choices"};
inline constexpr Error<Ident> kDecisionValue{"tune.decision-value",
                                             "the choice '{0}' is neither an integer, a list of them, nor null"};

// search
inline constexpr Error<Snippet> kTuneNotRecorded{"tune.not-recorded", "no time is recorded for the decisions {0}"};

}  // namespace err

std::vector<const ErrorKind*> tuneErrors();  // all of them

}  // namespace lw
