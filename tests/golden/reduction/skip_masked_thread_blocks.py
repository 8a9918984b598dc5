# about: a causal mask on a GPU: a thread block leaves out the tiles that none of its rows sees, the same ones in all of its threads
# inputs: S=integers, V=integers
from tvm.script import tir as T


@T.prim_func
def before(S: T.Buffer((24, 24), "float32"), V: T.Buffer((24, 8), "float32"), O: T.Buffer((24, 8), "float32")):
    for m, d, n in T.grid(24, 8, 24):
        with T.block("O"):
            vm, vd, vn = T.axis.remap("SSR", [m, d, n])
            with T.init():
                O[vm, vd] = T.float32(0)
            O[vm, vd] = O[vm, vd] + T.if_then_else(vn <= vm, S[vm, vn], T.float32(0)) * V[vn, vd]


def schedule(sch):
    m, d, n = sch.get_loops("O")
    rows, row = sch.split(m, [None, 6])
    terms, term = sch.split(n, [None, 4])
    sch.reorder(rows, row, d, terms, term)
    sch.bind(rows, "blockIdx.x")
    sch.bind(row, "threadIdx.y")
    sch.bind(d, "threadIdx.x")
    sch.decompose_reduction("O", terms)
    sch.skip_masked("root")
    copy = sch.cache_read("O_update", "V", "shared")
    sch.compute_at(copy, terms)
