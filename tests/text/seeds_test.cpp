// Published examples of TVMScript: old and new spellings, modules, tensor intrinsics, lowered programs.
#include <gtest/gtest.h>

#include "core/text/tir/parser.h"
#include "tests/text/corpus.h"

namespace lw {
namespace {

TEST(Seeds, EveryListingParses) {
  int functions = 0, graphs = 0;
  for (const auto& path : pythonFiles("tests/golden/text/seeds")) {
    const SourceFile file = parseSource(path.filename().string(), readFile(path));
    for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
    graphs += static_cast<int>(file.graphs.size());
    functions += static_cast<int>(file.functions.size());
    for (const Module& m : file.modules) functions += static_cast<int>(m.functions.size());
  }
  EXPECT_GT(functions, 40);
  EXPECT_GT(graphs, 0);
}

}  // namespace
}  // namespace lw
