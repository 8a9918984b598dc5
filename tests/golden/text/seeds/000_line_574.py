from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), E: T.Buffer((1024, 3072), "float32"), F: T.Buffer((1024, 3072), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        C = T.alloc_buffer((1024, 1024))
        D = T.alloc_buffer((1024, 1024))
        for m_0_m, l_0_m in T.grid(64, 128):
            for rk_0, m_1, rk_1, l_1 in T.grid(256, 16, 8, 8):
                with T.block("C"):
                    v_m = T.axis.spatial(1024, m_0_m * 16 + m_1)
                    v_l = T.axis.spatial(1024, l_0_m * 8 + l_1)
                    v_rk = T.axis.reduce(2048, rk_0 * 8 + rk_1)
                    T.reads(A[v_m, v_rk], B[v_rk, v_l])
                    T.writes(C[v_m, v_l])
                    with T.init():
                        C[v_m, v_l] = T.float32(0.0)
                    C[v_m, v_l] = C[v_m, v_l] + A[v_m, v_rk] * B[v_rk, v_l]
            for m_1, l_1 in T.grid(16, 8):
                with T.block("D"):
                    v_m = T.axis.spatial(1024, m_0_m * 16 + m_1)
                    v_l = T.axis.spatial(1024, l_0_m * 8 + l_1)
                    T.reads(C[v_m, v_l])
                    T.writes(D[v_m, v_l])
                    D[v_m, v_l] = T.exp(C[v_m, v_l])
        for m_0, n_0, rl_0, m_1, rl_1, n_1 in T.grid(64, 384, 128, 16, 8, 8):
            with T.block("F"):
                v_m = T.axis.spatial(1024, m_0 * 16 + m_1)
                v_n = T.axis.spatial(3072, n_0 * 8 + n_1)
                v_rl = T.axis.reduce(1024, rl_0 * 8 + rl_1)
                T.reads(D[v_m, v_rl], E[v_rl, v_n])
                T.writes(F[v_m, v_n])
                with T.init():
                    F[v_m, v_n] = T.float32(0.0)
                F[v_m, v_n] = F[v_m, v_n] + D[v_m, v_rl] * E[v_rl, v_n]
