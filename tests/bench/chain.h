// Chains of element-wise blocks, as programs whose length can be chosen.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

#include "core/schedule/schedule.h"
#include "core/text/tir/parser.h"

namespace lw {

inline std::string chainText(int64_t blocks) {
  const std::string last = std::to_string(blocks);
  std::string text =
      "@T.prim_func\ndef chain(B0: T.Buffer((8,), \"float32\"), B" + last + ": T.Buffer((8,), \"float32\")):\n";
  for (int64_t i = 1; i < blocks; ++i) text += "    B" + std::to_string(i) + " = T.alloc_buffer((8,))\n";
  for (int64_t i = 1; i <= blocks; ++i) {
    const std::string n = std::to_string(i);
    text += "    for i" + n + " in range(8):\n        with T.block(\"b" + n +
            "\"):\n            v = T.axis.spatial(8, i" + n + ")\n            B" + n + "[v] = B" +
            std::to_string(i - 1) + "[v] + T.float32(1)\n";
  }
  return text;
}

inline Schedule chain(int64_t blocks) {
  return Schedule(Snapshot(*parseSource("chain.py", chainText(blocks)).select("")));
}

inline void perBlock(benchmark::State& state) {
  state.counters["per_block"] = benchmark::Counter(
      double(state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

#define LW_GROWTH(what) BENCHMARK(what)->RangeMultiplier(2)->Range(10, 10'240)->Unit(benchmark::kMillisecond)

}  // namespace lw
