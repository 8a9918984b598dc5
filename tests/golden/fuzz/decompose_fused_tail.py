# about: an init beyond the end of its buffer, because the condition of the tail names a loop of the reduction, too
from tvm.script import tir as T


@T.prim_func
def main(x0: T.Buffer((2, 1), "int64"), compute_red: T.Buffer((1,), "int64")):
    T.func_attr({"tir.noalias": True})
    # with T.block("root"):
    compute = T.alloc_buffer((2, 1), "int64")
    for i0, i1 in T.grid(2, 1):
        with T.block("compute"):
            v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
            T.reads(x0[v_i0, v_i1])
            T.writes(compute[v_i0, v_i1])
            compute[v_i0, v_i1] = x0[v_i0, v_i1]
    for ax0, k0 in T.grid(1, 2):
        with T.block("compute_red"):
            v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
            T.reads(compute[v_k0, v_ax0])
            T.writes(compute_red[v_ax0])
            with T.init():
                compute_red[v_ax0] = T.int64(0)
            compute_red[v_ax0] = compute[v_k0, v_ax0]


def schedule(sch):
    b0 = sch.get_block(name="compute_red", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    l3, l4 = sch.unroll_and_jam(loop=l1, factor=4)
    l5 = sch.fuse(l3, l2, preserve_unit_iters=True)
    b6 = sch.decompose_reduction(block=b0, loop=l5)
