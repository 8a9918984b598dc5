// Ranges of inputs that are used as indices, compared with those that a reader of the program finds.
#include <gmock/gmock.h>

#include "core/analysis/shapes/index_ranges.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

using Kind = ValueRange::Kind;

// The range that a parameter gets, "0..99"; empty: none.
std::string rangeOf(const InputSpec& spec, const std::string& name) {
  const auto found = spec.ranges.find(name);
  if (found == spec.ranges.end() || found->second.kind != Kind::Between) return "";
  return std::to_string(static_cast<int64_t>(found->second.low)) + ".." +
         std::to_string(static_cast<int64_t>(found->second.high));
}

InputSpec specOf(const std::string& parameters, const std::string& body, const InputSpec& given = {}) {
  const SourceFile file = parseSource(
      "indexed.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(" + parameters + "):\n" + body);
  EXPECT_TRUE(file.select("").ok()) << body << (file.select("").ok() ? "" : file.select("").error().message);
  return withIndexRanges(*file.select(""), given);
}

const std::string kTable =
    "A: T.Buffer((100, 8), \"float32\"), ids: T.Buffer((16,), \"int32\"), B: T.Buffer((16, 8), \"float32\")";
std::string rows(const std::string& index) {
  return "    for i, j in T.grid(16, 8):\n        with T.block(\"B\"):\n            vi, vj = T.axis.remap(\"SS\", [i, "
         "j])\n"
         "            B[vi, vj] = " +
         index + "\n";
}
std::string taken(const std::string& index) { return rangeOf(specOf(kTable, rows("A[" + index + ", vj]")), "ids"); }

TEST(IndexRanges, ATableOfRows) {
  EXPECT_EQ(taken("ids[vi]"), "0..99");
  EXPECT_EQ(taken("ids[vi] + 10"), "-10..89");
  EXPECT_EQ(taken("ids[vi] - 10"), "10..109") << "0 is outside";
  EXPECT_EQ(taken("ids[vi] + 200"), "-200..-101");
  EXPECT_EQ(taken("ids[vi] - 1"), "1..100");
  EXPECT_EQ(taken("99 - ids[vi]"), "0..99");
  EXPECT_EQ(taken("-1 - ids[vi]"), "-100..-1");
  EXPECT_EQ(taken("ids[vi] * 3 + vj"), "0..30");
  EXPECT_EQ(taken("ids[vi] // 4"), "0..399");
  EXPECT_EQ(taken("T.max(ids[vi], 0)"), "-2147483648..99");
}

TEST(IndexRanges, WhatIsLimitedAlreadyNeedsNone) {
  EXPECT_EQ(taken("ids[vi] % 100"), "");
  EXPECT_EQ(taken("T.min(T.max(ids[vi], 0), 99)"), "");
  EXPECT_EQ(taken("vi"), "");
  EXPECT_EQ(
      rangeOf(specOf(kTable, rows("T.if_then_else(ids[vi] >= 0 and ids[vi] < 100, A[ids[vi], vj], T.float32(0))")),
              "ids"),
      "");
  EXPECT_EQ(rangeOf(specOf(kTable, rows("T.if_then_else(ids[vi] >= 0, A[ids[vi], vj], T.float32(0))")), "ids"),
            "-2147483648..99")
      << "half a guard";
  EXPECT_EQ(
      rangeOf(specOf(kTable, rows("T.Select(ids[vi] >= 0 and ids[vi] < 100, A[ids[vi], vj], T.float32(0))")), "ids"),
      "0..99")
      << "a select evaluates both sides";
}

TEST(IndexRanges, NegativeIndicesCountFromTheEnd) {
  EXPECT_EQ(taken("T.if_then_else(ids[vi] < 0, ids[vi] + 100, ids[vi])"), "-100..99");
  EXPECT_EQ(taken("T.Select(ids[vi] < 0, ids[vi] + 100, ids[vi])"), "-100..99");
}

TEST(IndexRanges, WritesCountToo) {
  EXPECT_EQ(rangeOf(specOf("ids: T.Buffer((16,), \"int64\"), B: T.Buffer((40,), \"float32\")",
                           "    for i in range(16):\n        B[ids[i]] = T.float32(1)\n"),
                    "ids"),
            "0..39");
}

TEST(IndexRanges, SizesAreThoseThatTheRunHas) {
  const char* const parameters = "a: T.handle, ids: T.Buffer((16,), \"int32\"), B: T.Buffer((16,), \"float32\")";
  const char* const body =
      "    n = T.int32()\n    A = T.match_buffer(a, (n,))\n    for i in range(16):\n        B[i] = A[ids[i]]\n";
  EXPECT_EQ(rangeOf(specOf(parameters, body, {.bind = {{"n", 7}}}), "ids"), "0..6");
  EXPECT_EQ(rangeOf(specOf(parameters, body, {.bind = {{"n", 700}}}), "ids"), "0..699");
}

