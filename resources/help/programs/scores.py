from tvm.script import tir as T


@T.prim_func
def scores(Q: T.Buffer((32, 64), "float32"), K: T.Buffer((48, 64), "float32"), S: T.Buffer((32, 48), "float32")):
    for m, n, d in T.grid(32, 48, 64):
        with T.block("S"):
            vm, vn, vd = T.axis.remap("SSR", [m, n, d])
            with T.init():
                S[vm, vn] = T.float32(0)
            S[vm, vn] = S[vm, vn] + Q[vm, vd] * K[vn, vd] * T.float32(0.125)
