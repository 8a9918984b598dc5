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
        for m_0, l_0, rk_0, m_1, rk_1, l_1 in T.grid(128, 128, 512, 8, 4, 8):
            with T.block("C"):
                v_m = T.axis.spatial(1024, m_0 * 8 + m_1)
                v_l = T.axis.spatial(1024, l_0 * 8 + l_1)
                v_rk = T.axis.reduce(2048, rk_0 * 4 + rk_1)
                T.reads(A[v_m, v_rk], B[v_rk, v_l])
                T.writes(C[v_m, v_l])
                with T.init():
                    C[v_m, v_l] = T.float32(0.0)
                C[v_m, v_l] = C[v_m, v_l] + A[v_m, v_rk] * B[v_rk, v_l]
        for m, l in T.grid(1024, 1024):
            with T.block("D"):
                v_m, v_l = T.axis.remap("SS", [m, l])
                T.reads(C[v_m, v_l])
                T.writes(D[v_m, v_l])
                D[v_m, v_l] = T.exp(C[v_m, v_l])
        for m, n, rl in T.grid(1024, 3072, 1024):
            with T.block("F"):
                v_m, v_n, v_rl = T.axis.remap("SSR", [m, n, rl])
                T.reads(D[v_m, v_rl], E[v_rl, v_n])
                T.writes(F[v_m, v_n])
                with T.init():
                    F[v_m, v_n] = T.float32(0.0)
                F[v_m, v_n] = F[v_m, v_n] + D[v_m, v_rl] * E[v_rl, v_n]




## Meta Schedule
