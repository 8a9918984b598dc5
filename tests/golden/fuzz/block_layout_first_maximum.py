# about: the first of equal maxima is another one in another order of the reduction
# refused: block best
from tvm.script import tir as T


@T.prim_func
def main(X: T.Buffer((3, 4, 4), "int32"), where: T.Buffer((3,), "int32"), best: T.Buffer((3,), "int32")):
    for i, j, k in T.grid(3, 4, 4):
        with T.block("best"):
            vi, vj, vk = T.axis.remap("SRR", [i, j, k])
            with T.init():
                where[vi] = -1
                best[vi] = -2
            v_where: T.int32 = T.Select(best[vi] >= X[vi, vj, vk], where[vi], vj * 4 + vk)
            v_best: T.int32 = T.Select(best[vi] >= X[vi, vj, vk], best[vi], X[vi, vj, vk])
            where[vi] = v_where
            best[vi] = v_best


def schedule(sch):
    sch.transform_block_layout("best", lambda i, j, k: (i, k, j))