TEST(IndexRanges, PagesThroughATable) {
  // Keys of a sequence lie in pages of 16; a page has a number, and a sequence a length.
  const InputSpec spec = specOf(
      "K: T.Buffer((32, 16, 4), \"float32\"), pages: T.Buffer((3, 8), \"int32\"), lengths: T.Buffer((3,), \"int32\"), "
      "S: T.Buffer((3, 4), \"float32\")",
      "    for b in range(3):\n        for d in range(4):\n            S[b, d] = T.float32(0)\n"
      "            for t in range(lengths[b]):\n"
      "                S[b, d] = S[b, d] + K[pages[b, t // 16], t % 16, d]\n");
  EXPECT_EQ(rangeOf(spec, "pages"), "0..31");
  EXPECT_EQ(rangeOf(spec, "lengths"), "0..128");
}

TEST(IndexRanges, RowsOfASparseMatrix) {
  const InputSpec spec = specOf(
      "starts: T.Buffer((9,), \"int32\"), columns: T.Buffer((50,), \"int32\"), values: T.Buffer((50,), \"float32\"), "
      "x: T.Buffer((20,), \"float32\"), y: T.Buffer((8,), \"float32\")",
      "    for i in range(8):\n        y[i] = T.float32(0)\n"
      "        for p in range(starts[i], starts[i + 1]):\n"
      "            y[i] = y[i] + values[p] * x[columns[p]]\n");
  EXPECT_EQ(rangeOf(spec, "columns"), "0..19");
  EXPECT_EQ(rangeOf(spec, "starts"), "0..50");
}

TEST(IndexRanges, TwoTablesShareWhatOneIndexAllows) {
  const InputSpec spec = specOf(
      "A: T.Buffer((101,), \"float32\"), p: T.Buffer((4,), \"int32\"), q: T.Buffer((4,), \"int32\"), B: T.Buffer((4,), "
      "\"float32\")",
      "    for i in range(4):\n        B[i] = A[p[i] + q[i]]\n");
  const ValueRange p = spec.ranges.at("p"), q = spec.ranges.at("q");
  EXPECT_EQ(p.low + q.low, 0);
  EXPECT_EQ(p.high + q.high, 100);
  EXPECT_GT(p.high, 30);
  EXPECT_GT(q.high, 30);
}

TEST(IndexRanges, ThroughATemporary) {
  const InputSpec spec =
      specOf("A: T.Buffer((100,), \"float32\"), ids: T.Buffer((16,), \"int64\"), B: T.Buffer((16,), \"float32\")",
             "    C = T.alloc_buffer((16,), \"int32\")\n"
             "    for i in range(16):\n        with T.block(\"C\"):\n            vi = T.axis.spatial(16, i)\n"
             "            C[vi] = T.Cast(\"int32\", ids[vi]) - 1\n"
             "    for i in range(16):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(16, i)\n"
             "            B[vi] = A[C[vi]]\n");
  EXPECT_EQ(rangeOf(spec, "ids"), "1..100");
}

TEST(IndexRanges, WhatThePersonSaidComesFirst) {
  const std::string body = rows("A[ids[vi], vj]");
  EXPECT_EQ(rangeOf(specOf(kTable, body, {.ranges = {{"ids", {Kind::Between, 3, 5}}}}), "ids"), "3..5");
  EXPECT_EQ(rangeOf(specOf(kTable, body, {.ranges = {{"*", {Kind::Positive}}}}), "ids"), "1..10");
  EXPECT_EQ(rangeOf(specOf(kTable, body, {.ranges = {{"*", {Kind::Between, -50, -1}}}}), "ids"), "0..99")
      << "none of the others' values is allowed";
}

TEST(IndexRanges, AnIndexThatIsOutsideAnywayChangesNothing) {
  EXPECT_EQ(taken("ids[vi] * 1000 + vj * 100"), "");
  EXPECT_EQ(taken("T.shift_left(ids[vi], ids[vi])"), "");
}

TEST(IndexRanges, ArraysMadeOfThemAreInside) {
  const SourceFile file = parseSource("take.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(" + kTable +
                                                     "):\n" + rows("A[ids[vi], vj]"));
  const Result<std::vector<Argument>> made = makeArguments(*file.select(""), withIndexRanges(*file.select(""), {}));
  ASSERT_TRUE(made.ok());
  const NDArray& ids = std::get<NDArray>((*made)[1]);
  int64_t most = 0;
  for (int64_t i = 0; i < ids.size(); ++i) {
    EXPECT_GE(ids.getInt(i), 0);
    EXPECT_LT(ids.getInt(i), 100);
    most = std::max(most, ids.getInt(i));
  }
  EXPECT_GT(most, 10) << "not only small ones";
}

}  // namespace
}  // namespace lw
