// Constant bounds of integer expressions: closed intervals of int64_t with infinities.
#pragma once

#include <cstdint>

namespace lw {

struct IntBound {
  static constexpr int64_t kPosInf = INT64_MAX;
  static constexpr int64_t kNegInf = INT64_MIN;  // symmetric arithmetic below never returns it for a finite value
  int64_t min = kNegInf;
  int64_t max = kPosInf;

  friend bool operator==(const IntBound&, const IntBound&) = default;
  bool isConst() const { return min == max; }
  bool isEmpty() const { return min > max; }
  int64_t size() const { return isEmpty() ? 0 : max - min + 1; }  // of one that is bounded
  bool bounded() const { return min != kNegInf && max != kPosInf; }
  bool within(int64_t low, int64_t high) const { return min >= low && max <= high; }
};

// All of these saturate to the infinities.
IntBound operator+(IntBound a, IntBound b);
IntBound operator-(IntBound a, IntBound b);
IntBound operator*(IntBound a, IntBound b);
IntBound hull(IntBound a, IntBound b);
IntBound intersect(IntBound a, IntBound b);
IntBound minOf(IntBound a, IntBound b);
IntBound maxOf(IntBound a, IntBound b);
IntBound floorDivBound(IntBound a, IntBound b);  // unbounded if b may be 0
IntBound floorModBound(IntBound a, IntBound b);
IntBound truncDivBound(IntBound a, IntBound b);
IntBound truncModBound(IntBound a, IntBound b);

// Numbers known modulo a stride: value = coeff * q + base. coeff 0: the constant base; coeff 1: any value.
struct Modular {
  int64_t coeff = 1;
  int64_t base = 0;
  friend bool operator==(const Modular&, const Modular&) = default;
};

}  // namespace lw
