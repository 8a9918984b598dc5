# about: one value takes the other in as it was before, which the parts do not know
# refused: the reduction of block moments cannot be factored: the value that it combines is read from sums, which it writes
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((12, 30), "float32"), sums: T.Buffer((12,), "float32"), squares: T.Buffer((12,), "float32")):
    for i, k in T.grid(12, 30):
        with T.block("moments"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(X[vi, vk])
            T.writes(sums[vi], squares[vi])
            with T.init():
                sums[vi] = T.float32(0)
                squares[vi] = T.float32(0)
            v_sum: T.float32 = sums[vi] + X[vi, vk]
            v_square: T.float32 = squares[vi] + sums[vi]
            sums[vi] = v_sum
            squares[vi] = v_square


def schedule(sch):
    i, k = sch.get_loops("moments")
    ko, ki = sch.split(k, factors=[None, 7])
    sch.rfactor(ki, 1)
