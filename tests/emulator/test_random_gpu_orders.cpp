// Random GPU steps in any order on the programs of the GPU samples with small extents: bind, compute_at,
// reverse_compute_at, set_scope, copies and loop transformations. Every schedule that the steps and lowering accept
// runs on the emulator without a finding and computes the same values as the unscheduled program. LW_RANDOM_GPU=N draws
// N schedules (the default is 240), LW_RANDOM_SEED sets the first seed, LW_RANDOM_GPU_VERBOSE=1 prints what lowering
// refuses.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "core/analysis/cost/cost.h"
#include "core/ir/equal.h"
#include "core/trace/trace.h"
#include "tests/emulator/small_programs.h"
#include "tests/random/sized_program.h"

namespace lw {
namespace {

using namespace lw::test;

class RandomSteps {
 public:
  RandomSteps(const Schedule& start, unsigned seed) : schedule(start), random_(seed) {}
  struct Step {
    const Primitive* primitive;
    Arguments args;  // loops and blocks as ids
    Schedule before;
  };
  Schedule schedule;
  std::vector<Step> steps;  // the accepted steps
  std::string text;         // one per line

  // The same steps without threads and GPU memory, as a CPU would run them: without bind and set_scope, and with copies
  // in global memory. nullopt: the steps are not possible then.
  std::optional<PrimFunc> withoutThreads(const Schedule& start) const {
    Schedule plain = start;
    for (const Step& step : steps) {
      const std::string_view name = step.primitive->name;
      if (name == "bind" || name == "set_scope") continue;
      Arguments args = step.args;
      if (name == "cache_read" || name == "cache_write") args.back() = std::string("global");
      if (!plain.apply(*step.primitive, args)) return std::nullopt;
    }
    return plain.program().function();
  }

  void draw(int steps) {
    for (int i = 0; i < steps; ++i) one();
    bindTheRest();
    const Result<GpuProgram> lowered = lowerForGpu(program().function(), defaultGpuDevice());
    if (!lowered && lowered.error().kind == "gpu.scope") toGlobalMemory();
  }
  bool apply(const char* name, Arguments args) {
    Schedule next = schedule;
    const Primitive& primitive = *findPrimitive(name);
    const Snapshot before = program();
    if (!next.apply(primitive, args)) return false;
    steps.push_back({&primitive, args, schedule});
    schedule = std::move(next);
    text += callText(before, primitive, args) + "\n";
    return true;
  }
  // Binds every remaining nest, so that it becomes a kernel.
  void bindTheRest() {
    for (const BlockId block : blocks()) {
      const std::vector<LoopId> above = program().loopsAbove(block);
      const bool bound = std::any_of(above.begin(), above.end(),
                                     [&](LoopId l) { return program().loop(l).kind == ForKind::ThreadBinding; });
      if (bound) continue;
      for (const LoopId l : above)
        if (apply("bind", {l, number(0, 1) ? std::string("blockIdx.x") : std::string("threadIdx.x")})) break;
    }
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }
  const Snapshot& program() const { return schedule.program(); }
  std::vector<BlockId> blocks() const {
    std::vector<BlockId> list;
    for (const BlockId b : program().blocks(0))
      if (!program().block(b).iters.empty()) list.push_back(b);
    return list;
  }
  template <class T>
  T pick(const std::vector<T>& list) {
    return list[static_cast<size_t>(number(0, static_cast<int>(list.size()) - 1))];
  }
  std::string pickScope() { return pick(std::vector<std::string>{"shared", "shared", "local", "global"}); }

