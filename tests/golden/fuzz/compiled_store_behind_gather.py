# about: the SLP vectorizer of LLVM 19.1 moves stores behind a gather of what they store
# inputs: ids0=0..4
from tvm.script import tir as T


@T.prim_func
def main(C: T.Buffer((1, 4, 1), "int8"), T2: T.Buffer((4, 4), "float32"), ids0: T.Buffer((7,), "int32")):
    # with T.block("root"):
    T0 = T.alloc_buffer((3, 5), "int32")
    T1 = T.alloc_buffer((3, 5), "int32")
    for t0, l1b in T.grid(3, 5):
        with T.block("b1"):
            v1a, v1b = T.axis.remap("SS", [t0, l1b])
            T.reads(C[0, v1b % 4, 0], T0[v1a, v1b])
            T.writes(T1[v1a, v1b])
            T1[v1a, v1b] = T.Cast("int32", C[0, v1b % 4, 0])
    for l2a, l2b in T.grid(3, 5):
        with T.block("b2"):
            v2a, v2b = T.axis.remap("SS", [l2a, l2b])
            T.reads(T0[v2a, v2b], T1[v2a, ids0[v2b]], ids0[v2b])
            T.writes(T0[v2a, v2b])
            T0[v2a, v2b] = T1[v2a, ids0[v2b]]
    for l3a in range(1, 5):
        for l3b in range(4):
            with T.block("b3"):
                v3a = T.axis.spatial(4, l3a - 1)
                v3b = T.axis.spatial(4, 3 - l3b)
                T.reads(T1[1:3, T.min(T.min(T.min(v3a - 1, v3b - 1), v3a - 1), v3b - 1):T.min(T.min(T.min(v3a - 1, v3b - 1), v3a - 1), v3b - 1) + (T.max(v3a, v3b) + 1 - T.min(v3a, v3b))], T0[1, v3b + 1])
                T.writes(T2[v3a, v3b])
                T2[v3a, v3b] = T.Cast("float32", T.if_then_else(v3a >= 1, T1[1, v3a - 1], 0)) + T.Cast("float32", T.if_then_else(v3b >= 1, T1[1, v3b - 1], 0)) + T.Cast("float32", T0[1, v3b + 1])


def schedule(sch):
    b0 = sch.get_block(name="b1", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    b3 = sch.prefetch(buffer="T0", loop=l2, offset=4)
