// What the language of references says of an expression that is wrong, and the readers of .npy and .npz files of a
// damaged file: a case for each sentence.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "backends/interpreter/interpreter.h"
#include "backends/reference/errors.h"
#include "backends/reference/npy.h"
#include "backends/reference/numpy_host.h"
#include "backends/reference/real_numpy.h"
#include "backends/reference/reference.h"
#include "core/script/interpreter.h"
#include "core/text/python/python_parser.h"
#include "core/text/tir/parser.h"
#include "tests/errors/expect_error.h"

namespace lw::reference {
namespace {

struct Case {
  const ErrorKind& kind;
  const char* expression;
  const char* message;
};

const Case kCases[] = {
    {err::kTooManyDimensions, "np.zeros((1,) * 33)", "an array has at most 32 dimensions"},
    {err::kTooManyDimensions, "np.expand_dims(np.zeros((1,) * 32), 0)", "an array has at most 32 dimensions"},
    {err::kTooManyDimensions, "np.zeros((1,) * 32)[None]", "an array has at most 32 dimensions"},
    {err::kTooManyDimensions, "np.array([[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]])",
     "an array has at most 32 dimensions"},
    {err::kNegativeExtent, "np.zeros((-1,))", "the shape (-1,) has a negative extent"},
    {err::kBadShape, "np.broadcast_to(np.zeros(1), (-1,))", "the shape (-1,) is not valid"},
    {err::kArrayTooLarge, "np.zeros((1 << 20, 1 << 20))",
     "of shape (1048576, 1048576) and type float64 is larger than"},
    {err::kRangeTooLongForArray, "np.array(range(200000000))", "the range is too long for an array"},
    {err::kArangeTooLong, "np.arange(1e12)", "arange would have 1000000000000.0 elements"},
    {err::kTooLargeForList, "np.zeros(1000001).tolist()", "the array is too large for a list"},
    {err::kArangeStepZero, "np.arange(0, 8, 0)", "the step of arange is 0"},
    {err::kArangeStopMissing, "np.arange()", "arange takes at least a stop"},
    {err::kShapesDoNotBroadcast, "np.zeros(3) + np.zeros(4)", "shapes (3,) and (4,) do not broadcast"},
    {err::kDoesNotBroadcastTo, "np.broadcast_to(np.zeros(3), (4,))", "shape (3,) does not broadcast to (4,)"},
    {err::kCannotReshape, "np.zeros(6).reshape(4, 2)", "an array of shape (6,) cannot be reshaped to (4, 2)"},
    {err::kRaggedRows, "np.array([[1, 2], [3]])", "the rows of the array have different shapes: (2,) and (1,)"},
    {err::kItemOfSeveral, "np.zeros(3).item()", "item() needs one element, but the shape is (3,)"},
    {err::kAmbiguousTruth, "1 if np.zeros(3) else 2", "an array of shape (3,) has no single truth value"},

    {err::kMethodOfArrays, "np.zeros(3).sum", "'sum' is a method of arrays"},
    {err::kArraysHaveNoAttribute, "np.zeros(3).nothing", "arrays have no attribute 'nothing'"},
    {err::kNpNotAvailableInReference, "np.linalg.norm(3)", "np.linalg is not available in a reference"},
    {err::kNoFunction, "np.zeros(3).shape()", "'shape' is not a function"},
    {err::kTakesOneValue, "np.float32()", "float32 takes one value"},
    {err::kTooManyPositional, "np.cumsum(np.zeros(3), 0, 1)",
     "cumsum takes at most 2 positional arguments, 3 were given"},
    {err::kHasNoParameterNamedHere, "np.sum(np.zeros(3), nothing=3)", "sum has no parameter named 'nothing' here"},
    {err::kNumpyArgumentTwice, "np.sum(np.zeros(3), 0, axis=0)", "sum: 'axis' is given twice"},
    {err::kNumpyArgumentMissing, "np.sum()", "sum: no value for 'a'"},
    {err::kNumpyArgumentMissing, "np.zeros()", "zeros: no value for 'shape'"},
    {err::kNumpyArgumentMissing, "np.pad(np.zeros(3))", "pad: no value for 'pad_width'"},
    {err::kTakesListOfArrays, "np.concatenate(3)", "concatenate takes a list of arrays"},
    {err::kTakesListOfArrays, "np.hstack([])", "hstack takes a list of arrays"},
    {err::kAstypeNeedsType, "np.zeros(3).astype()", "astype takes a type"},

    {err::kNeitherArrayNorNumber, "np.exp({})", "is neither an array nor a number"},
    {err::kBadElementType, "np.zeros(3, 'float99')", "'float99' is not a type of array elements"},
    {err::kStringNoNumber, "np.float32('a')", "a string is not a number"},
    {err::kDoesNotTakeFloats, "np.zeros(3) & np.zeros(3)", "& does not take floats"},
    {err::kSubtractedBools, "(np.zeros(3) > 1) - (np.zeros(3) > 1)", "bool arrays cannot be subtracted"},
    {err::kNumberOutOfBounds, "np.zeros(3, np.int8) + 1000", "the number 1000 is out of bounds for int8"},
    {err::kNegativePower, "np.arange(3) ** -1", "integers cannot be raised to negative powers"},
    {err::kInvertedFloats, "~np.zeros(3)", "`~` does not take floats"},
    {err::kNegatedBools, "-(np.zeros(3) > 1)", "`-` does not take bool arrays"},

    {err::kArrayIndexOutOfRange, "np.arange(6)[7]", "index 7 is out of range for dimension 0 of shape (6,)"},
    {err::kSecondEllipsis, "np.zeros(3)[..., ...]", "`...` may appear only once in an index"},
    {err::kTooManyIndices, "np.zeros(3)[0, 0]", "2 indices are given for an array of 1 dimension"},
    {err::kArraySliceStepZero, "np.zeros(3)[::0]", "the step of a slice is 0"},
    {err::kBadIndexArray, "np.zeros(3)[np.zeros(2)]", "an array of float64 cannot be an index"},
    {err::kMaskDoesNotFit, "np.zeros(3)[np.zeros(2) > 1]",
     "a mask of shape (2,) does not match an array of shape (3,)"},

    {err::kOutShape, "np.add(np.zeros(3), np.zeros(3), out=np.zeros(4))",
     "out= has shape (4,), but the result has (3,)"},
    {err::kOutShape, "np.matmul(np.zeros((2, 3)), np.zeros((3, 2)), out=np.zeros((3, 3)))",
     "out= has shape (3, 3), but the result has (2, 2)"},
    {err::kOutType, "np.add(np.zeros(3), np.zeros(3), out=np.zeros(3, np.int32))",
     "the result has type float64, which cannot be stored as int32"},
    {err::kOutTakesArrayNot, "np.sum(np.zeros(3), out=3)", "sum: out= takes an array, not an integer"},
    {err::kOutTakesArrayNot, "np.einsum('i->', np.zeros(3), out=3)", "einsum: out= takes an array, not an integer"},

    {err::kEinsumArguments, "np.einsum(3)", "einsum takes the subscripts first, 'ij,jk->ik', then the arrays"},
    {err::kEinsumSubscripts, "np.einsum('i?', np.zeros((2, 2)))", "einsum 'i?': '?' is not a letter"},
    {err::kNoSuchProduct, "np.zeros((2, 3)) @ np.zeros((2, 3))", "matrices of shapes (2, 3) and (2, 3) cannot be"},
    {err::kProductOfScalars, "np.array(3) @ np.array(4)", "a matrix product does not take scalars"},
    {err::kMatrixSideTooLong, "np.zeros((1 << 31, 0), 'float32') @ np.zeros((0, 1), 'float32')",
     "a matrix side of 2147483648 is too large"},

    {err::kCannotJoin, "np.concatenate([np.zeros((2, 3)), np.zeros((2, 4))])",
     "shapes (2, 3) and (2, 4) cannot be joined along axis 0"},
    {err::kCannotStack, "np.stack([np.zeros(2), np.zeros(3)])", "shapes (2,) and (3,) cannot be stacked"},
    {err::kCannotSplit, "np.split(np.zeros(5), 2)", "shape (5,) cannot be split into 2 equal parts along axis 0"},
    {err::kNegativePadWidth, "np.pad(np.zeros(3), -1)", "padding widths cannot be negative"},
    {err::kPadOfEmptyDimension, "np.pad(np.zeros(0), 1, mode='edge')",
     "dimension 0 is empty: it has no elements to pad with"},
    {err::kPadTooWide, "np.pad(np.zeros(3), 1 << 62)", "the padding is too wide"},
    {err::kPadMode, "np.pad(np.zeros(3), 1, mode='nothing')", "the mode 'nothing' is not available"},
    {err::kPadWidthType, "np.pad(np.zeros(3), 1.5)", "pad widths are integers"},
    {err::kPadWidthShape, "np.pad(np.zeros(3), [1, 2, 3])",
     "pad widths of shape (3,) do not match an array of shape (3,)"},
    {err::kPadConstant, "np.pad(np.zeros(3), 1, constant_values=[1, 2])", "constant_values takes one number here"},
    {err::kSqueezedDimension, "np.squeeze(np.zeros((2, 3)), 0)", "dimension 0 of shape (2, 3) is not 1"},
    {err::kTransposedAxisCount, "np.transpose(np.zeros((2, 3)), (0,))",
     "1 axes are given for an array of shape (2, 3)"},
    {err::kNegativeCount, "np.repeat(np.zeros(3), -1)", "the count is negative"},
    {err::kResultTooLarge, "np.repeat(np.zeros(4), 1 << 62)", "the result is too large"},
    {err::kBadTileCounts, "np.tile(np.zeros(3), -1)", "the counts are negative or too large"},
    {err::kTriangleRank, "np.tril(np.zeros(3))", "a triangle needs two dimensions, but the shape is (3,)"},

    {err::kAxisOutOfRange, "np.zeros((2, 3)).sum(5)", "axis 5 is out of range for an array of 2 dimensions"},
    {err::kAxisTwice, "np.zeros((2, 3)).sum((0, 0))", "axis 0 is given twice"},
    {err::kAxisTwice, "np.transpose(np.zeros((2, 3)), (0, 0))", "axis 0 is given twice"},
    {err::kAxisTwice, "np.expand_dims(np.zeros(3), (1, -2))", "axis 1 is given twice"},
    {err::kMoveaxisOutOfRange, "np.moveaxis(np.zeros((2, 3)), 5, 0)",
     "moveaxis: an axis is out of range for shape (2, 3)"},
    {err::kTakeOutOfRange, "np.take(np.zeros(3), [0], axis=5)", "take: axis 5 is out of range"},
    {err::kTakesOneAxis, "np.argmax(np.zeros((2, 3)), axis=(0, 1))", "argmax takes one axis"},
    {err::kReductionOfNothing, "np.max(np.zeros(0))", "max of an empty array: the shape is (0,)"},
};

Result<script::Value> evaluate(const std::string& expression) {
  const SourceText source = makeSource("r.py", "import numpy as np\ndef f():\n    return " + expression + "\n");
  const py::ParseResult parsed = py::parseModule(source);
  const script::FileScope file(parsed.module, parsed.diagnostics);
  NumpyHost host;
  script::Interpreter interpreter(file, host, {});
  return interpreter.run(*file.function("f"), {});
}

TEST(ReferenceErrors, SayWhatIsWrong) {
  for (const Case& c : kCases) {
    const Result<script::Value> result = evaluate(c.expression);
    if (result) {
      ADD_FAILURE() << c.expression << " gives " << script::toRepr(*result);
      continue;
    }
    expectError(result.error(), c.kind, c.message, c.expression);
  }
}

// The sanitizers reserve more than a limit allows.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(ReferenceErrors, MemoryIsShort) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit small{rlim_t{4} << 30, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);
  const Result<script::Value> result = evaluate("np.zeros((1 << 30,))");
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  ASSERT_FALSE(result);
  expectError(result.error(), err::kNoMemoryForArray, "there is not enough memory for an array of shape (1073741824,)",
              "zeros");
}
#endif

// ---- functions ----

Explanation errorOf(const std::string& parameters, const std::string& reference, std::vector<Argument> arguments) {
  const SourceFile file =
      parseSource("r.py", "from tvm.script import tir as T\nimport numpy as np\n\n\n@T.prim_func\ndef main(" +
                              parameters + "):\n    T.evaluate(0)\n\n\n" + reference);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  const auto out = evaluateReference(file, file.functions.front(), std::move(arguments));
  EXPECT_FALSE(out.ok());
  return out ? Explanation() : out.error();
}

TEST(ReferenceErrors, FunctionsThatDoNotFit) {
  const std::string one = "A: T.Buffer((4,), \"float32\")", def = "def reference(A):\n    return len(A)\n";
  const NDArray four = NDArray::zeros(dtype::Float32, {4});
  expectError(errorOf(one, def, {}), err::kReferenceArgumentCount,
              "the function has 1 parameters, but 0 arguments are given", "no arguments");
  expectError(errorOf("A: T.Buffer((4,), \"float32x4\")", def, {NDArray::zeros(dtype::Float(32, 4), {4})}),
              err::kReferenceElementType, "arrays of float32x4 cannot be computed by a reference", "vectors");
  const std::vector<int64_t> many(33, 1);
  std::string shape;
  for (size_t i = 0; i < many.size(); ++i) shape += "1, ";
  expectError(errorOf("A: T.Buffer((" + shape + "), \"float32\")", def, {NDArray::zeros(dtype::Float32, many)}),
              err::kTooManyDimensions, "an array has at most 32 dimensions", "33 dimensions");
  expectError(errorOf("A: T.Buffer((), \"float32\")", def, {NDArray::zeros(dtype::Float32, {})}),
              err::kScalarHasNoLength, "an array without dimensions has no length", "len of a scalar");
}

// ---- under NumPy ----

// Stands in for Python: it has NumPy, and runs `commands` where it is given the reference ($2 is the job's folder).
class FakePython : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("lw_fake_python_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // `probe` is run where it is asked what it calculates with.
  Result<RealNumpyResult> run(const std::string& commands, const std::string& probe = "exit 0") const {
    const std::filesystem::path python = folder_ / "python";
    std::ofstream(python) << "#!/bin/sh\nif [ \"$1\" = -c ]; then " << probe << "; exit 0; fi\n" << commands << "\n";
    std::filesystem::permissions(python, std::filesystem::perms::owner_all);
    const SourceFile file = parseSource(
        "r.py",
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((4,), \"float32\")):\n    for i in "
        "range(4):\n        A[i] = T.float32(0)\n\n\ndef reference(A):\n    A[:] = 0\n");
    const auto prepared =
        PreparedReference::prepare(file, file.functions.front(), {NDArray::zeros(dtype::Float32, {4})});
    EXPECT_TRUE(prepared.ok());
    return runRealNumpy(file, *prepared, {}, {.pythons = {python.string()}});
  }
  std::filesystem::path folder_;
};

TEST_F(FakePython, GivesNoResult) {
  const auto result = run("exit 0");
  ASSERT_FALSE(result.ok());
  expectError(result.error(), err::kNumpyWithoutResult, "NumPy returned no result", "without a file");
}

TEST_F(FakePython, RunsTheKernelsThatFit) {
  if (std::getenv("OPENBLAS_CORETYPE")) GTEST_SKIP() << "the person chose the kernels";
  const std::vector<std::string> names = blas::candidates(thisProcessor());
  if (names.empty()) GTEST_SKIP() << "a processor without AVX";
  const std::string array = (folder_ / "array.npy").string();
  ASSERT_TRUE(writeNpy(array, NDArray::zeros(dtype::Float32, {4})).ok());
  // A version that knows all names, and does not know this processor.
  const std::string probe =
      "printf '{\"version\": \"0.3.20\", \"kernels\": \"%s\", \"right\": true}' ${OPENBLAS_CORETYPE:-Prescott}";
  const std::string asked = (folder_ / "asked").string();
  const auto result = run(
      "cp " + array + " $2/out0.npy\necho $OPENBLAS_CORETYPE > " + asked + "\necho '{\"times\": [1]}' > $2/result.json",
      probe);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_TRUE(result->blas);
  EXPECT_EQ(result->blas->name, names.front());
  EXPECT_EQ(textOf(*result->blas), "OpenBLAS 0.3.20, " + names.front() + " kernels");
  std::string variable;
  std::ifstream(asked) >> variable;
  EXPECT_EQ(variable, names.front()) << "of the process that is timed";
}

TEST_F(FakePython, GivesAnotherShape) {
  const std::string array = (folder_ / "array.npy").string();
  ASSERT_TRUE(writeNpy(array, NDArray::zeros(dtype::Float32, {5})).ok());
  const auto result = run("cp " + array + " $2/out0.npy\necho '{\"times\": [1]}' > $2/result.json");
  ASSERT_FALSE(result.ok());
  expectError(result.error(), err::kNumpyShape, "under NumPy, A has another shape than in the function", "5 elements");
}

// ---- files ----

std::string npy(const std::string& description, const std::string& shape, const std::string& data = {}) {
  std::string header = "{'descr': '" + description + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xFF);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + data;
}

std::string ones(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "1,";
  return text;
}

TEST(ReferenceErrors, DamagedNpyFiles) {
  const std::string whole = npy("<f4", "2,", std::string(8, '\0'));
  ASSERT_TRUE(parseNpy(whole).ok());
  const auto damaged = [](const std::string& bytes, const ErrorKind& kind, const char* message) {
    const Result<NDArray> array = parseNpy(bytes);
    ASSERT_FALSE(array.ok()) << message;
    expectError(array.error(), kind, message, bytes);
  };
  damaged("hello", err::kNotNpy, "this is not a .npy file");
  damaged(whole.substr(0, 30), err::kHeaderCut, "the file ends within its header");
  damaged(npy(">f4", "2,"), err::kUnreadArrayType, "arrays of type '>f4' cannot be read");
  damaged(npy("<f4", "1234567890123456,"), err::kShapeTooLarge, "the shape is too large");
  damaged(npy("<f4", "100000000000000, 100000000000000,"), err::kShapeTooLarge, "the shape is too large");
  damaged(npy("<f4", ones(33)), err::kFileTooManyDimensions, "the array has more than 32 dimensions");
  damaged(whole.substr(0, whole.size() - 1), err::kElementsCut, "the file ends before its 2 elements");
}

TEST(ReferenceErrors, DamagedNpzFiles) {
  const std::string whole = *npzBytes({{"A", NDArray::zeros(dtype::Float32, {2})}});
  ASSERT_TRUE(parseNpz(whole).ok());
  const size_t directory = whole.find("PK\x01\x02");
  ASSERT_NE(directory, std::string::npos);
  const auto damaged = [&](size_t at, const std::string& with, const ErrorKind& kind, const char* message) {
    std::string bytes = whole;
    bytes.replace(at, with.size(), with);
    const Result<NamedArrays> arrays = parseNpz(bytes);
    ASSERT_FALSE(arrays.ok()) << message;
    expectError(arrays.error(), kind, message, message);
  };
  const Result<NamedArrays> cut = parseNpz(whole.substr(0, directory));
  ASSERT_FALSE(cut.ok());
  expectError(cut.error(), err::kNotNpz, "this is not a .npz file", "without a directory");
  damaged(directory, "PX", err::kNpzDirectoryDamaged, "the directory of the .npz file is damaged");
  damaged(directory + 10, "\x09", err::kNpzEntryMethod, "the entry A.npy is compressed by the method 9 of zip");
  damaged(directory + 10, "\x08", err::kNpzEntryDamaged, "the compressed data of the entry A.npy are damaged");
  damaged(directory + 8, "\x01", err::kNpzEntryEncrypted, "the entry A.npy is encrypted");
  damaged(directory + 16, "\xFF\xFF", err::kNpzEntryChecksum, "the checksum of the entry A.npy does not fit its bytes");
  {
    std::string vast = whole;
    vast.replace(directory + 10, 1, "\x08");
    vast.replace(directory + 24, 4, std::string("\xFF\xFF\xFF\x7F", 4));
    const Result<NamedArrays> arrays = parseNpz(vast);
    ASSERT_FALSE(arrays.ok());
    expectError(arrays.error(), err::kNpzEntrySize,
                "the entry A.npy says that it has 2147483647 bytes uncompressed, but it has 136 compressed ones",
                "vast");
  }
  damaged(directory + 42, "\xFF\xFF", err::kNpzEntryOutside, "the entry A.npy is outside of the file");
}

}  // namespace
}  // namespace lw::reference
