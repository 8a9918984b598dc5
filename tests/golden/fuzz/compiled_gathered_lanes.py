# about: unrolled gathers, of which the SLP vectorizer of LLVM 19.1 loses two lanes
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((7, 7), "int32"), T1: T.Buffer((7, 7), "int16")):
    # with T.block("root"):
    T0 = T.alloc_buffer((7, 7), "int32")
    for l0a in range(7):
        for l0b in range(1, 8):
            with T.block("b0"):
                v0a = T.axis.spatial(7, l0a)
                v0b = T.axis.spatial(7, l0b - 1)
                T.reads(A[T.min(6 - v0a, v0b):T.min(6 - v0a, v0b) + (T.max(6 - v0a, v0b) + 1 - T.min(6 - v0a, v0b)), T.min(v0a, v0b):T.min(v0a, v0b) + (T.max(v0a, v0b) + 1 - T.min(v0a, v0b))])
                T.writes(T0[v0a, v0b])
                T0[v0a, v0b] = A[6 - v0a, v0a] + A[v0b, v0b]
    for l1a, l1b in T.grid(7, 7):
        with T.block("b1"):
            v1a = T.axis.spatial(7, l1a)
            v1b = T.axis.spatial((1, 8), l1b + 1)
            T.reads(A[v1a, v1b - 1])
            T.writes(A[v1a, v1b - 1])
            A[v1a, v1b - 1] = A[v1a, v1b - 1] + 6
    for l2a, l2b in T.grid(7, 7):
        with T.block("b2"):
            v2a, v2b = T.axis.remap("SS", [l2a, l2b])
            T.reads(T0[v2a, 6 - v2b], A[T.min(6 - v2a, v2b):T.min(6 - v2a, v2b) + (T.max(6 - v2a, v2b) + 1 - T.min(6 - v2a, v2b)), T.min(v2b, v2a):T.min(v2b, v2a) + (T.max(v2b, v2a) + 1 - T.min(v2b, v2a))])
            T.writes(T1[v2a, v2b])
            T1[v2a, v2b] = T.Cast("int16", T0[v2a, 6 - v2b])


def schedule(sch):
    pass
