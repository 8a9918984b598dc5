from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((T.int64(8), T.int64(12)), "int32"), C: T.Buffer((T.int64(8), T.int64(12)), "int32")):
    B = T.alloc_buffer((T.int64(8), T.int64(12)), "int32")
    for i, j in T.grid(T.int64(8), T.int64(12)):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 3
    for i, j in T.grid(T.int64(8), T.int64(12)):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, T.int64(11) - vj]


def schedule(sch):
    sch.transform_layout("B", "B", lambda i, j: (j // 5, i, j % 5), pad_value=0)
    sch.transform_block_layout("C", lambda i, j: (i * 12 + j,))
