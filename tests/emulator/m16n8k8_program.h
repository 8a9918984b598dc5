// A product by TVM's intrinsics for mma.m16n8k8: a warp computes 32 x 32 sums, in fragments of 16 x 8.
#pragma once

#include <string>

namespace lw::test {

inline std::string m16n8k8Program(const std::string& sum, const std::string& memory = "shared") {
  const std::string name = sum == "float16" ? "f16" : "f32";
  const std::string product =
      sum == "float16" ? "A[vi, vk] * B[vk, vj]" : "T.Cast(\"float32\", A[vi, vk]) * T.Cast(\"float32\", B[vk, vj])";
  return R"(from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 32), "float16"), B: T.Buffer((32, 64), "float16"), C: T.Buffer((64, 64), ")" +
         sum + R"(")):
    for i, j, k in T.grid(64, 64, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.)" +
         sum + R"((0)
            C[vi, vj] = C[vi, vj] + )" +
         product + R"(


def lanes(sch, copy):
    rest, lane = sch.split(sch.fuse(*sch.get_loops(copy)[-2:]), [None, 32])
    sch.bind(lane, "threadIdx.x")


def schedule(sch):
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    i0, i1, i2 = sch.split(i, [None, 2, 16])
    j0, j1, j2 = sch.split(j, [None, 4, 8])
    k0, kk, k1 = sch.split(k, [None, 1, 8])
    sch.reorder(i0, j0, k0, kk, i1, j1, i2, j2, k1)
    sch.bind(i0, "blockIdx.x")
    sch.bind(j0, "threadIdx.y")
    result = sch.cache_write(block, 0, "shared.dyn")
    sums = sch.cache_write(block, 0, "m16n8k8.matrixC")
    sch.reverse_compute_at(sums, j0)
    sch.reverse_compute_at(result, j0)
    lanes(sch, result)
    for operand in range(2):
        copy = sch.cache_read(block, operand, ")" +
         memory + R"(")
        sch.compute_at(copy, k0)
        lanes(sch, copy)
        tile = sch.cache_read(block, operand, "m16n8k8.matrix" + "AB"[operand])
        sch.compute_at(tile, kk)
        sch.tensorize(sch.get_loops(tile)[-2], "mma_load_m16n8k8_f16_" + "AB"[operand] + "_)" +
         (memory == "shared" ? "shared" : "shared_dyn") + R"(")
    sch.unroll(i1)
    sch.unroll(j1)
    start = sch.decompose_reduction(block, k0)
    sch.tensorize(sch.get_loops(start)[-2], "mma_init_m16n8k8_)" +
         name + R"(")
    sch.tensorize(i2, "mma_sync_m16n8k8_f16f16)" +
         name + R"(")
    x, y = sch.get_loops(sums)[-2:]
    x0, x1 = sch.split(x, [None, 16])
    y0, y1 = sch.split(y, [None, 8])
    sch.reorder(x0, y0, x1, y1)
    sch.tensorize(x1, "mma_store_m16n8k8_)" +
         name + R"(_global")
)";
}

}  // namespace lw::test