  void one() {
    const std::vector<LoopId> loops = program().loops(0);
    if (loops.empty()) return;
    const BlockId block = pick(blocks());
    const std::vector<LoopId> above = program().loopsAbove(block);
    const LoopId loop = above.empty() ? pick(loops) : pick(above);
    switch (number(0, 15)) {
      case 0:
      case 1:
        apply("split", {loop, StepValue::List{StepValue(), StepValue(int64_t{number(2, 4)})}});
        break;
      case 2: {
        const auto at = std::find(above.begin(), above.end(), loop);
        if (at != above.end() && at + 1 != above.end()) apply("fuse", {StepValue::List{loop, *(at + 1)}});
        break;
      }
      case 3: {
        const auto at = std::find(above.begin(), above.end(), loop);
        if (at != above.end() && at + 1 != above.end()) apply("reorder", {StepValue::List{*(at + 1), loop}});
        break;
      }
      case 4:
      case 5:
      case 6:
      case 7:
        apply("bind", {loop, pick(std::vector<std::string>{"blockIdx.x", "blockIdx.x", "blockIdx.y", "threadIdx.x",
                                                           "threadIdx.x", "threadIdx.y", "vthread.x"})});
        break;
      case 8:
      case 9:
        apply("compute_at", {block, pick(loops)});
        break;
      case 10:
      case 11:
        apply("reverse_compute_at", {block, pick(loops)});
        break;
      case 12:
        apply("set_scope", {block, int64_t{0}, pickScope()});
        break;
      case 13:
        apply("cache_read", {block, int64_t{number(0, 1)}, pickScope()});
        break;
      case 14:
        apply("cache_write", {block, int64_t{0}, pickScope()});
        break;
      default:
        apply(number(0, 1) ? "decompose_reduction" : "compute_inline",
              number(0, 1) ? Arguments{block, loop} : Arguments{block});
        break;
    }
  }

  // Moves buffers that several kernels use to global memory.
  void toGlobalMemory() {
    for (const BlockId block : blocks())
      if (program().block(block).writes.front().buffer->scope != "global")
        apply("set_scope", {block, int64_t{0}, std::string("global")});
  }

  std::mt19937 random_;
};

bool usesShared(const PrimFunc& f) {
  bool found = false;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>())
      found = found || std::any_of(block->allocs.begin(), block->allocs.end(),
                                   [](const Buffer& b) { return b->scope == "shared"; });
  });
  return found;
}

// Whether a block was moved while there was shared memory, which may have become global memory since.
bool movedWithShared(const Schedule& schedule) {
  for (int k = 1; k <= schedule.stepCount(); ++k) {
    const std::string& step = schedule.step(k - 1).primitive->name;
    if ((step == "compute_at" || step == "reverse_compute_at") && usesShared(schedule.prefix(k).program().function()))
      return true;
  }
  return false;
}

class RandomGpuOrders : public ::testing::Test {
 protected:
  // Describes what is wrong with a scheduled program; "": nothing; nullopt: lowering refuses it.
  std::optional<std::string> fault(const SmallProgram& p, const PrimFunc& scheduled, uint64_t seed) {
    const Result<GpuProgram> lowered = lowerForGpu(scheduled, defaultGpuDevice());
    if (!lowered) {
      ++refusals_[lowered.error().kind];
      if (verbose_)
        std::printf("---- %s: %s\n%s", p.name.c_str(), lowered.error().message.c_str(), print(scheduled).text.c_str());
      return std::nullopt;
    }
    InputSpec inputs = p.inputs;
    inputs.seed = seed;
    const Result<std::vector<Argument>> arguments = makeArguments(p.function, inputs);
    if (!arguments) return toText(arguments.error());
    std::vector<Argument> got = *arguments;
    const Result<EmulatorReport> report = emulate(*lowered, scheduled, got);
    if (!report) return toText(report.error());
    if (!report->clean()) return textOf(*report);
    const std::vector<Argument> wanted = wantedOf(p.function, *arguments);
    for (size_t i = 0; i < got.size(); ++i)
      if (const auto* array = std::get_if<NDArray>(&got[i]))
        if (const Mismatch m = compareArrays(*array, std::get<NDArray>(wanted[i]), 1e-4, 1e-4); m.count)
          return "argument " + std::to_string(i) + " is " + std::to_string(m.got) + ", expected " +
                 std::to_string(m.expected);
    packageForDevice(p.function, scheduled, *arguments, wanted);
    return "";
  }
  static uint64_t number(const char* variable, uint64_t usual) {
    const char* text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : usual;
  }

