// NumPy expressions: results against values worked out by hand or by plain loops, and the messages of mistakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "backends/reference/elementwise.h"
#include "backends/reference/linalg.h"
#include "backends/reference/numpy_host.h"
#include "backends/reference/reduce.h"
#include "core/script/interpreter.h"
#include "core/text/python/python_parser.h"

namespace lw::reference {
namespace {

using testing::HasSubstr;

std::string evaluate(const std::string& body, const script::Limits& limits = {}) {
  std::string text = "import numpy as np\nimport math\ndef f():\n";
  std::string line;
  for (char c : body + "\n")
    if (c != '\n')
      line += c;
    else
      text += "    " + std::exchange(line, {}) + "\n";
  const SourceText source = makeSource("r.py", text);
  const py::ParseResult parsed = py::parseModule(source);
  const script::FileScope file(parsed.module, parsed.diagnostics);
  const py::FunctionDef* f = file.function("f");
  if (!f) return "no function";
  NumpyHost host;
  script::Interpreter interpreter(file, host, limits);
  const Result<Value> result = interpreter.run(*f, {});
  if (result) return script::toRepr(*result);
  return result.error().message + (result.error().hint.empty() ? "" : " | " + result.error().hint);
}
std::string value(const std::string& expression) { return evaluate("return " + expression); }

TEST(Numpy, Expressions) {
  const std::pair<const char*, const char*> kCases[] = {
      {"np.arange(6).reshape(2, 3)", "[[0 1 2]\n [3 4 5]]"},
      {"(np.arange(3) * 2 + 1).tolist()", "[1, 3, 5]"},
      {"(np.arange(4.0) / 2).dtype, (np.arange(4) / 2).dtype, (np.zeros(2, 'float32') * 2.5).dtype",
       "(float64, float64, float32)"},
      {"(np.zeros(2, np.int8) + np.zeros(2, np.uint8)).dtype, (np.zeros(2, np.int32) * 1.5).dtype, (np.ones(2, "
       "'float16') + np.ones(2, 'int32')).dtype",
       "(int16, float64, float64)"},
      {"np.arange(10)[2:-1:3].tolist(), np.arange(10)[::-4].tolist()", "([2, 5, 8], [9, 5, 1])"},
      {"np.arange(24).reshape(2, 3, 4)[1, :, 2].tolist(), np.arange(24).reshape(2, 3, 4)[..., 0].shape",
       "([14, 18, 22], (2, 3))"},
      {"np.arange(3)[:, None].shape, np.arange(6).reshape(2, 3).T.shape", "((3, 1), (3, 2))"},
      {"(np.arange(3)[:, None] + np.arange(2)).tolist()", "[[0, 1], [1, 2], [2, 3]]"},
      {"np.arange(10)[np.array([1, -1, 3])].tolist()", "[1, 9, 3]"},
      {"np.arange(6)[np.arange(6) % 2 == 0].tolist()", "[0, 2, 4]"},
      {"np.where(np.arange(4) > 1, 7, np.arange(4)).tolist()", "[0, 1, 7, 7]"},
      {"np.arange(6).reshape(2, 3).sum(), np.arange(6).reshape(2, 3).sum(0).tolist(), np.arange(6).reshape(2, "
       "3).max(axis=1, keepdims=True).tolist()",
       "(15, [3, 5, 7], [[2], [5]])"},
      {"np.array([3.0, 1.0, 2.0]).argmax(), np.argmin([3, 1, 2]), np.mean([1, 2, 4.5])", "(0, 1, 2.5)"},
      {"(np.eye(2) @ np.array([[1, 2], [3, 4]])).tolist()", "[[1.0, 2.0], [3.0, 4.0]]"},
      {"np.einsum('ij,jk->ik', np.ones((2, 3)), np.ones((3, 4))).sum(), np.einsum('ii', np.eye(3)), np.einsum('ij->j', "
       "np.ones((2, 3))).tolist()",
       "(24.0, 3.0, [2.0, 2.0, 2.0])"},
      {"np.pad(np.ones((1, 2)), ((1, 0), (0, 1))).tolist()", "[[0.0, 0.0, 0.0], [1.0, 1.0, 0.0]]"},
      {"np.pad([1, 2, 3], 2, mode='reflect').tolist(), np.pad([1, 2], (1, 2), mode='edge').tolist()",
       "([3, 2, 1, 2, 3, 2, 1], [1, 1, 2, 2, 2])"},
      {"np.pad([1, 2, 3], 5, mode='wrap').tolist(), np.pad([1, 2], 3, mode='symmetric').tolist(), np.pad([1, 2], 3, "
       "mode='reflect').tolist()",
       "([2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2], [2, 2, 1, 1, 2, 2, 1, 1], [2, 1, 2, 1, 2, 1, 2, 1])"},
      {"np.arange(6).reshape(1, 3, 2)[0, :, np.array([0, 1, 0])].tolist(), np.arange(6).reshape(1, 3, 2)[:, 0, "
       "np.array([1, 0])].tolist()",
       "([[0, 2, 4], [1, 3, 5], [0, 2, 4]], [[1, 0]])"},
      {"1.0 // 0.1, (np.array([1.0, -1.0]) // 0.1).tolist(), -0.3 % 0.1 == np.array([-0.3]) % 0.1, 7.5 // -2",
       "(9.0, [9.0, -10.0], [True], -4.0)"},
      {"np.reciprocal(np.array([1, 2, -1])).tolist(), (np.array([True, False]) << 1).dtype, "
       "np.square(np.array([True])).dtype, np.arctan2(np.zeros(1, 'int8'), np.ones(1, 'uint16')).dtype",
       "([1, 0, -1], int64, int8, float32)"},
      {"(np.array([255, 0], 'uint8') == -1).tolist(), (np.array([200], 'uint8') < 300).tolist(), (~np.zeros(1, "
       "'uint64') > -1).tolist()",
       "([False, False], [True], [True])"},
      {"np.concatenate([np.zeros(2), np.ones(1)]).tolist(), np.stack([np.zeros(2), np.ones(2)], axis=1).tolist()",
       "([0.0, 0.0, 1.0], [[0.0, 1.0], [0.0, 1.0]])"},
      {"np.clip([1, 5, 9], 2, 6).tolist(), np.maximum([1, 4], 3).tolist(), np.sign([-2.0, 0.0]).tolist()",
       "([2, 5, 6], [3, 4], [-1.0, 0.0])"},
      {"np.float32(0.1), np.int8(300), np.sqrt(2), math.sqrt(4), np.float32(3).dtype",
       "(0.1, 44, 1.4142135623730951, 2.0, float32)"},
      {"np.arange(3).astype('float32').dtype == np.float32, np.zeros((2, 3)).size, np.zeros((2, 3)).ndim",
       "(True, 6, 2)"},
      {"np.cumsum([1, 2, 3]).tolist(), np.outer([1, 2], [3, 4]).tolist()", "([1, 3, 6], [[3, 4], [6, 8]])"},
      {"np.sort([3, 1, 2]).tolist(), np.argsort([3, 1, 2]).tolist(), np.tril(np.ones((2, 2))).tolist()",
       "([1, 2, 3], [1, 2, 0], [[1.0, 0.0], [1.0, 1.0]])"},
      {"np.transpose(np.zeros((2, 3, 4)), (2, 0, 1)).shape, np.swapaxes(np.zeros((2, 3)), 0, 1).shape, "
       "np.expand_dims(np.zeros(2), 0).shape, np.squeeze(np.zeros((1, 2, 1))).shape",
       "((4, 2, 3), (3, 2), (1, 2), (2,))"},
      {"-7 // np.int32(2), np.int32(-7) % 3, (np.array([-7, 7]) // 2).tolist()", "(-4, 2, [-4, 3])"},
      {"(np.array([True, False]) & np.array([True, True])).tolist(), (~np.array([True, False])).tolist()",
       "([True, False], [False, True])"},
      {"np.dot([1, 2], [3, 4]), np.matmul(np.ones((2, 1, 3)), np.ones((4, 3, 2))[:1]).shape", "(11, (2, 1, 2))"},
      {"np.std([1.0, 3.0]), np.var([1.0, 3.0])", "(1.0, 1.0)"},
      {"float(np.ones(1)), int(np.array([3])), abs(np.array([-1, 2])).tolist(), len(np.zeros((3, 2)))",
       "(1.0, 3, [1, 2], 3)"},
      {"[float(r.sum()) for r in np.ones((2, 3))]", "[3.0, 3.0]"},
      {"np.flip([1, 2, 3]).tolist(), np.roll([1, 2, 3], 1).tolist(), np.repeat([1, 2], 2).tolist(), np.tile([1, 2], "
       "2).tolist()",
       "([3, 2, 1], [3, 1, 2], [1, 1, 2, 2], [1, 2, 1, 2])"},
      {"np.uint8(200) + np.uint8(100), np.array([1, 2], 'int8').sum().dtype", "(44, int64)"},
      {"np.full((2,), 7, dtype='int32').tolist(), np.linspace(0, 1, 3).tolist()", "([7, 7], [0.0, 0.5, 1.0])"}};
  for (const auto& [expression, expected] : kCases) EXPECT_EQ(value(expression), expected) << expression;
}

TEST(Numpy, Statements) {
  EXPECT_EQ(evaluate("a = np.zeros((2, 3))\na[1, :] = [1, 2, 3]\na[:, 0] += 5\na *= 2\nreturn a.tolist()"),
            "[[10.0, 0.0, 0.0], [12.0, 4.0, 6.0]]");
  EXPECT_EQ(evaluate("a = np.arange(6)\nb = a[::2]\nb[:] = 9\nreturn a.tolist()"), "[9, 1, 9, 3, 9, 5]");
  EXPECT_EQ(evaluate("a = np.arange(5)\na[1:] = a[:-1]\nreturn a.tolist()"), "[0, 0, 1, 2, 3]");
  EXPECT_EQ(
      evaluate("a = np.arange(4.0)\nnp.exp(a, out=a)\nnp.maximum(a, 3, out=a)\nreturn a[0], round(float(a[3]), 3)"),
      "(3.0, 20.086)");
  EXPECT_EQ(evaluate("a = np.zeros(3, 'int32')\na[np.array([0, 2])] = 7\na[a == 0] = -1\nreturn a.tolist(), a.dtype"),
            "([7, -1, 7], int32)");
  EXPECT_EQ(evaluate("def relu(x, y):\n    for i in range(2):\n        for j in range(2):\n            y[i, j] = "
                     "np.maximum(x[i, j], 0)\ny = np.empty((2, 2), dtype='float32')\nrelu(np.array([[-1, 2], [3, -4]], "
                     "'float32'), y)\nreturn y.tolist()"),
            "[[0.0, 2.0], [3.0, 0.0]]");
  EXPECT_EQ(evaluate("def copy(reg, dram):\n    reg[:] = dram[:]\na = np.zeros((2, 2))\ncopy(a[:, :], np.ones((2, "
                     "2)))\nreturn a.sum()"),
            "4.0");
}

TEST(Numpy, ErrorsNameShapesAndRemedies) {
  EXPECT_EQ(value("np.zeros((3, 4)) + np.zeros(5)"),
            "shapes (3, 4) and (5,) do not broadcast | dimension -1 is 4 in one and 5 in the other; extents must be "
            "equal or 1");
  EXPECT_EQ(value("np.zeros((3, 4)) @ np.zeros((3, 4))"),
            "matrices of shapes (3, 4) and (3, 4) cannot be multiplied | the last dimension of the first must equal "
            "the second-to-last of the second; is .T missing?");
  EXPECT_EQ(value("np.zeros((3, 4))[3, 0]"),
            "index 3 is out of range for dimension 0 of shape (3, 4) | indices go from -3 to 2");
  EXPECT_EQ(value("np.zeros(3)[0, 1]"), "2 indices are given for an array of 1 dimension | its shape is (3,)");
  EXPECT_EQ(value("np.zeros(4).reshape(3, -1)"),
            "an array of shape (4,) cannot be reshaped to (3, -1) | it has 4 elements, but the new shape takes a "
            "multiple of 3");
  EXPECT_EQ(value("np.zeros(4).sum(axis=1)"),
            "axis 1 is out of range for an array of 1 dimension | axes go from -1 to 0");
  EXPECT_EQ(value("np.maxmum(1, 2)"), "numpy has no 'maxmum' that a reference can use | did you mean 'maximum'?");
  EXPECT_EQ(value("np.random.rand(3)"),
            "np.random is not available in a reference | inputs come as parameters; compute the result from them");
  EXPECT_EQ(value("np.zeros(3, 'float31')"),
            "'float31' is not a type of array elements | use np.float32, \"float32\", np.int64, bool ...");
  EXPECT_EQ(value("1 if np.zeros(2) else 2"),
            "an array of shape (2,) has no single truth value | use .any() or .all()");
  EXPECT_EQ(evaluate("a = np.zeros((2, 2))\na[0] = [1, 2, 3]"),
            "a value of shape (3,) cannot be assigned to a part of shape (2,)");
  EXPECT_EQ(evaluate("a = np.zeros(2, 'int32')\na += 0.5"),
            "the result has type float64, which cannot be stored as int32 | convert it with .astype(...)");
  EXPECT_EQ(evaluate("a = np.zeros(2, 'uint8')\na += np.array([1, -1])"),
            "the result has type int64, which cannot be stored as uint8 | convert it with .astype(...)");
  EXPECT_EQ(value("np.zeros(2, 'uint8') - -1"),
            "the number -1 is out of bounds for uint8 | convert the array with .astype(...)");
  EXPECT_EQ(value("np.array([2, 3]) ** np.array([1, -1])"),
            "integers cannot be raised to negative powers | convert with .astype(...) to floats");
  EXPECT_THAT(value("np.zeros((100000, 100000, 100000))"), HasSubstr("is larger than 8 GiB"));
  EXPECT_THAT(value("np.einsum('ij,jk', np.ones((2, 3)), np.ones((4, 2)))"),
              HasSubstr("'j' is 3 in one place and 4 in another"));
  EXPECT_EQ(value("np.exp(1, where=2)"), "exp has no parameter named 'where' here");
  EXPECT_EQ(value("np.zeros(3).shap"), "arrays have no attribute 'shap' | did you mean 'shape'?");
  EXPECT_EQ(value("np.zeros(0).max()"), "max of an empty array: the shape is (0,)");
}

// ---- against plain loops ----

Array randomArrayOf(std::mt19937& random, const Shape& shape, DataType type) {
  Array a = *makeArray(type, shape);
  for (int64_t i = 0; i < a.size(); ++i)
    if (type.isFloat())
      setReal(a, i, static_cast<double>(static_cast<int>(random() % 33) - 16) / 8);
    else
      setInteger(a, i, static_cast<int64_t>(random() % 15) - (type.isUInt() ? 0 : 7));
  return a;
}
double element(const Array& a, const Shape& index) {
  int64_t at = a.offset;
  for (size_t d = 0; d < a.shape.size(); ++d)
    at += (a.shape[d] == 1 ? 0 : index[index.size() - a.shape.size() + d]) * a.strides[d];
  return getReal(a, at);
}
template <class F>
void forEachIndex(const Shape& shape, F f) {
  Shape index(shape.size(), 0);
  for (int64_t i = 0; i < sizeOf(shape); ++i) {
    int64_t rest = i;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d]) index[d] = rest % shape[d];
    f(index);
  }
}
// A view of random strides: transposed, every second element, reversed.
Array randomView(std::mt19937& random, Shape shape, DataType type) {
  std::vector<int> order(shape.size());
  for (size_t d = 0; d < shape.size(); ++d) order[d] = static_cast<int>(d);
  std::shuffle(order.begin(), order.end(), random);
  Shape wide(shape.size());
  for (size_t d = 0; d < shape.size(); ++d) wide[d] = shape[static_cast<size_t>(order[d])] * 2;
  const Array base = randomArrayOf(random, wide, type);
  std::vector<Index> index;
  for (size_t d = 0; d < wide.size(); ++d)
    index.push_back(random() % 2 ? SliceIndex{0, {}, 2} : SliceIndex{wide[d] - 1, {}, -2});
  std::vector<int> back(shape.size());
  for (size_t d = 0; d < shape.size(); ++d) back[static_cast<size_t>(order[d])] = static_cast<int>(d);
  return transposed(*indexed(base, index), back);
}

