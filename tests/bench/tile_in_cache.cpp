#include "tests/bench/tile_in_cache.h"

#include <cstddef>

namespace lw::bench {
namespace {

template <class T>
struct Vector {
  typedef T Of __attribute__((vector_size(64)));
};

template <class T>
struct Panels {
  static constexpr int64_t kLanes = 64 / sizeof(T);
  Panels() {
    for (T& x : left) x = T(0.5);
    for (T& x : right) x = T(0.25);
  }
  alignas(64) T left[kTileDepth * kTileRows], right[kTileDepth * 2 * kLanes], result[kTileRows * 2 * kLanes];
};

template <class T>
[[gnu::always_inline]] inline void tile(Panels<T>& p) {
  using V = typename Vector<T>::Of;
  V sum[kTileRows][2] = {};
  const auto* right = reinterpret_cast<const V*>(p.right);
  const T* left = p.left;
  for (int64_t k = 0; k < kTileDepth; ++k, right += 2, left += kTileRows) {
    const V first = right[0], second = right[1];
#pragma GCC unroll 12
    for (int64_t r = 0; r < kTileRows; ++r) {
      const V a = left[r] - V{};
      sum[r][0] += a * first;
      sum[r][1] += a * second;
    }
  }
  auto* result = reinterpret_cast<V*>(p.result);
#pragma GCC unroll 12
  for (int64_t r = 0; r < kTileRows; ++r) {
    result[2 * r] = sum[r][0];
    result[2 * r + 1] = sum[r][1];
  }
  asm volatile("" : : "r"(p.result) : "memory");  // the result is used, and the panels may be other ones next time
}

// As much work as a tile's, in as many sums as one row of vectors has.
template <class T>
[[gnu::always_inline]] inline void multiplyAdds() {
  using V = typename Vector<T>::Of;
  V sum[kTileRows] = {};
  V factor = T(0.5) - V{}, term = T(0.25) - V{};
  asm volatile("" : "+v"(factor), "+v"(term));  // no constants to the compiler, and no two sums that are the same
#pragma GCC unroll 12
  for (V& s : sum) asm volatile("" : "+v"(s));
  for (int64_t k = 0; k < 2 * kTileDepth; ++k)
#pragma GCC unroll 12
    for (V& s : sum) s = s * factor + term;
#pragma GCC unroll 12
  for (V& s : sum) asm volatile("" : : "v"(s));
}

template <class T>
Panels<T>& panels() {
  static thread_local Panels<T> p;
  return p;
}

__attribute__((target("avx512f,prefer-vector-width=512"))) void tiles32(int64_t calls) {
  Panels<float>& p = panels<float>();
  for (int64_t i = 0; i < calls; ++i) tile(p);
}
__attribute__((target("avx512f,prefer-vector-width=512"))) void tiles64(int64_t calls) {
  Panels<double>& p = panels<double>();
  for (int64_t i = 0; i < calls; ++i) tile(p);
}
__attribute__((target("avx512f,prefer-vector-width=512"))) void registers32(int64_t calls) {
  for (int64_t i = 0; i < calls; ++i) multiplyAdds<float>();
}
__attribute__((target("avx512f,prefer-vector-width=512"))) void registers64(int64_t calls) {
  for (int64_t i = 0; i < calls; ++i) multiplyAdds<double>();
}

}  // namespace

bool hasTile() { return __builtin_cpu_supports("avx512f"); }
void tileInCache32(int64_t calls) { tiles32(calls); }
void tileInCache64(int64_t calls) { tiles64(calls); }
void inRegisters32(int64_t calls) { registers32(calls); }
void inRegisters64(int64_t calls) { registers64(calls); }

}  // namespace lw::bench