  const uint64_t count_ = number("LW_RANDOM_GPU", 240), first_ = number("LW_RANDOM_SEED", 0);
  const bool verbose_ = std::getenv("LW_RANDOM_GPU_VERBOSE") != nullptr;
  const std::vector<SmallProgram> programs_ = smallGpuPrograms();
  std::map<std::string, int> refusals_;  // by lowering, counted by kind
};

// Furthermore, if the same steps without threads compute a value once, the threads compute it only once. Shared memory
// is an exception, as in TVM: compute_at then computes everything that the threads need, in the expectation that a
// later bind divides it among them.
TEST_F(RandomGpuOrders, WhatIsAcceptedIsRight) {
  uint64_t accepted = 0, priced = 0, unchanged = 0;
  int failures = 0;
  for (uint64_t seed = first_; seed < first_ + count_ && failures < 3; ++seed) {
    const SmallProgram& p = programs_[seed % programs_.size()];
    RandomSteps steps(Schedule(Snapshot(p.function)), static_cast<unsigned>(seed));
    steps.draw(6 + static_cast<int>(seed % 9));
    const PrimFunc& scheduled = steps.schedule.program().function();
    const auto wrong = fault(p, scheduled, seed);
    accepted += wrong.has_value();
    const bool shared = usesShared(scheduled) || movedWithShared(steps.schedule);
    const std::optional<PrimFunc> plain =
        wrong && !shared ? steps.withoutThreads(Schedule(Snapshot(p.function))) : std::nullopt;
    const double flops = costOf(scheduled).whole.flops, expected = plain ? costOf(*plain).whole.flops : flops;
    priced += plain.has_value();
    unchanged += plain && flops == costOf(p.function).whole.flops;
    if ((!wrong || wrong->empty()) && flops == expected) continue;
    ++failures;
    ADD_FAILURE() << p.name << ", seed " << seed << ": " << wrong.value_or("") << "; " << flops
                  << " operations, without threads " << expected << "\n"
                  << steps.text << print(scheduled).text;
  }
  std::printf("  %d run, %d of them priced, %d with the operations of the unscheduled program",
              static_cast<int>(accepted), static_cast<int>(priced), static_cast<int>(unchanged));
  for (const auto& [kind, n] : refusals_) std::printf(", %d %s", n, kind.c_str());
  std::printf("\n");
  EXPECT_GT(accepted, count_ / 4);
  EXPECT_GT(priced, accepted / 2);
  EXPECT_GT(unchanged, accepted / 4);
}

// Sizes of 0, extents that are negative when the program runs, and reductions over nothing. LW_RANDOM_GPU_SIZES=N draws
// N schedules (the default is 160).
TEST_F(RandomGpuOrders, SizesMayBeNothing) {
  const uint64_t count = number("LW_RANDOM_GPU_SIZES", 160);
  uint64_t accepted = 0;
  int failures = 0;
  for (uint64_t seed = first_; seed < first_ + count && failures < 3; ++seed) {
    std::mt19937_64 random(seed * 7919 + 1);
    const std::string text = sizedProgram(random, "float32");
    const SourceFile file = readProgram("sizes.py", text);
    ASSERT_FALSE(file.hasErrors()) << text;
    const SmallProgram p{"sizes", *file.select(""), inputsFromComments(text)};
    RandomSteps steps(Schedule(Snapshot(p.function)), static_cast<unsigned>(seed));
    steps.draw(2 + static_cast<int>(seed % 9));
    const PrimFunc& scheduled = steps.schedule.program().function();
    const auto wrong = fault(p, scheduled, seed);
    accepted += wrong.has_value();
    if (!wrong || wrong->empty()) continue;
    ++failures;
    ADD_FAILURE() << "seed " << seed << ": " << *wrong << "\n" << text << steps.text << print(scheduled).text;
  }
  std::printf("  %d run", static_cast<int>(accepted));
  for (const auto& [kind, n] : refusals_) std::printf(", %d %s", n, kind.c_str());
  std::printf("\n");
  EXPECT_GT(accepted, count / 4);
}

bool placesWork(const Primitive& p) {
  return p.name == "bind" || p.name == "set_scope" || p.name == "compute_at" || p.name == "reverse_compute_at";
}
bool movesBlock(const Primitive& p) { return p.name == "compute_at" || p.name == "reverse_compute_at"; }

