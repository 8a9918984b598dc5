from tvm.script import tir as T


@T.prim_func
def main(a: T.handle):
    m = T.int32(7)
    A = T.match_buffer(a, (m,), "int32")
    for i in range(m):
        with T.block("A"):
            vi = T.axis.remap("S", [i])
            A[vi] = 1
