// `def reference` of a source file: matching of parameters, results, messages, real NumPy, files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/reference/npy.h"
#include "backends/reference/real_numpy.h"
#include "backends/reference/reference.h"

namespace lw {
namespace {

using testing::HasSubstr;

const std::string kProgram = R"(import numpy as np
from tvm.script import tir as T

SCALE = 2

@T.prim_func
def scaled(A: T.Buffer((5, 7), "float32"), B: T.Buffer((7, 5), "float32")):
    for i, j in T.grid(7, 5):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi] * T.float32(2)

)";

struct Case {
  SourceFile file;
  PrimFunc function;
  std::vector<Argument> arguments;
};
Case caseOf(const std::string& text, uint64_t seed = 1) {
  SourceFile file = parseSource("case.py", text);
  Result<PrimFunc> function = file.select("");
  EXPECT_TRUE(function.ok()) << (function.ok() ? "" : toText(function.error()));
  InputSpec spec;
  spec.seed = seed;
  Result<std::vector<Argument>> arguments = makeArguments(*function, spec);
  EXPECT_TRUE(arguments.ok());
  return {std::move(file), std::move(*function), std::move(*arguments)};
}
std::string failure(const std::string& reference) {
  const Case c = caseOf(kProgram + reference);
  const Result<std::vector<NDArray>> out = evaluateReference(c.file, c.function, c.arguments);
  if (out.ok()) return "accepted";
  const LineColumn at = c.file.source.locate(out.error().span.begin);
  return std::to_string(at.line) + ":" + std::to_string(at.column) + " " + out.error().message +
         (out.error().hint.empty() ? "" : " | " + out.error().hint);
}

TEST(Reference, ReturnsOrWritesItsOutput) {
  for (const char* reference :
       {"def reference(A):\n    return A.T * SCALE\n", "def reference(A, B):\n    B[:] = A.T * SCALE\n",
        "def reference(A, B):\n    return np.multiply(A.T, 2, out=B)\n",
        "def reference(A, B, factor=SCALE):\n    for i in range(7):\n        for j in range(5):\n            B[i, j] = "
        "A[j, i] * factor\n"}) {
    const Case c = caseOf(kProgram + reference);
    const Result<std::vector<NDArray>> out = evaluateReference(c.file, c.function, c.arguments);
    ASSERT_TRUE(out.ok()) << reference << toText(out.error());
    ASSERT_EQ(out->size(), 1u);
    const NDArray& a = std::get<NDArray>(c.arguments[0]);
    for (int64_t i = 0; i < 7; ++i)
      for (int64_t j = 0; j < 5; ++j) ASSERT_EQ((*out)[0].getDouble(i * 5 + j), a.getDouble(j * 7 + i) * 2);
  }
}

TEST(Reference, MistakesHavePlaceAndRemedy) {
  EXPECT_EQ(failure("def reference(A):\n    return A * 2\n"),
            "14:5 the reference returns B with shape (5, 7), but the function's has (7, 5) | use .reshape(7, 5) or .T");
  EXPECT_EQ(failure("def reference(A):\n    return A.T * np.float64(2)\n"),
            "14:5 the reference returns B as float64, but the function's is float32 | write .astype(\"float32\")");
  EXPECT_EQ(failure("def reference(X):\n    return X\n"),
            "13:15 reference has a parameter 'X', which scaled does not have | the parameters are A, B");
  EXPECT_EQ(failure("def reference(A):\n    return A.T, A\n"),
            "14:5 reference returns 2 values, but 1 output is expected: B | return them in this order, or take B as "
            "parameters and write them in place");
  EXPECT_EQ(failure("def reference(A):\n    pass\n"),
            "13:5 reference returns nothing, but 1 output is expected: B | return them in this order, or take B as "
            "parameters and write them in place");
  EXPECT_EQ(failure("def reference(A):\n    return A @ A\n"),
            "14:12 matrices of shapes (5, 7) and (5, 7) cannot be multiplied | the last dimension of the first must "
            "equal the second-to-last of the second; is .T missing?");
  EXPECT_THAT(failure(""), HasSubstr("the file has no function reference"));
}

