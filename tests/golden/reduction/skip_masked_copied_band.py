# about: a band of a matrix is copied in panels before the product reads it; the loop has a start and an end
# inputs: A=integers, B=integers
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 32), "float32"), B: T.Buffer((32, 8), "float32"), C: T.Buffer((24, 8), "float32")):
    P = T.alloc_buffer((24, 32))
    for i, k in T.grid(24, 32):
        with T.block("P"):
            vi, vk = T.axis.remap("SS", [i, k])
            P[vi, vk] = T.if_then_else(vi <= vk and vk < vi + 6, A[vi, vk], T.float32(0))
    for i, j, k in T.grid(24, 8, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + P[vi, vk] * B[vk, vj]


def schedule(sch):
    panels = sch.cache_read("C", 0, "global")
    i, j, k = sch.get_loops("C")
    rows, row = sch.split(i, [None, 4])
    terms, term = sch.split(k, [None, 4])
    sch.reorder(rows, terms, term, row, j)
    sch.compute_at(panels, rows)
    sch.transform_layout(panels, ("write", 0), lambda n, k: (n // 4, k, n % 4))
    sch.vectorize(j)
    sch.unroll(row)
    sch.decompose_reduction("C", terms)
    sch.skip_masked("C_update")
