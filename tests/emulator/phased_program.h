// A copy by bulk copies of a producer thread, two tiles ahead of 128 consumers: barriers 0 and 1 say that a tile is
// complete, 2 and 3 that it was read.
#pragma once

#include <string>

namespace lw::test {

inline std::string phasedProgram() {
  return R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((8, 512), "float32"), C: T.Buffer((8, 512), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for t in T.thread_binding(160, thread="threadIdx.x"):
            S = T.allocate([1024], "float32", "shared")
            S_1 = T.Buffer((1024,), data=S, scope="shared")
            T.evaluate(T.create_barriers(4))
            if t == 0:
                T.evaluate(T.ptx_init_barrier_thread_count(0, 1))
                T.evaluate(T.ptx_init_barrier_thread_count(1, 1))
                T.evaluate(T.ptx_init_barrier_thread_count(2, 128))
                T.evaluate(T.ptx_init_barrier_thread_count(3, 128))
            T.evaluate(T.tvm_storage_sync("shared"))
            if t == 128:
                for i in range(4):
                    T.evaluate(T.ptx_wait_barrier(2 + i % 2, (i // 2 + 1) % 2))
                    T.evaluate(T.ptx_arrive_barrier_expect_tx(i % 2, 2048))
                    T.evaluate(T.ptx_cp_async_bulk("float32", S, i % 2 * 512, A.data, (b * 4 + i) * 512, 2048, i % 2))
            if t < 128:
                for i in range(4):
                    T.evaluate(T.ptx_wait_barrier(i % 2, i // 2 % 2))
                    for j in range(4):
                        C[b * 4 + i, j * 128 + t] = S_1[i % 2 * 512 + 511 - (j * 128 + t)]
                    T.evaluate(T.ptx_arrive_barrier(2 + i % 2))
)";
}

}  // namespace lw::test