std::string readFile(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The types of eight bits, which NumPy has by ml_dtypes only: rounded as kernels round.
TEST(Reference, ComputesWithFloat8) {
  const Case c = caseOf(R"(import numpy as np
from tvm.script import tir as T


@T.prim_func
def sums(A: T.Buffer((8, 4), "float8_e4m3fn"), B: T.Buffer((8, 4), "float8_e4m3fn"), C: T.Buffer((8,), "float8_e5m2")):
    for i, j in T.grid(8, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * A[vi, vj] + T.float8_e4m3fn(0.75)
    for i, j in T.grid(8, 4):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                C[vi] = T.float8_e5m2(0)
            C[vi] = C[vi] + T.Cast("float8_e5m2", A[vi, vj])


def reference(A):
    return A * A + np.array(0.75, "float8_e4m3fn"), (A @ np.ones((4,), "float8_e4m3fn")).astype("float8_e5m2")
)");
  const Result<std::vector<NDArray>> out = evaluateReference(c.file, c.function, c.arguments);
  ASSERT_TRUE(out.ok()) << toText(out.error());
  ASSERT_EQ(out->size(), 2U);
  const NDArray& a = std::get<NDArray>(c.arguments[0]);
  const auto rounded = [](DataType type, double x) { return roundToType(type, x); };
  for (int64_t i = 0; i < 8; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < 4; ++j) {
      const double x = a.getDouble(i * 4 + j);
      sum += x;
      EXPECT_EQ((*out)[0].getDouble(i * 4 + j),
                rounded(dtype::Float8E4M3(), rounded(dtype::Float8E4M3(), x * x) + 0.75));
    }
    EXPECT_EQ((*out)[1].getDouble(i), rounded(dtype::Float8E5M2(), rounded(dtype::Float8E4M3(), sum)));
  }
}

// The sample's sizes are cut down by the constants at its head.
TEST(Reference, RunsTheSample) {
  std::string text = readFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
  for (const auto& [from, to] :
       {std::pair{"M = 1024", "M = 32"}, {"K = 2048", "K = 48"}, {"L = 1024", "L = 40"}, {"N = 3072", "N = 24"}}) {
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string(from).size(), to);
  }
  const Case c = caseOf(text);
  Result<PreparedReference> prepared = PreparedReference::prepare(c.file, c.function, c.arguments);
  ASSERT_TRUE(prepared.ok()) << toText(prepared.error());
  const Result<double> time = prepared->run();
  ASSERT_TRUE(time.ok()) << toText(time.error());
  const auto &a = std::get<NDArray>(c.arguments[0]), &b = std::get<NDArray>(c.arguments[1]),
             &e = std::get<NDArray>(c.arguments[2]);
  for (int64_t i = 0; i < 32; i += 7)
    for (int64_t j = 0; j < 24; j += 5) {
      double f = 0;
      for (int64_t l = 0; l < 40; ++l) {
        double s = 0;
        for (int64_t k = 0; k < 48; ++k) s += a.getDouble(i * 48 + k) * b.getDouble(k * 40 + l);
        f += std::exp(s) * e.getDouble(l * 24 + j);
      }
      EXPECT_NEAR(prepared->outputs()[0].getDouble(i * 24 + j), f, 1e-3 * (1 + std::fabs(f)));
    }
}

TEST(RealNumpy, AgreesWithOurs) {
  if (const Result<RealNumpy> python = findNumpy(); !python.ok()) GTEST_SKIP() << python.error().message;
  const Case c = caseOf(kProgram +
                        "def helper(x):\n    return np.exp(x) - np.tanh(x)[:, ::-1]\n\ndef naive(sch: tvm.Schedule):\n "
                        "   pass\n\ndef reference(A, B):\n    y = helper(A).T * SCALE\n"
                        "    y = np.where(y > 1, y, y.mean(axis=0)) + np.pad(y[1:, :-1], ((0, 1), (1, 0)))\n    B[:] = "
                        "y / np.sqrt(1 + y.max(1, keepdims=True) ** 2) - np.einsum('ij,ij->i', y, y)[:, None]\n");
  Result<PreparedReference> ours = PreparedReference::prepare(c.file, c.function, c.arguments);
  ASSERT_TRUE(ours.ok()) << toText(ours.error());
  const Result<RealNumpyResult> real = runRealNumpy(c.file, *ours, {}, {.repeat = 3});
  if (real.ok() && real->blas && !std::getenv("OPENBLAS_CORETYPE"))
    EXPECT_TRUE(real->blas->fit()) << blas::warningOf(*real->blas);
  ASSERT_TRUE(real.ok()) << toText(real.error());
  ASSERT_TRUE(ours->run().ok());
  EXPECT_EQ(real->milliseconds.size(), 3u);
  const Mismatch mismatch = compareArrays(ours->outputs()[0], real->outputs[0], 1e-5, 1e-5);
  EXPECT_EQ(mismatch.count, 0) << mismatch.got << " and " << mismatch.expected;
}