const DataType kTypes[] = {dtype::Float32, dtype::Float(64), dtype::Int32,
                           dtype::Int(8),  dtype::UInt(16),  dtype::Int64};

TEST(Arrays, ElementwiseEqualsLoopsOverViewsAndBroadcasts) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    Shape shape;
    for (int d = static_cast<int>(random() % 4); d >= 0; --d) shape.push_back(1 + static_cast<int64_t>(random() % 5));
    if (round % 50 == 0) shape = {3, 2500};
    Shape other = shape;
    for (int64_t& extent : other)
      if (random() % 3 == 0) extent = 1;
    other.erase(other.begin(), other.begin() + static_cast<long>(random() % other.size()));
    const DataType type = kTypes[random() % std::size(kTypes)];
    const Array a = randomView(random, shape, type), b = randomView(random, other, type);
    for (const BinaryKernel kernel :
         {BinaryKernel::Add, BinaryKernel::Sub, BinaryKernel::Mul, BinaryKernel::Max, BinaryKernel::Less}) {
      const Result<Array> c = binary(kernel, {a}, {b});
      ASSERT_TRUE(c.ok());
      ASSERT_EQ(c->shape, shape);
      forEachIndex(shape, [&](const Shape& index) {
        const double x = element(a, index), y = element(b, index);
        double expected = kernel == BinaryKernel::Add   ? x + y
                          : kernel == BinaryKernel::Sub ? x - y
                          : kernel == BinaryKernel::Mul ? x * y
                          : kernel == BinaryKernel::Max ? std::max(x, y)
                                                        : x < y;
        if (!type.isFloat() && kernel != BinaryKernel::Less)
          expected = static_cast<double>(wrapToType(type, static_cast<int64_t>(expected)));
        ASSERT_EQ(element(*c, index), expected);
      });
    }
  }
}

