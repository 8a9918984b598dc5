# about: drawn factors are exact
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 30), "float32"), B: T.Buffer((24, 30), "float32")):
    for i, j in T.grid(24, 30):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    sch.seed(7)
    i, j = sch.get_loops("B")
    f = sch.sample_perfect_tile(i, 4, 8)
    sch.split(i, f)
    g = sch.sample_partitioned_tile(j, 3, 1, 5)
    sch.split(j, g)
    w = sch.sample_categorical([16, 64], [0.5, 0.5])
    sch.annotate(sch.get_loops("B")[0], "pragma_auto_unroll_max_step", w)
