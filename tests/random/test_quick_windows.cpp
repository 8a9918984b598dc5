// The cheap proofs on convolutions: windows over padded images are read as products of matrices, by reindexing, fused
// axes, packed panels and filled-up tiles. Each step of random candidates, and random damage to its result, is put to
// the cheap proof and to the exact analysis. LW_RANDOM_PROOFS=N runs N programs.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/quick_flow.h"
#include "core/schedule/support/quick_legality.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "core/tune/rules/rule.h"
#include "core/tune/space.h"
#include "tests/random/flow_questions.h"
#include "tests/random/random_program.h"

namespace lw {
namespace {

std::string number(int64_t value) { return std::to_string(value); }

// A convolution of an image in NCHW with an edge of zeros, or of one that is larger than its result.
std::string randomConvolution(std::mt19937_64& random) {
  const auto from = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  const int64_t channels = from(2, 3), outputs = from(2, 5), height = from(2, 5), width = from(2, 6);
  const int64_t window = from(2, 3), stride = from(1, 2);
  const int64_t rows = (height - 1) * stride + window, columns = (width - 1) * stride + window;
  const int64_t edge = from(0, 1);
  const std::string image = number(rows - 2 * edge) + ", " + number(columns - 2 * edge);
  const std::string step = stride > 1 ? " * " + number(stride) : "";
  std::string text = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef conv(X: T.Buffer((" + number(channels) +
                     ", " + image + "), \"float32\"), W: T.Buffer((" + number(outputs) + ", " + number(channels) +
                     ", " + number(window) + ", " + number(window) + "), \"float32\"), Y: T.Buffer((" +
                     number(outputs) + ", " + number(height) + ", " + number(width) + "), \"float32\")):\n";
  if (edge > 0)
    text += "    P = T.alloc_buffer((" + number(channels) + ", " + number(rows) + ", " + number(columns) +
            "))\n    for c, y, x in T.grid(" + number(channels) + ", " + number(rows) + ", " + number(columns) +
            "):\n        with T.block(\"P\"):\n            vc, vy, vx = T.axis.remap(\"SSS\", [c, y, x])\n"
            "            P[vc, vy, vx] = T.if_then_else(1 <= vy and vy < " +
            number(rows - 1) + " and 1 <= vx and vx < " + number(columns - 1) +
            ", X[vc, vy - 1, vx - 1], T.float32(0))\n";
  text += "    for k, y, x, c, r, s in T.grid(" + number(outputs) + ", " + number(height) + ", " + number(width) +
          ", " + number(channels) + ", " + number(window) + ", " + number(window) +
          "):\n        with T.block(\"conv\"):\n"
          "            vk, vy, vx, vc, vr, vs = T.axis.remap(\"SSSRRR\", [k, y, x, c, r, s])\n"
          "            with T.init():\n                Y[vk, vy, vx] = T.float32(0)\n"
          "            Y[vk, vy, vx] = Y[vk, vy, vx] + " +
          std::string(edge > 0 ? "P" : "X") + "[vc, vy" + step + " + vr, vx" + step + " + vs] * W[vk, vc, vr, vs]\n";
  return text;
}

tune::Machine smallMachine() {
  tune::Machine machine;
  machine.vectorBits = 128;
  machine.vectorRegisters = 16;
  machine.caches = {1 << 8, 1 << 10, 1 << 12};
  return machine;
}

// A candidate of the space that the rules write; nullopt: it was refused.
std::optional<Schedule> randomCandidate(const Snapshot& program, uint64_t seed) {
  const tune::WrittenSpace written = tune::writeSpace(program, 0, smallMachine(), tune::cpuRules());
  const auto file = std::make_shared<const SourceFile>(parseSource("space.py", written.text));
  const auto made = tune::Space(file, "space", Schedule(program)).candidate({}, seed);
  const auto* candidate = std::get_if<tune::Candidate>(&made);
  return candidate ? std::optional(candidate->schedule) : std::nullopt;
}

TEST(QuickFlow, AcceptsOnlyStepsOnWindowsThatTheExactAnalysisAccepts) {
  FlowCount count, damage;
  std::mt19937_64 random(23);
  int candidates = 0;
  for (int i = 0; i < roundsOfProofs(15); ++i) {
    const std::string text = randomConvolution(random);
    const SourceFile file = parseSource("conv.py", text);
    ASSERT_FALSE(file.hasErrors()) << text;
    const std::optional<Schedule> made = randomCandidate(Snapshot(*file.select("")), random());
    if (!made) continue;
    ++candidates;
    for (int step = 0; step < made->stepCount(); ++step) {
      const Schedule before = made->prefix(step), after = made->prefix(step + 1);
      Arguments args;
      for (const StepValue& a : made->step(step).args)
        if (Result<StepValue> v = before.resolve(a)) args.push_back(*v);
      const auto c = correspondenceOf(before, after, *made->step(step).primitive, args);
      if (!c) continue;
      const PrimFunc& changed = after.program().function();
      ASSERT_NO_FATAL_FAILURE(
          compareProofs(before.program().function(), changed, *c, made->step(step).primitive->name, count));
      if (const std::optional<PrimFunc> broken = mutated(changed, random))
        ASSERT_NO_FATAL_FAILURE(compareProofs(before.program().function(), *broken, *c, "damage", damage));
    }
  }
  std::printf("%d candidates: %d of %d steps proven, %d undecided by ISL; %d of %d damages proven harmless\n",
              candidates, count.proven, count.asked, count.undecided, damage.proven, damage.asked);
  EXPECT_GT(candidates, 10);
  EXPECT_GT(count.proven * 10, count.asked * 9);
  EXPECT_GT(damage.asked, 50);
}

// The nests of a candidate before and after each step: what is said to be reorderable is.
TEST(QuickLegality, ReorderableNestsOfWindowsAreReorderable) {
  FlowCount count;
  std::mt19937_64 random(24);
  for (int i = 0; i < roundsOfProofs(3); ++i) {
    const SourceFile file = parseSource("conv.py", randomConvolution(random));
    const std::optional<Schedule> made = randomCandidate(Snapshot(*file.select("")), random());
    if (!made) continue;
    for (int step = 0; step <= made->stepCount(); step += 2) {
      PrimFunc f = made->prefix(step).program().function();
      if (random() % 3 == 0)
        if (auto damaged = mutated(f, random)) f = *damaged;
      const Snapshot program(f);
      for (const LoopId loop : program.loops(0)) {
        std::vector<LoopId> chain{loop};
        while (const auto* inner = program.loop(chain.back()).body.as<For>()) chain.push_back(inner->id);
        if (chain.size() < 2 || program.loop(loop).kind != ForKind::Serial) continue;
        ++count.asked;
        if (!provablyReorderable(program, chain)) continue;
        ++count.proven;
        std::vector<LoopId> order = chain;
        std::shuffle(order.begin(), order.end(), random);
        const Verdict exact = reorderKeepsResults(program.function(), order);
        ASSERT_FALSE(exact.no() && !exact.conservative) << print(f).text;
      }
    }
  }
  std::printf("%d of %d proven\n", count.proven, count.asked);
  EXPECT_GT(count.proven, count.asked / 10);
}

}  // namespace
}  // namespace lw
