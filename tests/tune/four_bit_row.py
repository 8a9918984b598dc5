"""One row times weights of four bits, two to a byte, with a scale for each group of 32: the layout of MatMulNBits."""
from tvm.script import tir as T


@T.prim_func
def four_bit_row(X: T.Buffer((1, 96), "float32"), Q: T.Buffer((64, 3, 16), "uint8"), S: T.Buffer((64, 3), "float32"), Y: T.Buffer((1, 64), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1, 2]})
    for m, n, k in T.grid(1, 64, 96):
        with T.block("product"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * ((T.Cast("float32", T.if_then_else(1 <= vk % 32 % 2, T.shift_right(Q[vn, vk // 32, vk % 32 // 2], T.uint8(4)), T.bitwise_and(Q[vn, vk // 32, vk % 32 // 2], T.uint8(15)))) - T.float32(8)) * S[vn, vk // 32])
