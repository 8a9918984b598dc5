// Generated programs for tests.
#pragma once

#include <string>

namespace lw {

// A chain of stages, each a nest of two loops around a block.
inline std::string chainOfStages(int stages) {
  std::string text =
      "from tvm.script import tir as T\n\n@T.prim_func\ndef chain(A: T.Buffer((64, 64), \"float32\"), Z: T.Buffer((64, "
      "64), \"float32\")):\n";
  const auto buffer = [&](int i) {
    return i == 0 ? std::string("A") : i == stages ? std::string("Z") : "T" + std::to_string(i);
  };
  for (int i = 1; i < stages; ++i) text += "    " + buffer(i) + " = T.alloc_buffer((64, 64), \"float32\")\n";
  for (int i = 1; i <= stages; ++i) {
    const std::string n = std::to_string(i);
    text += "    for i" + n + ", j" + n + " in T.grid(64, 64):\n        with T.block(\"b" + n + "\"):\n";
    text += "            vi, vj = T.axis.remap(\"SS\", [i" + n + ", j" + n + "])\n";
    text += "            " + buffer(i) + "[vi, vj] = " + buffer(i - 1) + "[vi, vj] * T.float32(0.5)\n";
  }
  return text;
}

}  // namespace lw
