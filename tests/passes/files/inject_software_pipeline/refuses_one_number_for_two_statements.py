# There is a stage and a place for each statement of the loop.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 8), "float32"), B: T.Buffer((2, 6, 8), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for i in T.serial(6, annotations={"software_pipeline_stage": [0], "software_pipeline_order": [0]}):
            with T.block(""):
                S = T.alloc_buffer((8,), scope="shared")
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        S[t] = A[b, i, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        B[b, i, t] = S[7 - t] * T.float32(2)
# ---
# refused: gpu.pipeline-notes
# the software pipeline of loop i cannot be built: it has 2 statements, but software_pipeline_stage has 1 numbers
#   hint: annotate(loop, "software_pipeline_stage", [0, 0, 1]) and annotate(loop, "software_pipeline_order", [0, 1, 2]): one number for each statement of the loop
