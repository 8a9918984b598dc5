# mma takes rows of a and columns of b from the registers of other lanes.
# cannot run: without barriers, threads run one after the other
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((8, 4), "float64"), B: T.Buffer((4, 8), "float64"), C: T.Buffer((8, 8), "float64")):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        with T.sblock("product"):
            T.reads(A[0:8, 0:4], B[0:4, 0:8])
            T.writes(C[0:8, 0:8])
            a = T.sblock_alloc_buffer((1,), "float64", scope="local")
            b = T.sblock_alloc_buffer((1,), "float64", scope="local")
            c = T.sblock_alloc_buffer((2,), "float64", scope="local")
            a[0] = A[tx // 4, tx % 4]
            b[0] = B[tx % 4, tx // 4]
            T.evaluate(T.mma_fill(2, c.data, 0, dtype="float64"))
            T.evaluate(T.ptx_mma("m8n8k4", "row", "col", "fp64", "fp64", "fp64", a.data, 0, b.data, 0, c.data, 0, False, dtype="float64"))
            C[tx // 4, tx % 4 * 2] = c[0]
            C[tx // 4, tx % 4 * 2 + 1] = c[1]
# ---
@T.prim_func
def after(A: T.Buffer((8, 4), "float64"), B: T.Buffer((4, 8), "float64"), C: T.Buffer((8, 8), "float64")):
    # with T.block("root"):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        with T.block("product"):
            T.reads(A[0:8, 0:4], B[0:4, 0:8])
            T.writes(C[0:8, 0:8])
            a = T.alloc_buffer((1,), "float64", scope="local")
            b = T.alloc_buffer((1,), "float64", scope="local")
            c = T.alloc_buffer((2,), "float64", scope="local")
            a[0] = A[tx // 4, tx % 4]
            b[0] = B[tx % 4, tx // 4]
            for r in range(2):
                c[r] = T.float64(0.0)
            with T.attr(0, "warp_product", T.tvm_tuple(8, 8, 4, "f64", a[0], b[0], c[0])):
                a_warp = T.allocate([32], "float64", "warp")
                a_warp_1 = T.Buffer((32,), "float64", data=a_warp, scope="warp")
                b_warp = T.allocate([32], "float64", "warp")
                b_warp_1 = T.Buffer((32,), "float64", data=b_warp, scope="warp")
                for r in range(1):
                    a_warp_1[tx + r] = a[r]
                for r in range(1):
                    b_warp_1[tx + r] = b[r]
                T.tvm_storage_sync("warp")
                for k in range(4):
                    c[0] = c[0] + a_warp_1[tx // 4 * 4 + k // 4 + k % 4] * b_warp_1[tx % 4 * 8 + k // 4 + k % 4]
                for k in range(4):
                    c[1] = c[1] + a_warp_1[tx // 4 * 4 + k // 4 + k % 4] * b_warp_1[tx % 4 * 8 + k // 4 + k % 4 + 4]
                T.tvm_storage_sync("warp")
            C[tx // 4, tx % 4 * 2] = c[0]
            C[tx // 4, tx % 4 * 2 + 1] = c[1]
