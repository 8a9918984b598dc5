# about: the loop that both blocks share is a loop of their reductions
# refused: loop k contains both blocks and is a reduction loop of M, whose result is not complete inside it
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((6, 37), "float32"), M: T.Buffer((6,), "float32"), L: T.Buffer((6,), "float32")):
    for k in range(37):
        for i in range(6):
            with T.block("M"):
                vi = T.axis.spatial(6, i)
                vk = T.axis.reduce(37, k)
                with T.init():
                    M[vi] = T.min_value("float32")
                M[vi] = T.max(M[vi], X[vi, vk])
        for i in range(6):
            with T.block("L"):
                vi = T.axis.spatial(6, i)
                vk = T.axis.reduce(37, k)
                with T.init():
                    L[vi] = T.float32(0)
                L[vi] = L[vi] + T.exp(X[vi, vk] - M[vi])


def schedule(sch):
    sch.fuse_online("M", "L")
