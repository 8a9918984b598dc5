# about: the consumer of a cache that cache_index left undeclared is not overtaken
# refused: block b2 reads index_var_2_local and does not declare it
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((1, 2), "int64"), T1: T.Buffer((1, 2), "int64")):
    # with T.block("root"):
    T0 = T.alloc_buffer((2,))
    T2 = T.alloc_buffer((1, 2), "int32")
    for l0a, l0r1 in T.grid(2, 2):
        with T.block("b0"):
            v0a = T.axis.spatial(2, l0a)
            v0r1 = T.axis.reduce(1, l0r1)
            T.where(l0r1 < 1)
            T.reads(A[v0r1, v0r1 % 2])
            T.writes(T0[v0a])
            T0[v0a] = T.Cast("float32", A[v0r1, v0r1 % 2])
    for t1, l2b in T.grid(1, 2):
        with T.block("b2"):
            v2a, v2b = T.axis.remap("SS", [t1, l2b])
            T.reads(T0[T.min(T.min(v2b - 1, v2a % 2), v2b):T.min(T.min(v2b - 1, v2a % 2), v2b) + (T.max(T.max(v2b - 1, v2a % 2), v2b) + 1 - T.min(T.min(v2b - 1, v2a % 2), v2b))], T1[v2a, v2b])
            T.writes(T2[v2a, v2b])
            T2[v2a, v2b] = T.Cast("int32", T.if_then_else(v2b >= 1, T0[v2b - 1], T.float32(0.0))) + T.Cast("int32", T0[v2a % 2]) + T.Cast("int32", T0[v2b]) + T.Cast("int32", T1[v2a, v2b])


def schedule(sch):
    b0 = sch.get_block(name="b2", func_name="main")
    b1, b2, b3 = sch.cache_index(block=b0, storage_scope="global", cse_thresh=1)
    b4 = sch.cache_write(block=b3, write_buffer_index=0, storage_scope="local", consumer_blocks=[b0])
    l5, = sch.get_loops(block=b4)
    sch.compute_at(block=b3, loop=l5, preserve_unit_loops=False, index=-1)
