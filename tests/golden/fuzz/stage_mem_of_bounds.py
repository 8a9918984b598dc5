# about: the copies of T0 run as often as ids0 says; a copy of ids0 comes after them, so that all of T0 is copied
# inputs: ids0=0..1
from tvm.script import tir as T


@T.prim_func
def main(B: T.Buffer((4, 2, 1), "float32"), T0: T.Buffer((1, 2), "int32"), T1: T.Buffer((1, 1), "float32"), ids0: T.Buffer((7,), "int32")):
    # with T.block("root"):
    for l1b, l1a in T.grid(1, 1):
        with T.block("b1"):
            v1a, v1b = T.axis.remap("SS", [l1a, l1b])
            T.reads(B[1, v1b % 2, 0], T0[v1a, T.min(0, ids0[v1b]):T.min(0, ids0[v1b]) + (T.max(ids0[v1b], 0) + 1 - T.min(ids0[v1b], 0))], ids0[v1b])
            T.writes(T1[v1a, v1b])
            T1[v1a, v1b] = B[1, v1b % 2, 0] + T.Cast("float32", T0[v1a, 0]) + T.Cast("float32", T0[v1a, ids0[v1b]])


def schedule(sch):
    b0 = sch.get_block(name="b1", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    b3 = sch.pack(block=b0, operand=1, layout=lambda i0, i1: (i0 // 4, i1, i0 % 4,), at=l2, pad_value=lambda indices_0, indices_1, indices_2: (0,), storage_scope="global")
    b4 = sch.stage_mem(block=b0, buffer="ids0", loop=l2, storage_scope="global")
