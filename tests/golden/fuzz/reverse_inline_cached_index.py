# about: the index that the consumer reads is computed between its producer and itself
# refused: inlining block b1 into b0 changes the results
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3, 3), "int64"), T1: T.Buffer((3, 3), "int16")):
    # with T.block("root"):
    T0 = T.alloc_buffer((3, 3), "int32")
    for l0a, l0b in T.grid(3, 4):
        with T.block("b0"):
            v0a = T.axis.spatial(3, l0a)
            v0b = T.axis.spatial(3, l0b)
            T.where(l0b < 3)
            T.reads(A[v0a // 2, v0a])
            T.writes(T0[v0a, v0b])
            T0[v0a, v0b] = T.Cast("int32", A[v0a // 2, v0a])
    for l1a in range(5):
        for l1b in range(1, 4):
            with T.block("b1"):
                v1a = T.axis.spatial(3, l1a)
                v1b = T.axis.spatial(3, l1b - 1)
                T.where(l1a < 3)
                T.reads(A[T.min(v1b // 2, v1b):T.min(v1b // 2, v1b) + (T.max(v1b // 2, v1b) + 1 - T.min(v1b // 2, v1b)), T.min(v1b, v1a):T.min(v1b, v1a) + (T.max(v1b, v1a) + 1 - T.min(v1b, v1a))], T0[v1a, v1b])
                T.writes(T1[v1a, v1b])
                T1[v1a, v1b] = T.Cast("int16", A[v1b // 2, v1b]) + T.Cast("int16", A[v1b, v1a]) + T.Cast("int16", T0[v1a, v1b])


def schedule(sch):
    b0 = sch.get_block(name="b1", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    b3, = sch.cache_index(block=b0, storage_scope="global", cse_thresh=0)
    sch.reverse_compute_inline(block=b0)
