# about: a read under a condition inside a loop of the block, whose region begins outside of the buffer
from tvm.script import tir as T


@T.prim_func
def cumsum(data: T.Buffer((2, 2), "int32"), cumsum: T.Buffer((2, 2), "int32")):
    T.func_attr({"tir.noalias": True})
    # with T.block("root"):
    for ax0 in range(2):
        with T.block("cumsum"):
            v_ax0 = T.axis.spatial(2, ax0)
            T.reads(cumsum[0:2, v_ax0], data[0:2, v_ax0])
            T.writes(cumsum[0:2, v_ax0])
            for k in range(2):
                cumsum[k, v_ax0] = T.if_then_else(k > 0, cumsum[k - 1, v_ax0], 0) + data[k, v_ax0]


def schedule(sch):
    b0 = sch.get_block(name="cumsum", func_name="main")
    b1 = sch.cache_read(block=b0, read_buffer_index=1, storage_scope="global")
    b2 = sch.reindex_cache_write(block=b1, write_buffer_index=0, storage_scope="global", index_map=lambda v0, v1: (v1, v0,))
    sch.compute_inline(block=b2)
