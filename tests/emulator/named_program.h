// Two warps of three exchange values through shared memory, twice, and wait for each other by a named barrier; the
// third warp does nothing.
#pragma once

#include <string>

namespace lw::test {

inline std::string namedProgram() {
  return R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 64), "float32"), C: T.Buffer((2, 64), "float32")):
    for t in T.thread_binding(96, thread="threadIdx.x"):
        S = T.allocate([64], "float32", "shared")
        S_1 = T.Buffer((64,), data=S, scope="shared")
        if t < 64:
            for i in range(2):
                S_1[t] = A[i, t]
                T.evaluate(T.ptx_bar_sync(1, 64))
                C[i, t] = S_1[63 - t]
                T.evaluate(T.ptx_bar_sync(2, 64))
)";
}

}  // namespace lw::test
