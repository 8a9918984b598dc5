#include "core/analysis/dependence/distinct_writes.h"

#include <gtest/gtest.h>

#include "core/ir/visit.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

using Answer = DistinctWrites::Answer;

// A block over vi in range(n) and vj in range(m), with sizes N and M, that stores to O at these indices.
Block blockThat(const std::string& n, const std::string& m, const std::string& indices, const std::string& more = "") {
  const std::string text =
      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((64,), \"int32\"), P: T.Buffer((64,), "
      "\"int32\"), O: T.Buffer((4096, 4096), \"int32\"), N: T.int32, M: T.int32):\n    for i, j in T.grid(" +
      n + ", " + m + "):\n        with T.block(\"O\"):\n            vi = T.axis.spatial(" + n +
      ", i)\n            vj = T.axis.spatial(" + m + ", j)\n" + more + "            O[" + indices + "] = A[0]\n";
  const SourceFile file = parseSource("writes.py", text);
  EXPECT_FALSE(file.hasErrors()) << text << render(file.diagnostics.front(), file.source);
  std::optional<Block> found;
  forEachStmt(file.select("")->body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>(); block && block->name == "O") found = *block;
  });
  return *found;
}

Answer answer(const std::string& n, const std::string& m, const std::string& indices, const std::string& more = "") {
  return distinctWrites(blockThat(n, m, indices, more)).answer;
}

TEST(DistinctWrites, ProvesPlainAndSplitIndices) {
  EXPECT_EQ(answer("8", "8", "vi, vj"), Answer::Yes);
  EXPECT_EQ(answer("N", "M", "vj, vi"), Answer::Yes);
  EXPECT_EQ(answer("8", "4", "0, vi * 4 + vj"), Answer::Yes);
  EXPECT_EQ(answer("512", "512", "vi // 4, vi % 4 * 512 + vj"), Answer::Yes);
  EXPECT_EQ(answer("N", "1", "vi, vj"), Answer::Yes);
}

TEST(DistinctWrites, ProvesSymbolicStrides) {
  EXPECT_EQ(answer("N", "M", "0, vi * M + vj"), Answer::Yes);
  EXPECT_EQ(answer("N", "M", "0, vj * N + vi"), Answer::Yes);
  EXPECT_EQ(answer("N", "M", "0, vi * M + vj * 2"), Answer::Unknown);
}

TEST(DistinctWrites, ProvesRisingIndices) {
  EXPECT_EQ(answer("N", "1", "0, vi * vi"), Answer::Yes);
  EXPECT_EQ(answer("N", "M", "vi * vi + 3, vj * (vj + 1)"), Answer::Yes);
  EXPECT_EQ(answer("N", "1", "0, T.shift_left(1, vi)"), Answer::Yes);
  EXPECT_EQ(answer("N", "M", "vi, vi * vj"), Answer::Unknown) << "0 * vj is 0 for each vj";
  EXPECT_EQ(answer("N", "M", "vi, (vi + 1) * vj"), Answer::Yes);
}

TEST(DistinctWrites, FindsTwoIterationsOfKnownSizes) {
  const DistinctWrites square = distinctWrites(blockThat("16", "1", "0, vi * vi % 16"));
  ASSERT_EQ(square.answer, Answer::No);
  EXPECT_EQ(square.witness->sentence(), "O(vi=0, vj=0) and O(vi=4, vj=0) both write O[0, 0]");
  EXPECT_EQ(answer("4", "1", "0, vi * vi % 11"), Answer::Yes) << "0, 1, 4, 9";
  EXPECT_EQ(answer("6", "6", "0, vi * vj"), Answer::No);
  EXPECT_EQ(answer("6", "6", "0, T.shift_left(1, vi) % 8 + vj"), Answer::No);
  EXPECT_EQ(answer("4", "4", "0, T.bitwise_xor(vi, vj)"), Answer::No);
  EXPECT_EQ(answer("4", "4", "vi, T.bitwise_xor(vi, vj)"), Answer::Yes);
  EXPECT_EQ(answer("8", "8", "vi, 0"), Answer::No) << "vj selects nothing";
  EXPECT_EQ(answer("N", "M", "0, vi * vj"), Answer::Unknown);
}

TEST(DistinctWrites, DoesNotTrustTables) {
  const DistinctWrites table = distinctWrites(blockThat("16", "1", "0, P[vi]"));
  EXPECT_EQ(table.answer, Answer::Unknown);
  EXPECT_EQ(table.table, "P");
  EXPECT_EQ(answer("16", "8", "vi, P[vj] * 8 + vj"), Answer::Unknown);
  EXPECT_EQ(answer("16", "8", "P[vj], vi * 8 + vj"), Answer::Yes) << "the other index tells both";
}

TEST(DistinctWrites, TakesAPromise) {
  const std::string promise = "            T.block_attr({\"distinct_writes\": 1})\n";
  EXPECT_EQ(answer("16", "1", "0, P[vi]", promise), Answer::Yes);
}

}  // namespace
}  // namespace lw
