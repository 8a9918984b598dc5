# Calls inside branches and in the returned value, and operators that need no kernel.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32"), c: R.Tensor((), "bool")):
        s = R.shape_of(x)
        if c:
            y = R.exp(R.sin(x))
        else:
            y = R.negative(x)
        return R.add(y, R.grad.no_grad(x))
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def sin(x: T.Buffer((4,), "float32"), T_sin: T.Buffer((4,), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0 in range(4):
            with T.block("T_sin"):
                v_ax0 = T.axis.spatial(4, ax0)
                T.reads(x[v_ax0])
                T.writes(T_sin[v_ax0])
                T_sin[v_ax0] = T.sin(x[v_ax0])

    @T.prim_func
    def exp(x: T.Buffer((4,), "float32"), T_exp: T.Buffer((4,), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0 in range(4):
            with T.block("T_exp"):
                v_ax0 = T.axis.spatial(4, ax0)
                T.reads(x[v_ax0])
                T.writes(T_exp[v_ax0])
                T_exp[v_ax0] = T.exp(x[v_ax0])

    @T.prim_func
    def negative(x: T.Buffer((4,), "float32"), T_negative: T.Buffer((4,), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0 in range(4):
            with T.block("T_negative"):
                v_ax0 = T.axis.spatial(4, ax0)
                T.reads(x[v_ax0])
                T.writes(T_negative[v_ax0])
                T_negative[v_ax0] = T.float32(0.0) - x[v_ax0]

    @T.prim_func
    def add(x1: T.Buffer((4,), "float32"), x2: T.Buffer((4,), "float32"), T_add: T.Buffer((4,), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0 in range(4):
            with T.block("T_add"):
                v_ax0 = T.axis.spatial(4, ax0)
                T.reads(x1[v_ax0], x2[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = x1[v_ax0] + x2[v_ax0]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), c: R.Tensor((), dtype="bool")):
        cls = Module
        s: R.Shape([4]) = R.shape_of(x)
        if c:
            lv = R.call_tir(cls.sin, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
            y = R.call_tir(cls.exp, (lv,), out_sinfo=R.Tensor((4,), dtype="float32"))
        else:
            y = R.call_tir(cls.negative, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
        lv = R.call_tir(cls.add, (y, x), out_sinfo=R.Tensor((4,), dtype="float32"))
        return lv
