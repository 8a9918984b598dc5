// Products by warp groups (wgmma), staged by the composite for them.
#pragma once

#include <string>
#include <vector>

namespace lw::test {

struct GroupProduct {
  std::string in = "float16", sum = "float32", names = "f16f16f32";
  int k = 16;  // of one instruction
  bool transposed = false;
  int columns = 64, groupsM = 1, groupsN = 1, steps = 2, rounds = 2, ahead = 0;
  int blocksM = 1, blocksN = 1;
};

inline std::string groupProgram(const GroupProduct& p) {
  const auto text = [](int value) { return std::to_string(value); };
  const std::string m = text(64 * p.groupsM * p.blocksM), n = text(p.columns * p.groupsN * p.blocksN),
                    k = text(p.k * p.steps * p.rounds);
  const auto wide = [&](const std::string& x) { return p.in == p.sum ? x : "T.Cast(\"" + p.sum + "\", " + x + ")"; };
  return "from composites.gpu_matmul import wgmma_matmul\nfrom tvm.script import tir as T\n\n\n@T.prim_func\n"
         "def matmul(A: T.Buffer((" +
         m + ", " + k + "), \"" + p.in + "\"), B: T.Buffer((" + (p.transposed ? n + ", " + k : k + ", " + n) + "), \"" +
         p.in + "\"), C: T.Buffer((" + m + ", " + n + "), \"" + p.sum + "\")):\n    for i, j, k in T.grid(" + m + ", " +
         n + ", " + k + "):\n        with T.block(\"C\"):\n" +
         "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n"
         "                C[vi, vj] = T." +
         p.sum + "(0)\n            C[vi, vj] = C[vi, vj] + " + wide("A[vi, vk]") + " * " +
         wide(p.transposed ? "B[vj, vk]" : "B[vk, vj]") +
         "\n\n\ndef schedule(sch):\n    wgmma_matmul(sch, sch.get_block(\"C\"), " + text(p.columns * p.groupsN) + ", " +
         text(p.groupsM) + ", " + text(p.groupsN) + ", " + text(p.k * p.steps) + ", \"" + p.names + "\", " +
         (p.transposed ? "True" : "False") + ", 8, " + text(p.ahead) + ")\n";
}

// Every type, and every layout of b that is read.
inline std::vector<GroupProduct> groupProducts() {
  return {{},
          {.transposed = true},
          {.sum = "float16", .names = "f16f16f16"},
          {.sum = "float16", .names = "f16f16f16", .transposed = true, .columns = 128, .steps = 1},
          {.in = "bfloat16", .names = "bf16bf16f32", .groupsM = 2},
          {.in = "bfloat16", .names = "bf16bf16f32", .transposed = true, .groupsN = 2},
          {.in = "int8", .sum = "int32", .names = "i8i8i32", .k = 32, .transposed = true, .blocksN = 2},
          {.in = "float8_e4m3fn", .names = "e4m3e4m3f32", .k = 32, .transposed = true},
          {.in = "float8_e5m2", .names = "e5m2e5m2f32", .k = 32, .transposed = true, .rounds = 1},
          {.in = "float8_e4m3fn", .sum = "float16", .names = "e4m3e4m3f16", .k = 32, .transposed = true, .rounds = 1},
          {.columns = 256, .steps = 1, .ahead = 1},
          {.rounds = 3, .ahead = 2}};
}

}  // namespace lw::test
