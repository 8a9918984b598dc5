"""A product of float16 matrices by what sm_90 has: copies of tensors (TMA), a producer warp, barriers with phases, and wgmma. The second matrix is stored by
columns. The host describes the arrays, and one instruction copies a whole tile: as rows of 128 bytes in a swizzled layout, which wgmma reads as well as
ldmatrix, or as core matrices of 8 rows and 16 bytes. Four warps multiply while one thread of a fifth copies the next tiles."""
import numpy as np
from composites.gpu_matmul import mma_matmul, tensorize_tiles, wgmma_matmul  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 256), "float16"), B: T.Buffer((64, 256), "float16"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 256):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vj, vk])


def reference(A, B, C):
    np.matmul(A.astype("float32"), B.astype("float32").T, out=C)


def cores(i, j):
    # Core matrices, then row and column in each.
    return [i // 8, j // 8, i % 8, j % 8]


def lanes(i, j):
    # Rows and columns of tiles; in a tile the lane, and which of its 8 elements.
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def fetch(sch, block, operand, loop):
    # A tile with rows of 64 elements, 128 bytes. Both loops are dimensions of the box that one instruction copies, and swizzles.
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    sch.storage_swizzle(copy, 0, 128)


def fetch_cores(sch, block, operand, loop):
    # A tile as core matrices: a box of four dimensions, with 8 x 8 elements of each.
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    rows, columns = sch.get_loops(copy)[-2:]
    io, ii = sch.split(rows, [None, 8])
    jo, ji = sch.split(columns, [None, 8])
    sch.reorder(io, jo, ii, ji)
    sch.transform_layout(copy, ("write", 0), cores)


def multiply(sch, copies, instruction):
    # One warp group for 64 x 64 elements, in steps of 64.
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    i0, warp, i1 = sch.split(i, [None, 4, 16])
    j0, j1 = sch.split(j, [None, 64])
    k0, k1, k2 = sch.split(k, [None, 4, 16])
    sch.reorder(i0, j0, warp, k0, k1, i1, j1, k2)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(warp, "threadIdx.y")
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, warp)
    copies(sch, block, 0, k0)
    copies(sch, block, 1, k0)
    sch.unroll(k1)
    start = sch.decompose_reduction(block, k0)
    sch.transform_layout(block, ("write", 0), lanes)
    tensorize_tiles(sch, start, "mma_fill_16x16_f32")
    sch.tensorize(i1, instruction)
    tensorize_tiles(sch, result, "mma_store_16x16_f32_global_")
    sch.specialize_warps(k0, 2, tensor_copies=True)


def schedule(sch):
    multiply(sch, fetch, "wgmma_m64n64k16_f16f16f32_trans_b_swizzled")


def core_matrices(sch):
    multiply(sch, fetch_cores, "wgmma_m64n64k16_f16f16f32_trans_b")


def composite(sch):
    # The first one by a composite, with a producer of four warps, which hands registers over to the consumers (setmaxnreg).
    wgmma_matmul(sch, sch.get_block("C"), 64, transposed=True, stages=2, registers=[40, 232], tensors=True, swizzle=True)


def by_mma(sch):
    # The same copies, which ldmatrix reads without bank conflicts, for mma.
    mma_matmul(sch, sch.get_block("C"), step_k=64, transposed=True, swizzle=True, stages=2, tensors=True)


def stored_by_tensors(sch):
    # The sums go through shared memory, from where one instruction stores a tile (a tensor store).
    wgmma_matmul(sch, sch.get_block("C"), 64, step_k=32, transposed=True, stages=2, tensors=True, swizzle=True, staged=True)
