"""Attention in one pass over the keys (flash attention) by mma instructions, on float16 with sums of float32: 2 warps compute 32 rows of the result. The
scores of a tile of 32 keys go through shared memory, where the lanes of a warp find the largest of a row and the sum of its exponentials together; these
come back as float16 for the product with the values, which is added to the scaled sums of the tiles before."""
import numpy as np
from composites.gpu_matmul import cooperative_fetch, tensorize_tiles  # resources/composites
from tvm.script import tir as T


@T.prim_func
def attention(Q: T.Buffer((2, 64, 64), "float16"), K: T.Buffer((2, 64, 64), "float16"), V: T.Buffer((2, 64, 64), "float16"), Y: T.Buffer((2, 64, 64), "float16")):
    T.func_attr({"tir.noalias": True})
    S = T.alloc_buffer((2, 2, 2, 32, 32))
    P = T.alloc_buffer((2, 2, 2, 32, 32), "float16")
    T_ = T.alloc_buffer((2, 2, 32, 2))
    U = T.alloc_buffer((2, 2, 32, 2))
    A = T.alloc_buffer((2, 2, 32, 2))
    M = T.alloc_buffer((2, 2, 32))
    L = T.alloc_buffer((2, 2, 32))
    W = T.alloc_buffer((2, 2, 2, 32, 64))
    O = T.alloc_buffer((2, 2, 32, 64))
    for h, i in T.grid(2, 2):
        for r in range(32):
            with T.block("M_start"):
                vh, vi, vr = T.axis.remap("SSS", [h, i, r])
                M[vh, vi, vr] = T.min_value("float32")
            with T.block("L_start"):
                vh, vi, vr = T.axis.remap("SSS", [h, i, r])
                L[vh, vi, vr] = T.float32(0)
        for r, d in T.grid(32, 64):
            with T.block("O_start"):
                vh, vi, vr, vd = T.axis.remap("SSSS", [h, i, r, d])
                O[vh, vi, vr, vd] = T.float32(0)
        for t in range(2):
            for r, c, d in T.grid(32, 32, 64):
                with T.block("S"):
                    vh, vi, vr, vt, vc, vd = T.axis.remap("SSSSSR", [h, i, r, t, c, d])
                    with T.init():
                        S[vh, vi, vt, vr, vc] = T.float32(0)
                    S[vh, vi, vt, vr, vc] = S[vh, vi, vt, vr, vc] + T.Cast("float32", Q[vh, vi * 32 + vr, vd]) * T.Cast("float32", K[vh, vt * 32 + vc, vd])
            for r, c in T.grid(32, 32):
                with T.block("T"):
                    vh, vi, vr, vt, vc = T.axis.remap("SSSSR", [h, i, r, t, c])
                    with T.init():
                        T_[vh, vi, vr, vt] = T.min_value("float32")
                    T_[vh, vi, vr, vt] = T.max(T_[vh, vi, vr, vt], S[vh, vi, vt, vr, vc] * T.float32(0.125))
            for r in range(32):
                with T.block("A"):
                    vh, vi, vr, vt = T.axis.remap("SSSS", [h, i, r, t])
                    A[vh, vi, vr, vt] = T.exp(M[vh, vi, vr] - T.max(M[vh, vi, vr], T_[vh, vi, vr, vt]))
                with T.block("M"):
                    vh, vi, vr, vt = T.axis.remap("SSSR", [h, i, r, t])
                    M[vh, vi, vr] = T.max(M[vh, vi, vr], T_[vh, vi, vr, vt])
            for r, c in T.grid(32, 32):
                with T.block("P"):
                    vh, vi, vr, vt, vc = T.axis.remap("SSSSS", [h, i, r, t, c])
                    P[vh, vi, vt, vr, vc] = T.Cast("float16", T.exp(S[vh, vi, vt, vr, vc] * T.float32(0.125) - M[vh, vi, vr]))
            for r, c in T.grid(32, 32):
                with T.block("U"):
                    vh, vi, vr, vt, vc = T.axis.remap("SSSSR", [h, i, r, t, c])
                    with T.init():
                        U[vh, vi, vr, vt] = T.float32(0)
                    U[vh, vi, vr, vt] = U[vh, vi, vr, vt] + T.Cast("float32", P[vh, vi, vt, vr, vc])
            for r in range(32):
                with T.block("L"):
                    vh, vi, vr, vt = T.axis.remap("SSSR", [h, i, r, t])
                    L[vh, vi, vr] = L[vh, vi, vr] * A[vh, vi, vr, vt] + U[vh, vi, vr, vt]
            for r, d, c in T.grid(32, 64, 32):
                with T.block("W"):
                    vh, vi, vt, vr, vd, vc = T.axis.remap("SSSSSR", [h, i, t, r, d, c])
                    with T.init():
                        W[vh, vi, vt, vr, vd] = T.float32(0)
                    W[vh, vi, vt, vr, vd] = W[vh, vi, vt, vr, vd] + T.Cast("float32", P[vh, vi, vt, vr, vc]) * T.Cast("float32", V[vh, vt * 32 + vc, vd])
            for r, d in T.grid(32, 64):
                with T.block("O"):
                    vh, vi, vr, vd, vt = T.axis.remap("SSSSR", [h, i, r, d, t])
                    O[vh, vi, vr, vd] = O[vh, vi, vr, vd] * A[vh, vi, vr, vt] + W[vh, vi, vt, vr, vd]
        for r, d in T.grid(32, 64):
            with T.block("Y"):
                vh, vi, vr, vd = T.axis.remap("SSSS", [h, i, r, d])
                Y[vh, vi * 32 + vr, vd] = T.Cast("float16", O[vh, vi, vr, vd] / L[vh, vi, vr])


