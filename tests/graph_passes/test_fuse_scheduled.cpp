// Kernels with a schedule of their own stay as they are.
#include <gtest/gtest.h>

#include "core/text/graph/read_model.h"
#include "passes/graph/fuse_ops.h"

namespace lw {
namespace {

TEST(FuseOps, LeavesScheduledKernelsAlone) {
  const SourceFile file = parseSource("model.py", R"(
@I.ir_module
class M:
    @T.prim_func
    def twice(X: T.Buffer((4,), "float32"), Y: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("Y"):
                vi = T.axis.remap("S", [i])
                Y[vi] = X[vi] * T.float32(2)

    @T.prim_func
    def next(X: T.Buffer((4,), "float32"), Y: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("Y"):
                vi = T.axis.remap("S", [i])
                Y[vi] = X[vi] + T.float32(1)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.call_tir(M.twice, (x,), R.Tensor((4,), "float32"))
            b = R.call_tir(M.next, (a,), R.Tensor((4,), "float32"))
            R.output(b)
        return b
)");
  ASSERT_FALSE(file.hasErrors());
  graph::Model model = modelOf(file, *file.graphs[0]);
  const FusedModel free = fuseOps(model, {});
  ASSERT_EQ(free.decisions.size(), 1u);
  EXPECT_NE(free.decisions[0].kernel, "");
  model.kernels.functions[1].attrs.insert_or_assign("tir.is_scheduled", AnnotationValue(true));
  const FusedModel apart = fuseOps(model, {});
  ASSERT_EQ(apart.decisions.size(), 1u);
  ASSERT_TRUE(apart.decisions[0].apart.has_value());
  EXPECT_EQ(apart.decisions[0].apart->message, "kernel next has a schedule of its own");
}

}  // namespace
}  // namespace lw
