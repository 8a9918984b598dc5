# about: a copy is made of places that memory tells; memory that the copying block fills itself says nothing before, so all of it is copied
# inputs: ids0=0..6, ids1=0..4
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((7, 1), "int64"), ids0: T.Buffer((7,), "int32"), ids1: T.Buffer((7,), "int32")):
    # with T.block("root"):
    T0 = T.alloc_buffer((5, 3), "int32")
    T1 = T.alloc_buffer((5, 3), "int32")
    T2 = T.alloc_buffer((3, 3), "int64")
    for t0 in range(5):
        for l0b in range(3):
            with T.block("b0"):
                v0a = T.axis.spatial(5, t0)
                v0b = T.axis.spatial((1, 5), l0b + 1)
                T.reads(A[v0a, 0])
                T.writes(T0[v0a, v0b - 1])
                T0[v0a, v0b - 1] = 1
        for l1b in range(3):
            with T.block("b1"):
                v1a, v1b = T.axis.remap("SS", [t0, l1b])
                T.reads(A[T.min(ids0[v1b], 1 - v1a):T.min(ids0[v1b], 1 - v1a) + (T.max(ids0[v1b], 1 - v1a) + 1 - T.min(ids0[v1b], 1 - v1a)), 0], ids0[v1b], T0[v1a - 1, v1b])
                T.writes(T1[v1a, v1b])
                T1[v1a, v1b] = T.Cast("int32", A[ids0[v1b], 0])
    for l2a, l2bo, l2bi, l2r1 in T.grid(3, 3, 1, 1):
        with T.block("b2"):
            v2a = T.axis.spatial(3, l2a)
            v2b = T.axis.spatial(3, l2bo + l2bi)
            v2r1 = T.axis.reduce(1, l2r1)
            T.reads(T1[ids1[v2a], v2a % 3], ids1[v2a])
            T.writes(T2[v2a, v2b])
            T2[v2a, v2b] = T.Cast("int64", T1[ids1[v2a], v2a % 3])


def schedule(sch):
    b0 = sch.get_block(name="b2", func_name="main")
    l1, l2, l3, l4 = sch.get_loops(block=b0)
    b5 = sch.read_at(loop=l2, block=b0, read_buffer_index=1, storage_scope="shared")
    l6, l7 = sch.peel(loop=l1, count=2, at_start=False)
    b8 = sch.get_block(name="b2_tail", func_name="main")
    b9 = sch.pack(block=b8, operand=0, layout=lambda i0, i1: (i0 // 4, i1, i0 % 4,), at=l7, pad_value=lambda indices_0, indices_1, indices_2: (0,), storage_scope="global")