// Exchanges two neighbouring steps. If both orders are accepted, they compute the same values with the same number of
// operations. Shared memory is an exception, as in TVM: compute_at then computes everything that the threads need, in
// the expectation that a later bind divides it among them.
TEST_F(RandomGpuOrders, StepsThatCommuteCostTheSame) {
  int pairs = 0, failures = 0;
  const uint64_t count = (count_ + 3) / 4;
  for (uint64_t seed = first_; seed < first_ + count && failures < 3; ++seed) {
    const SmallProgram& p = programs_[seed % programs_.size()];
    RandomSteps steps(Schedule(Snapshot(p.function)), static_cast<unsigned>(seed));
    steps.draw(6 + static_cast<int>(seed % 9));
    for (size_t i = 0; i + 1 < steps.steps.size() && failures < 3; ++i) {
      const RandomSteps::Step &a = steps.steps[i], &b = steps.steps[i + 1];
      if (!placesWork(*a.primitive) || !placesWork(*b.primitive) ||
          (movesBlock(*a.primitive) && movesBlock(*b.primitive)))
        continue;
      Schedule other = a.before;
      if (!other.apply(*b.primitive, b.args) || !other.apply(*a.primitive, a.args)) continue;
      const PrimFunc& first = i + 2 < steps.steps.size() ? steps.steps[i + 2].before.program().function()
                                                         : steps.schedule.program().function();
      const PrimFunc& second = other.program().function();
      ++pairs;
      const double before = costOf(first).whole.flops, after = costOf(second).whole.flops;
      const bool costs = before == after || usesShared(first);
      const std::string wrong = fault(p, second, seed).value_or("");
      if (costs && wrong.empty()) continue;
      ++failures;
      ADD_FAILURE() << p.name << ", seed " << seed << ": " << callText(a.before.program(), *a.primitive, a.args)
                    << " and " << callText(a.before.program(), *b.primitive, b.args) << " take " << before
                    << " operations, in the other order " << after << "; " << wrong << "\n"
                    << print(first).text << print(second).text;
    }
  }
  std::printf("  %d pairs\n", pairs);
  EXPECT_GT(pairs, static_cast<int>(count / 10));
}

// ---- all orders of a few steps ----

