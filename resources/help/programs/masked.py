from tvm.script import tir as T


@T.prim_func
def masked(A: T.Buffer((32, 64), "float32"), B: T.Buffer((64, 48), "float32"), C: T.Buffer((32, 48), "float32")):
    lower = T.alloc_buffer((32, 64))
    for i, k in T.grid(32, 64):
        with T.block("lower"):
            vi, vk = T.axis.remap("SS", [i, k])
            lower[vi, vk] = T.if_then_else(vk <= vi, A[vi, vk], T.float32(0))
    for i, j in T.grid(32, 48):
        with T.block("start"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.float32(0)
    for i, k, j in T.grid(32, 64, 48):
        with T.block("C"):
            vi, vk, vj = T.axis.remap("SRS", [i, k, j])
            C[vi, vj] = C[vi, vj] + lower[vi, vk] * B[vk, vj]
