from tvm.script import tir as T


@T.prim_func
def scaled_product(A: T.Buffer((70, 96), "float32"), B: T.Buffer((96, 80), "float32"), s: T.Buffer((70,), "float32"), t: T.Buffer((80,), "float32"), C: T.Buffer((70, 80), "float32")):
    for i, j, k in T.grid(70, 80, 96):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * s[vi] * T.float32(0.125) * (B[vk, vj] * t[vj])
