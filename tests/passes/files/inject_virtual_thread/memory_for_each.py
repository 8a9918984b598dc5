# What a virtual thread keeps for itself becomes one copy for each, along a first dimension;
# what is the same for all runs once.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((8, 4), "float32"), B: T.Buffer((2, 4, 8), "float32")):
    S = T.alloc_buffer((4,), scope="shared")
    L = T.alloc_buffer((2, 4, 8), scope="local")
    for v in T.thread_binding(2, thread="vthread.x"):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for r in range(8):
                with T.block("S"):
                    vt = T.axis.spatial(4, t)
                    vr = T.axis.opaque(8, r)
                    S[vt] = A[vr, vt]
                with T.block("L"):
                    vv, vt, vr = T.axis.remap("SSS", [v, t, r])
                    L[vv, vt, vr] = S[vt] + T.Cast("float32", vv)
                with T.block("B"):
                    vv, vt, vr = T.axis.remap("SSS", [v, t, r])
                    B[vv, vt, vr] = L[vv, vt, vr]
# ---
@T.prim_func
def before(A: T.Buffer((8, 4), "float32"), B: T.Buffer((2, 4, 8), "float32")):
    for v in T.thread_binding(2, thread="vthread.x"):
        for threadIdx_x in T.thread_binding(4, thread="threadIdx.x"):
            for r in range(8):
                S = T.allocate([4], "float32", "shared")
                S_1 = T.Buffer((4,), data=S, scope="shared")
                L = T.allocate([1, 1, 1], "float32", "local")
                L_1 = T.Buffer((1, 1, 1), data=L, scope="local")
                S_1[threadIdx_x] = A[r, threadIdx_x]
                L_1[0, 0, 0] = S_1[threadIdx_x] + T.Cast("float32", v)
                B[v, threadIdx_x, r] = L_1[0, 0, 0]


@T.prim_func
def after(A: T.Buffer((8, 4), "float32"), B: T.Buffer((2, 4, 8), "float32")):
    for threadIdx_x in T.thread_binding(4, thread="threadIdx.x"):
        for r in range(8):
            S = T.allocate([4], "float32", "shared")
            S_1 = T.Buffer((4,), data=S, scope="shared")
            L = T.allocate([2, 1, 1, 1], "float32", "local")
            L_1 = T.Buffer((2, 1, 1, 1), data=L, scope="local")
            S_1[threadIdx_x] = A[r, threadIdx_x]
            L_1[0, 0, 0, 0] = S_1[threadIdx_x] + T.Cast("float32", 0)
            L_1[1, 0, 0, 0] = S_1[threadIdx_x] + T.Cast("float32", 1)
            B[0, threadIdx_x, r] = L_1[0, 0, 0, 0]
            B[1, threadIdx_x, r] = L_1[1, 0, 0, 0]
