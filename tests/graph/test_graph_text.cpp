// Graphs are read, printed in their canonical form, and read again as the same. LW_UPDATE=1 writes the expected texts.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/graph/graph.h"
#include "core/text/print/graph_printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string errorsOf(const SourceFile& file) {
  std::string all;
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) all += d.message + "\n";
  return all;
}

std::string printed(const SourceFile& file) {
  std::string text;
  for (const auto& graph : file.graphs) {
    const Module* module = nullptr;
    for (const Module& m : file.modules)
      if (m.name == graph->module) module = &m;
    if (module) text += print(*module, *graph).text;
    if (!module)
      for (const graph::Function& f : graph->functions) text += print(f).text;
  }
  return text;
}

std::vector<fs::path> texts() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(LW_SOURCE_DIR) / "tests/graph/texts"))
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class GraphText : public testing::TestWithParam<fs::path> {};

TEST_P(GraphText, PrintsAsRecordedAndReadsAgainAsTheSame) {
  const SourceFile file = parseSource("graph.py", contents(GetParam()));
  ASSERT_EQ(errorsOf(file), "");
  ASSERT_FALSE(file.graphs.empty());
  const std::string text = printed(file);
  const fs::path expected = fs::path(GetParam()).replace_extension(".expected");
  if (std::getenv("LW_UPDATE")) std::ofstream(expected) << text;
  EXPECT_EQ(text, contents(expected));
  const SourceFile again = parseSource("again.py", text);
  EXPECT_EQ(errorsOf(again), "") << text;
  EXPECT_EQ(printed(again), text);
}

INSTANTIATE_TEST_SUITE_P(Files, GraphText, testing::ValuesIn(texts()),
                         [](const auto& info) { return info.param.stem().string(); });

TEST(GraphText, EveryNameOfAValueIsMapped) {
  const SourceFile file =
      parseSource("graph.py", "@R.function\ndef f(x: R.Tensor((2,), \"float32\")):\n    y = R.exp(x)\n    return y\n");
  ASSERT_EQ(errorsOf(file), "");
  const graph::Function& f = file.graphs[0]->functions[0];
  const auto spans = [&](const SourceMap& map, const graph::Value& v, const std::string& text) {
    std::string all;
    for (const Span s : map.spansOf(static_cast<const void*>(v.key())))
      all += text.substr(static_cast<size_t>(s.begin), static_cast<size_t>(s.end - s.begin)) + " ";
    return all;
  };
  EXPECT_EQ(spans(file.map, f.params[0], file.source.text), "x x ");
  const PrintedText again = print(f);
  EXPECT_EQ(spans(again.map, f.params[0], again.text), "x ");
  EXPECT_EQ(spans(again.map, *f.body.blocks[0].bindings[0].target, again.text), "y ");
}

// What an `if` binds is found at the name that its first branch ends with.
TEST(GraphText, TheNameOfAnIfIsInItsBranch) {
  const std::string text =
      "@R.function\ndef f(c: R.Tensor((), \"bool\"), x: R.Tensor):\n    if c:\n        z = R.exp(x)\n    else:\n       "
      " z "
      "= R.abs(x)\n    return z\n";
  const SourceFile file = parseSource("graph.py", text);
  ASSERT_EQ(errorsOf(file), "");
  const graph::Value& z = *file.graphs[0]->functions[0].body.blocks[0].bindings[0].target;
  EXPECT_EQ(z->span.begin, static_cast<int>(text.find("z = R.exp")));
  for (const Span s : file.map.spansOf(static_cast<const void*>(z.key())))
    EXPECT_EQ(text[static_cast<size_t>(s.begin)], 'z');
}

// What is printed of a class is found where it stands, below the statements of the class.
TEST(GraphText, PlacesAreThoseBelowTheStatementsOfTheClass) {
  const SourceFile file = parseSource("module.py", contents(fs::path(LW_SOURCE_DIR) / "tests/graph/texts/module.py"));
  ASSERT_EQ(errorsOf(file), "");
  const PrintedText text = print(file.modules[0], *file.graphs[0]);
  int variables = 0;
  for (const MappedRange& r : text.map.ranges()) {
    const std::string there =
        text.text.substr(static_cast<size_t>(r.span.begin), static_cast<size_t>(r.span.end - r.span.begin));
    if (r.kind == MappedRange::Kind::Function) EXPECT_NE(there.find("def " + r.name), std::string::npos) << there;
    if (r.kind != MappedRange::Kind::Variable) continue;
    ++variables;
    EXPECT_EQ(there, r.name);
  }
  EXPECT_GT(variables, 5);
}

// The same name, ten thousand times.
TEST(GraphText, ReboundNamesStayDistinct) {
  std::string text = "@R.function\ndef f(x: R.Tensor):\n";
  for (int i = 0; i < 10000; ++i) text += "    x = R.exp(x)\n";
  const SourceFile file = parseSource("graph.py", text + "    return x\n");
  ASSERT_EQ(errorsOf(file), "");
  EXPECT_TRUE(
      print(file.graphs[0]->functions[0]).text.ends_with("x_10000: R.Tensor = R.exp(x_9999)\n    return x_10000\n"));
}

}  // namespace
}  // namespace lw
