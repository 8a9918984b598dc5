from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 7), "int32"), W: T.Buffer((11, 7), "int32"), O: T.Buffer((9, 11), "int32")):
    C = T.alloc_buffer((9, 11), "int32")
    for i, j, k in T.grid(9, 11, 7):
        with T.block("mm"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vj, vk]
    for i, j in T.grid(9, 11):
        with T.block("out"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi, vj] = C[vi, vj]


def schedule(sch):
    sch.decompose_reduction("mm", sch.get_loops("mm")[0])
    sch.transform_layout("out", "C", lambda i, j: (j // 4, i, j % 4), pad_value=3)
