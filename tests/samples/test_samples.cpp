// Every sample opens, all its schedule functions run, and what they lower to is as recorded in tests/golden/samples
// (LW_UPDATE=1 records). Samples of single steps are also run before and after by the interpreter; the others are
// compared with their references elsewhere (tests/cli).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <regex>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "backends/measure/counts.h"
#include "backends/measure/model_costs.h"
#include "core/analysis/cost/cost.h"
#include "core/ir/intrin_meaning.h"
#include "core/ir/ndarray.h"
#include "core/ir/visit.h"
#include "core/schedule/support/dot_intrinsics.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"
#include "tests/samples/sample_runs.h"
#include "tests/samples/small_products.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

const fs::path kSamples = fs::path(LW_SOURCE_DIR) / "samples";
const fs::path kGolden = fs::path(LW_SOURCE_DIR) / "tests/golden/samples";

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The interpreter is slow: what has the size of a real workload is interpreted as a small one.
std::string smaller(const std::string& text) {
  if (text.find("te.placeholder") != std::string::npos)
    return std::regex_replace(text, std::regex("1024|2048|3072|\\b512\\b"), "64");
  if (text.find("(512, 512)") != std::string::npos) return std::regex_replace(text, std::regex("\\b512\\b"), "128");
  if (text.find("(1024, 1024)") == std::string::npos) return test::withSmallProducts(text);
  const std::string side = std::regex_replace(text, std::regex("1024"), "64");
  return std::regex_replace(side, std::regex("i0, j0, k0 in T.grid\\(64, 64, 64\\)"), "i0, j0, k0 in T.grid(4, 4, 4)");
}

