// Separates a scheduled function into what packs its weights, once, and what every call does. Weights are the
// parameters that layout_free_buffers lists (core/analysis/program/layout_free.h). A block at the root with the
// annotation kPackedOnce fills a cache from them; the cache becomes a parameter.
//
// To call the function: fill the packed buffers by calling `packing` with weights(arguments) and emptyPacked(), and
// then call `function` with the arguments and the packed buffers, as often as needed. Together they compute what the
// scheduled function computes, for as long as the weights keep their values.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/ndarray.h"
#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

struct PackedOnce {
  PrimFunc packing;                  // parameters: the weights that it reads, then the packed buffers
  PrimFunc function;                 // parameters: those of the scheduled function, then the packed buffers
  std::vector<size_t> weightParams;  // the positions of packing's weights among the scheduled function's parameters
  std::vector<size_t> unread;        // parameters that `function` no longer accesses: a caller may pass anything
  std::vector<Buffer> packed;

  // The arguments of `packing` but the packed buffers, from those of the scheduled function.
  std::vector<Argument> weights(const std::vector<Argument>& arguments) const;
  // The packed buffers as they are allocated.
  std::vector<Argument> emptyPacked() const;
};

// nullopt: no block is marked to run once. Refused where a marked block reads or writes anything but weights and its
// cache, is not by itself at the root, or another block writes to the cache.
Result<std::optional<PackedOnce>> packOnce(const PrimFunc& scheduled);

}  // namespace lw
