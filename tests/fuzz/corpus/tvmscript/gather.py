# Rows chosen by an index buffer; the access is not affine.
# inputs: ids=0..9
from tvm.script import tir as T


@T.prim_func
def main(E: T.Buffer((10, 6), "float32"), ids: T.Buffer((14,), "int32"), Y: T.Buffer((14, 6), "float32")):
    G = T.alloc_buffer((14, 6), "float32")
    for i, j in T.grid(14, 6):
        with T.block("G"):
            vi, vj = T.axis.remap("SS", [i, j])
            G[vi, vj] = E[ids[vi], vj]
    for i, j in T.grid(14, 6):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = G[vi, vj] * T.float32(4) + G[vi, 5 - vj]
