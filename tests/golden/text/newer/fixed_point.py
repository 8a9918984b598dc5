from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def fixed_point(A: T.Buffer((6,), "int32"), B: T.Buffer((6,), "int32"), C: T.Buffer((6,), "int32")):
    for i in range(6):
        with T.sblock("B"):
            vi = T.axis.spatial(6, i)
            B[vi] = T.q_multiply_shift(A[vi], 1395864371, 31, 2)
            C[vi] = T.q_multiply_shift(A[vi], 1395864371, 31, -3)


@T.prim_func(s_tir=True)
def per_axis(
    A: T.Buffer((4,), "int32"), L: T.Buffer((4,), "int32"), R: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")
):
    for i in range(4):
        with T.sblock("B"):
            vi = T.axis.spatial(4, i)
            B[vi] = T.q_multiply_shift_per_axis(
                A[vi], 1073741824, L[vi], R[vi], 31, T.bool(True), T.bool(True), dtype="int32"
            )


@T.prim_func(s_tir=True)
def hints(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
    T.evaluate(T.assume(A[0] > 0))
    for i in range(4):
        B[i] = T.undef(dtype="int32")
    for i in range(4):
        if T.ignore_loop_partition(i < 3):
            B[i] = A[i]
        else:
            B[i] = 7


@T.prim_func(s_tir=True)
def without_fraction(A: T.Buffer((3,), "int32"), B: T.Buffer((3,), "int32")):
    for i in range(3):
        B[i] = T.q_multiply_shift(A[i], 3, 0, 0)
