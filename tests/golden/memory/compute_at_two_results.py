# about: a block with two outputs moves under the loop of a reader of both
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((30, 8), "float32"), Y: T.Buffer((30, 8), "float32")):
    S = T.alloc_buffer((30,), "float32")
    Q = T.alloc_buffer((30,), "float32")
    for i, k in T.grid(30, 8):
        with T.block("stats"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
                Q[vi] = T.float32(-100)
            S[vi] = S[vi] + X[vi, vk]
            Q[vi] = T.max(Q[vi], X[vi, vk])
    for i, j in T.grid(30, 8):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi, vj] * S[vi] - Q[vi]


def schedule(sch):
    i, j = sch.get_loops("Y")
    io, ii = sch.split(i, factors=[None, 7])
    sch.compute_at("stats", io)
