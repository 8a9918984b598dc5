#include "core/arith/bound.h"

#include <algorithm>
#include <array>

#include "core/ir/ops.h"

namespace lw {
namespace {

constexpr int64_t kPos = IntBound::kPosInf, kNeg = IntBound::kNegInf;
bool infinite(int64_t v) { return v == kPos || v == kNeg; }

// `low`: the result is a lower bound, so an undetermined sum of infinities becomes minus infinity.
int64_t add(int64_t a, int64_t b, bool low) {
  if (a == kNeg || b == kNeg) return (a == kPos || b == kPos) && !low ? kPos : kNeg;
  if (a == kPos || b == kPos) return kPos;
  int64_t r;
  if (__builtin_add_overflow(a, b, &r)) return a > 0 ? kPos : kNeg;
  return r;
}
int64_t negate(int64_t a) { return a == kPos ? kNeg : a == kNeg ? kPos : -a; }
int64_t multiply(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  const bool positive = (a > 0) == (b > 0);
  if (infinite(a) || infinite(b)) return positive ? kPos : kNeg;
  int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) return positive ? kPos : kNeg;
  return r;
}
int64_t divide(int64_t a, int64_t b) {  // floor; b != 0
  if (infinite(a)) return infinite(b) ? 0 : ((a > 0) == (b > 0) ? kPos : kNeg);
  if (infinite(b)) return a == 0 ? 0 : ((a > 0) == (b > 0) ? 0 : -1);
  if (b == -1) return -a;
  return floorDivide(a, b);
}

IntBound corners(IntBound a, IntBound b, int64_t (*f)(int64_t, int64_t)) {
  const std::array<int64_t, 4> v{f(a.min, b.min), f(a.min, b.max), f(a.max, b.min), f(a.max, b.max)};
  return {*std::min_element(v.begin(), v.end()), *std::max_element(v.begin(), v.end())};
}

}  // namespace

IntBound operator+(IntBound a, IntBound b) { return {add(a.min, b.min, true), add(a.max, b.max, false)}; }
IntBound operator-(IntBound a, IntBound b) {
  return {add(a.min, negate(b.max), true), add(a.max, negate(b.min), false)};
}
IntBound operator*(IntBound a, IntBound b) { return corners(a, b, multiply); }
IntBound hull(IntBound a, IntBound b) { return {std::min(a.min, b.min), std::max(a.max, b.max)}; }
IntBound intersect(IntBound a, IntBound b) { return {std::max(a.min, b.min), std::min(a.max, b.max)}; }
IntBound minOf(IntBound a, IntBound b) { return {std::min(a.min, b.min), std::min(a.max, b.max)}; }
IntBound maxOf(IntBound a, IntBound b) { return {std::max(a.min, b.min), std::max(a.max, b.max)}; }

IntBound floorDivBound(IntBound a, IntBound b) {
  if (b.min > 0 || b.max < 0) {
    IntBound r = corners(a, b, divide);
    // Infinity over infinity counts as 0; the hull covers the values between 0 and the other corners.
    return r;
  }
  if (b.min == 0 && b.max > 0) return floorDivBound(a, {1, b.max});  // 0 would be undefined
  return {};
}

IntBound floorModBound(IntBound a, IntBound b) {
  if (b.min == 0 && b.max > 0) b.min = 1;
  if (b.min > 0) {
    if (b.isConst() && a.bounded() && floorDivide(a.min, b.min) == floorDivide(a.max, b.min))
      return {floorModulo(a.min, b.min), floorModulo(a.max, b.min)};
    if (a.min >= 0 && a.max < b.min) return a;
    const int64_t top = b.max == kPos ? kPos : b.max - 1;
    return {0, a.min >= 0 ? std::min(a.max, top) : top};
  }
  if (b.max < 0) return {b.min == kNeg ? kNeg : b.min + 1, 0};
  return {};
}

IntBound truncDivBound(IntBound a, IntBound b) {
  if (a.min >= 0 && b.min >= 0) return floorDivBound(a, b);
  const int64_t top = std::max(a.max == kPos ? kPos : a.max, negate(a.min));  // |a / b| <= |a|
  const int64_t reach = std::max<int64_t>(top, a.max < 0 ? negate(a.min) : top);
  return {negate(reach), reach};
}

IntBound truncModBound(IntBound a, IntBound b) {
  if (a.min >= 0 && b.min >= 0) return floorModBound(a, b);
  const int64_t size = std::max(b.max, negate(b.min));
  const int64_t top = size == kPos || size <= 0 ? kPos : size - 1;
  return {a.min >= 0 ? 0 : negate(top), a.max <= 0 ? 0 : top};
}

}  // namespace lw
