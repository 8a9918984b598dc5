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
        F_global = T.alloc_buffer((1024, 3072))
        for m_0 in T.serial(32, annotations={"pragma_auto_unroll_max_step": 512, "pragma_unroll_explicit": 1}):
            for l_0, m_1, l_1 in T.grid(2, 1, 32):
                for m_2_init, l_2_init, m_3_init in T.grid(32, 2, 1):
                    for l_3_fused_init in T.vectorized(8):
                        with T.block("C_init"):
                            v_m = T.axis.spatial(1024, m_0 * 32 + m_1 * 32 + m_2_init + m_3_init)
                            v_l = T.axis.spatial(1024, l_0 * 512 + l_1 * 16 + l_2_init * 8 + l_3_fused_init)
                            T.reads()
                            T.writes(C[v_m, v_l])
                            T.block_attr({"meta_schedule.tiling_structure": "SSRSRS"})
                            C[v_m, v_l] = T.float32(0.0)
                for rk_0, m_2, l_2, rk_1, m_3 in T.grid(128, 32, 2, 16, 1):
                    for l_3_fused in T.vectorized(8):
                        with T.block("C_update"):
                            v_m = T.axis.spatial(1024, m_0 * 32 + m_1 * 32 + m_2 + m_3)
                            v_l = T.axis.spatial(1024, l_0 * 512 + l_1 * 16 + l_2 * 8 + l_3_fused)
                            v_rk = T.axis.reduce(2048, rk_0 * 16 + rk_1)
                            T.reads(C[v_m, v_l], A[v_m, v_rk], B[v_rk, v_l])
                            T.writes(C[v_m, v_l])
                            T.block_attr({"meta_schedule.tiling_structure": "SSRSRS"})
                            C[v_m, v_l] = C[v_m, v_l] + A[v_m, v_rk] * B[v_rk, v_l]
        for m_0 in T.serial(4, annotations={"pragma_auto_unroll_max_step": 512, "pragma_unroll_explicit": 1}):
            for ax0, ax1 in T.grid(256, 1024):
                with T.block("D"):
                    v_m = T.axis.spatial(1024, m_0 * 256 + ax0)
                    v_l = T.axis.spatial(1024, ax1)
                    T.reads(C[v_m, v_l])
                    T.writes(D[v_m, v_l])
                    D[v_m, v_l] = T.exp(C[v_m, v_l])
            for n_0, m_1, n_1 in T.grid(1, 4, 16):
                for m_2_init, n_2_init, m_3_init in T.grid(32, 6, 2):
                    for n_3_fused_init in T.vectorized(32):
                        with T.block("F_init"):
                            v_m = T.axis.spatial(1024, m_0 * 256 + m_1 * 64 + m_2_init * 2 + m_3_init)
                            v_n = T.axis.spatial(3072, n_0 * 3072 + n_1 * 192 + n_2_init * 32 + n_3_fused_init)
                            T.reads()
                            T.writes(F_global[v_m, v_n])
                            T.block_attr({"meta_schedule.tiling_structure": "SSRSRS"})
                            F_global[v_m, v_n] = T.float32(0.0)
                for rl_0, m_2, n_2, rl_1, m_3 in T.grid(128, 32, 6, 8, 2):
                    for n_3_fused in T.vectorized(32):
                        with T.block("F_update"):
                            v_m = T.axis.spatial(1024, m_0 * 256 + m_1 * 64 + m_2 * 2 + m_3)
                            v_n = T.axis.spatial(3072, n_0 * 3072 + n_1 * 192 + n_2 * 32 + n_3_fused)
                            v_rl = T.axis.reduce(1024, rl_0 * 8 + rl_1)
                            T.reads(F_global[v_m, v_n], D[v_m, v_rl], E[v_rl, v_n])
                            T.writes(F_global[v_m, v_n])
                            T.block_attr({"meta_schedule.tiling_structure": "SSRSRS"})
                            F_global[v_m, v_n] = F_global[v_m, v_n] + D[v_m, v_rl] * E[v_rl, v_n]
                for ax0, ax1 in T.grid(64, 192):
                    with T.block("F_global"):
                        v0 = T.axis.spatial(1024, m_0 * 256 + m_1 * 64 + ax0)
                        v1 = T.axis.spatial(3072, n_1 * 192 + ax1)
                        T.reads(F_global[v0, v1])
                        T.writes(F[v0, v1])
                        F[v0, v1] = F_global[v0, v1]
