# Threads of a warp reduce together inside a condition that only some threads of the block meet.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((3, 32), "float32"), S: T.Buffer((3,), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for i in T.thread_binding(4, thread="threadIdx.y"):
            if i < 3:
                for k in T.thread_binding(32, thread="threadIdx.x"):
                    with T.block("S"):
                        vi, vk = T.axis.remap("SR", [i, k])
                        with T.init():
                            S[vi] = T.float32(0)
                        S[vi] = S[vi] + A[vi, vk]
# ---
@T.prim_func
def before(A: T.Buffer((3, 32), "float32"), S: T.Buffer((3,), "float32")):
    for blockIdx_x in T.thread_binding(1, thread="blockIdx.x"):
        for threadIdx_y in T.thread_binding(4, thread="threadIdx.y"):
            for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
                S_warp0 = T.allocate([4, 32], "float32", "warp")
                S_warp0_1 = T.Buffer((4, 32), data=S_warp0, scope="warp")
                S_warp1 = T.allocate([4, 32], "float32", "warp")
                S_warp1_1 = T.Buffer((4, 32), data=S_warp1, scope="warp")
                if threadIdx_y < 3:
                    with T.allocate([1], "float32", "local") as S_part:
                        S_part_1 = T.Buffer((1,), data=S_part, scope="local")
                        S_part_1[0] = T.float32(0.0)
                        S_part_1[0] = S_part_1[0] + A[threadIdx_y, threadIdx_x]
                        S_warp0_1[threadIdx_y, threadIdx_x] = S_part_1[0]
                    T.tvm_storage_sync("warp")
                    with T.allocate([1], "float32", "local") as S_part:
                        S_part_1 = T.Buffer((1,), data=S_part, scope="local")
                        S_theirs = T.allocate([1], "float32", "local")
                        S_theirs_1 = T.Buffer((1,), data=S_theirs, scope="local")
                        S_part_1[0] = S_warp0_1[threadIdx_y, threadIdx_x]
                        S_theirs_1[0] = S_warp0_1[threadIdx_y, T.Select(threadIdx_x < 16, threadIdx_x + 16, threadIdx_x)]
                        S_part_1[0] = S_part_1[0] + S_theirs_1[0]
                        S_warp1_1[threadIdx_y, threadIdx_x] = S_part_1[0]
                    T.tvm_storage_sync("warp")
                    with T.allocate([1], "float32", "local") as S_part:
                        S_part_1 = T.Buffer((1,), data=S_part, scope="local")
                        S_theirs = T.allocate([1], "float32", "local")
                        S_theirs_1 = T.Buffer((1,), data=S_theirs, scope="local")
                        S_part_1[0] = S_warp1_1[threadIdx_y, threadIdx_x]
                        S_theirs_1[0] = S_warp1_1[threadIdx_y, T.Select(threadIdx_x < 8, threadIdx_x + 8, threadIdx_x)]
                        S_part_1[0] = S_part_1[0] + S_theirs_1[0]
                        S_warp0_1[threadIdx_y, threadIdx_x] = S_part_1[0]
                    T.tvm_storage_sync("warp")
                    with T.allocate([1], "float32", "local") as S_part:
                        S_part_1 = T.Buffer((1,), data=S_part, scope="local")
                        S_theirs = T.allocate([1], "float32", "local")
                        S_theirs_1 = T.Buffer((1,), data=S_theirs, scope="local")
                        S_part_1[0] = S_warp0_1[threadIdx_y, threadIdx_x]
                        S_theirs_1[0] = S_warp0_1[threadIdx_y, T.Select(threadIdx_x < 4, threadIdx_x + 4, threadIdx_x)]
                        S_part_1[0] = S_part_1[0] + S_theirs_1[0]
                        S_warp1_1[threadIdx_y, threadIdx_x] = S_part_1[0]
                    T.tvm_storage_sync("warp")
                    with T.allocate([1], "float32", "local") as S_part:
                        S_part_1 = T.Buffer((1,), data=S_part, scope="local")
                        S_theirs = T.allocate([1], "float32", "local")
                        S_theirs_1 = T.Buffer((1,), data=S_theirs, scope="local")
                        S_part_1[0] = S_warp1_1[threadIdx_y, threadIdx_x]
                        S_theirs_1[0] = S_warp1_1[threadIdx_y, T.Select(threadIdx_x < 2, threadIdx_x + 2, threadIdx_x)]
                        S_part_1[0] = S_part_1[0] + S_theirs_1[0]
                        S_warp0_1[threadIdx_y, threadIdx_x] = S_part_1[0]
                    T.tvm_storage_sync("warp")
                    with T.allocate([1], "float32", "local") as S_part:
                        S_part_1 = T.Buffer((1,), data=S_part, scope="local")
                        S_theirs = T.allocate([1], "float32", "local")
                        S_theirs_1 = T.Buffer((1,), data=S_theirs, scope="local")
                        S_part_1[0] = S_warp0_1[threadIdx_y, threadIdx_x]
                        S_theirs_1[0] = S_warp0_1[threadIdx_y, T.Select(threadIdx_x < 1, threadIdx_x + 1, threadIdx_x)]
                        S_part_1[0] = S_part_1[0] + S_theirs_1[0]
                        S_warp1_1[threadIdx_y, threadIdx_x] = S_part_1[0]
                    if threadIdx_x == 0:
                        S[threadIdx_y] = S_warp1_1[threadIdx_y, threadIdx_x]


# refused: gpu.divergent-warp
# threads of a warp exchange values inside a condition that not all of them execute in the same way
#   hint: reduce over threads outside of conditions and loops that depend on threadIdx
