# about: padded iterations read nothing, but what they would read, ids0[7], is not there: the copy takes all
# inputs: ids0=0..4, ids1=0..2
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3, 5), "int64"), B: T.Buffer((2, 3, 3), "int32"), C: T.Buffer((3, 7), "int32"), T2: T.Buffer((6, 2), "float32"), ids0: T.Buffer((7,), "int32"), ids1: T.Buffer((7,), "int32")):
    # with T.block("root"):
    T0 = T.alloc_buffer((5, 5))
    T1 = T.alloc_buffer((5,), "int32")
    for l0a, l0b in T.grid(5, 5):
        with T.block("b0"):
            v0a = T.axis.spatial(5, l0a)
            v0b = T.axis.spatial((2, 7), l0b + 2)
            T.reads(A[v0a % 3, ids0[v0a]], ids0[v0a], C[ids1[v0a], v0a], ids1[v0a])
            T.writes(T0[v0a, v0b - 2])
            T0[v0a, v0b - 2] = T.Cast("float32", A[v0a % 3, ids0[v0a]]) + T.Cast("float32", C[ids1[v0a], v0a])
    for l1a in range(5):
        with T.block("b1"):
            v1a = T.axis.spatial(5, l1a)
            T.reads(B[v1a % 2, v1a % 3, v1a // 2], T0[v1a - 1, ids0[v1a]], ids0[v1a])
            T.writes(T1[v1a])
            T1[v1a] = B[v1a % 2, v1a % 3, v1a // 2] + T.Cast("int32", T.if_then_else(v1a >= 1, T0[v1a - 1, ids0[v1a]], T.float32(0.0)))
    for l4b, l4a in T.grid(2, 5):
        with T.block("b4"):
            v4a = T.axis.spatial(5, l4a)
            v4b = T.axis.spatial((2, 3), l4b + 2)
            T.reads(T1[v4a])
            T.writes(T2[v4a + 1, v4b - 2])
            T2[v4a + 1, v4b - 2] = T.float32(1.0)


def schedule(sch):
    b0 = sch.get_block(name="b4", func_name="main")
    sch.transform_layout(block=b0, buffer=("read", 0), index_map=lambda i0: (i0 // 4, i0 % 4,), pad_value=lambda indices_0, indices_1: (0,), assume_injective_transform=False)
    b1 = sch.get_block(name="b1", func_name="main")
    l2, l3 = sch.get_loops(block=b1)
    b4 = sch.pack(block=b1, operand=1, layout=lambda i0, i1: (i1 // 4, i0, i1 % 4,), at=l3, pad_value=lambda indices_0, indices_1, indices_2: (T.float32(0.0),), storage_scope="global")
