# about: a wrong result of the pass vector-combine of LLVM 19.1.7, which took a repeated lane for a whole vector
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "float32"), B: T.Buffer((6, 2), "int32"), T2: T.Buffer((4, 2), "int32"), T4: T.Buffer((5, 6), "float32")):
    # with T.block("root"):
    T0 = T.alloc_buffer((6, 6))
    T1 = T.alloc_buffer((6, 6))
    T3 = T.alloc_buffer((4, 2), "int32")
    for l1bi, l1bo in T.grid(3, 2):
        for l1a in range(3, 9):
            with T.block("b1"):
                v1a = T.axis.spatial(6, l1a - 3)
                v1b = T.axis.spatial(6, l1bo * 3 + l1bi)
                T.reads(A[v1a, v1b])
                T.writes(T0[v1a, v1b])
                T0[v1a, v1b] = A[v1a, v1b]
    for l3a in range(2, 8):
        for l3b in range(6):
            with T.block("b3"):
                v3a = T.axis.spatial(6, l3a - 2)
                v3b = T.axis.spatial(6, l3b)
                T.reads(T0[T.min(T.min(v3b, v3a), v3a // 2):T.min(T.min(v3b, v3a), v3a // 2) + (T.max(T.max(v3b, v3a), v3a // 2) + 1 - T.min(T.min(v3b, v3a), v3a // 2)), v3b])
                T.writes(T1[v3a, v3b])
                T1[v3a, v3b] = (T0[v3b, v3b] + T0[v3a, v3b] + T0[v3a // 2, v3b]) * T.float32(3.0)
    for l4a in range(2, 6):
        for l4b in range(2):
            with T.block("b4"):
                v4a = T.axis.spatial(4, l4a - 2)
                v4b = T.axis.spatial(2, l4b)
                T.reads(T1[T.min(v4a + v4b, v4b):T.min(v4a + v4b, v4b) + (T.max(v4a + v4b, v4b) + 1 - T.min(v4a + v4b, v4b)), v4b + 4], B[v4b, 1 - v4b])
                T.writes(T2[v4a, v4b], T3[v4a, v4b])
                T2[v4a, v4b] = 1
                T3[v4a, v4b] = B[v4b, 1 - v4b] + T.Cast("int32", T1[v4b, v4b + 4])
    for l5a, l5b in T.grid(2, 6):
        with T.block("b5"):
            v5a = T.axis.spatial(5, l5a)
            v5b = T.axis.spatial(6, l5b)
            T.reads(T1[4 - v5a, v5b])
            T.writes(T4[v5a, v5b])
            T4[v5a, v5b] = T1[4 - v5a, v5b]
    for l6a, l6b in T.grid(4, 6):
        with T.block("b6"):
            v6a = T.axis.spatial((1, 5), l6a + 1)
            v6b = T.axis.spatial(6, l6b)
            T.reads(T3[v6a - 1, T.min(v6b % 2, 0):T.min(v6b % 2, 0) + (v6b % 2 + 1)])
            T.writes(T4[v6a, v6b])
            T4[v6a, v6b] = T.Cast("float32", T3[v6a - 1, v6b % 2]) + T.Cast("float32", T3[v6a - 1, 0])


def schedule(sch):
    pass