std::vector<fs::path> samples() {
  std::vector<fs::path> all;
  for (const auto& entry : fs::recursive_directory_iterator(kSamples))
    if (entry.path().extension() == ".py" && entry.path().string().find("/models/") == std::string::npos)
      all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

class Sample : public testing::TestWithParam<fs::path> {};

TEST_P(Sample, OpensAndSchedules) {
  const auto& [file, runs] = test::runsOf(GetParam());
  for (const Diagnostic& d : file.diagnostics) EXPECT_FALSE(file.hasErrors()) << d.message;
  ASSERT_TRUE(file.select("").ok());
  EXPECT_NE(file.function("reference"), nullptr) << "a sample says what it computes";
  EXPECT_FALSE(runs.empty());
  for (const auto& [name, run] : runs) EXPECT_FALSE(run.error) << name << ": " << toText(*run.error);
}

TEST_P(Sample, LowersAsRecorded) {
  std::string text;
  for (const auto& [name, run] : test::runsOf(GetParam()).runs) {
    ASSERT_FALSE(run.error) << toText(*run.error);
    text += "# " + name + "\n" + print(lowerForCpu(run.schedule.program().function())).text + "\n";
  }
  const fs::path golden = kGolden / (fs::relative(GetParam(), kSamples).replace_extension(".txt"));
  if (std::getenv("LW_UPDATE")) {
    fs::create_directories(golden.parent_path());
    std::ofstream(golden) << text;
  }
  EXPECT_EQ(text, contents(golden)) << golden;
}

TEST_P(Sample, ComputesTheSameAfterEachSchedule) {
  if (GetParam().parent_path() == kSamples || GetParam().parent_path() == kSamples / "kernels")
    GTEST_SKIP() << "too large for the interpreter; tests/cli compares it with its reference";
  const SourceFile file = readProgram(GetParam().filename().string(), smaller(contents(GetParam())));
  const Schedule before(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
  Result<std::vector<Argument>> arguments =
      makeArguments(before.program().function(), inputsFromComments(file.source.text));
  ASSERT_TRUE(arguments.ok()) << toText(arguments.error());
  std::vector<Argument> wanted = *arguments;
  ASSERT_TRUE(interpret(before.program().function(), wanted).ok());
  for (const std::string& name : file.scheduleFunctions()) {
    const ScriptRun run = interpretScheduleOf(file, name, before);
    ASSERT_FALSE(run.error) << toText(*run.error);
    std::vector<Argument> got = *arguments;
    const Status ran =
        interpret(asDescribed(run.schedule.program().function(), withDotIntrinsics(file.intrinsics)), got);
    ASSERT_TRUE(ran.ok()) << toText(ran.error());
    for (size_t i = 0; i < got.size(); ++i)
      if (const auto* array = std::get_if<NDArray>(&got[i]))
        EXPECT_EQ(compareArrays(*array, std::get<NDArray>(wanted[i]), 1e-4, 1e-4).count, 0)
            << name << ", argument " << i;
  }
}

// What loops and blocks cost is a part of what is around them.
class Parts : public Visitor {
 public:
  explicit Parts(const ProgramCost& cost) : cost_(cost), around_{{&cost.whole, {}}} {}
  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    const auto* block = s.as<Block>();
    if (!loop && !block) return children(s);
    const Cost& part = loop ? cost_.loops.at(loop->id) : cost_.blocks.at(block->id);
    const std::string name = loop ? loop->var.name() : block->name;
    const Cost& whole = *around_.back().first;
    std::vector<double>& sums = around_.back().second;
    std::vector<double> mine{part.flops, part.bytes}, all{whole.flops, whole.bytes};
    mine.insert(mine.end(), part.traffic.begin(), part.traffic.end());
    all.insert(all.end(), whole.traffic.begin(), whole.traffic.end());
    sums.resize(mine.size());
    for (size_t i = 0; i < mine.size(); ++i) EXPECT_LE(sums[i] += mine[i], all[i] * (1 + 1e-9)) << name << ", " << i;
    if (part.exactFootprint && whole.exactFootprint) EXPECT_LE(part.footprint, whole.footprint) << name;
    around_.emplace_back(&part, std::vector<double>());
    children(s);
    around_.pop_back();
  }
  void expr(const Expr&) override {}

 private:
  const ProgramCost& cost_;
  std::vector<std::pair<const Cost*, std::vector<double>>> around_;
};

void expectPartsOfWhole(const PrimFunc& function) {
  const ModelledCosts costs = modelledCosts(function);
  const Counts counts = countsOf(function);
  EXPECT_NEAR(costs.whole.cycles, counts.at("cycles"), 1e-9 * costs.whole.cycles);
  EXPECT_EQ(costs.whole.lines, counts.at("lines"));
  std::vector<ModelShare> sums(costs.loops.size() + 2);  // of the loops inside each; of the whole; of the blocks
  const auto add = [](ModelShare& sum, const ModelShare& part) {
    sum.cycles += part.cycles, sum.lines += part.lines;
    EXPECT_NEAR(std::accumulate(part.limits.begin(), part.limits.end(), 0.0), part.cycles, 1e-9 * part.cycles);
  };
  for (const ModelledLoop& loop : costs.loops)
    add(sums[loop.parent < 0 ? costs.loops.size() : static_cast<size_t>(loop.parent)], loop);
  for (const ModelledBlock& block : costs.blocks) add(sums.back(), block);
  for (size_t i = 0; i < sums.size(); ++i) {
    const ModelShare& whole = i < costs.loops.size() ? costs.loops[i] : costs.whole;
    EXPECT_LE(sums[i].cycles, whole.cycles * (1 + 1e-9)) << i;
    EXPECT_LE(sums[i].lines, whole.lines * (1 + 1e-9)) << i;
  }
  EXPECT_FALSE(costs.loops.empty());
}

TEST_P(Sample, PartsCostNoMoreThanTheWhole) {
  for (const auto& [name, run] : test::runsOf(GetParam()).runs) {
    SCOPED_TRACE(name);
    const PrimFunc& function = run.schedule.program().function();
    const ProgramCost cost = costOf(function, {32 << 10, 1 << 20});
    Parts(cost).stmt(function.body);
    if (lower(function, cpuPipeline(), {}, Refusals::Stop)) expectPartsOfWhole(function);
  }
}

std::string nameOf(const testing::TestParamInfo<fs::path>& info) {
  std::string name = fs::relative(info.param, kSamples).replace_extension("").string();
  std::replace_if(name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Sample, testing::ValuesIn(samples()), nameOf);

}  // namespace
}  // namespace lw
