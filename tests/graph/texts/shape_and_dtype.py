# A call says its result by a shape and a dtype, as in releases before 0.12.
@I.ir_module
class M:
    @T.prim_func
    def copy(A: T.Buffer((128, 64), "float32"), B: T.Buffer((128, 64), "float32")):
        for i, j in T.grid(128, 64):
            with T.block("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]

    @R.function
    def main(A: R.Tensor((128, 64), "float32")):
        with R.dataflow():
            lv = R.call_tir(copy, (A,), (128, 64), dtype="float32")
            out = R.call_dps_packed("env.relu", (lv,), (128, 64), dtype="float32")
            R.output(out)
        return out
