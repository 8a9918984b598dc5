// Decides whether two kernels become one, and makes it. What is legal is decided by the checks of schedule steps, what
// is worth it by a model of two terms: operations at the machine's peak and bytes at its bandwidth.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/schedule/snapshot.h"
#include "passes/graph/graph_pass.h"

namespace lw {

// Why a block of a joined kernel cannot follow the elements that it reads, by kernel and block; nothing: it can. To
// prove it takes long, and a model joins the same kernels for many of its layers.
using KnownMoves = std::map<std::string, std::optional<Explanation>>;

// Two kernels, joined (join_kernels.h), with the buffer between them.
struct FusionAttempt {
  PrimFunc joined;
  Buffer between;
  uint32_t firstOfConsumer = 0;    // ids of the consumer's loops and blocks begin here
  std::string producer, consumer;  // names of the values, for messages
  bool regardless = false;         // of the model of times: what is legal is done
  std::string key = {};            // the same only for the same two kernels, joined in the same way
};

// The kernel in which nothing of `between` has to go through memory: the producer is inlined into its readers, or the
// readers can follow each element of it inside the producer's loops. Otherwise the error says why not: the dependence
// in the way with its witness, or the times by the model.
Result<PrimFunc> fuseKernels(const FusionAttempt& attempt, const GraphFacts& facts, KnownMoves& known);

}  // namespace lw
