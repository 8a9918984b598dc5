#include <gtest/gtest.h>

#include "core/ir/equal.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
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
    EXPECT_FALSE(difference) << path << "\n"
                             << (difference ? difference->path + ": " + difference->left + " | " + difference->right
                                            : "");
    ++count;
  }
  EXPECT_EQ(count, 11);
}

// The text of `expected` up to the name of the function, without comments before it.
std::string tvmText(const std::string& file) {
  std::string text = file.substr(file.rfind("@T.prim_func"));
  const size_t name = text.find("def expected");
  return text.replace(name, 12, "def before");
}

TEST(Conformance, PrintsWhatTvmPrints) {
  for (const auto& path : pythonFiles("tests/golden/conformance/roundtrip")) {
    const std::string text = readFile(path);
    const SourceFile file = parseSource(path.string(), text);
    const auto before = file.select("before");
    ASSERT_TRUE(before.ok());
    EXPECT_EQ(print(*before, {.imports = false}).text, tvmText(text)) << path;
  }
}

void expectRoundtrip(const PrimFunc& f, const std::string& where) {
  for (const Dialect dialect : {Dialect::Classic, Dialect::Tvm}) {
    const std::string text = print(f, {.dialect = dialect}).text;
    const SourceFile again = parseSource("printed.py", text);
    const auto parsed = again.select("");
    ASSERT_TRUE(parsed.ok()) << where << "\n" << errorsOf(again) << text;
    const auto difference = firstDifference(f, *parsed);
    EXPECT_FALSE(difference) << where << "\n"
                             << (difference ? difference->path + ": " + difference->left + " | " + difference->right
                                            : "")
                             << "\n"
                             << text;
    EXPECT_EQ(print(*parsed, {.dialect = dialect}).text, text) << where;
  }
}

TEST(Conformance, PrintingAndParsingIsTheIdentity) {
  int count = 0;
  for (const char* folder : {"tests/golden", "samples"}) {
    for (const auto& path : pythonFiles(folder)) {
      if (path.string().find("/te/") != std::string::npos) continue;
      const SourceFile file = parseSource(path.string(), readFile(path));
      for (const PrimFunc& f : file.functions) expectRoundtrip(f, path.string()), ++count;
      for (const Module& m : file.modules)
        for (const PrimFunc& f : m.functions) expectRoundtrip(f, path.string()), ++count;
    }
  }
  EXPECT_GT(count, 500);
}

}  // namespace
}  // namespace lw
