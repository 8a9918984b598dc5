// Every file under tests/graph_passes/files/<pass>/ tests one behaviour of a pass on graphs. The part above the line
// `# ---` is a module, the part below it the module after the pass, or the reason why the pass refuses it; LW_UPDATE=1
// rewrites it.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/interpreter/evaluate_kernel.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/graph_pipeline.h"

namespace lw {
namespace {

namespace fs = std::filesystem;
const fs::path kFiles = fs::path(LW_SOURCE_DIR) / "tests/graph_passes/files";
constexpr std::string_view kLine = "# ---\n";

std::vector<fs::path> allFiles() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(kFiles))
    if (entry.path().extension() == ".py") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string errorsOf(const SourceFile& file) {
  std::string all;
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) all += d.message + "\n";
  return all;
}

const GraphPass* passOf(const fs::path& path) {
  const std::string folder = path.parent_path().filename().string();
  for (const GraphPass* pass : graphPipeline())
    if (pass->name == folder) return pass;
  return nullptr;
}

// What a pass says of its result, as comments.
std::string notesOf(const GraphPass& pass, const graph::Model& model) {
  std::string text;
  if (!pass.notes) return text;
  for (const GraphNote& note : pass.notes(model, {})) text += "# " + note.about + ": " + note.words.text() + "\n";
  return text;
}

class GraphPassFiles : public testing::TestWithParam<fs::path> {};

TEST_P(GraphPassFiles, GiveTheExpectedModule) {
  const fs::path path = GetParam();
  std::stringstream all;
  all << std::ifstream(path).rdbuf();
  std::string before = all.str(), expected;
  if (const size_t at = before.find("\n" + std::string(kLine)); at != std::string::npos) {
    expected = before.substr(at + 1);
    before.resize(at + 1);
  }
  const SourceFile file = parseSource("before.py", before);
  ASSERT_EQ(errorsOf(file), "");
  ASSERT_EQ(file.graphs.size(), 1u);
  const graph::Model model = modelOf(file, *file.graphs[0]);
  const GraphPass* pass = passOf(path);
  ASSERT_TRUE(pass) << "no pass has the name of the folder";

  const Result<graph::Model> after = pass->run(model, {.evaluate = evaluateKernel});
  std::string text(kLine);
  if (!after) {
    std::istringstream reason(toText(after.error()));
    for (std::string line; std::getline(reason, line);) text += "# " + line + "\n";
  } else {
    const std::string printed = print(*after).text;
    text += notesOf(*pass, model);
    text += printed == print(model).text ? "# unchanged\n" : printed;
    const SourceFile again = parseSource("after.py", printed);
    EXPECT_EQ(errorsOf(again), "") << printed;
    ASSERT_EQ(again.graphs.size(), 1u) << printed;
    EXPECT_EQ(print(modelOf(again, *again.graphs[0])).text, printed);
  }
  if (std::getenv("LW_UPDATE")) std::ofstream(path) << before << text;
  EXPECT_EQ(text, expected);
}

INSTANTIATE_TEST_SUITE_P(Files, GraphPassFiles, testing::ValuesIn(allFiles()), [](const auto& info) {
  return info.param.parent_path().filename().string() + "_" + info.param.stem().string();
});

TEST(GraphPassFiles, EveryPassHasSome) {
  for (const GraphPass* pass : graphPipeline()) {
    std::vector<fs::path> files = allFiles();
    std::erase_if(files, [&](const fs::path& path) { return passOf(path) != pass; });
    EXPECT_GE(files.size(), 2u) << pass->name;
  }
}

}  // namespace
}  // namespace lw
