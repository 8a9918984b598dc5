# One producer, two consumers that are outputs; one of them guarded.
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((24,), "int64"), B: T.Buffer((24,), "int64"), C: T.Buffer((24,), "int64")):
    H = T.alloc_buffer((24,), "int64")
    for i in range(24):
        with T.block("H"):
            vi = T.axis.spatial(24, i)
            H[vi] = A[vi] * T.int64(5) - T.int64(1)
    for i in range(24):
        with T.block("B"):
            vi = T.axis.spatial(24, i)
            B[vi] = H[vi] + A[23 - vi]
    for io, ii in T.grid(4, 7):
        with T.block("C"):
            vi = T.axis.spatial(24, io * 7 + ii)
            T.where(io * 7 + ii < 24)
            C[vi] = H[vi] // T.int64(3) + H[vi] % T.int64(4)
