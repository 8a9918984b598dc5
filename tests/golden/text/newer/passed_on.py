from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script.tirx import tile as Tx


@T.prim_func(s_tir=True)
def targets(A: T.Buffer((4,), "float32")):
    T.func_attr({"target": T.target("cuda", host={"kind": "llvm", "opt-level": 0})})
    with T.attr(T.target("llvm"), "target", 0):
        A[0] = T.float32(1)
    T.attr({"max_registers": 92})
    A[1] = T.float32(2)


@T.prim_func(s_tir=True)
def reducers(A: T.Buffer((4,), "float32")):
    T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0)]), "reduce_scope", T.int32(0))
    T.attr(
        T.comm_reducer(
            lambda x0, x1, y0, y1: (T.Select(x1 >= y1, x0, y0), T.max(x1, y1)), [T.int32(-1), T.min_value("float32")]
        ),
        "reduce_scope",
        T.int32(0),
    )
    A[0] = T.float32(1)


@T.prim_func(s_tir=True)
def instructions(A: T.Buffer((64,), "float16"), B: T.Buffer((64,), "float16")):
    T.ptx.cp.async_.commit_group()
    T.ptx["mbarrier.init::one"](A.ptr_to([0]), 1, vec="v4")
    T.tvm_fill_fragment(A.data, 16, 16, 16, 0, T.float32(0), dtype="handle")
    T.evaluate(T.call_intrin("int32", "tirx.not_known_here", A[0:8], [1, None, (2, 3)]))
    T.evaluate(T.call_intrin("int32", "tirx.tvm_storage_sync", "shared"))
    word = T.bind(T.cuda.activemask(dtype="uint32"))
    T.cuda.print_word(word, {"text": "mask"})


@T.prim_func(s_tir=True)
def tiles(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16, 8), "float32")):
    Tx.add(B, A, 1.0, dispatch="plain")
    Tx.cta.copy(B[0:8, :], A[8:16, :], workspace={"C": A})
    Tx.select(B, A, 1.0, lambda i, j: i < j)


@T.prim_func(s_tir=True)
def kernel(A: T.Buffer((8, 32), "float32"), B: T.Buffer((8, 32), "float32")):
    T.device_entry()
    bx = T.cta_id([8])
    tx = T.thread_id([32])
    lane = T.lane_id([32])
    x, y = T.cta_id_in_cluster([2, 1])
    B[bx, tx] = A[bx, lane] + T.Cast("float32", x + y)


@T.prim_func(s_tir=True)
def layouts(a: T.handle, B: T.Buffer((8, 8), "float32", layout=T.TileLayout(T.S[(8, 8) : (1, 8)]))):
    A = T.match_buffer(a, (8, 8), "float32", layout=T.TileLayout(T.S[(8, 8)]))
    C = T.alloc_buffer((8, 8), "float32", scope="shared", layout="PF")
    C[0, 0] = A[0, 0]
    B[0, 0] = C[0, 0]


@T.prim_func(s_tir=True)
def checks(n: T.int32, A: T.Buffer((4,), "float32")):
    assert n > 0, ("ValueError", ["n must be ", "positive"])
    assert n < 100, "n must be small"
    A[0] = T.Shuffle([A.vload([0], "float32x4")], [2])


@I.ir_module
class Several:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        four: T.let[T.int32] = Several.sum_of(1, 3)
        Several.fill(A.data, four)

    @T.prim_func(private=True, s_tir=True)
    def sum_of(a: T.int32, b: T.int32) -> T.int32:
        return a + b

    @T.prim_func(private=True, s_tir=True)
    def fill(a: T.handle, n: T.int32):
        A = T.match_buffer(a, (n,), "float32")
        for i in range(n):
            A[i] = T.float32(1)


@T.prim_func(s_tir=True)
def inlined(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
    @T.inline
    def put(place, value):
        B[place] = A[place] + value

    for i in range(2):
        put(i, 10)
        put(i + 2, value=20)


@T.prim_func(s_tir=True)
def unbound(A: T.Buffer((4,), "int32")):
    n = T.int32()
    pointer = T.handle("float32")
    B = T.decl_buffer((n,), "float32", data=pointer)
    for i in T.serial(4, unroll=True):
        A[i] = n + T.Cast("int32", B[0])
