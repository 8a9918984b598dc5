// Mutated source files never crash the parser or the printer, nor do they hang. LW_FUZZ=n runs n inputs instead of
// 10,000.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "core/ir/equal.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "tests/text/corpus.h"

namespace lw {
namespace {

class Mutator {
 public:
  Mutator(std::vector<std::string> corpus, unsigned seed) : corpus_(std::move(corpus)), random_(seed) {}

  std::string next() {
    std::string text = corpus_[below(corpus_.size())];
    const size_t count = 1 + below(4);
    for (size_t i = 0; i < count && !text.empty(); ++i) mutate(text);
    return text;
  }

 private:
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

  // An approximate token: a sequence of letters and digits, or one other character.
  std::pair<size_t, size_t> token(const std::string& text) {
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    size_t begin = below(text.size());
    size_t end = begin + 1;
    if (isWord(text[begin])) {
      while (begin > 0 && isWord(text[begin - 1])) --begin;
      while (end < text.size() && isWord(text[end])) ++end;
    }
    return {begin, end - begin};
  }

  void mutate(std::string& text) {
    static const std::vector<std::string> kWords = {"(",
                                                    ")",
                                                    "[",
                                                    "]",
                                                    ":",
                                                    ",",
                                                    "\n",
                                                    "    ",
                                                    "T.",
                                                    "0",
                                                    "-1",
                                                    "1e400",
                                                    "\"",
                                                    "\\",
                                                    "\t",
                                                    "T.int64(3)",
                                                    "9223372036854775807",
                                                    "for",
                                                    "with",
                                                    "def f():",
                                                    "lambda: 0",
                                                    "None",
                                                    "A",
                                                    "// 0",
                                                    "**",
                                                    "not ",
                                                    "\xff",
                                                    "é",
                                                    "{",
                                                    "f\"{x}\"",
                                                    "T.Ramp(0, 1, 4)",
                                                    "T.float32(1)",
                                                    "T.handle()",
                                                    "\"float32x4\"",
                                                    "if x:\n",
                                                    "...",
                                                    "%",
                                                    "T.block(\"\")",
                                                    "T.axis.remap(\"SS\", [i, j])"};
    const auto [at, length] = token(text);
    switch (below(7)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.replace(at, length, kWords[below(kWords.size())]);
        break;
      case 4:
        text.insert(at, kWords[below(kWords.size())]);
        break;
      case 5: {
        const auto [from, size] = token(text);
        text.replace(at, length, text.substr(from, size));
        break;
      }
      default: {
        const size_t end = std::min(text.size(), at + below(200) + 1);
        if (below(2))
          text.erase(at, end - at);
        else
          text.insert(at, text.substr(at, end - at));
      }
    }
  }

  std::vector<std::string> corpus_;
  std::mt19937 random_;
};

TEST(Fuzz, MutatedFilesNeverCrash) {
  std::vector<std::string> corpus;
  for (const char* folder : {"tests/golden/conformance", "tests/golden/text", "samples"})
    for (const auto& path : pythonFiles(folder)) corpus.push_back(readFile(path));
  ASSERT_GT(corpus.size(), 100u);
  const char* wanted = std::getenv("LW_FUZZ");
  const int count = wanted ? std::atoi(wanted) : 10000;
  const char* seed = std::getenv("LW_FUZZ_SEED");
  Mutator mutator(std::move(corpus), seed ? static_cast<unsigned>(std::atoi(seed)) : 20u);
  int accepted = 0;
  for (int i = 0; i < count; ++i) {
    const std::string text = mutator.next();
    if (std::getenv("LW_FUZZ_TRACE")) std::ofstream("/tmp/lw_fuzz_last.py") << text;
    const SourceFile file = parseSource("fuzz.py", text);
    for (const Diagnostic& d : file.diagnostics) ASSERT_FALSE(render(d, file.source).empty());
    for (const PrimFunc& f : file.functions) {
      if (++accepted % 8 != 0) continue;
      // Every accepted program can be printed and parsed again.
      const std::string printed = print(f).text;
      const SourceFile again = parseSource("printed.py", printed);
      const auto same = again.select("");
      ASSERT_TRUE(same.ok()) << text << "\n----\n" << printed << "\n" << same.error().message;
      const auto difference = firstDifference(f, *same);
      ASSERT_FALSE(difference) << text << "\n----\n"
                               << printed << "\n"
                               << difference->path << ": " << difference->left << " | " << difference->right;
    }
  }
  EXPECT_GT(accepted, count / 20);
}

}  // namespace
}  // namespace lw
