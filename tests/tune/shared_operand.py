from tvm.script import tir as T


@T.prim_func
def shared_operand(X: T.Buffer((64, 48), "float32"), A: T.Buffer((48, 72), "float32"), B: T.Buffer((48, 72), "float32"), Y: T.Buffer((64, 72), "float32"), Z: T.Buffer((64, 72), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 72, 48):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + X[vi, vk] * A[vk, vj]
    for i, j, k in T.grid(64, 72, 48):
        with T.block("Z"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Z[vi, vj] = T.float32(0)
            Z[vi, vj] = Z[vi, vj] + X[vi, vk] * B[vk, vj]