TEST(Arrays, ReductionsEqualLoops) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    Shape shape{1 + static_cast<int64_t>(random() % 4), 1 + static_cast<int64_t>(random() % 5),
                1 + static_cast<int64_t>(random() % 40)};
    const Array a = randomView(random, shape, kTypes[random() % std::size(kTypes)]);
    std::vector<int64_t> axes;
    for (int64_t d = 0; d < 3; ++d)
      if (random() % 2) axes.push_back(random() % 2 ? d : d - 3);
    const Result<Array> sum = reduce(Reduction::Sum, a, axes, true), most = reduce(Reduction::Max, a, axes, true);
    ASSERT_TRUE(sum.ok() && most.ok());
    Array expectedSum = *makeArray(dtype::Float(64), sum->shape),
          expectedMax = *makeArray(dtype::Float(64), sum->shape);
    for (int64_t i = 0; i < expectedMax.size(); ++i) setReal(expectedMax, i, -1e30);
    forEachIndex(shape, [&](const Shape& index) {
      int64_t at = 0;
      for (size_t d = 0; d < 3; ++d) at += (sum->shape[d] == 1 ? 0 : index[d]) * expectedSum.strides[d];
      setReal(expectedSum, at, getReal(expectedSum, at) + element(a, index));
      setReal(expectedMax, at, std::max(getReal(expectedMax, at), element(a, index)));
    });
    forEachIndex(sum->shape, [&](const Shape& index) {
      ASSERT_EQ(element(*sum, index), element(expectedSum, index));
      ASSERT_EQ(element(*most, index), element(expectedMax, index));
    });
  }
}

