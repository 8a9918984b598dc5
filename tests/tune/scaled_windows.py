from tvm.script import tir as T


@T.prim_func
def scaled_windows(X: T.Buffer((16, 18, 18), "float32"), W: T.Buffer((24, 16, 3, 3), "float32"), s: T.Buffer((24,), "float32"), Y: T.Buffer((24, 16, 16), "float32")):
    for k, y, x, c, r, s_1 in T.grid(24, 16, 16, 16, 3, 3):
        with T.block("Y"):
            vk, vy, vx, vc, vr, vs = T.axis.remap("SSSRRR", [k, y, x, c, r, s_1])
            with T.init():
                Y[vk, vy, vx] = T.float32(0)
            Y[vk, vy, vx] = Y[vk, vy, vx] + X[vc, vy + vr, vx + vs] * W[vk, vc, vr, vs] * s[vk]
