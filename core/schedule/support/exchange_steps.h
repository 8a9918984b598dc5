// Steps on programs whose threads exchange values through shared memory (docs/decisions/0062). All threads complete a
// statement before any of them begins a later one, but what decides about steps follows one thread after the other.
// Steps therefore keep results of such a program only if each thread carries out the same statements in the same order.
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

// The outermost loops over threads that exchange values.
std::vector<LoopId> exchangingLoops(const Snapshot& program);

// Why the step may not change a program that began with these loops; nullopt: it may.
std::optional<Explanation> stepsAndExchange(const Snapshot& program, const std::vector<LoopId>& exchanging,
                                            const Primitive& primitive, const Arguments& args);

}  // namespace lw
