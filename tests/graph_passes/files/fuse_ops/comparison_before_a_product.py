# Comparing ids and looking rows up again for each column of the product would take longer than it saves.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def equal(x1: T.Buffer((640, 1), "int32"), x2: T.Buffer((1, 48), "int32"), T_equal: T.Buffer((640, 48), "bool")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1 in T.grid(640, 48):
            with T.block("T_equal"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x1[v_ax0, 0], x2[0, v_ax1])
                T.writes(T_equal[v_ax0, v_ax1])
                T_equal[v_ax0, v_ax1] = x1[v_ax0, 0] == x2[0, v_ax1]

    @T.prim_func
    def astype(x: T.Buffer((640, 48), "bool"), T_cast: T.Buffer((640, 48), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1 in T.grid(640, 48):
            with T.block("T_cast"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_cast[v_ax0, v_ax1])
                T_cast[v_ax0, v_ax1] = T.Cast("float32", x[v_ax0, v_ax1])

    @T.prim_func
    def matmul(x1: T.Buffer((640, 48), "float32"), x2: T.Buffer((48, 320), "float32"), matmul: T.Buffer((640, 320), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1, k in T.grid(640, 320, 48):
            with T.block("matmul"):
                v_ax0, v_ax1, v_k = T.axis.remap("SSR", [ax0, ax1, k])
                T.reads(x1[v_ax0, v_k], x2[v_k, v_ax1])
                T.writes(matmul[v_ax0, v_ax1])
                with T.init():
                    matmul[v_ax0, v_ax1] = T.float32(0.0)
                matmul[v_ax0, v_ax1] = matmul[v_ax0, v_ax1] + x1[v_ax0, v_k] * x2[v_k, v_ax1]

    @R.function
    def main(ids: R.Tensor((640, 1), dtype="int32"), classes: R.Tensor((1, 48), dtype="int32"), w: R.Tensor((48, 320), dtype="float32")):
        cls = Module
        with R.dataflow():
            same = R.call_tir(cls.equal, (ids, classes), out_sinfo=R.Tensor((640, 48), dtype="bool"))
            hot = R.call_tir(cls.astype, (same,), out_sinfo=R.Tensor((640, 48), dtype="float32"))
            gv = R.call_tir(cls.matmul, (hot, w), out_sinfo=R.Tensor((640, 320), dtype="float32"))
            R.output(gv)
        return gv
# ---
# same, hot: they are one kernel, fused_equal_astype
# hot, gv: each element of hot would be computed about 320 times for gv: that takes 163 us, and saves 20.5 us of memory traffic
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def matmul(x1: T.Buffer((640, 48), "float32"), x2: T.Buffer((48, 320), "float32"), matmul: T.Buffer((640, 320), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1, k in T.grid(640, 320, 48):
            with T.block("matmul"):
                v_ax0, v_ax1, v_k = T.axis.remap("SSR", [ax0, ax1, k])
                T.reads(x1[v_ax0, v_k], x2[v_k, v_ax1])
                T.writes(matmul[v_ax0, v_ax1])
                with T.init():
                    matmul[v_ax0, v_ax1] = T.float32(0.0)
                matmul[v_ax0, v_ax1] = matmul[v_ax0, v_ax1] + x1[v_ax0, v_k] * x2[v_k, v_ax1]

    @T.prim_func
    def fused_equal_astype(x1: T.Buffer((640, 1), "int32"), x2: T.Buffer((1, 48), "int32"), T_cast: T.Buffer((640, 48), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1 in T.grid(640, 48):
            with T.block("T_cast"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x1[v_ax0, 0], x2[0, v_ax1])
                T.writes(T_cast[v_ax0, v_ax1])
                T_cast[v_ax0, v_ax1] = T.Cast("float32", x1[v_ax0, 0] == x2[0, v_ax1])

    @R.function
    def main(ids: R.Tensor((640, 1), dtype="int32"), classes: R.Tensor((1, 48), dtype="int32"), w: R.Tensor((48, 320), dtype="float32")):
        cls = Module
        with R.dataflow():
            hot = R.call_tir(cls.fused_equal_astype, (ids, classes), out_sinfo=R.Tensor((640, 48), dtype="float32"))
            gv = R.call_tir(cls.matmul, (hot, w), out_sinfo=R.Tensor((640, 320), dtype="float32"))
            R.output(gv)
        return gv
