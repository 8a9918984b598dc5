# Batch normalisation for inference keeps its moments, dropout its operand; parts of a split are results of one kernel.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4, 3), "float32"), w: R.Tensor((4,), "float32"), v: R.Tensor((4,), "float32")):
        with R.dataflow():
            t = R.nn.batch_norm(x, w, w, w, v, axis=1)
            a = t[0]
            d = R.nn.dropout(a, rate=0.5)
            s = R.split(d[0], indices_or_sections=2, axis=1)
            gv = R.concat((s[1], s[0]), axis=1)
            R.output(gv)
        return gv
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def batch_norm(data: T.Buffer((2, 4, 3), "float32"), gamma: T.Buffer((4,), "float32"), beta: T.Buffer((4,), "float32"), moving_mean: T.Buffer((4,), "float32"), moving_var: T.Buffer((4,), "float32"), T_batch_norm: T.Buffer((2, 4, 3), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1, ax2 in T.grid(2, 4, 3):
            with T.block("T_batch_norm"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(data[v_ax0, v_ax1, v_ax2], moving_mean[v_ax1], moving_var[v_ax1], gamma[v_ax1], beta[v_ax1])
                T.writes(T_batch_norm[v_ax0, v_ax1, v_ax2])
                T_batch_norm[v_ax0, v_ax1, v_ax2] = (data[v_ax0, v_ax1, v_ax2] - moving_mean[v_ax1]) / T.sqrt(moving_var[v_ax1] + T.float32(1.0000000000000001e-05)) * gamma[v_ax1] + beta[v_ax1]

    @T.prim_func
    def ones_like(x: T.Buffer((2, 4, 3), "float32"), T_full: T.Buffer((2, 4, 3), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1, ax2 in T.grid(2, 4, 3):
            with T.block("T_full"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1, v_ax2])
                T_full[v_ax0, v_ax1, v_ax2] = T.float32(1.0)

    @T.prim_func
    def split(x: T.Buffer((2, 4, 3), "float32"), T_split_0: T.Buffer((2, 2, 3), "float32"), T_split_1: T.Buffer((2, 2, 3), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1, ax2 in T.grid(2, 2, 3):
            with T.block("T_split_0"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2])
                T.writes(T_split_0[v_ax0, v_ax1, v_ax2])
                T_split_0[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1, v_ax2]
        for ax0, ax1, ax2 in T.grid(2, 2, 3):
            with T.block("T_split_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1 + 2, v_ax2])
                T.writes(T_split_1[v_ax0, v_ax1, v_ax2])
                T_split_1[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1 + 2, v_ax2]

    @T.prim_func
    def concat(tensors_0: T.Buffer((2, 2, 3), "float32"), tensors_1: T.Buffer((2, 2, 3), "float32"), T_concat: T.Buffer((2, 4, 3), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1, ax2 in T.grid(2, 4, 3):
            with T.block("T_concat"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(tensors_1[v_ax0, v_ax1 - 2, v_ax2], tensors_0[v_ax0, v_ax1, v_ax2])
                T.writes(T_concat[v_ax0, v_ax1, v_ax2])
                T_concat[v_ax0, v_ax1, v_ax2] = T.if_then_else(2 <= v_ax1, tensors_1[v_ax0, v_ax1 - 2, v_ax2], tensors_0[v_ax0, v_ax1, v_ax2])

    @R.function
    def main(x: R.Tensor((2, 4, 3), dtype="float32"), w: R.Tensor((4,), dtype="float32"), v: R.Tensor((4,), dtype="float32")):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.batch_norm, (x, w, w, w, v), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
            t: R.Tuple(R.Tensor((2, 4, 3), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = (lv, w, v)
            a: R.Tensor((2, 4, 3), dtype="float32") = t[0]
            lv_1 = R.call_tir(cls.ones_like, (a,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
            d: R.Tuple(R.Tensor((2, 4, 3), dtype="float32"), R.Tensor((2, 4, 3), dtype="float32")) = (a, lv_1)
            lv_2: R.Tensor((2, 4, 3), dtype="float32") = d[0]
            s = R.call_tir(cls.split, (lv_2,), out_sinfo=[R.Tensor((2, 2, 3), dtype="float32"), R.Tensor((2, 2, 3), dtype="float32")])
            lv_3: R.Tensor((2, 2, 3), dtype="float32") = s[1]
            lv_4: R.Tensor((2, 2, 3), dtype="float32") = s[0]
            gv = R.call_tir(cls.concat, (lv_3, lv_4), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
            R.output(gv)
        return gv
