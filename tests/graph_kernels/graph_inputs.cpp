#include "tests/graph_kernels/graph_inputs.h"

#include <gtest/gtest.h>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ops.h"

namespace lw {

std::vector<NDArray> graphInputs(const graph::Function& f, const std::string& range, uint64_t seed) {
  std::vector<NDArray> inputs;
  for (const graph::Value& param : f.params) {
    const auto* tensor = param.info().as<graph::TensorInfo>();
    std::vector<int64_t> shape;
    for (const Expr& size : *tensor->sizes) {
      const auto* var = size.as<Var>();
      shape.push_back(var ? (var->name() == "n" ? 3 : 5) : asInt(size).value());
    }
    std::string own = range;
    if (const size_t equal = range.find('='); equal != std::string::npos)
      own = range.substr(0, equal) == param.name() ? range.substr(equal + 1) : "uniform";
    if (tensor->type->isBool()) own = "0..1";
    const Result<ValueRange> parsed = parseValueRange(own);
    EXPECT_TRUE(parsed) << own;
    inputs.push_back(randomArray(*tensor->type, shape, *parsed, seedOf(seed, param.name())));
  }
  return inputs;
}

Status runKernel(const PrimFunc& kernel, std::vector<Argument>& arguments) { return interpret(kernel, arguments); }

void expectSameTensors(const std::vector<NDArray>& got, const std::vector<NDArray>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(toString(got[i].type), toString(expected[i].type));
    ASSERT_EQ(got[i].shape, expected[i].shape);
    const bool real = got[i].type.isFloat();
    const Mismatch difference = compareArrays(got[i], expected[i], real ? 1e-5 : 0, real ? 2e-5 : 0);
    EXPECT_EQ(difference.count, 0) << "result " << i << ": " << difference.got << " instead of " << difference.expected
                                   << " at " << testing::PrintToString(difference.at);
  }
}

}  // namespace lw
