from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def row_sums(A: T.Buffer((4, 64), "float32"), B: T.Buffer((4,), "float32")):
    T.device_entry()
    bx = T.cta_id([4])
    tx = T.thread_id([64])
    part = T.alloc_shared((64,), "float32")
    part[tx] = A[bx, tx]
    T.tvm_storage_sync("shared")
    if tx == 0:
        total = T.local_scalar("float32")
        total = T.float32(0)
        for i in range(64):
            total += part[i]
        B[bx] = total


@T.prim_func(s_tir=True)
def first_negative(A: T.Buffer((2, 8, 16), "int32"), B: T.Buffer((2, 8), "int32")):
    bx, by = T.cta_id([2, 1])
    tx = T.thread_id([8])
    B[bx, tx] = by - 1
    for i in range(16):
        if A[bx, tx, i] < 0:
            B[bx, tx] = i
            break


@T.prim_func(s_tir=True)
def neighbours(A: T.Buffer((2, 32), "float32"), B: T.Buffer((2, 32), "float32")):
    T.device_entry()
    bx = T.cta_id([2])
    tx = T.thread_id([32])
    row = T.alloc_buffer((32,), "float32", scope="shared")
    row[tx] = A[bx, tx]
    T.cuda.cta_sync()
    B[bx, tx] = row[(tx + 1) % 32]


@T.prim_func(s_tir=True)
def spans(A: T.Buffer((4, 4), "float32"), B: T.Buffer((2, 8), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(2, thread="threadIdx.x"):
            with T.sblock("B"):
                v = T.axis.spatial(2, tx)
                B[v, 0:8] = A.vload([v * 2, 0], "float32x8")
