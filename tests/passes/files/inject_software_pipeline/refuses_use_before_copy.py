# A statement may not come before what it needs.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 8), "float32"), B: T.Buffer((2, 6, 8), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for i in T.serial(6, annotations={"software_pipeline_stage": [0, 0], "software_pipeline_order": [1, 0]}):
            with T.block(""):
                S = T.alloc_buffer((8,), scope="shared")
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        S[t] = A[b, i, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        B[b, i, t] = S[7 - t] * T.float32(2)
# ---
# refused: gpu.pipeline-order
# in the software pipeline of loop i, statement 1 (block "use", stage 0) reads S after statement 0 (block "copy", stage 0) writes it, but would run first
#   hint: give it a later stage, or the same stage and a later position in the order
