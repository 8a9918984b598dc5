// Makes one kernel of two where the value between them then needs no memory. Fusion is decided by the dependence
// analysis and a cost model, not by kinds of operators as in TVM's FuseOps; every pair that stays apart has its reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "passes/graph/graph_pass.h"

namespace lw {

// What was decided about two calls, the second of which reads the result of the first.
struct FusionDecision {
  std::string function;             // of the graph
  graph::Value producer, consumer;  // of the model before the pass, or of a call that an earlier decision made
  std::string kernel;               // the kernel that does both; empty: they stay apart
  std::optional<Explanation> apart = {};
};

struct FusedModel {
  graph::Model model;
  std::vector<FusionDecision> decisions;  // in the order in which they were made
};

// The attribute of a kernel that has a schedule: fusion leaves it as it is.
inline constexpr std::string_view kIsScheduled = "tir.is_scheduled";

// Calls of dataflow blocks, in their order; each is joined with its producers as long as that is legal and worth it.
FusedModel fuseOps(const graph::Model& model, const GraphFacts& facts);
// Joins two calls that stayed apart because one kernel would not be faster; it must still be legal. Of the calls whose
// results are `producer` and `consumer`, the first pair of which one reads the other. An error: why not, with a
// witness.
using IsResult = std::function<bool(const graph::Value&)>;
Result<graph::Model> fusePair(const graph::Model& model, const std::string& function, const IsResult& producer,
                              const IsResult& consumer, const GraphFacts& facts);
extern const GraphPass kFuseOpsPass;

}  // namespace lw
