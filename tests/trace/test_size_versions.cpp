// Versions of a function by a size: text, results on both sides of each boundary, what is refused.
#include "core/trace/size_versions.h"

#include <gmock/gmock.h>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ndarray.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

constexpr const char* kScaled = R"(
from tvm.script import tir as T

@T.prim_func
def scaled(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n, 8), "int32")
    B = T.match_buffer(b, (n, 8), "int32")
    T_ = T.alloc_buffer((n, 8), "int32")
    for i, j in T.grid(n, 8):
        with T.block("T"):
            vi, vj = T.axis.remap("SS", [i, j])
            T_[vi, vj] = A[vi, vj] * 3
    for i, j in T.grid(n, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T_[vi, vj] + 1
)";

Snapshot scaled() {
  const SourceFile file = parseSource("scaled.py", kScaled);
  for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
  return Snapshot(file.functions.at(0));
}

const char* kPlain = R"([[["GetBlock", [], ["T", "main"], ["b0"]], ["ComputeInline", ["b0"], [], []]], []])";
const char* kTiled = R"([[["GetBlock", [], ["B", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1", "l2"]],
  ["Split", ["l1", "None", 4], [true, false], ["l3", "l4"]], ["Vectorize", ["l2"], [], []]], []])";

std::string versionsText(const std::string& size, const std::string& mosts) {
  return "{\"versions_by\": \"" + size + "\", \"versions\": [{" + mosts + "\"trace\": " + kPlain +
         "}, {\"trace\": " + kTiled + "}]}";
}

TEST(SizeVersions, AreBranchesOfOneFunction) {
  const Result<SizeVersions> versions = sizeVersionsFromJson(versionsText("n", "\"most\": 3, "));
  ASSERT_TRUE(versions.ok()) << versions.error().message;
  const Result<SizeVersions> again = sizeVersionsFromJson(toJson(*versions));
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(toJson(*again), toJson(*versions));
  EXPECT_TRUE(isSizeVersions(toJson(*versions)));
  EXPECT_FALSE(isSizeVersions(kPlain));
  const Snapshot program = scaled();
  const Result<PrimFunc> joined = withVersions(program, 0, *versions);
  ASSERT_TRUE(joined.ok()) << joined.error().message;
  const std::string text = print(*joined).text;
  EXPECT_THAT(text, testing::HasSubstr("if n <= T.int64(3):\n"));
  EXPECT_THAT(text, testing::HasSubstr("with T.block(\"n_to_3\"):\n"));
  EXPECT_THAT(text, testing::HasSubstr("with T.block(\"n_others\"):\n"));
  EXPECT_THAT(text, testing::HasSubstr("with T.block(\"B_1\"):\n"));
  const std::string python = toPython(*versions);
  EXPECT_THAT(python, testing::HasSubstr("def n_to_3(sch):\n"));
  EXPECT_THAT(python, testing::HasSubstr("VERSIONS = [\n    (3, n_to_3),\n    (None, n_others),\n]\n"));
  // The text reads as the same function, whose ids are its own.
  const SourceFile read = parseSource("joined.py", "from tvm.script import tir as T\n\n" + text);
  for (const Diagnostic& d : read.diagnostics) ADD_FAILURE() << render(d, read.source) << text;
  const Snapshot whole(*joined);
  EXPECT_EQ(whole.function().nextId, joined->nextId);
  for (const int64_t n : {0, 1, 3, 4, 5, 8, 17}) {
    const ValueRange range{ValueRange::Kind::Between, -1000, 1000};
    const NDArray a = randomArray(dtype::Int32, {n, 8}, range, 1 + static_cast<uint64_t>(n));
    std::vector<NDArray> results;
    for (const PrimFunc* f : {&program.function(), &*joined, &read.functions.at(0)}) {
      std::vector<Argument> arguments{a, NDArray::zeros(dtype::Int32, {n, 8})};
      const Status done = interpret(*f, arguments, {});
      ASSERT_TRUE(done.ok()) << done.error().message;
      results.push_back(std::get<NDArray>(arguments[1]));
    }
    EXPECT_EQ(results[1].data, results[0].data) << n;
    EXPECT_EQ(results[2].data, results[0].data) << n;
  }
}

std::string refusal(const std::string& text) {
  const Result<SizeVersions> versions = sizeVersionsFromJson(text);
  if (!versions) return versions.error().message;
  const Result<PrimFunc> joined = withVersions(scaled(), 0, *versions);
  return joined ? "none" : joined.error().message;
}

TEST(SizeVersions, SayWhatIsWrong) {
  EXPECT_EQ(refusal("{\"versions_by\""), "the trace is not JSON: it does not parse");
  EXPECT_EQ(refusal("{\"versions_by\": 3}"), "versions_by should be the name of a size");
  EXPECT_EQ(refusal("{\"versions_by\": \"n\", \"versions\": []}"), "versions should be a list of versions");
  EXPECT_EQ(refusal("{\"versions_by\": \"n\", \"versions\": [3]}"), "a version should be an object with a trace");
  EXPECT_EQ(refusal(versionsText("n", "")), "most should be there for all versions but the last one");
  EXPECT_EQ(refusal(versionsText("n", "\"most\": \"x\", ")), "most should be an integer");
  EXPECT_EQ(refusal(versionsText("m", "\"most\": 3, ")),
            "scaled has no size named m whose value could choose a version");
  const SourceFile plain = parseSource("plain.py", R"(
from tvm.script import tir as T

@T.prim_func
def plain(A: T.Buffer((4,), "int32"), n: T.int32):
    for i in range(4):
        A[i] = n
)");
  const Result<SizeVersions> nothing =
      sizeVersionsFromJson(R"({"versions_by": "n", "versions": [{"trace": [[], []]}]})");
  ASSERT_TRUE(nothing.ok()) << nothing.error().message;
  EXPECT_EQ(withVersions(Snapshot(plain.functions.at(0)), 0, *nothing).error().message,
            "plain has no root block, so it cannot have versions");
  std::string unordered = versionsText("n", "\"most\": 3, ");
  unordered.insert(unordered.find("{\"trace\""), std::string("{\"most\": 2, \"trace\": ") + kPlain + "}, ");
  EXPECT_EQ(refusal(unordered), "most should be larger than that of the version before");
  std::string unknown = versionsText("n", "\"most\": 3, ");
  unknown.replace(unknown.find("\"T\""), 3, "\"Q\"");
  EXPECT_THAT(refusal(unknown), testing::HasSubstr("Q"));
  // A version that lays out a parameter in another way cannot stand beside one that does not.
  std::string laidOut = versionsText("n", "\"most\": 3, ");
  laidOut.replace(laidOut.find("[\"Vectorize\", [\"l2\"], [], []]"),
                  std::string("[\"Vectorize\", [\"l2\"], [], []]").size(),
                  "[\"SetAxisSeparator\", [\"b0\"], [0, \"write\", [1]], []]");
  EXPECT_THAT(refusal(laidOut),
              testing::AnyOf("version 2 of scaled declares its parameters in another way than the first one",
                             testing::HasSubstr("SetAxisSeparator")));
}

}  // namespace
}  // namespace lw
