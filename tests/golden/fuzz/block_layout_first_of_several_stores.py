# about: two stores that no rule knows as a reduction keep their order
# refused: block b0
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4,), "int8"), T1: T.Buffer((6, 4), "int32"), T5: T.Buffer((2, 4), "int32")):
    # with T.block("root"):
    T0 = T.alloc_buffer((6, 4))
    T2 = T.alloc_buffer((4, 4), "int32")
    T3 = T.alloc_buffer((4, 4), "int16")
    for l0a, l0b, l0r2, l0r1 in T.grid(6, 4, 3, 6):
        with T.block("b0"):
            v0a, v0b, v0r2, v0r1 = T.axis.remap("SSRR", [l0a, l0b, l0r2, l0r1])
            T.reads(A[v0b % 4])
            T.writes(T1[v0a, v0b], T0[v0a, v0b])
            with T.init():
                T0[v0a, v0b] = T.float32(1.0)
            p0: T.int32 = T.Select(T0[v0a, v0b] >= T.max(T.min(T.Cast("float32", A[v0b % 4]), T.float32(1.0)), T.float32(0.0)) + T.Cast("float32", ((v0r2 * 6 + v0r1) * 3 + 1) % 4), T1[v0a, v0b], v0r2 * 6 + v0r1)
            q0: T.float32 = T.Select(T0[v0a, v0b] >= T.max(T.min(T.Cast("float32", A[v0b % 4]), T.float32(1.0)), T.float32(0.0)) + T.Cast("float32", ((v0r2 * 6 + v0r1) * 3 + 1) % 4), T0[v0a, v0b], T.max(T.min(T.Cast("float32", A[v0b % 4]), T.float32(1.0)), T.float32(0.0)) + T.Cast("float32", ((v0r2 * 6 + v0r1) * 3 + 1) % 4))
            T1[v0a, v0b] = p0
            T0[v0a, v0b] = T.float32(1.0)
    for t1 in range(4):
        for l1bi, l1bo in T.grid(3, 2):
            with T.block("b1"):
                v1a = T.axis.spatial(4, t1)
                v1b = T.axis.spatial(4, l1bo * 3 + l1bi)
                T.where(l1bo * 3 + l1bi < 4)
                T.reads(T0[v1a, T.min(v1a - 1, v1b):T.min(v1a - 1, v1b) + (T.max(v1a, v1b + 1) - T.min(v1a - 1, v1b))])
                T.writes(T2[v1a, v1b])
                T2[v1a, v1b] = T.Cast("int32", T.if_then_else(v1a >= 1, T0[v1a, v1a - 1], T.float32(0.0))) + T.Cast("int32", T0[v1a, v1b])
        for l2b in range(4):
            with T.block("b2"):
                v2a, v2b = T.axis.remap("SS", [t1, l2b])
                T.reads(T0[v2b + 1, v2b], T2[v2a, v2b])
                T.writes(T3[v2a, v2b])
                T3[v2a, v2b] = T.Cast("int16", T2[v2a, v2b])
    for l4a, l4b in T.grid(2, 4):
        with T.block("b4"):
            v4a, v4b = T.axis.remap("SS", [l4a, l4b])
            T.reads(T2[v4a, v4b], A[v4a * 2 + 1])
            T.writes(T5[v4a, v4b])
            T5[v4a, v4b] = T2[v4a, v4b]


def schedule(sch):
    b0 = sch.get_block(name="b0", func_name="main")
    sch.transform_block_layout(block=b0, index_map=lambda v0a, v0b, v0r2, v0r1: (v0a, v0b, v0r1, v0r2,))
