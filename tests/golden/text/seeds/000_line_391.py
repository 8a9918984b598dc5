from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), E: T.Buffer((1024, 3072), "float32")):
        T.func_attr({"from_legacy_te_schedule": T.bool(True), "tir.noalias": T.bool(True)})
        C = T.allocate([1048576], "float32", "global")
        F = T.allocate([3145728], "float32", "global")
        C_1 = T.Buffer((1048576,), data=C)
        for m_outer, l_outer in T.grid(64, 128):
            for m_inner_init, l_inner_init in T.grid(16, 8):
                C_1[m_outer * 16384 + m_inner_init * 1024 + l_outer * 8 + l_inner_init] = T.float32(0.0)
            for rk_outer, m_inner, rk_inner, l_inner in T.grid(256, 16, 8, 8):
                cse_var_2: T.int32 = l_outer * 8
                cse_var_1: T.int32 = m_outer * 16384 + m_inner * 1024 + cse_var_2 + l_inner
                A_1 = T.Buffer((2097152,), data=A.data)
                B_1 = T.Buffer((2097152,), data=B.data)
                C_1[cse_var_1] = C_1[cse_var_1] + A_1[m_outer * 32768 + m_inner * 2048 + rk_outer * 8 + rk_inner] * B_1[rk_outer * 8192 + rk_inner * 1024 + cse_var_2 + l_inner]
        C_2 = T.Buffer((1048576,), data=C)
        for m, l in T.grid(1024, 1024):
            cse_var_3: T.int32 = m * 1024 + l
            C_2[cse_var_3] = T.exp(C_1[cse_var_3])
        for m_outer, n_outer in T.grid(64, 384):
            F_1 = T.Buffer((3145728,), data=F)
            for m_inner_init, n_inner_init in T.grid(16, 8):
                F_1[m_outer * 49152 + m_inner_init * 3072 + n_outer * 8 + n_inner_init] = T.float32(0.0)
            for rl_outer, m_inner, rl_inner, n_inner in T.grid(128, 16, 8, 8):
                cse_var_5: T.int32 = n_outer * 8
                cse_var_4: T.int32 = m_outer * 49152 + m_inner * 3072 + cse_var_5 + n_inner
                E_1 = T.Buffer((3145728,), data=E.data)
                F_1[cse_var_4] = F_1[cse_var_4] + C_2[m_outer * 16384 + m_inner * 1024 + rl_outer * 8 + rl_inner] * E_1[rl_outer * 24576 + rl_inner * 3072 + cse_var_5 + n_inner]




### 3. loop fusion
