# about: loops and iteration variables stand in another order than those of the intrinsic
# intrin: unit
from tvm.script import tir as T


@T.prim_func
def desc(w: T.handle, x: T.handle, c: T.handle):
    W = T.match_buffer(w, (16,), "float32", offset_factor=1)
    X = T.match_buffer(x, (8,), "float32", offset_factor=1)
    C = T.match_buffer(c, (16,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], X[0:8], W[0:16])
        T.writes(C[0:16])
        for l, n in T.grid(16, 8):
            with T.block("dot"):
                vl, vn = T.axis.remap("SR", [l, n])
                C[vl] = C[vl] + X[vn] * W[vl]


@T.prim_func
def impl(w: T.handle, x: T.handle, c: T.handle):
    W = T.match_buffer(w, (16,), "float32", offset_factor=1)
    X = T.match_buffer(x, (8,), "float32", offset_factor=1)
    C = T.match_buffer(c, (16,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], X[0:8], W[0:16])
        T.writes(C[0:16])
        for n in T.serial(8):
            for l in T.vectorized(16):
                C[l] = C[l] + X[n] * W[l]


@T.prim_func
def before(S: T.Buffer((32, 4), "float32"), A: T.Buffer((32,), "float32"), Y: T.Buffer((32,), "float32")):
    for k, n in T.grid(32, 32):
        with T.block("Y"):
            vk, vn = T.axis.remap("RS", [k, n])
            with T.init():
                Y[vn] = T.float32(0)
            Y[vn] = Y[vn] + A[vk] * S[vn, vk // 8]


def schedule(sch):
    k, n = sch.get_loops("Y")
    ko, ki = sch.split(k, [None, 8])
    no, ni = sch.split(n, [None, 16])
    sch.reorder(no, ko, ki, ni)
    scales = sch.cache_read("Y", 1, "global")
    sch.transform_layout(scales, ("write", 0), lambda n, k: (k, n))
    sch.decompose_reduction("Y", ko)
    sch.tensorize(ki, "unit")
