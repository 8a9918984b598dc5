from tvm.script import tir as T


@T.prim_func
def scaled_scores(Q: T.Buffer((12, 60, 64), "float32"), K: T.Buffer((12, 50, 64), "float32"), S: T.Buffer((12, 60, 50), "float32")):
    for h, m, n, d in T.grid(12, 60, 50, 64):
        with T.block("S"):
            vh, vm, vn, vd = T.axis.remap("SSSR", [h, m, n, d])
            with T.init():
                S[vh, vm, vn] = T.float32(0)
            S[vh, vm, vn] = S[vh, vm, vn] + Q[vh, vm, vd] * K[vh, vn, vd] * T.float32(0.125)
