"""16 rows times weights of 4 bits by mma instructions: the weights become float16 on their way to shared memory, in registers, so that memory only brings
half a byte for each; ldmatrix then brings tiles to the tensor cores."""
import numpy as np
from composites.gpu_matmul import cooperative_fetch, tensorize_tiles  # resources/composites
from tvm.script import tir as T


# inputs: W=0..4294967295
@T.prim_func
def four_bit_rows(X: T.Buffer((16, 256), "float16"), W: T.Buffer((128, 32), "uint32"), S: T.Buffer((128, 8), "float16"), Y: T.Buffer((16, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    D = T.alloc_buffer((128, 256), "float16")
    for n, k in T.grid(128, 256):
        with T.block("D"):
            vn, vk = T.axis.remap("SS", [n, k])
            D[vn, vk] = (T.Cast("float16", T.bitwise_and(T.shift_right(W[vn, vk // 8], T.Cast("uint32", vk % 8 * 4)), T.uint32(15))) - T.float16(7)) * S[vn, vk // 32]
    for m, n, k in T.grid(16, 128, 256):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + T.Cast("float32", X[vm, vk]) * T.Cast("float32", D[vn, vk])


def reference(X, W, S, Y):
    q = (W[:, :, None] >> (np.arange(8, dtype="uint32") * 4)) & 15
    d = (q.reshape(128, 256).astype("float16") - np.float16(7)) * np.repeat(S, 32, axis=1)
    Y[:] = np.matmul(X.astype("float32"), np.transpose(d.astype("float32")))


def lanes(i, j):
    # Rows and columns of tiles; in a tile the lane, and which of its 8 elements.
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def schedule(sch):
    # 4 warps, each has 16 columns; 64 steps of the reduction at a time.
    block = sch.get_block("Y")
    m, n, k = sch.get_loops(block)
    n0, warp, ni = sch.split(n, [None, 4, 16])
    ko, kk, ki = sch.split(k, [None, 4, 16])
    sch.reorder(n0, warp, ko, kk, m, ni, ki)
    sch.bind(n0, "blockIdx.x")
    sch.bind(warp, "threadIdx.y")
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, warp)
    # A thread turns a word of weights into eight numbers, which are 16 bytes of shared memory.
    sch.set_scope("D", 0, "shared")
    sch.compute_at("D", ko)
    cooperative_fetch(sch, "D", 2, 4, 32, 8)
    sch.storage_swizzle("D", 0, 128)
    x = sch.cache_read(block, 0, "shared")
    sch.compute_at(x, ko)
    cooperative_fetch(sch, x, 2, 4, 32, 8)
    sch.storage_swizzle(x, 0, 128)
    for operand, intrin in [(0, "mma_ldmatrix_f16_a"), (1, "mma_ldmatrix_f16_b_trans")]:
        own = sch.cache_read(block, operand, "warp")
        sch.compute_at(own, kk)
        sch.transform_layout(own, ("write", 0), lanes)
        tensorize_tiles(sch, own, intrin)
    sch.unroll(kk)
    start = sch.decompose_reduction(block, ko)
    sch.transform_layout(block, ("write", 0), lanes)
    sch.tensorize(sch.get_loops(start)[-2], "mma_fill_16x16_f32")
    sch.tensorize(m, "mma_f16f16f32_trans_b")
    tensorize_tiles(sch, result, "mma_store_16x16_f32_global_")
