from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def in_a_loop(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    for i in range(4):
        row = T.alloc_buffer((8,), "float32", annotations={"kept": 1})
        for j in range(8):
            row[j] = A[i, j] * T.float32(2)
        for j in range(8):
            B[i, j] = row[7 - j]


@T.prim_func(s_tir=True)
def scalars(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
    top = T.local_scalar("float32")
    top = A[0]
    for i in range(8):
        top = T.max(top, A[i])
    B[0] = top


@T.prim_func(s_tir=True)
def vectors(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B.vstore([0], A.vload([4], "float32x4"))
    B.vstore([4], A.vload([0], "float32x4"))


@T.prim_func(s_tir=True)
def named_sizes(A: T.Buffer(("n",), "float32"), B: T.Buffer(("n",), "float32"), n: T.int32):
    for i in range(n):
        B[i] = A[i]


@T.prim_func(s_tir=True)
def matched_region(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i in range(2):
        with T.sblock("half"):
            vi = T.axis.spatial(2, i)
            T.reads(A[vi * 4 : vi * 4 + 4, 0:8])
            T.writes(B[vi * 4 : vi * 4 + 4, 0:8])
            A_half = T.match_buffer(A[vi * 4 : vi * 4 + 4, 0:8])
            B_half = T.match_buffer(B[vi * 4 : vi * 4 + 4, 0:8])
            for j, k in T.grid(4, 8):
                B_half[j, k] = A_half[j, k]


@T.prim_func(s_tir=True)
def masked(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    mask = T.meta_var(T.Ramp(0, 1, 4) < T.Broadcast(2, 4))
    B.vstore([0], A.vload([T.Ramp(0, 2, 4)], predicate=mask))
    B.vstore([T.Ramp(4, 1, 4)], T.Broadcast(9, 4), predicate=mask)


# The last lanes are outside of both buffers: they are neither read nor written.
@T.prim_func(s_tir=True)
def tail(A: T.Buffer((6,), "int32"), B: T.Buffer((6,), "int32")):
    for i in range(2):
        mask = T.meta_var(T.get_active_lane_mask("uint1x4", i * 4, 6))
        B.vstore([i * 4], A.vload([i * 4], "int32x4", predicate=mask) + T.Broadcast(10, 4), predicate=mask)