TEST(Arrays, ProductsEqualLoops) {
  std::mt19937 random(9);
  for (int round = 0; round < 150; ++round) {
    const int64_t n = 1 + static_cast<int64_t>(random() % 3), m = 1 + static_cast<int64_t>(random() % 9),
                  k = 1 + static_cast<int64_t>(random() % 9), l = 1 + static_cast<int64_t>(random() % 9);
    const DataType type = kTypes[random() % std::size(kTypes)];
    const Array a = randomView(random, {n, m, k}, type), b = randomView(random, {random() % 2 ? n : 1, k, l}, type);
    const Result<Array> c = matmul(a, b), e = einsum("nmk,nkl->nlm", {a, *broadcastTo(b, {n, k, l})});
    const Array out = *cast(*c, type.isFloat() || random() % 2 ? type : dtype::Int64);
    for (int64_t i = 0; i < out.size(); ++i) setReal(out, i, 7);
    ASSERT_TRUE(c.ok() && e.ok() && matmul(a, b, &out).ok());
    forEachIndex({n, m, l}, [&](const Shape& at) {
      double expected = 0;
      for (int64_t p = 0; p < k; ++p) expected += element(a, {at[0], at[1], p}) * element(b, {at[0], p, at[2]});
      if (!type.isFloat()) expected = static_cast<double>(wrapToType(type, static_cast<int64_t>(expected)));
      ASSERT_EQ(element(*c, at), expected);
      ASSERT_EQ(element(*e, {at[0], at[2], at[1]}), expected);
      ASSERT_EQ(element(out, at), expected) << "what `out` held before is no part of the product";
    });
  }
}

