// The kinds of errors of session files.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet, Snippet> kSessionWrite{"session.write", "cannot write {0}: {1}"};
inline constexpr Error<Snippet> kSessionRead{"session.read", "cannot read {0}"};
inline constexpr Error<> kProgramWithoutName{"session.program", "no name is given"};
inline constexpr Error<Snippet> kSessionBroken{"session.broken", "{0}: the session is truncated or damaged here"};
inline constexpr Error<Snippet, int64_t> kSessionTooDeep{"session.broken",
                                                         "{0}: brackets are nested more than {1} deep"};
inline constexpr Error<> kSessionFormat{"session.format", "this is not a session of Loopwright"};
inline constexpr Error<> kSessionWithoutVersion{"session.version", "version: the session has no version number"};
inline constexpr Error<int64_t, int64_t> kSessionVersion{
    "session.version", "the session has version {0}, but this program reads up to {1}"};
inline constexpr Error<Snippet> kLostStep{"session.lost-step", "{0}"};

inline constexpr Error<Snippet, Ident> kSessionLaterFunction{
    "session.later-function", "function {0} is not in the text of {1} that the variants were made from"};

}  // namespace err

std::vector<const ErrorKind*> sessionErrors();  // all of them

}  // namespace lw
