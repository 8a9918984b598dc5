# about: one of the two starts with a value that would count once per part
# refused: block moments starts with T.float32(1.0), which is not the identity of +: it would be combined once per partial result
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((12, 30), "float32"), sums: T.Buffer((12,), "float32"), squares: T.Buffer((12,), "float32")):
    for i, k in T.grid(12, 30):
        with T.block("moments"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(X[vi, vk])
            T.writes(sums[vi], squares[vi])
            with T.init():
                sums[vi] = T.float32(1)
                squares[vi] = T.float32(0)
            v_sum: T.float32 = sums[vi] + X[vi, vk]
            v_square: T.float32 = squares[vi] + X[vi, vk]
            sums[vi] = v_sum
            squares[vi] = v_square


def schedule(sch):
    i, k = sch.get_loops("moments")
    ko, ki = sch.split(k, factors=[None, 7])
    sch.rfactor(ki, 1)
