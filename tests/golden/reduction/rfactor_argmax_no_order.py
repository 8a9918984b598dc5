# about: the comparison is none of the same elements, so there is no order of the tuples
# refused: the reduction of block best cannot be factored: which of two equal values it keeps depends on their order
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((10, 23), "float32"), where: T.Buffer((10,), "int32"), best: T.Buffer((10,), "float32")):
    for i, k in T.grid(10, 23):
        with T.block("best"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(X[vi, vk])
            T.writes(where[vi], best[vi])
            with T.init():
                where[vi] = -1
                best[vi] = T.float32(-340282346638528859811704183484516925440.0)
            v_where: T.int32 = T.Select(best[vi] > X[vi, vk] or best[vi] == X[vi, vk] and best[vi] < X[vi, vk], where[vi], vk)
            v_best: T.float32 = T.Select(best[vi] > X[vi, vk] or best[vi] == X[vi, vk] and best[vi] < X[vi, vk], best[vi], X[vi, vk])
            where[vi] = v_where
            best[vi] = v_best


def schedule(sch):
    i, k = sch.get_loops("best")
    sch.rfactor(k, 0)
