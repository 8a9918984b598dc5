from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def steps(B: T.Buffer((20,), "int32")):
    for i in range(20):
        B[i] = 0
    for i in range(1, 20, 3):
        B[i] = i
    for i in T.serial(19, 3, step=-4):
        B[i] = B[i] + 100 * i


@T.prim_func(s_tir=True)
def leaving(A: T.Buffer((4, 8), "int32"), B: T.Buffer((4,), "int32")):
    for i in range(4):
        B[i] = 0
        for j in range(8):
            if A[i, j] < 0:
                continue
            if A[i, j] > 90:
                break
            B[i] = B[i] + A[i, j]
        if B[i] > 600:
            break


@T.prim_func(s_tir=True)
def leaving_while(A: T.Buffer((8,), "int32"), B: T.Buffer((1,), "int32")):
    n = 0
    while n < 8:
        if A[n] == 7:
            break
        n += 1
    B[0] = n


@T.prim_func(s_tir=True)
def one_name(B: T.Buffer((2, 3), "int32")):
    for at in T.grid(2, 3):
        B[*at] = at[0] * 3 + at[1]


@T.prim_func(s_tir=True)
def wide(B: T.Buffer((6,), "int64")):
    for i in T.serial(6, dtype="int64"):
        B[i] = i * i
