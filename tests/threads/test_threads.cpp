// The window works on one program from several threads at once: steps, proofs, lowering, costs and runs of the
// interpreter share immutable nodes and nothing else. Several threads do all of it on the same samples here and get
// what one thread gets; the tsan preset finds what they share besides.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "backends/interpreter/interpreter.h"
#include "core/analysis/cost/cost.h"
#include "core/schedule/all_primitives.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/text/print/printer.h"
#include "core/trace/trace.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

constexpr int kThreads = 4;

std::string contents(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// All that the window finds out about a program and its schedule functions, as text.
std::string findOut(const SourceFile& file, const Schedule& start) {
  std::string found;
  for (const std::string& name : file.scheduleFunctions()) {
    const ScriptRun run = interpretScheduleOf(file, name, start);
    found += name + (run.error ? ": " + run.error->message : "") + "\n" + toPython(traceOf(run.schedule));
    const Snapshot& program = run.schedule.program();
    const PrimFunc& function = program.function();
    found += print(function).text + print(lowerForCpu(function)).text;
    found += std::to_string(costOf(function, {1 << 15, 1 << 21}).whole.flops) + "\n";
    for (const Primitive* primitive : allPrimitives())
      for (const LoopId loop : program.loops(0)) {
        if (!primitive->candidates) continue;
        for (const Candidate& candidate : primitive->candidates(program, {.loops = {loop}}))
          if (const auto checked = primitive->check(program, candidate.args); !checked)
            found += checked.error().kind + "\n";
      }
  }
  return found;
}

class Threads : public testing::TestWithParam<const char*> {};

TEST_P(Threads, FindTheSameAtOnce) {
  const std::string path = std::string(LW_SOURCE_DIR "/samples/") + GetParam();
  const SourceFile file = readProgram(GetParam(), contents(path));
  ASSERT_TRUE(file.select("").ok());
  const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
  const std::string alone = findOut(file, start);
  ASSERT_FALSE(alone.empty());
  std::vector<std::string> found(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::string& text : found) threads.emplace_back([&] { text = findOut(file, start); });
  }
  for (const std::string& text : found) EXPECT_EQ(text, alone);
}

INSTANTIATE_TEST_SUITE_P(Samples, Threads, testing::Values("kernels/softmax.py", "gpu/reduction.py"));

}  // namespace
}  // namespace lw
