# ldmatrix gives each lane elements of the row that another lane names; here lane 8 m + r names row r of matrix m.
# cannot run: without barriers, threads run one after the other
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((16, 8), "float16"), B: T.Buffer((32, 4), "float16")):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        with T.sblock("rows"):
            T.reads(A[0:16, 0:8])
            T.writes(B[0:32, 0:4])
            S = T.sblock_alloc_buffer((16, 8), "float16", scope="shared")
            r = T.sblock_alloc_buffer((4,), "float16", scope="local")
            for i in range(4):
                S[i * 4 + tx // 8, tx % 8] = A[i * 4 + tx // 8, tx % 8]
            T.evaluate(T.ptx_ldmatrix(False, 2, ".b16", r.data, 0, S.access_ptr("r"), tx % 16 * 8, dtype="float16"))
            for e in range(4):
                B[tx, e] = r[e]
# ---
@T.prim_func
def after(A: T.Buffer((16, 8), "float16"), B: T.Buffer((32, 4), "float16")):
    # with T.block("root"):
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        with T.block("rows"):
            T.reads(A[0:16, 0:8])
            T.writes(B[0:32, 0:4])
            S = T.alloc_buffer((16, 8), "float16", scope="shared")
            r = T.alloc_buffer((4,), "float16", scope="local")
            for i in range(4):
                S[i * 4 + tx // 8, tx % 8] = A[i * 4 + tx // 8, tx % 8]
            with T.attr(0, "warp_load", T.tvm_tuple(0, 2, r[0], S[tx % 16, 0])):
                r[0] = S[tx % 64 // 4, tx % 4 * 2]
                r[1] = S[tx % 64 // 4, (tx % 64 * 2 + 1) % 8]
                r[2] = S[(tx // 4 + 8) % 16, tx % 4 * 2]
                r[3] = S[(tx // 4 + 8) % 16, tx % 4 * 2 + 1]
            for e in range(4):
                B[tx, e] = r[e]
