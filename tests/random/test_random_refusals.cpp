// Refusals are correct: if reordering a random program is refused with two iterations as witness, both iterations
// access the element, at least one of them writes it, and the step would reverse their order. The step is then applied
// without its check, and results are compared. LW_RANDOM_REFUSALS=N tests N programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/stmt_tools.h"
#include "tests/random/fuzz.h"
#include "tests/random/random_schedule.h"
#include "tests/random/random_workload.h"

namespace lw {
namespace {

// Observes the two executions of a witness.
class Watch : public ExecutionObserver {
 public:
  Watch(const PrimFunc& f, const Witness& w) : witness_(w) { collect(f.body, {}); }

  struct Seen {
    int at = -1;  // time of the first access
    bool write = false;
  };
  Seen first, second;

  void onLoop(const For& loop, int64_t value) override { values_[loop.id.value] = value; }
  void onBlock(const Block& block, std::span<const int64_t>) override { blocks_.push_back(&block); }
  void onBlockEnd(const Block&) override { blocks_.pop_back(); }
  void onLoad(const Buffer& b, std::span<const int64_t> indices) override { touch(b, indices, false); }
  void onStore(const Buffer& b, std::span<const int64_t> indices) override { touch(b, indices, true); }

 private:
  void collect(const Stmt& s, std::vector<const For*> above) {
    if (const auto* block = s.as<Block>()) {
      above_[block->id.value] = above;
      if (block->init) collect(*block->init, above);
      collect(block->body, above);
    } else if (const auto* loop = s.as<For>()) {
      above.push_back(loop);
      collect(loop->body, above);
    } else if (const auto* seq = s.as<Seq>()) {
      for (const Stmt& part : seq->stmts) collect(part, above);
    } else if (const auto* choice = s.as<IfThenElse>()) {
      collect(choice->thenBody, above);
      if (choice->elseBody) collect(*choice->elseBody, above);
    } else if (const auto* let = s.as<LetStmt>()) {
      collect(let->body, above);
    }
  }
  bool isAt(const Witness::Point& p) const {
    if (blocks_.empty() || blocks_.back()->name != p.block) return false;
    const std::vector<const For*>& loops = above_.at(blocks_.back()->id.value);
    if (loops.size() > p.iteration.size()) return false;
    for (size_t i = 0; i < loops.size(); ++i)
      if (loops[i]->var.name() != p.iteration[i].first || values_.at(loops[i]->id.value) != p.iteration[i].second)
        return false;
    return true;
  }
  void touch(const Buffer& b, std::span<const int64_t> indices, bool write) {
    std::string element = b->name + "[";
    for (size_t i = 0; i < indices.size(); ++i) element += (i ? ", " : "") + std::to_string(indices[i]);
    if (element + "]" != witness_.element) return;
    ++now_;
    for (auto [point, seen] : {std::pair{&witness_.first, &first}, std::pair{&witness_.second, &second}}) {
      if (!isAt(*point)) continue;
      if (seen->at < 0) seen->at = now_;
      seen->write = seen->write || write;
    }
  }

