from tvm.script import tir as T


@T.prim_func
def scaled_softmax(Q: T.Buffer((2, 17, 10), "float32"), K: T.Buffer((2, 21, 10), "float32"), Y: T.Buffer((2, 17, 21), "float32")):
    scores = T.alloc_buffer((2, 17, 21))
    largest = T.alloc_buffer((2, 17))
    for h, m, n, d in T.grid(2, 17, 21, 10):
        with T.block("scores"):
            vh, vm, vn, vd = T.axis.remap("SSSR", [h, m, n, d])
            with T.init():
                scores[vh, vm, vn] = T.float32(0)
            scores[vh, vm, vn] = scores[vh, vm, vn] + Q[vh, vm, vd] * K[vh, vn, vd] * T.float32(0.125)
    for h, m, n in T.grid(2, 17, 21):
        with T.block("largest"):
            vh, vm, vn = T.axis.remap("SSR", [h, m, n])
            with T.init():
                largest[vh, vm] = T.min_value("float32")
            largest[vh, vm] = T.max(largest[vh, vm], scores[vh, vm, vn])
    for h, m, n in T.grid(2, 17, 21):
        with T.block("Y"):
            vh, vm, vn = T.axis.remap("SSS", [h, m, n])
            Y[vh, vm, vn] = T.exp(scores[vh, vm, vn] - largest[vh, vm])
