from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def typed_let(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    for i in range(16):
        with T.sblock("B"):
            vi = T.axis.spatial(16, i)
            twice: T.let[T.int32] = A[vi] * 2
            B[vi] = twice + 1


@T.prim_func(s_tir=True)
def let_of_its_value(B: T.Buffer((4,), "float32")):
    x: T.let = T.float32(2.5)
    y = T.bind(x * x)
    for i in range(4):
        B[i] = y


@T.prim_func(s_tir=True)
def assigned_again(A: T.Buffer((8,), "int32"), B: T.Buffer((1,), "int32")):
    total = 0
    for i in range(8):
        total += A[i]
    B[0] = total


@T.prim_func(s_tir=True)
def typed_scalar(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    best: T.int32 = A[0]
    for i in range(8):
        if A[i] > best:
            best = A[i]
        B[i] = best


@T.prim_func(s_tir=True)
def named_at_reading(n: T.int32, B: T.Buffer((4,), "int32")):
    size = T.meta_var(n * 2 + 1)
    for i in range(4):
        B[i] = size + i
