// Questions to the cheap proof of value flow and to the exact analysis, for random programs and steps.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/values/value_flow.h"
#include "core/schedule/schedule.h"

namespace lw {

int roundsOfProofs(int usual);  // $LW_RANDOM_PROOFS, or as usual

struct FlowCount {
  int asked = 0, proven = 0, undecided = 0;
};
// Fails the test if the cheap proof accepts what the exact analysis refuses.
void compareProofs(const PrimFunc& before, const PrimFunc& after, const Correspondence& c, const std::string& what,
                   FlowCount& count);

// What the step's primitive passes to the analysis; nullopt: it does not use the analysis of values.
std::optional<Correspondence> correspondenceOf(const Schedule& before, const Schedule& after, const Primitive& p,
                                               const Arguments& args);

}  // namespace lw
