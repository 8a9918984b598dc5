# about: one loop of the producer gives both iters of the consumer, which has two; another block's update leaves the decision to the signatures
# refused: it might not run for the same values of its iteration variables
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((1, 2), "float32"), T3: T.Buffer((2, 2), "float32")):
    T0 = T.alloc_buffer((2, 2))
    T1 = T.alloc_buffer((2,), "int32")
    T2 = T.alloc_buffer((2,), "int32")
    for i, k in T.grid(2, 2):
        with T.block("b0"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                T0[vi, 0] = T.float32(1)
            T0[vi, 0] = T0[vi, 0]
    for i in range(2):
        with T.block("b1"):
            vi = T.axis.spatial(2, i)
            T.reads(A[0, 0:2], T0[vi, vi % 2])
            T.writes(T1[vi], T2[vi])
            T1[vi] = T.Cast("int32", A[0, vi % 2])
            T2[vi] = 1
    for i, j in T.grid(2, 1):
        with T.block("b2"):
            vi = T.axis.spatial(2, i)
            vj = T.axis.spatial(2, j)
            T.reads(T1[vi], T2[vj])
            T.writes(T3[vi, vj])
            T3[vi, vj] = T.float32(1)


def schedule(sch):
    sch.reverse_compute_at("b2", sch.get_loops("b1")[0])