TEST(Kernels, ExpAndTanhAreAccurate) {
  const auto ulps = [](float got, double exact) {
    const float rounded = static_cast<float>(exact);
    if (got == rounded) return 0.0;
    const double unit = std::nextafterf(std::fabs(rounded), INFINITY) - std::fabs(rounded);
    return std::fabs(got - exact) / unit;
  };
  double worstExp = 0, worstTanh = 0;
  std::vector<float> x, y(200'001), z(200'001);
  for (int i = 0; i <= 200'000; ++i) x.push_back(-104.0f + 0.00096358f * static_cast<float>(i));
  unaryRun(UnaryKernel::Exp, Compute::F32, x.data(), y.data(), static_cast<int64_t>(x.size()));
  for (size_t i = 0; i < x.size(); ++i) worstExp = std::max(worstExp, ulps(y[i], std::exp(static_cast<double>(x[i]))));
  for (float& v : x) v *= 0.1f;
  unaryRun(UnaryKernel::Tanh, Compute::F32, x.data(), z.data(), static_cast<int64_t>(x.size()));
  for (size_t i = 0; i < x.size(); ++i)
    worstTanh = std::max(worstTanh, ulps(z[i], std::tanh(static_cast<double>(x[i]))));
  EXPECT_LE(worstExp, 1.5);
  EXPECT_LE(worstTanh, 2.5);
  const float edge[] = {INFINITY, -INFINITY, NAN, 0.0f, 89.0f, -110.0f};
  float out[6];
  unaryRun(UnaryKernel::Exp, Compute::F32, edge, out, 6);
  EXPECT_EQ(out[0], INFINITY);
  EXPECT_EQ(out[1], 0.0f);
  EXPECT_TRUE(std::isnan(out[2]));
  EXPECT_EQ(out[3], 1.0f);
  EXPECT_EQ(out[4], INFINITY);
  EXPECT_EQ(out[5], 0.0f);
}

TEST(Numpy, MutatedReferencesNeverCrashOrHang) {
  const std::string program =
      "A = np.arange(24.0).reshape(2, 3, 4)\nB = np.einsum('ijk,kl->ijl', A, np.ones((4, 2)))\nC = np.where(B > 3, B, "
      "0)[:, ::-1, None]\nC[0, 1:] += np.exp(-C[1, :2])\n"
      "D = np.pad(C.sum(axis=(1, 2)), ((1, 0), (0, 2))).astype('float32')\nfor i in range(3):\n    D[i, 0] = max(D[i, "
      "1], i) @ 1 if i > 5 else D[-i, 2]\n"
      "E = np.concatenate([D, D.T[:3, :3].reshape(3, 3)[:, :1]], axis=1)\nreturn (E @ E.T).argmax(), E.mean(0, "
      "keepdims=True), np.clip(E, 0, 1)[E > 0.5].size\n";
  std::mt19937 random(21);
  script::Limits few;
  few.steps = 20'000;
  few.items = 20'000;
  few.totalItems = 500'000;
  const std::string letters = "()[]{}:,.=+-*/%<>'@ \n0123456789ABCDEnpk";
  for (int i = 0; i < 3000; ++i) {
    std::string text = program;
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n) {
      const size_t at = random() % text.size();
      if (random() % 3 == 0)
        text[at] = letters[random() % letters.size()];
      else if (random() % 2)
        text.erase(at, 1 + random() % 4);
      else
        text.insert(at, text.substr(random() % text.size(), 1 + random() % 8));
    }
    if (text.find("000") != std::string::npos) continue;  // large arrays take time, not more
    EXPECT_FALSE(evaluate(text, few).empty());
  }
}

}  // namespace
}  // namespace lw::reference
