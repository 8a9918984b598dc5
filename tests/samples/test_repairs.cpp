// Every repair that is offered is accepted when it is taken, as text, on the state that it was offered for: on all
// samples and golden programs, at some of their loops and blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "core/script/schedule_script.h"
#include "core/te/read_program.h"
#include "core/trace/repair.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> programs() {
  std::vector<fs::path> all;
  for (const char* folder : {"samples", "tests/golden/programs", "tests/golden/composed", "tests/golden/memory",
                             "tests/golden/reduction", "tests/golden/schedule"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LW_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".py" && entry.path().string().find("/models/") == std::string::npos)
        all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

// Blocks under loops of others, and blocks made of loops.
std::vector<std::pair<const Primitive*, Arguments>> moves(const Snapshot& program, int function) {
  std::vector<std::pair<const Primitive*, Arguments>> all;
  for (const LoopId loop : program.loops(function)) all.push_back({findPrimitive("blockize"), {loop, true}});
  for (const BlockId block : program.blocks(function))
    for (const LoopId loop : program.loops(function)) {
      if (!program.scopeOf(block).valid() || program.isAncestor(loop, block)) continue;
      for (const char* name : {"compute_at", "reverse_compute_at"})
        all.push_back({findPrimitive(name), {block, loop, false, -1}});
    }
  return all;
}

// Steps at one loop or block that are refused more often than others.
std::vector<std::pair<const Primitive*, Arguments>> wishes(const Snapshot& program, int function) {
  std::vector<std::pair<const Primitive*, Arguments>> all;
  for (const LoopId loop : program.loops(function))
    for (const char* name : {"vectorize", "parallel"}) all.push_back({findPrimitive(name), {loop}});
  for (const BlockId block : program.blocks(function))
    for (const char* name : {"compute_inline", "reverse_compute_inline", "compute_root", "atomic"})
      all.push_back({findPrimitive(name), {block}});
  for (const BlockId block : program.blocks(function))
    for (const LoopId loop : program.loopsAbove(block))
      all.push_back({findPrimitive("decompose_reduction"), {block, loop}});
  for (const auto& move : moves(program, function)) all.push_back(move);
  return all;
}

// Where a hint names a loop to choose instead, or a block that can move the other way, the step is accepted there.
void expectHintWorks(const Schedule& start, const Primitive& primitive, const Arguments& args,
                     const std::string& hint) {
  static const std::regex kLoop("choose loop ([^,]+), .*"),
      kOther("(\\w+) can move block (\\S+) under loop (\\S+) instead");
  std::smatch found;
  std::string step;
  if (std::regex_match(hint, found, kLoop)) {
    const std::string place = ", \"" + found[1].str() + "\")";
    const auto* block = args.front().as<BlockId>();
    step =
        primitive.name + (block ? "(\"" + start.program().name(*block) + "\"" + place : "(\"" + found[1].str() + "\")");
  } else if (std::regex_match(hint, found, kOther)) {
    step = found[1].str() + "(\"" + found[2].str() + "\", \"" + found[3].str() + "\")";
  } else {
    return;
  }
  const ScriptRun run = interpretStep(step, start);
  EXPECT_FALSE(run.error) << "for " << callText(start.program(), primitive, args) << ", the hint is\n"
                          << hint << "\n"
                          << toText(*run.error);
}

TEST(Repairs, HintsNameLoopsWhereTheStepIsAccepted) {
  int hints = 0;
  for (const fs::path& path : programs()) {
    std::ifstream in(path);
    const SourceFile file = readProgram(path.filename().string(), {std::istreambuf_iterator<char>(in), {}});
    if (file.hasErrors() || !file.select("").ok()) continue;
    const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
    if (start.program().loops(0).size() > 8) continue;
    for (const auto& [primitive, args] : moves(start.program(), 0)) {
      const Result<Checked> refused = primitive->check(start.program().withBudget(ProofBudget(20'000)), args);
      if (refused || refused.error().hint.find(" loop ") == std::string::npos) continue;
      ++hints;
      SCOPED_TRACE(path.string());
      expectHintWorks(start, *primitive, args, refused.error().hint);
    }
  }
  std::printf("  %d hints\n", hints);
  EXPECT_GT(hints, 20);
}

TEST(Repairs, AreAcceptedWhenTheyAreTaken) {
  constexpr size_t kMostLoops = 12;  // in larger programs a search takes seconds
  int refusals = 0, offered = 0, files = 0;
  const std::vector<fs::path> all = programs();
  for (const fs::path& path : all) {
    std::ifstream in(path);
    const SourceFile file = readProgram(path.filename().string(), {std::istreambuf_iterator<char>(in), {}});
    if (file.hasErrors() || !file.select("").ok()) continue;
    if (++files % 2) continue;
    const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
    if (start.program().loops(0).size() > kMostLoops) continue;
    for (const auto& [primitive, args] : wishes(start.program(), 0)) {
      const Result<Checked> refused = primitive->check(start.program(), args);
      if (refused) continue;
      EXPECT_TRUE(refused.error().repairs.empty()) << path << ": a check offers what nobody has carried out";
      ++refusals;
      RepairLimits limits;
      limits.tries = 24, limits.seconds = 1000;
      for (const Repair& repair : withRepairs(start, *primitive, args, refused.error(), limits).repairs) {
        ++offered;
        const ScriptRun run = interpretStep(repair.text(), start);
        EXPECT_FALSE(run.error) << path << ": for " << callText(start.program(), *primitive, args) << ", refused is\n"
                                << repair.text() << "\n"
                                << toText(*run.error);
      }
      break;
    }
  }
  std::printf("  %d refusals of %d programs, %d repairs\n", refusals, files, offered);
  EXPECT_GT(offered, 50);
}

}  // namespace
}  // namespace lw
