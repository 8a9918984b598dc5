#include <gtest/gtest.h>

#include "core/ir/equal.h"
#include "core/text/parser.h"
#include "tests/text/corpus.h"

namespace lw {
namespace {

std::string errorsOf(const SourceFile& file) {
  std::string text;
  for (const Diagnostic& d : file.diagnostics) text += render(d, file.source);
  return text;
}

TEST(Conformance, EveryCaseParses) {
  int count = 0;
  for (const auto& path : pythonFiles("tests/golden/conformance")) {
    if (path.string().find("/te/") != std::string::npos) continue;
    const SourceFile file = parseSource(path.string(), readFile(path));
    EXPECT_EQ(errorsOf(file), "");
    EXPECT_FALSE(file.functions.empty() && file.modules.empty()) << path;
    ++count;
  }
  EXPECT_GE(count, 186);
}

TEST(Conformance, RoundtripProgramsEqualWhatTvmPrints) {
  int count = 0;
  for (const auto& path : pythonFiles("tests/golden/conformance/roundtrip")) {
    const SourceFile file = parseSource(path.string(), readFile(path));
    const auto before = file.select("before"), expected = file.select("expected");
    ASSERT_TRUE(before.ok() && expected.ok()) << errorsOf(file);
    const auto difference = firstDifference(*before, *expected);
    EXPECT_FALSE(difference) << path << "\n" << (difference ? difference->path + ": " + difference->left + " | " + difference->right : "");
    ++count;
  }
  EXPECT_EQ(count, 11);
}

}  // namespace
}  // namespace lw
