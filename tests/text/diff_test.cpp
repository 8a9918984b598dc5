#include "core/text/diff.h"

#include <gtest/gtest.h>

#include <random>

namespace lw {
namespace {

using Kind = DiffLine::Kind;

// "-old", "+new", " same", with [changed words] in brackets.
std::string shown(const std::string& before, const std::string& after) {
  const auto a = linesOf(before), b = linesOf(after);
  std::string text;
  for (const DiffLine& line : diffLines(before, after)) {
    std::string content(line.kind == Kind::Added ? b[size_t(line.after)] : a[size_t(line.before)]);
    for (size_t i = line.words.size(); i-- > 0;) {
      content.insert(size_t(line.words[i].end), "]");
      content.insert(size_t(line.words[i].begin), "[");
    }
    text += (line.kind == Kind::Same ? " " : line.kind == Kind::Removed ? "-" : "+") + content + "\n";
  }
  return text;
}

TEST(Diff, MarksLinesAndTheirWords) {
  EXPECT_EQ(shown("a\nb\n", "a\nb\n"), " a\n b\n");
  EXPECT_EQ(shown("for i in range(64):\n  x\n", "for i_0 in range(8):\n  x\n"),
            "-for [i] in range([64]):\n+for [i_0] in range([8]):\n   x\n");
  EXPECT_EQ(shown("for i in range(64):\n  x\n", "for t in T.thread_binding(8):\n  for i in range(64):\n    x\n"),
            "+for t in T.thread_binding(8):\n for i in range(64):\n   x\n")
      << "a new loop around lines does not change them";
  EXPECT_EQ(shown("a\nc\n", "a\nb\nc\n"), " a\n+b\n c\n");
  EXPECT_EQ(shown("a\nb\nc\n", "a\nc\n"), " a\n-b\n c\n");
}
TEST(Diff, LinesWithNothingInCommonAreNoPartners) {
  EXPECT_EQ(shown("one two\n", "three + four\n"), "-one two\n+three + four\n");
}
TEST(Diff, LinesThatDifferInNumbersArePartners) {
  EXPECT_EQ(shown("mov r1, 8\nvaddps zmm3, zmm1\n", "vaddps zmm5, zmm1\nret\n"),
            "-mov r1, 8\n-vaddps [zmm3], zmm1\n+vaddps [zmm5], zmm1\n+ret\n")
      << "not the first removed with the first added line";
}

TEST(Diff, MovedLinesAreMatched) {
  const std::string loop = "vmovups zmm0, [rsi]\nvfmadd zmm1, zmm0\nadd rsi, 64\n", other = "a b\nc d\ne f\ng h\n";
  const std::string before = loop + other, after = other + loop + "ret\n";
  int moved = 0;
  for (const DiffLine& line : diffLines(before, after)) {
    if (line.moved < 0) continue;
    ++moved;
    EXPECT_TRUE(line.words.empty());
    if (line.kind == Kind::Removed)
      EXPECT_EQ(linesOf(before)[size_t(line.before)], linesOf(after)[size_t(line.moved)]);
    else
      EXPECT_EQ(linesOf(after)[size_t(line.after)], linesOf(before)[size_t(line.moved)]);
  }
  EXPECT_EQ(moved, 6);
  for (const DiffLine& line : diffLines("x y\nz\na b\nc d\n", "a b\nc d\nx y\nz\n"))
    EXPECT_LT(line.moved, 0) << "two lines may be equal by chance";
  for (const DiffLine& line : diffLines("}\n}\n}\na b\nc d\ne f\ng h\n", "a b\nc d\ne f\ng h\n}\n}\n}\n"))
    EXPECT_LT(line.moved, 0) << "brackets say nothing";
}

TEST(Diff, EmptyTexts) {
  EXPECT_EQ(shown("", ""), "");
  EXPECT_EQ(shown("", "a\n"), "+a\n");
  EXPECT_EQ(shown("a", ""), "-a\n");
  EXPECT_EQ(shown("a", "a\n"), " a\n") << "the end of the last line is no change";
}
TEST(Diff, WordsOfOtherAlphabetsStayWhole) {
  EXPECT_EQ(shown("x = \"\u5faa\u73af\" + y\n", "x = \"\u5faa\u6570\" + y\n"),
            "-x = \"[\u5faa\u73af]\" + y\n+x = \"[\u5faa\u6570]\" + y\n");
}

// Removing the removed lines and inserting the added ones turns one text into the other.
TEST(Diff, IsAnEditScript) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const auto text = [&] {
      std::string lines;
      for (unsigned n = random() % 12; n > 0; --n)
        lines += std::string(2 * (random() % 2), ' ') + std::string(1, char('a' + random() % 4)) + " = " +
                 char('a' + random() % 3) + "\n";
      return lines;
    };
    const std::string before = text(), after = text();
    const auto a = linesOf(before), b = linesOf(after);
    std::string left, right;
    int nextBefore = 0, nextAfter = 0;
    for (const DiffLine& line : diffLines(before, after)) {
      if (line.kind != Kind::Added) {
        ASSERT_EQ(line.before, nextBefore++);
        left += std::string(a[size_t(line.before)]) + "\n";
      }
      if (line.kind != Kind::Removed) {
        ASSERT_EQ(line.after, nextAfter++);
        right += std::string(b[size_t(line.after)]) + "\n";
      }
      if (line.kind == Kind::Same) {
        const std::string_view old = a[size_t(line.before)], now = b[size_t(line.after)];
        ASSERT_EQ(line.reindented, old != now);
        ASSERT_EQ(old.substr(old.find_first_not_of(' ')), now.substr(now.find_first_not_of(' ')));
      }
    }
    ASSERT_EQ(left, before);
    ASSERT_EQ(right, after);
  }
}

TEST(Diff, LongTextsWithNothingInCommonTakeNoLongSearch) {
  std::string before, after;
  for (int i = 0; i < 30000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  EXPECT_EQ(diffLines(before, after).size(), 60000u);
}

}  // namespace
}  // namespace lw
