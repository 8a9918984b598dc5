// How many programs of a folder are read whole: set LW_READ_FILES to a folder of Python files, each of which holds one
// function or module. The programs that are not read are listed with the reason.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "core/ir/equal.h"
#include "core/ir/verify.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "tests/text/corpus.h"

namespace lw {
namespace {

std::string firstError(const SourceFile& file) {
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) return render(d, file.source);
  return {};
}

// Empty: the function is verified, and its printed text reads as the same function.
std::string whyNotRead(const PrimFunc& f) {
  if (const auto broken = verify(f); !broken.empty()) return "verify: " + broken[0];
  const std::string text = print(f).text;
  const SourceFile again = parseSource("printed.py", text);
  const auto parsed = again.select("");
  if (!parsed.ok()) return "printed: " + firstError(again);
  if (const auto difference = firstDifference(f, *parsed))
    return "differs: " + difference->path + ": " + difference->left + " | " + difference->right;
  return print(*parsed).text == text ? "" : "the second text differs";
}

std::string whyNotRead(const SourceFile& file) {
  if (file.hasErrors()) return "source: " + firstError(file);
  int count = 0;
  const auto each = [&](const PrimFunc& f) {
    ++count;
    return whyNotRead(f);
  };
  for (const PrimFunc& f : file.functions)
    if (const std::string why = each(f); !why.empty()) return why;
  for (const Module& m : file.modules)
    for (const PrimFunc& f : m.functions)
      if (const std::string why = each(f); !why.empty()) return why;
  return count || !file.modules.empty() ? "" : "no function";
}

TEST(Yardstick, ProgramsOfAFolderAreReadWhole) {
  const char* folder = std::getenv("LW_READ_FILES");
  if (!folder) GTEST_SKIP() << "set LW_READ_FILES to a folder of programs";
  int read = 0, all = 0;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    const std::string why = whyNotRead(parseSource(path.filename().string(), readFile(path)));
    ++all;
    if (why.empty())
      ++read;
    else
      std::printf("--- %s\n%s\n", path.filename().c_str(), why.c_str());
  }
  std::printf("read whole: %d of %d\n", read, all);
  EXPECT_GT(all, 0) << folder << " holds no file";
}

}  // namespace
}  // namespace lw
