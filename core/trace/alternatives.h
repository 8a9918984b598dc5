// Steps in the place of a refused one that do what was meant by it: another loop of the nest becomes vector lanes, a
// block goes into its producer where it cannot go into its consumers.
#pragma once

#include <string>
#include <vector>

#include "core/schedule/primitive.h"

namespace lw {

struct PlannedStep {
  const Primitive* primitive;
  Arguments args;  // ids
};
// Nothing is checked here; steps of one way are carried out in order. `args` are ids of `program`.
std::vector<std::vector<PlannedStep>> alternativesTo(const Snapshot& program, const Primitive& refused,
                                                     const Arguments& args, const Explanation& reason);

}  // namespace lw
