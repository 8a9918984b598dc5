# about: the part of a buffer that a cache holds moves, and a block had declared fixed bounds around all parts
# inputs: ids0=0..1
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 1, 3), "float16"), T0: T.Buffer((3, 1), "int32"), ids0: T.Buffer((7,), "int32")):
    # with T.block("root"):
    for l0a, l0b in T.grid(3, 1):
        with T.block("b0"):
            v0a, v0b = T.axis.remap("SS", [l0a, l0b])
            T.reads(A[T.min(ids0[v0a], 1):T.min(ids0[v0a], 1) + (T.max(ids0[v0a], 1) + 1 - T.min(ids0[v0a], 1)), T.min(v0b, 0):T.min(v0b, 0) + (T.max(v0b, 0) + 1 - T.min(v0b, 0)), T.min(0, v0a % 3):T.min(0, v0a % 3) + (v0a % 3 + 1)], ids0[v0a])
            T.writes(T0[v0a, v0b])
            T0[v0a, v0b] = T.Cast("int32", A[ids0[v0a], v0b, 0])


def schedule(sch):
    b0 = sch.get_block(name="b0", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    l3, l4 = sch.loop_partition(loop=l1, factors=[1, None], preserve_unit_iters=True)
    b5 = sch.get_block(name="b0_l0a1", func_name="main")
    l6, l7 = sch.get_loops(block=b5)
    b8 = sch.blockize(target=l7, preserve_unit_iters=False)
    b9 = sch.cache_write(block=b5, write_buffer_index=0, storage_scope="shared")
