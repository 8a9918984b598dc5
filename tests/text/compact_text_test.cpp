#include "core/text/print/compact_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/text/diff.h"
#include "core/text/print/folded_words.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "tests/text/corpus.h"

namespace lw {
namespace {

std::string withoutSpaces(std::string_view text) {
  std::string rest(text);
  std::erase_if(rest, [](char c) { return c == ' ' || c == '\n'; });
  return rest;
}

constexpr const char* kTiled = R"(@T.prim_func
def mm(A: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            T.reads(A[vi, vk], A[vk, vj])
            T.writes(C[vi, vj])
            with T.init():
                C[vi, vj] = T.float32(0.0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * A[vk, vj]
    for i_0, i_1 in T.grid(8, 8):
        with T.block("D"):
            vi = T.axis.spatial(64, i_0 * 8 + i_1)
            vp = T.axis.reduce(1, 0)
            T.where(i_0 * 8 + i_1 < 60)
            T.reads()
            T.writes(C[vi, 0:64])
            T.block_attr({"a": 1})
            C[vi, vp] = T.float32(1.0)
)";

// What a block binds, reads and writes is part of its header line; everything else is as it was.
TEST(CompactText, FoldsTheHeadersOfBlocks) {
  const CompactText compact = compactText(kTiled);
  EXPECT_EQ(compact.text, R"(@T.prim_func
def mm(A: T.Buffer((64, 64), "float32"),
        C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"): reads A · writes C
            vi, vj, vk = SSR[i, j, k]
            with T.init(): C[vi, vj] = T.float32(0.0)
            C[vi, vj] += A[vi, vk] * A[vk, vj]
    for i_0, i_1 in T.grid(8, 8):
        with T.block("D"): vp = R(1, 0) · writes C
            vi = S(64, i_0 * 8 + i_1)
            T.where(i_0 * 8 + i_1 < 60)
            T.block_attr({"a": 1})
            C[vi, vp] = T.float32(1.0)
)");
  EXPECT_EQ(compact.lines, (std::vector<int>{0, 1, 1, 2, 3, 4, 5, 8, 10, 11, 12, 13, 15, 18, 19}));
}

TEST(CompactText, PlacesAreFoundInBothTexts) {
  const std::string full = kTiled;
  const CompactText compact = compactText(full);
  const auto at = [&](std::string_view text, size_t from = 0) {
    const size_t begin = full.find(text, from);
    EXPECT_NE(begin, std::string::npos) << text;
    return Span{int(begin), int(begin + text.size())};
  };
  const auto shownText = [&](const Span& span) {
    const Span shown = compact.shown(span);
    return compact.text.substr(size_t(shown.begin), size_t(shown.end - shown.begin));
  };
  EXPECT_EQ(shownText(at("vi, vj, vk")), "vi, vj, vk");
  EXPECT_EQ(shownText(at("[i, j, k]")), "[i, j, k]");
  EXPECT_EQ(shownText(at("C[vi, vj] = T.float32(0.0)")), "C[vi, vj] = T.float32(0.0)");
  // The whole block, from its header to its last statement.
  const std::string block = shownText(
      at(full.substr(full.find("with T.block(\"C\")"), full.find("    for i_0") - full.find("with T.block(\"C\")"))));
  EXPECT_TRUE(block.starts_with("with T.block(\"C\"): reads A") && block.ends_with("A[vk, vj]\n")) << block;
  // What is left out is shown by the end of what is before it, and is not kept.
  const Span indices = at("[vi, vk], A[vk, vj])");
  EXPECT_FALSE(compact.keeps(indices));
  EXPECT_TRUE(compact.keeps(at("vi, vj, vk")));
  const int reads = compact.shown(indices).begin;
  EXPECT_EQ(compact.text.substr(size_t(reads) - 7, 7), "reads A");
  // From the compact text: every letter of a piece leads to the same letter, and what was added leads to its line.
  const int added = int(compact.text.find("reads A"));
  EXPECT_EQ(full.substr(size_t(compact.full(added)) - 4, 4), "C\"):");
  EXPECT_EQ(compact.full(int(compact.text.find("writes C"))), at("A[vi, vk]").begin + 1);
}

// On every program of the corpus: kept text is the same in both, nothing is lost but the prologues of blocks, and lines
// are in order.
// Words that are left out are found, and the part of the header that stands for them.
TEST(CompactText, FoldedWordsHavePlaces) {
  const CompactText compact = compactText(kTiled);
  const auto places = [&](const char* words, bool matchCase = true, bool wholeWord = false) {
    std::vector<std::string> found;
    for (const Span& match : foldedMatches(compact, kTiled, words, matchCase, wholeWord)) {
      const Span place = standInFor(compact, kTiled, match);
      found.push_back(compact.text.substr(size_t(place.begin), size_t(place.end - place.begin)));
    }
    return found;
  };
  using Places = std::vector<std::string>;
  EXPECT_EQ(places("T.axis.remap"), Places{"vi, vj, vk = SSR[i, j, k]"});
  EXPECT_EQ(places("T.reads(A"), Places{"reads A"});
  EXPECT_EQ(places("T.writes("), (Places{"writes C", "writes C"}));
  EXPECT_EQ(places("axis.spatial"), Places{"vi = S(64, i_0 * 8 + i_1)"});
  EXPECT_EQ(places("axis.reduce"), Places{"vp = R(1, 0)"});
  EXPECT_EQ(places("t.AXIS.Reduce", false), Places{"vp = R(1, 0)"});
  EXPECT_EQ(places("t.AXIS.Reduce"), Places{});
  EXPECT_EQ(places("spatia", true, true), Places{});
  EXPECT_EQ(places("T.where"), Places{});  // is shown
  EXPECT_EQ(places(""), Places{});
}

// `x = x op y` is short only where `y` binds tighter than the operator.
TEST(CompactText, AccumulationsAreShort) {
  const auto shown = [](const std::string& line) { return compactText("    " + line + "\n").text.substr(4); };
  EXPECT_EQ(shown("C[i, j] = C[i, j] + A[i + 1] * B[j]"), "C[i, j] += A[i + 1] * B[j]\n");
  EXPECT_EQ(shown("C[i] = C[i] - T.exp(A[i] + B[i]) / T.float32(2)"), "C[i] -= T.exp(A[i] + B[i]) / T.float32(2)\n");
  EXPECT_EQ(shown("C[i] = C[i] * (A[i] + B[i])"), "C[i] *= (A[i] + B[i])\n");
  for (const char* line : {"C[i] = C[i] + A[i] + B[i]", "C[i] = C[i] - A[i] + B[i]", "C[i] = C[i] * A[i] + B[i]",
                           "C[i] = C[i] * A[i] * B[i]", "C[i] = C[i] + A[i] if c else B[i]", "C[i] = C[i + 1] + A[i]",
                           "C[i] = C[i]", "C[i] = C[i] + A[i]  # why", "C[i] = C[i] / A[i]", "C[i] = C[i] + A[i] % 2"})
    EXPECT_EQ(shown(line), std::string(line) + "\n");
}

// A long signature fills lines that are as wide as a pane, and a short one stays.
TEST(CompactText, ParametersFillLines) {
  const std::string full =
      "def f(a: T.handle, b: T.handle, c: T.handle = \"),(\", d: T.Buffer((8, 8), \"float32\"), e: T.int32) -> "
      "T.int32:\n"
      "    T.evaluate(0)\n";
  const CompactText compact = compactText(full);
  EXPECT_EQ(compact.text,
            "def f(a: T.handle, b: T.handle, c: T.handle = \"),(\",\n"
            "        d: T.Buffer((8, 8), \"float32\"), e: T.int32) -> T.int32:\n"
            "    T.evaluate(0)\n");
  EXPECT_EQ(compact.lines, (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(compactText("def f(a: T.handle, b: T.handle):\n").text, "def f(a: T.handle, b: T.handle):\n");
}

TEST(CompactText, KeepsTheTextOfEveryProgram) {
  int folded = 0;
  for (const std::filesystem::path& path : pythonFiles("tests/golden")) {
    const SourceFile file = parseSource(path.string(), readFile(path));
    for (const PrimFunc& function : file.functions) {
      const std::string full = print(function).text;
      const CompactText compact = compactText(full);
      ASSERT_TRUE(std::is_sorted(compact.lines.begin(), compact.lines.end())) << path;
      ASSERT_EQ(compact.lines.size(), linesOf(compact.text).size()) << path;
      int shown = 0;
      for (const CompactText::Piece& piece : compact.pieces) {
        ASSERT_GE(piece.shown, shown);
        ASSERT_EQ(compact.text.substr(size_t(piece.shown), size_t(piece.length)),
                  full.substr(size_t(piece.full), size_t(piece.length)));
        ASSERT_EQ(compact.full(piece.shown), piece.full);
        ASSERT_EQ(compact.shown({piece.full, piece.full + piece.length}).begin, piece.shown);
        ASSERT_EQ(compact.shown({piece.full, piece.full + piece.length}).end, piece.shown + piece.length);
        shown = piece.shown + piece.length;
      }
      folded += linesOf(full).size() > compact.lines.size();
      // Statements are complete, but for `C[i] = C[i] + x`, which is `C[i] += x`.
      const std::string words = withoutSpaces(compact.text);
      for (const std::string_view line : linesOf(full)) {
        const std::string_view text = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        const bool header = text.find("T.axis.") != std::string_view::npos || text.starts_with("T.reads(") ||
                            text.starts_with("T.writes(");
        if (header || words.find(withoutSpaces(text)) != std::string::npos) continue;
        const size_t equals = std::min(text.find(" = "), text.size());
        const std::string target(text.substr(0, equals)), value(text.substr(std::min(equals + 3, text.size())));
        ASSERT_TRUE(value.starts_with(target)) << text;
        const std::string change = value.substr(target.size());
        ASSERT_NE(words.find(withoutSpaces(target + change.substr(0, 2) + "=" + change.substr(2))), std::string::npos)
            << text;
      }
    }
  }
  EXPECT_GT(folded, 20);
}

TEST(CompactText, OtherTextsStayAsTheyAre) {
  for (const std::string text : {"", "\n", "a", "for x in y:\n    z\n\n", "with T.block(\"C\"):", "é\n    ü"}) {
    const CompactText compact = compactText(text);
    EXPECT_EQ(compact.text, text);
    EXPECT_EQ(compact.full(int(text.size())), int(text.size()));
  }
}

}  // namespace
}  // namespace lw
