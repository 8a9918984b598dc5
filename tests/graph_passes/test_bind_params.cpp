// Parameters that become constants: the text of the model before and after.
#include <gtest/gtest.h>

#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/bind_params.h"

namespace lw {
namespace {

constexpr const char* kModel = R"(
@R.function
def main(x: R.Tensor((2, "m"), "float32"), w: R.Tensor(("m", "n"), "float32"), s: R.Shape(["n"])):
    m, n = T.int64(), T.int64()
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.reshape(a, (n * 2,))
        c = R.call_dps_packed("env.f", (b, w, R.shape([n, m])), R.Tensor((n + m,), "float32"))
        d = R.match_cast(c, R.Tensor((n + 2,), "float32"))
        R.output(d)
    return (d, w)
)";

std::string bound(const std::map<std::string, NDArray>& arrays) {
  const SourceFile file = parseSource("model.py", kModel);
  EXPECT_FALSE(file.hasErrors());
  BoundParameters values;
  for (const auto& [name, array] : arrays) values.emplace(name, std::make_shared<const NDArray>(array));
  const Result<graph::Model> model = withBoundParameters(modelOf(file, *file.graphs[0]), "main", values);
  return model ? print(*model).text : model.error().message;
}

TEST(BindParams, ConstantsDecideSizes) {
  NDArray w = NDArray::zeros(dtype::Float32, {2, 3});
  w.set(5, 1.5);
  const std::string text = bound({{"w", w}});
  const size_t at = text.find("    @R.function");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_EQ(text.substr(at), R"(    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32"), s: R.Shape([3])):
        with R.dataflow():
            a: R.Tensor((2, 3), dtype="float32") = R.matmul(x, R.const([[0.0, 0.0, 0.0], [0.0, 0.0, 1.5]], "float32"))
            b: R.Tensor((6,), dtype="float32") = R.reshape(a, R.shape([6]))
            c = R.call_dps_packed("env.f", (b, R.const([[0.0, 0.0, 0.0], [0.0, 0.0, 1.5]], "float32"), R.shape([3, 2])), out_sinfo=R.Tensor((5,), dtype="float32"))
            d = R.match_cast(c, R.Tensor((5,), dtype="float32"))
            R.output(d)
        return (d, R.const([[0.0, 0.0, 0.0], [0.0, 0.0, 1.5]], "float32"))
)");
}

TEST(BindParams, ValuesThatDoNotFitAreRefused) {
  EXPECT_EQ(bound({{"w", NDArray::zeros(dtype::Int32, {2, 3})}}),
            "parameter w is bound to R.Tensor((2, 3), dtype=\"int32\"), but it is R.Tensor((m, n), dtype=\"float32\")");
  EXPECT_EQ(
      bound({{"x", NDArray::zeros(dtype::Float32, {3, 2})}}),
      "parameter x is bound to R.Tensor((3, 2), dtype=\"float32\"), but it is R.Tensor((2, m), dtype=\"float32\")");
  EXPECT_EQ(
      bound({{"x", NDArray::zeros(dtype::Float32, {2, 4})}, {"w", NDArray::zeros(dtype::Float32, {5, 3})}}),
      "parameter w is bound to R.Tensor((5, 3), dtype=\"float32\"), but it is R.Tensor((m, n), dtype=\"float32\")");
}

}  // namespace
}  // namespace lw
