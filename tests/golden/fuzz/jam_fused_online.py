# about: fused loops begin later parts of a sum; jammed, such a part would initialise the element again
# refused: would reverse a dependence
from tvm.script import tir as T


@T.prim_func
def main(X: T.Buffer((5, 14), "float32"), V: T.Buffer((14,), "float32"), M: T.Buffer((5,), "float32"), L: T.Buffer((5,), "float32"), A: T.Buffer((5,), "float32")):
    # with T.block("root"):
    for i, k in T.grid(5, 14):
        with T.block("rows"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(X[vi, vk], V[vk])
            T.writes(M[vi], L[vi], A[vi])
            with T.init():
                M[vi] = T.float32(-340282346638528859811704183484516925440.0)
                L[vi] = T.float32(0.0)
                A[vi] = T.float32(0.0)
            m: T.float32 = T.max(M[vi], X[vi, vk])
            l: T.float32 = L[vi] * T.exp2(M[vi] - m) + T.exp2(X[vi, vk] - m)
            a: T.float32 = A[vi] * T.exp2(M[vi] - m) + V[vk] * T.exp2(X[vi, vk] - m)
            M[vi] = m
            L[vi] = l
            A[vi] = a


def schedule(sch):
    b0 = sch.get_block(name="rows", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    l3 = sch.fuse(l1, l2, preserve_unit_iters=True)
    l4, l5 = sch.split(loop=l3, factors=[None, 10], preserve_unit_iters=True, disable_predication=False)
    l6, l7 = sch.unroll_and_jam(loop=l4, factor=8)
