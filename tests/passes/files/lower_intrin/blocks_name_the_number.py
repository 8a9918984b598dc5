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
@T.prim_func
def after(A: T.Buffer((8, 4), "int32"), B: T.Buffer((8,), "int32")):
    # with T.block("root"):
    jumped = T.allocate([1], "int32", "local")
    jumped_1 = T.Buffer((1,), "int32", data=jumped, scope="local")
    jumped_1[0] = 0
    for i in range(8):
        if jumped_1[0] < 2:
            jumped_1[0] = 0
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0:4], jumped_1[0])
                T.writes(B[vi], jumped_1[0])
                with T.allocate([1], "int32", "local") as jumped_2:
                    jumped_3 = T.Buffer((1,), "int32", data=jumped_2, scope="local")
                    jumped_3[0] = 0
                    for j in range(4):
                        if jumped_3[0] < 2:
                            jumped_3[0] = 0
                            if A[vi, j] > 0:
                                B[vi] = j
                                jumped_3[0] = 2
                if B[vi] == 3:
                    jumped_1[0] = 2
