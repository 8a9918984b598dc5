// Vector indices whose lanes are a scalar plus a constant for each lane.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ir/expr.h"

namespace lw::cpu {

// The index of lane i is base + offsets[i].
struct LaneOffsets {
  Expr base;
  std::vector<int64_t> offsets;
};

// `index` is an index of int32 or int64, whose arithmetic does not overflow. nullopt: the lanes differ by values that
// only the run tells, or the form is not known here.
std::optional<LaneOffsets> laneOffsets(const Expr& index);

}  // namespace lw::cpu
