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
        for m, l in T.grid(1024, 1024):
            C_1[m * 1024 + l] = T.float32(0.0)
            for rk in range(2048):
                cse_var_1: T.int32 = m * 1024 + l
                A_1 = T.Buffer((2097152,), data=A.data)
                B_1 = T.Buffer((2097152,), data=B.data)
                C_1[cse_var_1] = C_1[cse_var_1] + A_1[m * 2048 + rk] * B_1[rk * 1024 + l]
        C_2 = T.Buffer((1048576,), data=C)
        for m, l in T.grid(1024, 1024):
            cse_var_2: T.int32 = m * 1024 + l
            C_2[cse_var_2] = T.exp(C_1[cse_var_2])
        for m, n in T.grid(1024, 3072):
            F_1 = T.Buffer((3145728,), data=F)
            F_1[m * 3072 + n] = T.float32(0.0)
            for rl in range(1024):
                cse_var_3: T.int32 = m * 3072 + n
                E_1 = T.Buffer((3145728,), data=E.data)
                F_1[cse_var_3] = F_1[cse_var_3] + C_2[m * 1024 + rl] * E_1[rl * 3072 + n]