  const Witness& witness_;
  std::map<uint32_t, std::vector<const For*>> above_;
  std::map<uint32_t, int64_t> values_;
  std::vector<const Block*> blocks_;
  int now_ = 0;
};

int64_t valueIn(const Witness::Point& p, const std::string& loop) {
  for (const auto& [name, value] : p.iteration)
    if (name == loop) return value;
  return 0;
}

// The loops in their new order as the step would nest them, from the outermost loop that moves to the innermost one.
std::vector<LoopId> chainAfter(const Snapshot& program, const std::vector<LoopId>& wanted) {
  std::vector<LoopId> chain;
  for (const LoopId l : program.loops(0)) {
    const auto above = [&](LoopId w) { return w == l || program.isAncestor(l, w); };
    const auto below = [&](LoopId w) { return w == l || program.isAncestor(w, l); };
    if (std::any_of(wanted.begin(), wanted.end(), above) && std::any_of(wanted.begin(), wanted.end(), below))
      chain.push_back(l);
  }
  size_t next = 0;
  for (LoopId& place : chain)
    if (std::find(wanted.begin(), wanted.end(), place) != wanted.end()) place = wanted[next++];
  return chain;
}
PrimFunc reorderedByForce(const Snapshot& program, const std::vector<LoopId>& chain) {
  LoopId top = chain.front(), bottom = chain.front();
  for (const LoopId l : chain) {
    if (program.isAncestor(l, top)) top = l;
    if (program.isAncestor(bottom, l)) bottom = l;
  }
  Stmt nest = program.loop(bottom).body;
  for (size_t i = chain.size(); i-- > 0;) nest = withBody(program.loop(chain[i]), nest);
  return replaceStmt(program.function(), program.stmt(top), nest);
}
PrimFunc reversed(const Snapshot& program, LoopId id) {
  const For& loop = program.loop(id);
  const Expr mirrored = loop.min + loop.min + loop.extent - 1 - loop.var;
  return replaceStmt(program.function(), program.stmt(id),
                     withBody(loop, substitute(loop.body, {{loop.var.key(), mirrored}})));
}

// The loops down to the given loop that only one of the two nests has, outermost first.
std::vector<LoopId> ownLoops(const Snapshot& program, LoopId loop, LoopId other) {
  std::vector<LoopId> own;
  for (const LoopId l : program.loopsAbove(loop))
    if (!program.isAncestor(l, other)) own.push_back(l);
  own.push_back(loop);
  return own;
}
// One nest with the loops of the first one; nullopt: there is another statement between the two.
std::optional<PrimFunc> mergedByForce(const Snapshot& program, LoopId a, LoopId b) {
  std::vector<LoopId> first = ownLoops(program, a, b), second = ownLoops(program, b, a);
  Stmt firstTop = program.stmt(first.front()), secondTop = program.stmt(second.front());
  std::optional<Stmt> around;  // the sequence that contains both nests, one directly after the other
  forEachStmt(program.function().body, [&](const Stmt& s) {
    const auto* seq = s.as<Seq>();
    for (size_t i = 0; seq && i + 1 < seq->stmts.size(); ++i) {
      const Stmt &x = seq->stmts[i], &y = seq->stmts[i + 1];
      if (x.sameAs(secondTop) && y.sameAs(firstTop)) std::swap(first, second), std::swap(firstTop, secondTop);
      if (x.sameAs(firstTop) && y.sameAs(secondTop)) around = s;
    }
  });
  if (!around) return std::nullopt;
  VarMap names;
  for (size_t i = 0; i < first.size(); ++i)
    names.emplace(program.loop(second[i]).var.key(), program.loop(first[i]).var);
  Stmt nest = sequence({program.loop(first.back()).body, substitute(program.loop(second.back()).body, names)});
  for (size_t i = first.size(); i-- > 0;) nest = withBody(program.loop(first[i]), nest);
  std::vector<Stmt> list;
  for (const Stmt& s : around->as<Seq>()->stmts)
    if (!s.sameAs(secondTop)) list.push_back(s.sameAs(firstTop) ? nest : s);
  return replaceStmt(program.function(), *around, sequence(list));
}

class RandomRefusals : public testing::Test {
 protected:
  void look(const FuzzProgram& p, const Schedule& schedule, const Primitive& primitive, const Selection& selection) {
    const Snapshot& program = schedule.program();
    for (const Candidate& offer : primitive.candidates(program, selection)) {
      const Status status = schedule.check(primitive, offer.args);
      if (status) continue;
      const Explanation& e = status.error();
      Count& count = counts_[primitive.name];
      if (!e.witness) {
        count.conservative += e.conservative;
        continue;
      }
      if (e.conservative) {
        ++count.conservative;
        continue;
      }
      ++count.refused;
      std::vector<LoopId> loops;
      for (const StepValue& arg : offer.args) {
        if (const auto* one = arg.as<LoopId>()) loops.push_back(*one);
        if (const auto* list = arg.as<StepValue::List>())
          for (const StepValue& item : *list)
            if (const auto* l = item.as<LoopId>()) loops.push_back(*l);
      }
      ASSERT_NO_FATAL_FAILURE(confirm(p, program, primitive, loops, *e.witness));
      const std::optional<PrimFunc> changed = forced(program, primitive, loops);
      count.forced += changed.has_value();
      count.differs += changed && differs(p, program, *changed);
    }
  }

