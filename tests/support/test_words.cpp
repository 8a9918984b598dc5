// Lists of words as one text.
#include <gtest/gtest.h>

#include "core/support/words.h"

namespace lw {
namespace {

constexpr std::string_view kWords = "split fuse reorder";

TEST(Words, AreFoundWhole) {
  for (const char* word : {"split", "fuse", "reorder"}) EXPECT_TRUE(hasWord(kWords, word)) << word;
  for (const char* word : {"", "spl", "it", "split fuse", " ", "reorders"}) EXPECT_FALSE(hasWord(kWords, word)) << word;
  EXPECT_FALSE(hasWord("", ""));
  static_assert(hasWord(kWords, "fuse"));
}

TEST(Words, AreListedInOrder) {
  EXPECT_EQ(listedWords(kWords), (std::vector<std::string>{"split", "fuse", "reorder"}));
  EXPECT_TRUE(listedWords("").empty());
}

}  // namespace
}  // namespace lw
