# about: thread blocks would read elements that others write, beside a reduction of several elements
# refused: thread blocks in the kernel of loop
from tvm.script import tir as T


@T.prim_func
def main(X: T.Buffer((4, 9), "float32"), I: T.Buffer((4,), "int32"), V: T.Buffer((4,), "float32")):
    C = T.alloc_buffer((4, 9))
    for i in range(4):
        for k in range(9):
            with T.block("C"):
                vi, vk = T.axis.remap("SS", [i, k])
                C[vi, vk] = X[vi, vk] * T.float32(2)
        for k in range(9):
            with T.block("largest"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    I[vi] = -1
                    V[vi] = T.min_value("float32")
                v_I: T.int32 = T.Select(V[vi] > C[vi, vk] or (V[vi] == C[vi, vk] and I[vi] < vk), I[vi], vk)
                v_V: T.float32 = T.Select(V[vi] > C[vi, vk] or (V[vi] == C[vi, vk] and I[vi] < vk), V[vi], C[vi, vk])
                I[vi] = v_I
                V[vi] = v_V


def schedule(sch):
    i, k = sch.get_loops("C")
    sch.bind(i, "blockIdx.x")
    sch.bind(k, "blockIdx.y")
