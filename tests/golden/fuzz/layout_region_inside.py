# about: a region that transform_layout inferred again was larger than the buffer
from tvm.script import tir as T


@T.prim_func
def main(B: T.Buffer((5, 4), "float32"), T2: T.Buffer((4, 5), "float32")):
    T1 = T.alloc_buffer((4, 5))
    for l1a, l1b in T.grid(4, 7):
        with T.block("b1"):
            v1a = T.axis.spatial(4, l1a)
            v1b = T.axis.spatial(5, l1b)
            T.where(l1b < 5)
            T1[v1a, v1b] = B[v1b, v1a]
    for l2a, l2b in T.grid(4, 5):
        with T.block("b2"):
            v2a, v2b = T.axis.remap("SS", [l2a, l2b])
            T2[v2a, v2b] = T1[v2a, v2b]


def schedule(sch):
    b0 = sch.get_block(name="b1", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    l3, l4 = sch.peel(loop=l2, count=1, at_start=False)
    b5 = sch.blockize(target=l3, preserve_unit_iters=False)
    b6 = sch.get_block(name="b2", func_name="main")
    sch.transform_layout(block=b6, buffer=("read", 0), index_map=lambda i0, i1: (i1, i0,), pad_value=None, assume_injective_transform=False)
