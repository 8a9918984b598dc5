// Every file under tests/passes/files/<pass>/ tests one behaviour of a pass. The part above the line `# ---` is a
// program, the part below it the expected result, which LW_UPDATE=1 rewrites:
//
//     def before       the input of the pass; below is its output, or the reason of its refusal
//     def scheduled    a whole program, lowered up to the pass; below are the input and the output of the pass
//
// Comments above the line:
//
//     # pipeline: gpu          for a pass in both pipelines; the default is the cpu's if the pass is in it
//     # stage: simplify_2      for a pass that runs several times, numbered as in `lw lower --stage`
//     # threads: 256           limits of the target that differ from TargetFacts; also lanes, warp
//     # show: origins          prints the loop and block that each statement comes from
//     # cannot run: REASON     results are not compared
//     # inputs: A=0..1         ranges of random inputs; # bind: n=5
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "backends/emulator/emulator.h"
#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/text/tir/parser.h"
#include "passes/support/kernel_nest.h"
#include "passes/unify_thread_binding.h"
#include "tests/passes/programs.h"

namespace lw::test {
namespace {

namespace fs = std::filesystem;
const fs::path kFiles = fs::path(LW_SOURCE_DIR) / "tests/passes/files";
constexpr std::string_view kLine = "# ---\n";

std::string contentsOf(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct FileCase {
  fs::path path;
  std::string name, input, expected;  // the text above the line and below it
  std::string option(const std::string& key) const {
    const size_t at = input.find("# " + key + ": ");
    if (at == std::string::npos) return {};
    const size_t from = at + key.size() + 4;
    return input.substr(from, input.find('\n', from) - from);
  }
};

FileCase readFileCase(const fs::path& path) {
  FileCase c{path, path.parent_path().filename().string() + "/" + path.filename().string(), contentsOf(path), {}};
  if (const size_t at = c.input.find("\n" + std::string(kLine)); at != std::string::npos) {
    c.expected = c.input.substr(at + 1);
    c.input.resize(at + 1);
  }
  return c;
}

std::vector<FileCase> allFileCases() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(kFiles))
    if (entry.path().extension() == ".py") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<FileCase> cases;
  for (const fs::path& path : paths) cases.push_back(readFileCase(path));
  return cases;
}

// A pass in its pipeline.
struct Place {
  const Pipeline* pipeline = nullptr;
  size_t at = 0;
  const Pass& pass() const { return *pipeline->passes[at]; }
};

std::optional<Place> placeOf(const FileCase& c) {
  const std::string folder = c.path.parent_path().filename().string(), stage = c.option("stage");
  for (const Pipeline* pipeline : {&cpuPipeline(), &gpuPipeline()}) {
    if (c.option("pipeline") == "gpu" && pipeline == &cpuPipeline()) continue;
    std::map<std::string_view, int> met;
    for (size_t i = 0; i < pipeline->passes.size(); ++i) {
      const std::string name(pipeline->passes[i]->name);
      const int count = ++met[pipeline->passes[i]->name];
      if (name == folder && (stage.empty() || stage == (count > 1 ? name + "_" + std::to_string(count) : name)))
        return Place{pipeline, i};
    }
  }
  return std::nullopt;
}

TargetFacts factsOf(const FileCase& c) {
  TargetFacts facts;
  if (const std::string n = c.option("threads"); !n.empty()) facts.maxThreads = std::stoi(n);
  if (const std::string n = c.option("lanes"); !n.empty()) facts.maxLanes = std::stoi(n);
  if (const std::string n = c.option("warp"); !n.empty()) facts.warp = std::stoi(n);
  return facts;
}

PrimFunc runPasses(PrimFunc f, const Place& place, size_t from, size_t to, const TargetFacts& facts) {
  for (size_t i = from; i < to; ++i) f = *place.pipeline->passes[i]->run(f, facts);
  return f;
}

// `# C[vi] = A[vi]: block C, loop i`, one line for each statement that stores or evaluates.
std::string originsText(const PrimFunc& f) {
  std::map<LoopId, std::string> loops;
  std::map<BlockId, std::string> blocks;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* loop = s.as<For>()) loops[loop->id] = loop->var.name();
    if (const auto* block = s.as<Block>()) blocks[block->id] = block->name;
  });
  const PrintedText printed = print(f);
  std::map<const void*, Origin> origins;
  forEachStmt(f.body, [&](const Stmt& s) { origins[s.key()] = s.origin(); });
  std::string text;
  for (const MappedRange& range : printed.map.ranges()) {
    const auto origin = origins.find(range.node);
    if (range.kind != MappedRange::Kind::Statement || origin == origins.end()) continue;
    std::string line = printed.text.substr(static_cast<size_t>(range.span.begin),
                                           static_cast<size_t>(range.span.end - range.span.begin));
    line = line.substr(0, line.find('\n'));
    const auto loop = loops.find(origin->second.loop);
    const auto block = blocks.find(origin->second.block);
    text += "# " + line + ": block " + (block == blocks.end() ? "-" : block->second) + ", loop " +
            (loop == loops.end() ? "-" : loop->second) + "\n";
  }
  return text;
}

