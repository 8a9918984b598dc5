# about: attention with a causal mask, tiled: tiles above the diagonal are left out, those on it keep the mask
# inputs: Q=integers, K=integers, V=integers
from tvm.script import tir as T


@T.prim_func
def before(Q: T.Buffer((24, 4), "float32"), K: T.Buffer((24, 4), "float32"), V: T.Buffer((24, 8), "float32"), O: T.Buffer((24, 8), "float32")):
    scores = T.alloc_buffer((24, 24))
    largest = T.alloc_buffer((24,))
    powers = T.alloc_buffer((24, 24))
    for m, n, d in T.grid(24, 24, 4):
        with T.block("scores"):
            vm, vn, vd = T.axis.remap("SSR", [m, n, d])
            with T.init():
                scores[vm, vn] = T.float32(0)
            scores[vm, vn] = scores[vm, vn] + Q[vm, vd] * K[vn, vd]
    for m, n in T.grid(24, 24):
        with T.block("largest"):
            vm, vn = T.axis.remap("SR", [m, n])
            with T.init():
                largest[vm] = T.min_value("float32")
            largest[vm] = T.max(largest[vm], T.if_then_else(vn <= vm, scores[vm, vn], T.float32("-inf")))
    for m, n in T.grid(24, 24):
        with T.block("powers"):
            vm, vn = T.axis.remap("SS", [m, n])
            powers[vm, vn] = T.exp(T.if_then_else(vn <= vm, scores[vm, vn], T.float32("-inf")) - largest[vm])
    for m, d, n in T.grid(24, 8, 24):
        with T.block("O"):
            vm, vd, vn = T.axis.remap("SSR", [m, d, n])
            with T.init():
                O[vm, vd] = T.float32(0)
            O[vm, vd] = O[vm, vd] + powers[vm, vn] * V[vn, vd]


def schedule(sch):
    m, n, d = sch.get_loops("scores")
    mo, mi = sch.split(m, [None, 6])
    no, ni = sch.split(n, [None, 8])
    sch.reorder(no, mo, d, mi, ni)
    sch.vectorize(ni)
    m, d, n = sch.get_loops("O")
    mo, mi = sch.split(m, [None, 6])
    no, ni = sch.split(n, [None, 4])
    sch.reorder(mo, no, ni, mi, d)
    sch.vectorize(d)
    sch.decompose_reduction("O", no)
    for block in ["largest"]:
        m, n = sch.get_loops(block)
        no, ni = sch.split(n, [None, 8])
        sch.decompose_reduction(block, no)
    m, n = sch.get_loops("powers")
    no, ni = sch.split(n, [None, 8])
    sch.vectorize(ni)
    sch.skip_masked("root")
