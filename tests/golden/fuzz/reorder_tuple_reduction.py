# about: the position of a maximum, ties included, does not ask for an order of its reduction loops
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3, 11), "int32"), where: T.Buffer((3,), "int32"), best: T.Buffer((3,), "int32")):
    for i, k in T.grid(3, 11):
        with T.block("argmax"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(A[vi, vk])
            T.writes(where[vi], best[vi])
            with T.init():
                where[vi] = -1
                best[vi] = T.min_value("int32")
            v_i: T.int32 = T.Select(best[vi] > A[vi, vk] or (best[vi] == A[vi, vk] and where[vi] < vk), where[vi], vk)
            v_v: T.int32 = T.Select(best[vi] > A[vi, vk] or (best[vi] == A[vi, vk] and where[vi] < vk), best[vi], A[vi, vk])
            where[vi] = v_i
            best[vi] = v_v


def schedule(sch):
    i, k = sch.get_loops(sch.get_block("argmax"))
    outer, inner = sch.split(k, [3, None])
    sch.reorder(inner, outer, i)