std::string textOf(PrimFunc f, const std::string& name) {
  f.name = name;
  std::string text = print(f).text;
  text = text.substr(text.find("@T.prim_func"));
  while (text.ends_with("\n\n")) text.pop_back();
  return text.ends_with('\n') ? text : text + "\n";
}

std::string refusalText(const Explanation& e) {
  std::string text = "# refused: " + e.kind + "\n", line;
  for (std::istringstream lines(toText(e)); std::getline(lines, line);) text += "# " + line + "\n";
  return text;
}

// The result of a file: the programs before and after the pass, and the text below the line.
struct Shown {
  PrimFunc first, before, after;  // first: as written in the file
  bool refused = false;
  std::string text;
};

std::optional<Shown> show(const FileCase& c, const Place& place) {
  const SourceFile file = parseSource(c.name, c.input);
  if (file.hasErrors()) {
    ADD_FAILURE() << c.name << ": " << file.diagnostics.front().message;
    return std::nullopt;
  }
  const auto scheduled = file.select("scheduled"), given = file.select("before");
  if (!scheduled == !given) {
    ADD_FAILURE() << c.name << ": one of `def before` and `def scheduled` is needed";
    return std::nullopt;
  }
  const TargetFacts facts = factsOf(c);
  const PrimFunc& first = scheduled ? *scheduled : *given;
  const PrimFunc before = scheduled ? runPasses(first, place, 0, place.at, facts) : first;
  const Pass& pass = place.pass();
  Status accepted = success();
  if (scheduled && pass.checkScheduled) accepted = pass.checkScheduled(*scheduled, facts);
  if (accepted && pass.check) accepted = pass.check(before, facts);
  Shown shown{first, before, *pass.run(before, facts), !accepted.ok(), std::string(kLine)};
  if (scheduled) shown.text += textOf(shown.before, "before") + "\n\n";
  if (shown.refused)
    shown.text += refusalText(accepted.error());
  else if (equal(shown.before, shown.after) && c.option("show").empty())
    shown.text += "# unchanged\n";
  else
    shown.text += textOf(shown.after, "after");
  if (c.option("show") == "origins") shown.text += "\n" + originsText(shown.after);
  return shown;
}

bool hasKernelNest(const PrimFunc& f) {
  bool found = false;
  forEachStmt(f.body, [&](const Stmt& s) { found |= kernelNest(s).has_value(); });
  return found;
}

// From unify_thread_binding on, the threads of a kernel run concurrently: such programs are lowered to the end and run
// on the emulator, which also detects races.
std::optional<std::vector<Argument>> resultsOf(const PrimFunc& f, const FileCase& c, const Shown& shown,
                                               const std::optional<size_t>& next, const Place& place) {
  InputSpec spec = inputsFromComments(c.input);
  spec.ranges.try_emplace("*", ValueRange{.kind = ValueRange::Kind::Uniform});
  for (const std::string& name : symbolicSizes(shown.first)) spec.bind.emplace(name, 5);
  auto arguments = makeArguments(shown.first, spec);
  EXPECT_TRUE(arguments.ok()) << c.name << ": " << (arguments.ok() ? "" : toText(arguments.error()));
  if (!arguments) return std::nullopt;
  if (next) {
    const auto program = splitHostDevice(runPasses(f, place, *next, place.pipeline->passes.size(), factsOf(c)));
    EXPECT_TRUE(program.ok()) << c.name << ": " << (program.ok() ? "" : toText(program.error()));
    if (!program) return std::nullopt;
    const auto report = emulate(*program, shown.first, *arguments);
    EXPECT_TRUE(report.ok()) << c.name << ": " << (report.ok() ? "" : toText(report.error()));
    if (!report) return std::nullopt;
    for (const GpuFinding& finding : report->findings) ADD_FAILURE() << c.name << ": " << finding.explanation.message;
    return *arguments;
  }
  const Status ok = interpret(f, *arguments);
  EXPECT_TRUE(ok.ok()) << c.name << ": " << (ok.ok() ? "" : toText(ok.error())) << "\n" << print(f).text;
  return ok ? std::optional(*arguments) : std::nullopt;
}