// One step; `needs` is the position of the step that must come before it, -1: none.
struct OrderedStep {
  std::function<bool(RandomSteps&)> apply;
  int needs = -1;
};
std::optional<BlockId> blockNamed(const RandomSteps& steps, const std::string& name) {
  const std::vector<BlockId> found = steps.schedule.program().blocksNamed(name, 0);
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

// Steps for one consumer with a producer, or with a copy of what it reads or writes, for one scope and one axis.
std::vector<OrderedStep> stepsOf(const Snapshot& program, BlockId consumer, const std::string& kind,
                                 const std::string& producer, const std::string& scope, const std::string& axis) {
  const LoopId loop = program.loopsAbove(consumer).front();
  const auto on = [](const std::string& name, const char* step, Arguments rest) {
    return [=](RandomSteps& s) {
      const auto block = blockNamed(s, name);
      if (!block) return false;
      Arguments args{*block};
      args.insert(args.end(), rest.begin(), rest.end());
      return s.apply(step, std::move(args));
    };
  };
  const auto bind = [loop, axis](RandomSteps& s) { return s.apply("bind", {loop, axis}); };
  const std::string name = program.name(consumer);
  if (kind == "producer")
    return {{bind}, {on(producer, "compute_at", {loop})}, {on(producer, "set_scope", {int64_t{0}, scope})}};
  if (kind == "cache_read")
    return {{on(name, "cache_read", {producer, std::string("global")})},
            {bind},
            {on(producer + "_global", "compute_at", {loop}), 0},
            {on(producer + "_global", "set_scope", {int64_t{0}, scope}), 0}};
  const std::string copy = program.block(consumer).writes.front().buffer->name + "_global";
  return {{on(name, "cache_write", {int64_t{0}, std::string("global")})},
          {bind},
          {on(copy, "reverse_compute_at", {loop}), 0},
          {on(name, "set_scope", {int64_t{0}, scope}), 0}};
}

// Does a table say which elements are read?
bool readsByTable(const PrimFunc& f) {
  return anyExpr(f.body, [](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    return load && std::any_of(load->indices.begin(), load->indices.end(), [](const Expr& index) {
             return anyExpr(index, [](const Expr& part) { return part.as<BufferLoad>() != nullptr; });
           });
  });
}

// A loop is bound, a block is moved under it, and the scope of the block's buffer is set, in all possible orders.
// Either all orders are accepted or none. The results run without a finding, and compute nothing more often than the
// unscheduled program.
TEST_F(RandomGpuOrders, OrderOfBindMoveAndScopeDoesNotMatter) {
  int recipes = 0, runs = 0;
  for (const SmallProgram& p : programs_) {
    if (p.name == "four_bit_rows") continue;  // its weights are the same for all rows: each would compute all of them
    // Whether two blocks copy the same rows is then not decided. If they do, they write the same values, which the
    // emulator calls a race.
    if (readsByTable(p.function)) continue;
    const Snapshot start(p.function);
    const double flops = costOf(p.function).whole.flops;
    struct Recipe {
      BlockId consumer;
      std::string kind, producer;
    };
    std::vector<Recipe> all;
    for (const BlockId consumer : start.blocks(0)) {
      const Block& block = start.block(consumer);
      if (block.iters.empty()) continue;
      for (const BlockId producer : start.producers(consumer))
        all.push_back({consumer, "producer", start.name(producer)});
      for (const BufferRegion& read : block.reads) all.push_back({consumer, "cache_read", read.buffer->name});
      all.push_back({consumer, "cache_write", ""});
    }
    for (const Recipe& recipe : all)
      for (const std::string scope : {"global", "shared", "local"})
        for (const std::string axis : {"blockIdx.x", "threadIdx.x"}) {
          const std::vector<OrderedStep> steps =
              stepsOf(start, recipe.consumer, recipe.kind, recipe.producer, scope, axis);
          const std::string what = p.name + ": " + start.name(recipe.consumer) + ", " + recipe.kind + " " +
                                   recipe.producer + ", " + scope + ", " + axis + "\n";
          std::vector<size_t> order(steps.size());
          for (size_t i = 0; i < order.size(); ++i) order[i] = i;
          std::optional<bool> accepted;
          std::set<size_t> seen;  // most orders produce the same program
          do {
            const auto at = [&](size_t i) { return std::find(order.begin(), order.end(), i) - order.begin(); };
            bool possible = true;
            for (size_t i = 0; i < steps.size(); ++i)
              possible = possible && (steps[i].needs < 0 || at(static_cast<size_t>(steps[i].needs)) < at(i));
            if (!possible) continue;
            RandomSteps run(Schedule(start), 1);
            const bool done = std::all_of(order.begin(), order.end(), [&](size_t i) { return steps[i].apply(run); });
            ASSERT_EQ(accepted.value_or(done), done) << what << run.text;
            accepted = done;
            if (!done) continue;
            const bool dealtOut =
                // each thread computes everything, because a later bind could divide it
                scope == "shared" && axis == "threadIdx.x";
            if (!dealtOut)
              EXPECT_EQ(costOf(run.schedule.program().function()).whole.flops, flops)
                  << what << run.text << print(run.schedule.program().function()).text;
            run.bindTheRest();
            if (!seen.insert(structuralHash(run.schedule.program().function())).second) continue;
            const auto wrong = fault(p, run.schedule.program().function(), 7);
            if (wrong) EXPECT_EQ(*wrong, "") << what << run.text << print(run.schedule.program().function()).text;
            runs += wrong.has_value();
          } while (!HasFailure() && std::next_permutation(order.begin(), order.end()));
          ++recipes;
          if (HasFailure()) return;
        }
  }
  std::printf("  %d recipes, %d runs", recipes, runs);
  for (const auto& [kind, n] : refusals_) std::printf(", %d %s", n, kind.c_str());
  std::printf("\n");
  EXPECT_GT(runs, 250);
  EXPECT_FALSE(refusals_.contains("gpu.local-exchange"));
}

}  // namespace
}  // namespace lw