  void confirm(const FuzzProgram& p, const Snapshot& program, const Primitive& primitive,
               const std::vector<LoopId>& loops, const Witness& w) {
    Watch watch(program.function(), w);
    std::vector<Argument> arguments = *makeArguments(program.function(), p.inputs);
    InterpretOptions options;
    options.observer = &watch;
    ASSERT_TRUE(interpret(program.function(), arguments, options));
    const std::string text = primitive.name + ": " + w.sentence() + "\n" + print(program.function()).text;
    ASSERT_GE(watch.first.at, 0) << "the first iteration does not touch the element: " << text;
    ASSERT_GE(watch.second.at, 0) << "the second iteration does not touch the element: " << text;
    ASSERT_TRUE(watch.first.write || watch.second.write) << "nobody writes: " << text;
    ASSERT_LT(watch.first.at, watch.second.at) << "not in this order: " << text;
    const auto value = [&](const Witness::Point& point, LoopId l) { return valueIn(point, program.name(l)); };
    if (primitive.name == "reorder") {
      const std::vector<LoopId> chain = chainAfter(program, loops);
      const auto later =
          std::find_if(chain.begin(), chain.end(), [&](LoopId l) { return value(w.first, l) != value(w.second, l); });
      ASSERT_TRUE(later != chain.end() && value(w.second, *later) < value(w.first, *later))
          << "the new order does not reverse them: " << text;
    } else if (primitive.name != "merge") {
      ASSERT_NE(value(w.first, loops.front()), value(w.second, loops.front()))
          << "one and the same iteration: " << text;
      for (const LoopId outer : program.loops(0))
        if (program.isAncestor(outer, loops.front()))
          ASSERT_EQ(value(w.first, outer), value(w.second, outer)) << "another round: " << text;
    }
  }

  // Applies the step without its check.
  static std::optional<PrimFunc> forced(const Snapshot& program, const Primitive& primitive,
                                        const std::vector<LoopId>& loops) {
    if (primitive.name == "merge") return mergedByForce(program, loops[0], loops[1]);
    return primitive.name == "reorder" ? reorderedByForce(program, chainAfter(program, loops))
                                       : reversed(program, loops.front());
  }
  // Whether there are inputs for which the results differ.
  static bool differs(const FuzzProgram& p, const Snapshot& program, const PrimFunc& forced) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      InputSpec inputs = p.inputs;
      inputs.seed = seed;
      const auto expected = ExpectedValues::of(program.function(), inputs);
      if (expected && !expected->interpreted(forced).empty()) return true;
    }
    return false;
  }

  struct Count {
    int refused = 0, forced = 0, differs = 0, conservative = 0;
  };
  std::map<std::string, Count> counts_;
};

TEST_F(RandomRefusals, HaveTrueWitnesses) {
  const char* text = std::getenv("LW_RANDOM_REFUSALS");
  const int total = text ? std::atoi(text) : 24;
  for (int i = 0; i < total; ++i) {
    std::mt19937_64 random(static_cast<uint64_t>(i) + 137);
    FuzzProgram p = fuzzProgram("workload", randomWorkload(random));
    p.inputs.seed = random();
    const Schedule schedule =
        randomSchedule(
            Schedule(Snapshot(p.function)), static_cast<int>(random() % 3), random,
            {"bind", "set_scope", "unsafe_set_dtype", "unsafe_hide_buffer_access", "sample_compute_location"}, 10)
            .schedule;
    const std::vector<LoopId> loops = schedule.program().loops(0);
    for (const LoopId a : loops) {
      for (const Primitive* one : {&kReorder, &kParallel, &kVectorize})
        ASSERT_NO_FATAL_FAILURE(look(p, schedule, *one, {{a}, {}}));
      for (const LoopId b : loops) {
        if (schedule.program().isAncestor(a, b)) ASSERT_NO_FATAL_FAILURE(look(p, schedule, kReorder, {{a, b}, {}}));
        if (a.value < b.value) ASSERT_NO_FATAL_FAILURE(look(p, schedule, kMerge, {{a, b}, {}}));
      }
    }
  }
  int refused = 0;
  for (const auto& [name, c] : counts_) {
    std::printf(
        "%s: %d refused with a true witness; %d carried out by force, %d of them change results; %d refused by "
        "signatures\n",
        name.c_str(), c.refused, c.forced, c.differs, c.conservative);
    refused += c.refused;
  }
  EXPECT_GT(refused, total);
  for (const char* name : {"reorder", "parallel", "vectorize", "merge"})
    EXPECT_GT(counts_[name].differs * 3, counts_[name].forced) << name << ": many forced steps change results";
}

}  // namespace
}  // namespace lw
