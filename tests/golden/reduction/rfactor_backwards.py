# about: the loop runs over the reduce axis backwards: the init comes last
# refused: it could not be proved
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 9), "float32"), S: T.Buffer((9,), "float32")):
    for i, k in T.grid(9, 9):
        with T.block("S"):
            vi = T.axis.spatial(9, i)
            vk = T.axis.reduce(9, 8 - k)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    sch.rfactor(sch.get_loops("S")[1], 1)
