// The exponentials of an online softmax, shared or not, of all pairs of numbers that are finite, infinite or none.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ndarray.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "passes/share_exponentials.h"

namespace lw {
namespace {

constexpr const char* kSums = R"(
from tvm.script import tir as T

@T.prim_func
def sums(M: T.Buffer((64,), "float32"), X: T.Buffer((64,), "float32"), L: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for k in range(64):
        B[k] = L[k] * T.exp(M[k] - T.max(M[k], X[k])) + T.exp(X[k] - T.max(M[k], X[k]))
)";

TEST(ShareExponentials, KeepEveryValue) {
  const SourceFile file = parseSource("sums.py", kSums);
  ASSERT_TRUE(file.diagnostics.empty());
  const PrimFunc before = file.functions.at(0), after = shareExponentials(before);
  ASSERT_NE(print(after).text, print(before).text);
  const double inf = std::numeric_limits<double>::infinity();
  const double numbers[] = {-inf, -200, -1.5, 0, 0.25, 3e38, inf, std::nan("")};
  NDArray m = NDArray::zeros(dtype::Float32, {64}), x = m, l = m;
  for (int64_t i = 0; i < 64; ++i) {
    m.set(i, numbers[i / 8]);
    x.set(i, numbers[i % 8]);
    l.set(i, i % 3 == 0 ? 0 : 7.5);
  }
  NDArray results[2];
  for (const bool shared : {false, true}) {
    std::vector<Argument> arguments{m, x, l, NDArray::zeros(dtype::Float32, {64})};
    ASSERT_TRUE(interpret(shared ? after : before, arguments, {}).ok());
    results[shared] = std::get<NDArray>(arguments[3]);
  }
  for (int64_t i = 0; i < 64; ++i) {
    const double expected = results[0].getDouble(i), got = results[1].getDouble(i);
    EXPECT_TRUE(expected == got || (std::isnan(expected) && std::isnan(got)))
        << m.getDouble(i) << " and " << x.getDouble(i) << ": " << got << ", expected " << expected;
  }
}

}  // namespace
}  // namespace lw
