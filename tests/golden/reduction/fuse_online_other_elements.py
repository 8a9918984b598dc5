# about: in an iteration of the loop that both share, the sum is of the rows of the other one
# refused: loop o contains both blocks, and it could not be proved that M and L compute the same elements in each of its iterations
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((6, 37), "float32"), M: T.Buffer((6,), "float32"), L: T.Buffer((6,), "float32")):
    for o in range(2):
        for i, k in T.grid(3, 37):
            with T.block("M"):
                vi = T.axis.spatial(6, o * 3 + i)
                vk = T.axis.reduce(37, k)
                with T.init():
                    M[vi] = T.min_value("float32")
                M[vi] = T.max(M[vi], X[vi, vk])
        for i, k in T.grid(3, 37):
            with T.block("L"):
                vi = T.axis.spatial(6, (1 - o) * 3 + i)
                vk = T.axis.reduce(37, k)
                with T.init():
                    L[vi] = T.float32(0)
                L[vi] = L[vi] + T.exp(X[vi, vk] - M[vi])


def schedule(sch):
    sch.fuse_online("M", "L")
