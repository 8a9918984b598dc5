// The passes on graphs, as `lw lower` shows them, and what `lw check` says of a model.
#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;
using testing::Not;

std::string modelWith(const std::string& lines) {
  return "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n\n@I.ir_module\nclass Net:\n"
         "    @R.function\n    def main(x: R.Tensor((2, 3), \"float32\"), w: R.Tensor((3, 4), \"float32\")):\n       "
         " " +
         lines + "\n";
}

TEST_F(Cli, LowerShowsEveryStageOfAModel) {
  const std::string net = file("net.py", modelWith("y = R.matmul(x, w)\n        z = R.nn.relu(y)\n        u = z\n"
                                                   "        v = R.exp(y)\n        return u"));
  const Outcome list = lw("lower " + net + " --stage list");
  EXPECT_EQ(list.code, 0) << list.err;
  for (const char* pass : {"* canonicalize_bindings ", "* dead_code_elimination ", "* legalize_ops ", "fold_constant"})
    EXPECT_THAT(list.out, HasSubstr(pass));
  const Outcome kernels = lw("lower " + net + " --stage legalize_ops");
  EXPECT_THAT(kernels.out, HasSubstr("R.call_tir(cls.matmul, (x, w), out_sinfo=R.Tensor((2, 4), dtype=\"float32\"))"));
  EXPECT_THAT(kernels.out, HasSubstr("def relu("));
  EXPECT_THAT(kernels.out, Not(HasSubstr("exp")));
  EXPECT_EQ(lw("lower " + net + ":Net").out, kernels.out);
  EXPECT_EQ(lw("lower " + net + ":main").out, kernels.out);
  EXPECT_THAT(lw("lower " + net + " --stage canonicalize_bindings").out, HasSubstr("R.exp(y)"));
  EXPECT_THAT(lw("lower " + net + " --stage list --json").out, HasSubstr("\"changed\": true"));
}

TEST_F(Cli, LowerSaysWhichResultsAreWrittenIntoInputs) {
  const std::string net = file("net.py", modelWith("y = R.matmul(x, w)\n        z = R.matmul(y, R.permute_dims(w))\n"
                                                   "        u = R.sort(z, axis=1)\n        return R.matmul(u, w)"));
  EXPECT_THAT(lw("lower " + net + " --stage list").out, HasSubstr("* plan_memory "));
  const Outcome plan = lw("lower " + net + " --stage plan_memory");
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("# u, z: kernel sort "));
  EXPECT_THAT(plan.out, HasSubstr("main\n  input x: R.Tensor((2, 3), dtype=\"float32\")\n"));
  EXPECT_THAT(plan.out, HasSubstr("peak 192, bound 192, without sharing 256\n"));
}

TEST_F(Cli, LowerSaysWhichStagesOfAModelThereAre) {
  const std::string net = file("net.py", modelWith("return R.matmul(x, w)"));
  const Outcome r = lw("lower " + net + " --stage nothing");
  EXPECT_EQ(r.code, 2);
  EXPECT_THAT(r.err, HasSubstr("lowering a model has no stage 'nothing'"));
  EXPECT_THAT(r.err, HasSubstr("`--stage list` shows them"));
}

TEST_F(Cli, LowerNamesEachCallWithoutAKernel) {
  const std::string net =
      file("net.py", modelWith("a = R.unique(x, axis=0)\n        b = R.unique(x, axis=1)\n        return a, b"));
  const Outcome r = lw("lower " + net);
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("net.py:9:9"));
  EXPECT_THAT(r.err, HasSubstr("no kernel can be made of 2 calls of operators"));
  EXPECT_THAT(r.err, HasSubstr("of main.a; R.unique"));
  // The stages before are shown.
  EXPECT_THAT(lw("lower " + net + " --stage canonicalize_bindings").out,
              HasSubstr("= R.unique(x, axis=R.prim_value(1)"));
}

TEST_F(Cli, CheckCountsGraphFunctions) {
  const std::string net = file("net.py", modelWith("return R.matmul(x, w)"));
  EXPECT_EQ(lw("check " + net).out, net + ": no errors, 1 graph function\n");
  EXPECT_THAT(lw("check " + net + " --json").out, HasSubstr("\"graph_functions\": [\n    \"Net.main\"\n  ]"));
}

TEST_F(Cli, CheckNamesEachUnknownOperator) {
  const std::string net =
      file("net.py", modelWith("a = R.nn.rely(x)\n        b = R.exp(x)\n        c = R.fold_everything(b)\n"
                               "        return c"));
  const Outcome r = lw("check " + net);
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("net.py:9:13"));
  EXPECT_THAT(r.err, HasSubstr("R.nn.rely is no operator of graphs that is known"));
  EXPECT_THAT(r.err, HasSubstr("net.py:11:13"));
  EXPECT_THAT(r.err, HasSubstr("R.fold_everything is no operator of graphs that is known"));
}

}  // namespace
