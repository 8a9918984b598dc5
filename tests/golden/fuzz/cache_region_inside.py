# about: a region that loop_partition declared was larger than the cache of a part of it
from tvm.script import tir as T


@T.prim_func
def main(B: T.Buffer((2, 2), "int32")):
    T1 = T.alloc_buffer((2, 2), "int32")
    for l1a, l1b in T.grid(2, 2):
        with T.block("b1"):
            v1a = T.axis.spatial(2, 1 - l1a)
            v1b = T.axis.remap("S", [l1b])
            T1[v1a, v1b] = v1a + v1b
    for l2a, l2b in T.grid(2, 2):
        with T.block("b2"):
            v2a, v2b = T.axis.remap("SS", [l2a, l2b])
            B[v2a, v2b] = T1[v2a, v2b]


def schedule(sch):
    b0 = sch.get_block(name="b1", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    l3, l4 = sch.loop_partition(loop=l1, factors=[1, None], preserve_unit_iters=True)
    b5 = sch.get_block(name="b1_l1a1", func_name="main")
    b6 = sch.stage_mem(block=b5, buffer="T1", loop=l4, storage_scope="global")
