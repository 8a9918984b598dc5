# Calls of one operator share a kernel if shapes and types agree; a size that no tensor has is passed as a number.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("m", 4), "float32")):
        n = T.int64()
        m = T.int64()
        a = R.add(x, x)
        b = R.add(y, y)
        c = R.add(a, R.const(1.0, "float32"))
        d = R.zeros(R.shape([n * 2, 4]), dtype="float32")
        e = R.nn.softmax(b, axis=-1)
        return (c, d, e)
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def add(var_x1: T.handle, var_x2: T.handle, var_T_add: T.handle):
        T.func_attr({"tir.noalias": True})
        n = T.int64()
        x1 = T.match_buffer(var_x1, (n, T.int64(4)), "float32")
        x2 = T.match_buffer(var_x2, (n, T.int64(4)), "float32")
        T_add = T.match_buffer(var_T_add, (n, T.int64(4)), "float32")
        # with T.block("root"):
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.block("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x1[v_ax0, v_ax1], x2[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x1[v_ax0, v_ax1] + x2[v_ax0, v_ax1]

    @T.prim_func
    def add_1(var_x1: T.handle, var_T_add: T.handle):
        T.func_attr({"tir.noalias": True})
        n = T.int64()
        x1 = T.match_buffer(var_x1, (n, T.int64(4)), "float32")
        T_add = T.match_buffer(var_T_add, (n, T.int64(4)), "float32")
        # with T.block("root"):
        for ax0, ax1 in T.grid(n, T.int64(4)):
            with T.block("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x1[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x1[v_ax0, v_ax1] + T.float32(1.0)

    @T.prim_func
    def zeros(var_T_full: T.handle, n: T.int64):
        T.func_attr({"tir.noalias": True})
        T_full = T.match_buffer(var_T_full, (n * T.int64(2), T.int64(4)), "float32")
        # with T.block("root"):
        for ax0, ax1 in T.grid(n * T.int64(2), T.int64(4)):
            with T.block("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = T.float32(0.0)

    @T.prim_func
    def softmax(var_data: T.handle, var_T_softmax_norm: T.handle):
        T.func_attr({"tir.noalias": True})
        m = T.int64()
        data = T.match_buffer(var_data, (m, T.int64(4)), "float32")
        T_softmax_norm = T.match_buffer(var_T_softmax_norm, (m, T.int64(4)), "float32")
        # with T.block("root"):
        T_softmax_maxelem = T.alloc_buffer((m,))
        T_softmax_exp = T.alloc_buffer((m, T.int64(4)))
        T_softmax_expsum = T.alloc_buffer((m,))
        for ax0, k1 in T.grid(m, T.int64(4)):
            with T.block("T_softmax_maxelem"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(data[v_ax0, v_k1])
                T.writes(T_softmax_maxelem[v_ax0])
                with T.init():
                    T_softmax_maxelem[v_ax0] = T.float32("-inf")
                T_softmax_maxelem[v_ax0] = T.max(T_softmax_maxelem[v_ax0], data[v_ax0, v_k1])
        for ax0, ax1 in T.grid(m, T.int64(4)):
            with T.block("T_softmax_exp"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(data[v_ax0, v_ax1], T_softmax_maxelem[v_ax0])
                T.writes(T_softmax_exp[v_ax0, v_ax1])
                T_softmax_exp[v_ax0, v_ax1] = T.exp(data[v_ax0, v_ax1] - T_softmax_maxelem[v_ax0])
        for ax0, k1 in T.grid(m, T.int64(4)):
            with T.block("T_softmax_expsum"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(T_softmax_exp[v_ax0, v_k1])
                T.writes(T_softmax_expsum[v_ax0])
                with T.init():
                    T_softmax_expsum[v_ax0] = T.float32(0.0)
                T_softmax_expsum[v_ax0] = T_softmax_expsum[v_ax0] + T_softmax_exp[v_ax0, v_k1]
        for ax0, ax1 in T.grid(m, T.int64(4)):
            with T.block("T_softmax_norm"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_softmax_exp[v_ax0, v_ax1], T_softmax_expsum[v_ax0])
                T.writes(T_softmax_norm[v_ax0, v_ax1])
                T_softmax_norm[v_ax0, v_ax1] = T_softmax_exp[v_ax0, v_ax1] / T_softmax_expsum[v_ax0]

    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), y: R.Tensor(("m", 4), dtype="float32")):
        n = T.int64()
        m = T.int64()
        cls = Module
        a = R.call_tir(cls.add, (x, x), out_sinfo=R.Tensor((n, 4), dtype="float32"))
        b = R.call_tir(cls.add, (y, y), out_sinfo=R.Tensor((m, 4), dtype="float32"))
        c = R.call_tir(cls.add_1, (a,), out_sinfo=R.Tensor((n, 4), dtype="float32"))
        d = R.call_tir(cls.zeros, R.tuple(), out_sinfo=R.Tensor((n * 2, 4), dtype="float32"), tir_vars=R.shape([n]))
        e = R.call_tir(cls.softmax, (b,), out_sinfo=R.Tensor((m, 4), dtype="float32"))
        return (c, d, e)