def reference(Q, K, V, Y):
    S = np.matmul(Q.astype("float32"), np.swapaxes(K.astype("float32"), 1, 2)) * np.float32(0.125)
    P = np.exp(S - np.max(S, axis=2, keepdims=True))
    np.copyto(Y, np.matmul(P / np.sum(P, axis=2, keepdims=True), V.astype("float32")))


def lanes(h, i, t, r, d):
    # Rows and columns of tiles; in a tile the lane, and which of its 8 elements.
    return [h, i, t, r // 16, d // 16, 4 * (r % 8) + d % 8 // 2, 4 * (d % 16 // 8) + r % 16 // 8 * 2 + d % 2]


def lanes_of_operand(h, r, d):
    return [h, r // 16, d // 16, 4 * (r % 8) + d % 8 // 2, 4 * (d % 16 // 8) + r % 16 // 8 * 2 + d % 2]


def fetch(sch, block, operand, loop):
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    cooperative_fetch(sch, copy, 2, 2, 32, 8)
    sch.storage_swizzle(copy, 0, 128)


def divide(sch, block):
    # Tiles of 16 x 16 x 16; a warp has 16 rows.
    i, j, k = sch.get_loops(block)[-3:]
    warp, i = sch.split(i, [2, 16])
    j0, j = sch.split(j, [None, 16])
    k0, k = sch.split(k, [None, 16])
    sch.reorder(warp, j0, k0, i, j, k)
    sch.bind(warp, "threadIdx.y")
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, warp)
    for loop in [j0, k0]:
        sch.unroll(loop)
    return i, k0, result


def multiply(sch, block, tiles, operands, intrin):
    i, k0, result = tiles
    for name, layout, load in operands:
        own = sch.cache_read(block, name, "warp", consumer_blocks=[block])
        sch.compute_at(own, k0)
        sch.transform_layout(own, ("write", 0), layout)
        tensorize_tiles(sch, own, load)
    start = sch.decompose_reduction(block, k0)
    sch.transform_layout(block + "_update", ("write", 0), lanes)
    sch.tensorize(sch.get_loops(start)[-2], "mma_fill_16x16_f32")
    sch.tensorize(i, intrin)
    tensorize_tiles(sch, result, "mma_store_16x16_f32_shared_")


def schedule(sch):
    h, i = sch.get_loops("M_start")[:2]
    sch.bind(h, "blockIdx.y")
    sch.bind(i, "blockIdx.x")
    t = sch.get_loops("A")[2]
    for block in ["M_start", "L_start", "O_start", "S", "T", "A", "P", "U", "W"]:
        sch.set_scope(block, 0, "shared")
    fetch(sch, "S", "Q", i)
    fetch(sch, "S", "K", t)
    fetch(sch, "W", "V", t)
    scores, sums = divide(sch, "S"), divide(sch, "W")
    multiply(sch, "S", scores, [("Q_shared", lanes_of_operand, "mma_ldmatrix_f16_a"), ("K_shared", lanes_of_operand, "mma_ldmatrix_f16_b_trans")], "mma_f16f16f32_trans_b")
    multiply(sch, "W", sums, [("P_shared", lanes, "mma_ldmatrix_f16_a"), ("V_shared", lanes_of_operand, "mma_ldmatrix_f16_b")], "mma_f16f16f32")
    # A warp has every second row.
    for block in ["T", "P", "U"]:
        r, c = sch.get_loops(block)[-2:]
        rest, warp = sch.split(r, [None, 2])
        sch.bind(warp, "threadIdx.y")
        sch.bind(c, "threadIdx.x")
    for block in ["O_start", "O", "Y"]:
        r, d = sch.get_loops(block)[-2:]
        rest, warp = sch.split(r, [None, 2])
        half, lane = sch.split(d, [2, 32])
        sch.bind(warp, "threadIdx.y")
        sch.bind(lane, "threadIdx.x")
    for block in ["M_start", "A", "L"]:
        sch.bind(sch.get_loops(block)[-1], "threadIdx.x")
