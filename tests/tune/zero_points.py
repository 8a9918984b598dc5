from tvm.script import tir as T


@T.prim_func
def zero_points(A: T.Buffer((60, 99), "uint8"), B: T.Buffer((99, 72), "int8"), a: T.Buffer((1,), "uint8"), b: T.Buffer((72,), "int8"), C: T.Buffer((60, 72), "int32")):
    for i, j, k in T.grid(60, 72, 99):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + (T.Cast("int32", A[vi, vk]) - T.Cast("int32", a[0])) * (T.Cast("int32", B[vk, vj]) - T.Cast("int32", b[vj]))
