# A block that jumps reads and writes the number of its loop; a loop inside of the block has its own.
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((8, 4), "int32"), B: T.Buffer((8,), "int32")):
    for i in range(8):
        with T.sblock("B"):
            vi = T.axis.spatial(8, i)
            T.reads(A[vi, 0:4])
            T.writes(B[vi])
            for j in range(4):
                if A[vi, j] > 0:
                    B[vi] = j
                    break
            if B[vi] == 3:
                break
# ---
