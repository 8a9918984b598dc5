# about: block U declares that it reads S[vi], but it reads S[1 - vi]
# refused: block U would read elements of S that are not written yet
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2,), "int32"), U: T.Buffer((2,), "int32")):
    S = T.alloc_buffer((2,), "int32")
    for i_S in range(2):
        with T.block("S"):
            vi = T.axis.spatial(2, i_S)
            S[vi] = A[vi] + 1
    for i_U in range(2):
        with T.block("U"):
            vi = T.axis.spatial(2, i_U)
            U[vi] = S[1 - vi] * 2


def schedule(sch):
    b0 = sch.get_block("U")
    sch.annotate_buffer_access(block=b0, buffer_index=0, buf_type="read", gen_new_ranges=lambda i0: [(i0, i0 + 1)])
    sch.compute_at("S", sch.get_loops(b0)[0])
