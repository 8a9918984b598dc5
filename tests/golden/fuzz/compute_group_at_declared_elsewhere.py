# about: block U declares that it reads S[vi], but it reads S[1 - vi]; both are moved
# refused: block U would read elements of S that are not written yet
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2,), "int32"), O: T.Buffer((2,), "int32")):
    # with T.block("root"):
    S = T.alloc_buffer((2,), "int32")
    U = T.alloc_buffer((2,), "int32")
    V = T.alloc_buffer((2,), "int32")
    for i_S in range(2):
        with T.block("S"):
            vi = T.axis.spatial(2, i_S)
            T.reads(A[vi])
            T.writes(S[vi])
            S[vi] = A[vi] + 1
    for i_U in range(2):
        with T.block("U"):
            vi = T.axis.spatial(2, i_U)
            T.reads(S[1 - vi])
            T.writes(U[vi])
            U[vi] = S[1 - vi] * 2
    for i_V in range(2):
        with T.block("V"):
            vi = T.axis.spatial(2, i_V)
            T.reads(S[vi])
            T.writes(V[vi])
            V[vi] = S[vi] - 3
    for i_O in range(2):
        with T.block("O"):
            vi = T.axis.spatial(2, i_O)
            T.reads(U[vi], V[vi])
            T.writes(O[vi])
            O[vi] = U[vi] + V[vi]


def schedule(sch):
    b0 = sch.get_block(name="U", func_name="main")
    sch.annotate_buffer_access(block=b0, buffer_index=0, buf_type="read", gen_new_ranges=lambda i0: [(i0, i0 + 1)])
    b1 = sch.get_block(name="V", func_name="main")
    sch.compute_inline(block=b1)
    b6 = sch.get_block(name="S", func_name="main")
    b7 = sch.get_block(name="O", func_name="main")
    l8, = sch.get_loops(block=b7)
    sch.compute_group_at(blocks=[b0, b6], loop=l8, preserve_unit_loops=False)
