// What sessions, traces and the arguments of a run say of an input that is wrong.
#include <zlib.h>

#include <algorithm>

#include "core/ir/errors.h"
#include "core/ir/ndarray.h"
#include "core/ir/size_row.h"
#include "core/session/errors.h"
#include "core/session/link.h"
#include "core/session/session.h"
#include "core/support/base64.h"
#include "core/text/tir/parser.h"
#include "core/trace/errors.h"
#include "core/trace/trace.h"
#include "tests/errors/cases.h"

namespace lw {
namespace {

const std::string kScaled =
    "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), "
    "\"float32\")):\n    for i, j in T.grid(8, 8):\n        with T.block(\"B\"):\n            vi, vj = "
    "T.axis.remap(\"SS\", [i, j])\n            B[vi, vj] = A[vi, vj]\n";

// ---- traces ----

const ErrorCase kTraces[] = {
    {R"([[["GetBlock", [], [], ["b0"]]], []])", err::kTraceAttributes,
     "instruction 0 (GetBlock) has 0 attributes, but takes 2", ""},
    {R"([[["GetBlock", [], ["B", "main", 3], ["b0"]]], []])", err::kTraceAttributes,
     "instruction 0 (GetBlock) has 3 attributes, but takes 2", ""},
    {R"([[["GetBlock", [], ["B", "main"], ["b0"]], ["TransformLayout", ["b0", "{"], [0, 1, "None", 0], []]], []])",
     err::kTraceIndexMap, "instruction 1 (TransformLayout) has an index map that cannot be read: it is not JSON", ""},
};

TEST(TraceErrors, SayWhatIsWrong) {
  for (const ErrorCase& c : kTraces) {
    const Result<Trace> trace = traceFromJson(c.input);
    ASSERT_FALSE(trace) << c.input;
    expectError(c, {trace.error()}, c.input);
  }
}

TEST(TraceErrors, AStepHasTheResultsOfTheTrace) {
  const std::string text =
      R"([[["GetBlock", [], ["B", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1", "l2", "l3"]]], []])";
  const Result<Trace> trace = traceFromJson(text);
  ASSERT_TRUE(trace) << trace.error().message;
  const Result<Schedule> done = replay(Snapshot(parseSource("case.py", kScaled).functions.at(0)), *trace);
  ASSERT_FALSE(done);
  expectError({text, err::kTraceOutputs, "step 2 (get_loops) returned 2 results where the trace has 3", ""},
              {done.error()}, text);
}

// ---- sessions ----

TEST(SessionErrors, AFileWithoutVersionIsRefused) {
  const std::string text = R"({"format": "loopwright-session"})";
  const Result<LoadedSession> loaded = sessionFromJson(text);
  ASSERT_FALSE(loaded);
  expectError({text, err::kSessionWithoutVersion, "version: the session has no version number", ""}, {loaded.error()},
              text);
}

