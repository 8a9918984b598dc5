// The kinds of errors of the emulator.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident, int64_t, int64_t> kEmulatorArguments{"emulator.arguments",
                                                                   "{0} takes {1} arguments, but {2} were given"};

inline constexpr Error<Snippet, Snippet, Snippet, Snippet, Snippet> kEmulatorRace{
    "emulator.race", "{0} and {1} access {2} at the same time: {3}, and {4}; there is no barrier between them"};
inline constexpr Error<Snippet, Snippet, Snippet, Snippet, Snippet> kBetweenBlocks{
    "emulator.race-of-blocks", "{0} and {1} access {2}: {3}, and {4}; the blocks of a kernel run in no fixed order"};
inline constexpr Error<Snippet, Snippet, Snippet> kEmulatorUninitialised{
    "emulator.uninitialised", "{0} reads {1}{2}, which has not been written"};
inline constexpr Error<Snippet, Message, Snippet, Snippet, Snippet, Snippet> kEmulatorUnderWay{
    "emulator.under-way", "{0} {1} {2}{3} while an asynchronous copy by {4}{5} to it may still be in progress"};
inline constexpr Error<Snippet, Snippet, Snippet, Message> kEmulatorDivergentBarrier{
    "emulator.divergent-barrier", "{0} waits at a barrier{1}, but {2} {3}"};
inline constexpr Error<Snippet, Snippet, Snippet, Message> kEmulatorDivergentOperation{
    "emulator.divergent-operation", "{0} starts a matrix operation of its warp{1}, but {2} of the same warp {3}"};

}  // namespace err

std::vector<const ErrorKind*> emulatorErrors();  // all of them

}  // namespace lw