// One process for all runs, each of which starts from the same arguments; the results are those of the first.
TEST(RealNumpy, TakesTurns) {
  if (const Result<RealNumpy> python = findNumpy(); !python.ok()) GTEST_SKIP() << python.error().message;
  const Case c = caseOf(kProgram + "def reference(A, B):\n    B[:] = np.exp(A)[:, :B.shape[1]].sum() + B * 0\n");
  Result<PreparedReference> ours = PreparedReference::prepare(c.file, c.function, c.arguments);
  ASSERT_TRUE(ours.ok()) << toText(ours.error());
  ASSERT_TRUE(ours->run().ok());
  const auto turns = RealNumpyTurns::start(c.file, *ours);
  ASSERT_TRUE(turns.ok()) << toText(turns.error());
  EXPECT_EQ(compareArrays(ours->outputs()[0], (*turns)->first().outputs[0], 1e-4, 1e-4).count, 0);
  for (int i = 0; i < 3; ++i) {
    const Result<double> once = (*turns)->run();
    ASSERT_TRUE(once.ok()) << toText(once.error());
    EXPECT_GT(*once, 0);
  }
}

// A later run fails as the first would.
TEST(RealNumpy, LaterTurnsFailToo) {
  if (!findNumpy().ok()) GTEST_SKIP() << findNumpy().error().message;
  const Case c =
      caseOf(kProgram +
             "COUNT = []\n\ndef reference(A, B):\n    COUNT.append(1)\n    B[:] = 0\n    if len(COUNT) == 2:\n"
             "        raise ValueError('a second time')\n");
  const Result<PreparedReference> ours = PreparedReference::prepare(c.file, c.function, c.arguments);
  ASSERT_TRUE(ours.ok()) << toText(ours.error());
  const auto turns = RealNumpyTurns::start(c.file, *ours);
  ASSERT_TRUE(turns.ok()) << toText(turns.error());
  EXPECT_THAT((*turns)->run().error().message, HasSubstr("ValueError: a second time"));
}

TEST(RealNumpy, FailuresAreExplained) {
  EXPECT_EQ(findNumpy({"/no/such/python"}).error().message, "no Python with NumPy was found (tried: /no/such/python)");
  if (!findNumpy().ok()) GTEST_SKIP() << findNumpy().error().message;
  const Case c = caseOf(kProgram + "def reference(A):\n    return A @ A\n");
  const Result<RealNumpyResult> real =
      runRealNumpy(c.file, *PreparedReference::prepare(c.file, c.function, c.arguments));
  ASSERT_FALSE(real.ok());
  EXPECT_THAT(real.error().message, HasSubstr("NumPy rejected the reference: ValueError: matmul"));
  const Case endless = caseOf(kProgram + "def reference(A):\n    while True:\n        pass\n");
  EXPECT_EQ(runRealNumpy(endless.file, *PreparedReference::prepare(endless.file, endless.function, endless.arguments),
                         {}, {.timeoutSeconds = 1})
                .error()
                .message,
            "NumPy did not finish within 1 s");
}