// A link comes from anywhere: what it holds is limited before and after it is unpacked.
TEST(SessionErrors, LinksThatAreNoneAreRefused) {
  const std::string session(9'000'000, ' ');
  std::string packed(compressBound(session.size()), 0);
  uLongf size = packed.size();
  ASSERT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(session.data()),
                     session.size()),
            Z_OK);
  packed.resize(size);
  std::string large = encodeBase64(packed);
  std::replace(large.begin(), large.end(), '+', '-');
  std::replace(large.begin(), large.end(), '/', '_');
  large.resize(large.find_last_not_of('=') + 1);
  const std::string start = "loopwright:session?";
  const ErrorCase cases[] = {
      {"loopwright:/etc/passwd", err::kLinkNone, "this is not a link to a session", ""},
      {"https://example.org/", err::kLinkNone, "this is not a link to a session", ""},
      {start, err::kLinkDamaged, "the session in this link is damaged", ""},
      {start + "eJw*", err::kLinkDamaged, "the session in this link is damaged", ""},
      {start + "eJwLSS0uAQAD_QG", err::kLinkDamaged, "the session in this link is damaged", ""},
      {start + repeated("A", 100'000), err::kLinkLong, "the link is longer than 100000 bytes", ""},
      {start + large, err::kLinkLarge, "the session in this link has more than 8388608 bytes", ""}};
  for (const ErrorCase& c : cases) {
    const Result<std::string> found = sessionOfLink(c.input);
    ASSERT_FALSE(found) << c.input;
    expectError(c, {found.error()}, c.input);
  }
}

TEST(SessionErrors, VariantsWithoutAProgramStayAside) {
  const Result<LoadedSession> loaded = sessionFromJson(
      R"({"format": "loopwright-session", "version": 1, "path": "case.py", "source": "", "workspaces": [{}]})");
  ASSERT_TRUE(loaded) << loaded.error().message;
  const std::vector<std::string>& told = loaded->warnings;
  const std::string line =
      "workspaces[0].program: the variants of \"\" cannot be shown (they stay in the session): no name is given";
  EXPECT_NE(std::find(told.begin(), told.end(), line), told.end()) << told.front();
}

// While a class has an error, its variants are those of the text before.
TEST(SessionErrors, AFunctionThatCameWithAnErrorHasNoVariants) {
  const auto function = [](const std::string& name, const std::string& value) {
    return "    @T.prim_func\n    def " + name + "(A: T.Buffer((8,), \"float32\")):\n        for i in range(8):\n" +
           "            A[i] = " + value + "\n\n";
  };
  const std::string head =
      "from tvm.script import ir as I\nfrom tvm.script import tir as T\n\n\n@I.ir_module\nclass Two:\n";
  Session session("two.py", head + function("first", "T.float32(1)") + function("second", "T.float32(2)"));
  ASSERT_TRUE(session.choose("Two.first"));
  session.setText(head + function("first", "Z[i]") + function("second", "T.float32(2)") +
                  function("third", "T.float32(3)"));
  const Status chosen = session.choose("Two.third");
  ASSERT_FALSE(chosen);
  expectError({"Two.third", err::kSessionLaterFunction,
               "function third is not in the text of Two that the variants were made from", ""},
              {chosen.error()}, "");
}

// ---- arguments of a run ----

Explanation refusedInputs(const std::string& parameters, const InputSpec& spec) {
  const SourceFile file = parseSource("case.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(" +
                                                     parameters + "):\n    T.evaluate(0)\n");
  const auto shapes = argumentShapes(file.functions.at(0), spec);
  EXPECT_FALSE(shapes) << parameters;
  return shapes ? Explanation() : shapes.error();
}

TEST(InputErrors, SayWhatIsWrong) {
  InputSpec large, range;
  large.bind["n"] = int64_t{1} << 40;
  range.ranges["n"] = {};
  expectError({"p: T.handle", err::kInputsNoBuffer, "parameter p of main is a handle without a buffer", ""},
              {refusedInputs("p: T.handle", {})}, "");
  expectError({"n without a value", err::kInputsNotConstant,
               "dimension 0 of buffer A cannot be computed from the sizes given", ""},
              {refusedInputs("n: T.int32, A: T.Buffer((n,), \"float32\")", range)}, "");
  expectError({"n is 2^40", err::kInputsTooLarge, "buffer A would have more than 2^40 bytes", ""},
              {refusedInputs("n: T.int64, A: T.Buffer((n,), \"float32\")", large)}, "");
}

TEST(InputErrors, OfRowsOfSizes) {
  const auto refused = [](const std::string& parameters, const char* row) {
    const SourceFile file = parseSource("case.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(" +
                                                       parameters + "):\n    T.evaluate(0)\n");
    const Result<SizeRow> read = parseSizeRow(row, file.functions.at(0));
    EXPECT_FALSE(read) << row;
    return read ? Explanation() : read.error();
  };
  const std::string one = "n: T.int64, A: T.Buffer((n,), \"float32\")";
  for (const char* row : {"n", "n=", "n=a..b", "n=8..4", "n=0..4", "n=1..9+0", "n=1,,2", "n=-1"})
    expectError({row, err::kInputsNoRow, "'" + std::string(row) + "' is not a row of sizes", ""}, {refused(one, row)},
                "");
  expectError({"k", err::kInputsNoSuchSize, "main has no size named k", ""}, {refused(one, "k=1..4")}, "");
  EXPECT_EQ(refused("A: T.Buffer((4,), \"float32\")", "n=1..4").hint,
            "its sizes are numbers: write one as a variable, n = T.int64()");
  expectError({"many", err::kInputsLongRow, "the row has more than 64 sizes", ""}, {refused(one, "n=1..1000+1")}, "");
}

TEST(SizeRow, IsDoubledSteppedOrListed) {
  const SourceFile file = parseSource("case.py",
                                      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(n: T.int64, A: "
                                      "T.Buffer((n,), \"float32\")):\n    T.evaluate(0)\n");
  const auto values = [&](const char* row) {
    const Result<SizeRow> read = parseSizeRow(row, file.functions.at(0));
    EXPECT_TRUE(read.ok()) << row;
    return read ? read->values : std::vector<int64_t>();
  };
  EXPECT_EQ(values("n=64..512"), (std::vector<int64_t>{64, 128, 256, 512}));
  EXPECT_EQ(values(" n = 64 .. 300 "), (std::vector<int64_t>{64, 128, 256, 300}));
  EXPECT_EQ(values("n=64..200+64"), (std::vector<int64_t>{64, 128, 192}));
  EXPECT_EQ(values("n=400, 100,200,100"), (std::vector<int64_t>{100, 200, 400}));
  EXPECT_EQ(values("n=7..7"), (std::vector<int64_t>{7}));
  EXPECT_EQ(values("n=4611686018427387904..9223372036854775807"),
            (std::vector<int64_t>{4611686018427387904, 9223372036854775807}));
}

}  // namespace
}  // namespace lw
