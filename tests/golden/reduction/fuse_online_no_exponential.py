# about: the sum is of the values themselves
# inputs: X=integers, V=integers
# refused: block L does not sum exponentials of differences from the maximum of block M: what it adds is not exp(x - M), alone or times a weight
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((6, 37), "float32"), V: T.Buffer((37,), "float32"), L: T.Buffer((6,), "float32"), A: T.Buffer((6,), "float32"), Y: T.Buffer((6, 37), "float32")):
    M = T.alloc_buffer((6,), "float32")
    for i, k in T.grid(6, 37):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.min_value("float32")
            M[vi] = T.max(M[vi], X[vi, vk])
    for i, k in T.grid(6, 37):
        with T.block("L"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                L[vi] = T.float32(0)
            L[vi] = L[vi] + (X[vi, vk] - M[vi])
    for i, k in T.grid(6, 37):
        with T.block("A"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                A[vi] = T.float32(0)
            A[vi] = A[vi] + V[vk] * T.exp2(X[vi, vk] - M[vi])
    for i, k in T.grid(6, 37):
        with T.block("Y"):
            vi, vk = T.axis.remap("SS", [i, k])
            Y[vi, vk] = T.exp2(X[vi, vk] - M[vi]) * A[vi]


def schedule(sch):
    sch.fuse_online("M", "L")
