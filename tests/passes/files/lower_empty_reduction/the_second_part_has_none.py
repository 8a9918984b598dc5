# The second part of a loop that was divided starts later, so it initialises nothing.
# bind: m=2
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, S: T.Buffer((1,), "float32")):
    m = T.int32()
    A = T.match_buffer(a, (m,), "float32")
    for k in range(2):
        with T.block("S"):
            vk = T.axis.reduce(m, k)
            with T.init():
                S[0] = T.float32(0)
            S[0] = S[0] + A[vk]
    for k in range(m - 2):
        with T.block("T"):
            vk = T.axis.reduce(m, k + 2)
            with T.init():
                S[0] = T.float32(0)
            S[0] = S[0] + A[vk]
# ---
# unchanged