TEST(Npy, RoundTripsAndRefusesDamage) {
  NDArray a = NDArray::zeros(dtype::Float32, {2, 3}), b = NDArray::zeros(dtype::Int(8), {4}),
          c = NDArray::zeros(dtype::Bool(), {});
  for (int64_t i = 0; i < 6; ++i) a.set(i, static_cast<double>(i) / 4);
  b.setInt(2, -7);
  c.setInt(0, 1);
  const std::string bytes = *npzBytes({{"A", a}, {"b", b}, {"c", c}});
  const Result<NamedArrays> back = parseNpz(bytes);
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->size(), 3u);
  EXPECT_EQ((*back)[0].first, "A");
  EXPECT_EQ((*back)[0].second.shape, a.shape);
  EXPECT_EQ((*back)[0].second.data, a.data);
  EXPECT_EQ((*back)[1].second.getInt(2), -7);
  EXPECT_TRUE((*back)[2].second.shape.empty());
  for (size_t cut = 0; cut < bytes.size(); cut += 7)
    EXPECT_FALSE(parseNpz(std::string_view(bytes).substr(0, cut)).ok());
  EXPECT_EQ(parseNpy("hello").error().message, "this is not a .npy file");
  EXPECT_EQ(npyBytes(NDArray::zeros(dtype::BFloat16(), {2})).error().message, "NumPy has no type bfloat16");
  EXPECT_EQ(npyBytes(NDArray::zeros(dtype::Float8E4M3(), {2})).error().message, "NumPy has no type float8_e4m3fn");
  EXPECT_EQ(npyBytes(NDArray::zeros(dtype::Float8E5M2(), {2})).error().message, "NumPy has no type float8_e5m2");
  std::string damaged = bytes;
  for (size_t i = 0; i < damaged.size(); ++i) {
    damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
    (void)parseNpz(damaged);  // any answer will do
    damaged[i] = bytes[i];
  }
}

// As NumPy writes them, by Python's zipfile: compressed, and with the fields of zip64.
TEST(Npy, ReadsCompressedAndWideArchives) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("lw_npz_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  NDArray large = NDArray::zeros(dtype::Float32, {50, 100}), small = NDArray::zeros(dtype::Int(8), {2});
  for (int64_t i = 0; i < 5000; ++i) large.set(i, static_cast<double>(i) / 8);
  small.setInt(0, 3);
  ASSERT_TRUE(writeNpy((folder / "a.npy").string(), large).ok());
  ASSERT_TRUE(writeNpy((folder / "b.npy").string(), small).ok());
  std::ofstream(folder / "write.py") << R"(import zipfile
def write(path, method, wide):
    with zipfile.ZipFile(path, "w", method) as z:
        for name in ("a.npy", "b.npy"):
            with z.open(name, "w", force_zip64=wide) as f:
                f.write(open(name, "rb").read())
write("packed.npz", zipfile.ZIP_DEFLATED, False)
write("plain.npz", zipfile.ZIP_STORED, True)
write("wide.npz", zipfile.ZIP_DEFLATED, True)
write("other.npz", zipfile.ZIP_BZIP2, False)
)";
  ASSERT_EQ(std::system(("cd " + folder.string() + " && python3 write.py").c_str()), 0);
  for (const char* name : {"packed.npz", "plain.npz", "wide.npz"}) {
    const Result<NamedArrays> arrays = readNpz((folder / name).string());
    ASSERT_TRUE(arrays.ok()) << name << ": " << arrays.error().message;
    ASSERT_EQ(arrays->size(), 2u) << name;
    const NDArray& a = (*arrays)[0].second;
    EXPECT_EQ(a.shape, (std::vector<int64_t>{50, 100})) << name;
    for (int64_t i = 0; i < 5000; ++i) ASSERT_EQ(a.getDouble(i), static_cast<double>(i) / 8) << name;
    EXPECT_EQ((*arrays)[1].second.getInt(0), 3) << name;
  }
  const Result<NamedArrays> other = readNpz((folder / "other.npz").string());
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().message.find("the entry a.npy is compressed by the method 12 of zip"), std::string::npos);
  std::ifstream in(folder / "packed.npz", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  for (size_t cut = 0; cut < bytes.size(); cut += 97)
    EXPECT_FALSE(parseNpz(std::string_view(bytes).substr(0, cut)).ok());
  // A byte of the content that differs is found by the checksum.
  for (size_t i = 0; i < bytes.size(); i += 31) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
    (void)parseNpz(damaged);  // any answer will do
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace lw