void expectSameResults(const FileCase& c, const Shown& shown, const Place& place) {
  const auto passes = place.pipeline->passes;
  const size_t unify =
      static_cast<size_t>(std::find(passes.begin(), passes.end(), &kUnifyThreadBindingPass) - passes.begin());
  const bool together = place.at >= unify && hasKernelNest(shown.after);
  const auto wanted = resultsOf(shown.first, c, shown, std::nullopt, place);
  const auto got = resultsOf(shown.after, c, shown, together ? std::optional(place.at + 1) : std::nullopt, place);
  if (!wanted || !got) return;
  const double tolerance = place.pipeline == &gpuPipeline() ? 1e-4 : 0;  // threads may reduce in another order
  for (size_t i = 0; i < got->size(); ++i)
    if (const auto* array = std::get_if<NDArray>(&(*got)[i])) {
      const Mismatch m = compareArrays(*array, std::get<NDArray>((*wanted)[i]), tolerance, tolerance);
      EXPECT_EQ(m.count, 0) << c.name << ": parameter " << i << " is " << m.got << ", before it was " << m.expected
                            << "\n"
                            << print(shown.after).text;
    }
}

TEST(PassFiles, ShowWhatPassesDo) {
  const bool update = std::getenv("LW_UPDATE") != nullptr;
  int ran = 0, refused = 0;
  for (const FileCase& c : allFileCases()) {
    SCOPED_TRACE(c.name);
    const auto place = placeOf(c);
    if (!place) {
      ADD_FAILURE() << c.name << ": no pipeline has such a pass";
      continue;
    }
    const auto shown = show(c, *place);
    if (!shown) continue;
    if (update)
      std::ofstream(c.path) << c.input << shown->text;
    else
      EXPECT_EQ(c.expected, shown->text) << "LW_UPDATE=1 rewrites " << c.path;
    EXPECT_THAT(c.input, ::testing::StartsWith("# ")) << "say in a sentence what the case shows";
    const auto broken = verify(shown->after);
    EXPECT_TRUE(broken.empty()) << broken.front() << "\n" << print(shown->after).text;
    EXPECT_EQ(c.path.filename().string().starts_with("refuses_"), shown->refused)
        << "the name says what the case shows";
    refused += shown->refused;
    if (shown->refused || !c.option("cannot run").empty()) continue;
    expectSameResults(c, *shown, *place);
    ++ran;
    const SourceFile again =
        parseSource("after.py", "from tvm.script import tir as T\n\n\n" + textOf(shown->after, "after"));
    ASSERT_FALSE(again.hasErrors()) << again.diagnostics.front().message;
    EXPECT_EQ(textOf(*again.select("after"), "after"), textOf(shown->after, "after"));
  }
  std::printf("%d run before and after, %d refused\n", ran, refused);
}

// Counts by Pass object: passes of one name that differ between the pipelines need files for each.
TEST(PassFiles, ShowEveryPass) {
  std::map<const Pass*, int> cases;
  std::set<const Pass*> refusals;
  for (const FileCase& c : allFileCases())
    if (const auto place = placeOf(c)) {
      ++cases[&place->pass()];
      if (c.expected.find("# refused: ") != std::string::npos) refusals.insert(&place->pass());
    }
  for (const Pipeline* pipeline : {&cpuPipeline(), &gpuPipeline()})
    for (const Pass* pass : pipeline->passes) {
      EXPECT_GE(cases[pass], 2) << pass->name << " (" << pass->help << ") has too few files in " << kFiles;
      if (pass->check || pass->checkScheduled)
        EXPECT_TRUE(refusals.contains(pass)) << pass->name << ": no file shows what it refuses";
    }
}

}  // namespace
}  // namespace lw::test
