// The random numbers of sampling steps: SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
// generators", 2014). The state is 64 bits: it advances by the golden ratio, and each number is a mix of it. The same
// seed gives the same numbers on every machine.
#pragma once

#include <cstdint>
#include <vector>

namespace lw {

class Random {
 public:
  explicit Random(uint64_t state) : state_(state) {}
  uint64_t state() const { return state_; }

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // 0 <= result < n, all equally likely: a number that would make small results more likely is drawn again.
  int64_t below(int64_t n) {
    const auto range = static_cast<uint64_t>(n);
    const uint64_t unfair = (0 - range) % range;
    uint64_t drawn = next();
    while (drawn < unfair) drawn = next();
    return static_cast<int64_t>(drawn % range);
  }
  // In [0, 1), 53 bits.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  uint64_t state_;
};

}  // namespace lw
