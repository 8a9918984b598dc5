# about: what one iteration hands to the next would be lost
# refused: changes the results
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12,), "float32"), B: T.Buffer((13,), "float32"), C: T.Buffer((12,), "float32")):
    for i in range(12):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] * T.float32(0.5)
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi + 1] = A[vi] + T.float32(1)



def schedule(sch):
    (i,) = sch.get_loops("C")
    sch.fission(i, "C")
