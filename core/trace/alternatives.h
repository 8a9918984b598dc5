// Steps that achieve the purpose of a refused step in another way: another loop of the nest becomes vector lanes; a
// block is inlined into its producer instead of its consumers.
#pragma once

#include <string>
#include <vector>

#include "core/schedule/primitive.h"

namespace lw {

struct PlannedStep {
  const Primitive* primitive;
  Arguments args;  // ids
};
// Nothing is checked here. The steps of one alternative are carried out in order. `args` are ids of `program`.
std::vector<std::vector<PlannedStep>> alternativesTo(const Snapshot& program, const Primitive& refused,
                                                     const Arguments& args, const Explanation& reason);

}  // namespace lw
