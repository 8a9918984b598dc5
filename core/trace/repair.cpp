#include "core/trace/repair.h"

#include <algorithm>
#include <chrono>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

constexpr size_t kOffersPerStep = 4;
constexpr size_t kCompared = 4;  // chains that are compared for each returned one

struct Node {
  Schedule schedule;
  std::vector<std::shared_ptr<const RepairStep>> steps;
  Arguments args;  // of the wanted step, as ids of this program
};

class Search {
 public:
  Search(const Schedule& start, const Primitive& wanted, const RepairLimits& limits)
      : start_(start), wanted_(wanted), limits_(limits) {}

  std::vector<RepairChain> run(Arguments args) {
    const Result<Checked> refused = wanted_.check(start_.program(), args);
    if (refused) return {};
    if (const auto alternatives = args.empty() ? nullptr : wanted_.traits.alternatives)
      for (const std::vector<StepCall>& way : alternatives(start_.program(), wanted_, args, refused.error()))
        if (!done()) tryWay(way);
    std::vector<Node> frontier{{start_, {}, std::move(args)}};
    for (int depth = 0; depth < limits_.depth && found_.size() < limits_.most; ++depth) {
      std::vector<Node> next;
      for (const Node& node : frontier) expand(node, next);
      frontier = std::move(next);
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const RepairChain& a, const RepairChain& b) { return a.cost.operations < b.cost.operations; });
    if (found_.size() > limits_.most)
      found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(limits_.most), found_.end());
    return std::move(found_);
  }

 private:
  bool done() const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun_;
    return found_.size() >= kCompared * limits_.most || tries_ >= limits_.tries || spent.count() > limits_.seconds ||
           (limits_.stop && limits_.stop());
  }

  void tryWay(const std::vector<StepCall>& way) {
    ++tries_;
    Schedule changed = start_;
    std::vector<std::shared_ptr<const RepairStep>> steps;
    for (const StepCall& step : way) {
      steps.push_back(std::make_shared<const PrimitiveStep>(changed.program(), *step.primitive, step.args));
      if (!changed.apply(*step.primitive, step.args)) return;
    }
    keep(std::move(steps), std::move(changed));
  }

  void keep(std::vector<std::shared_ptr<const RepairStep>> steps, Schedule whole) {
    RepairChain chain{std::move(steps), std::move(whole)};
    chain.cost = repairCost(start_.program(), chain.repaired.program(), start_.currentFunction(), limits_.machine);
    if (limits_.machine.memory > 0 && chain.cost.bytes > static_cast<double>(limits_.machine.memory)) return;
    found_.push_back(std::move(chain));
  }

  void expand(const Node& node, std::vector<Node>& next) {
    const Result<Checked> refused = wanted_.check(node.schedule.program(), node.args);
    if (refused) return;
    for (const Selection& selection : places(node, refused.error()))
      for (const Primitive* p : allPrimitives()) {
        if (!p->traits.helpsRepairs) continue;
        std::vector<Candidate> offers = p->candidates(node.schedule.program(), selection);
        if (offers.size() > kOffersPerStep) offers.erase(offers.begin() + kOffersPerStep, offers.end());
        for (const Candidate& offer : offers) {
          if (done()) return;
          attempt(node, *p, offer.args, next);
        }
      }
  }

  // The loops and blocks that the step or its refusal mentions, and the blocks below these loops; single and in pairs.
  std::vector<Selection> places(const Node& node, const Explanation& why) const {
    const Snapshot& program = node.schedule.program();
    std::vector<LoopId> loops;
    std::vector<BlockId> blocks;
    const auto addLoop = [&](LoopId l) {
      if (program.contains(l) && std::find(loops.begin(), loops.end(), l) == loops.end()) loops.push_back(l);
    };
    const auto addBlock = [&](BlockId b) {
      if (program.contains(b) && std::find(blocks.begin(), blocks.end(), b) == blocks.end()) blocks.push_back(b);
    };
    for (const StepValue& arg : node.args) {
      const StepValue::List one{arg};
      for (const StepValue& v : arg.as<StepValue::List>() ? *arg.as<StepValue::List>() : one) {
        if (const auto* loop = v.as<LoopId>()) addLoop(*loop);
        if (const auto* block = v.as<BlockId>()) addBlock(*block);
      }
    }
    for (const LoopId l : why.loops) addLoop(l);
    for (const BlockId b : why.blocks) addBlock(b);
    for (size_t i = 0; i < loops.size(); ++i)
      for (const BlockId b : program.blocksBelow(loops[i])) addBlock(b);
    std::vector<Selection> all;
    for (const LoopId l : loops) all.push_back({{l}, {}});
    for (const BlockId b : blocks) all.push_back({{}, {b}});
    for (const LoopId l : loops)
      for (const BlockId b : blocks) all.push_back({{l}, {b}});
    return all;
  }

  void attempt(const Node& node, const Primitive& p, const Arguments& args, std::vector<Node>& next) {
    ++tries_;
    Schedule changed = node.schedule;
    const int from = changed.stepCount();
    if (!changed.apply(p, args)) return;
    std::vector<std::shared_ptr<const RepairStep>> steps = node.steps;
    steps.push_back(std::make_shared<const PrimitiveStep>(node.schedule.program(), p, args));
    for (Arguments& mapped : mappings(node.args, changed, from)) {
      Schedule whole = changed;
      if (isTrivial(changed.program(), mapped) || !wanted_.check(changed.program(), mapped) ||
          !whole.apply(wanted_, mapped)) {
        next.push_back({changed, steps, std::move(mapped)});
        continue;
      }
      std::vector<std::shared_ptr<const RepairStep>> chain = steps;
      chain.push_back(std::make_shared<const PrimitiveStep>(changed.program(), wanted_, mapped));
      if (!extendsAnother(chain)) keep(std::move(chain), std::move(whole));
      return;
    }
  }

  // All steps of a chain that was found are among these: the others do not help.
  bool extendsAnother(const std::vector<std::shared_ptr<const RepairStep>>& chain) const {
    const auto among = [&](const std::shared_ptr<const RepairStep>& step) {
      return std::any_of(chain.begin(), chain.end(), [&](const auto& s) { return s->text() == step->text(); });
    };
    return std::any_of(found_.begin(), found_.end(), [&](const RepairChain& shorter) {
      return std::all_of(shorter.steps.begin(), shorter.steps.end(), among);
    });
  }

  // Vectorizing a loop with a single iteration is always legal and never useful.
  static bool isTrivial(const Snapshot& program, const Arguments& args) {
    return std::any_of(args.begin(), args.end(), [&](const StepValue& v) {
      const auto* loop = v.as<LoopId>();
      return loop && isOne(program.loop(*loop).extent);
    });
  }

  // The arguments after further steps: each loop or block itself, or its successor.
  static std::vector<Arguments> mappings(const Arguments& args, const Schedule& s, int from) {
    std::vector<Arguments> all{{}};
    for (const StepValue& arg : args) {
      const std::vector<StepValue> choices = heirs(arg, s, from);
      std::vector<Arguments> grown;
      for (const Arguments& base : all)
        for (const StepValue& choice : choices) {
          if (grown.size() >= kOffersPerStep) break;
          grown.push_back(base);
          grown.back().push_back(choice);
        }
      all = std::move(grown);
    }
    return all;
  }
  // Iters that the loop drives in the blocks below it, by name.
  static std::vector<std::string> drivenBy(const Snapshot& program, LoopId loop) {
    std::vector<std::string> names;
    const Var& var = program.loop(loop).var;
    for (const BlockId id : program.blocksBelow(loop)) {
      const Block& block = program.block(id);
      for (size_t i = 0; i < block.iters.size(); ++i)
        if (usesVar(block.bindings[i], var)) names.push_back(block.iters[i].var.name());
    }
    return names;
  }
  // Steps that rebuild a nest report successors for the nest as a whole. The successor of a single loop is named after
  // it (k_0, k_1), or drives an iter that the loop drove.
  static bool isOwnHeir(const Snapshot& before, LoopId loop, const Snapshot& after, LoopId heir) {
    const std::string name = before.name(loop), now = after.name(heir);
    if (now == name || now.starts_with(name + "_")) return true;
    const std::vector<std::string> was = drivenBy(before, loop), is = drivenBy(after, heir);
    return std::any_of(is.begin(), is.end(),
                       [&](const std::string& iter) { return std::find(was.begin(), was.end(), iter) != was.end(); });
  }
  static std::vector<StepValue> heirs(const StepValue& v, const Schedule& s, int from) {
    std::vector<StepValue> all;
    if (const auto* loop = v.as<LoopId>()) {
      const Snapshot& before = s.programAfter(from - 1);
      if (s.program().contains(*loop)) {
        all = {v};
        // A copy of the nest has a loop of the same name: the partial results of rfactor.
        for (const LoopId l : s.program().loops(s.currentFunction()))
          if (!before.contains(l) && s.program().name(l) == before.name(*loop)) all.emplace_back(l);
        return all;
      }
      for (const LoopId l : s.follow(*loop, from, s.stepCount()))
        if (s.program().contains(l) && isOwnHeir(before, *loop, s.program(), l)) all.emplace_back(l);
      return all;
    }
    if (const auto* block = v.as<BlockId>()) {
      if (s.program().contains(*block)) return {v};
      for (const BlockId b : s.follow(*block, from, s.stepCount())) all.emplace_back(b);
      return all;
    }
    if (const auto* list = v.as<StepValue::List>()) {
      StepValue::List mapped;
      for (const StepValue& item : *list)
        for (const StepValue& heir : heirs(item, s, from)) mapped.push_back(heir);
      return {mapped};
    }
    return {v};
  }

  const Schedule& start_;
  const Primitive& wanted_;
  const RepairLimits& limits_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  int tries_ = 0;
  std::vector<RepairChain> found_;
};

}  // namespace

namespace {

// Handles and names as ids; nullopt: there is no such loop or block.
std::optional<StepValue> idOf(const Schedule& s, ParamType type, const StepValue& v) {
  const ParamTypeInfo& info = infoOf(type);
  const auto* name = v.as<std::string>();
  if (const auto* list = v.as<StepValue::List>(); list && info.list && (info.loops || info.blocks)) {
    StepValue::List ids;
    for (const StepValue& item : *list) {
      const auto id = idOf(s, *info.item, item);
      if (!id) return std::nullopt;
      ids.push_back(*id);
    }
    return StepValue(std::move(ids));
  }
  if (name && info.loops && !info.list)
    if (const Result<LoopId> loop = s.loopNamed(*name)) return StepValue(*loop);
  if (name && info.blocks && !info.list) {
    const std::vector<BlockId> blocks = s.program().blocksNamed(*name, s.currentFunction());
    return blocks.size() == 1 ? std::optional<StepValue>(blocks.front()) : std::nullopt;
  }
  Result<StepValue> id = s.resolve(v);
  return id ? std::optional<StepValue>(std::move(*id)) : std::nullopt;
}

}  // namespace

PrimitiveStep::PrimitiveStep(const Snapshot& program, const Primitive& p, Arguments a)
    : primitive(&p), args(std::move(a)), call(callText(program, p, args)) {}

Repair RepairChain::repair() const { return {steps, memoryWarning(cost)}; }

std::vector<RepairChain> findRepairs(const Schedule& start, const Primitive& wanted, const Arguments& args,
                                     const RepairLimits& limits) {
  const Result<Arguments> complete = completeArguments(wanted, args);
  if (!complete) return {};
  Arguments ids;
  for (size_t i = 0; i < complete->size(); ++i) {
    const std::optional<StepValue> id = idOf(start, wanted.params[i].type, (*complete)[i]);
    if (!id) return {};
    ids.push_back(*id);
  }
  // The request may be older than the program, so the loop or block that it names may be gone.
  const auto gone = [&](const StepValue& value) {
    const auto* loop = value.as<LoopId>();
    const auto* block = value.as<BlockId>();
    return (loop && *loop != kAtRoot && *loop != kInlined && !start.program().contains(*loop)) ||
           (block && !start.program().contains(*block));
  };
  for (const StepValue& id : ids) {
    const auto* list = id.as<StepValue::List>();
    if (gone(id) || (list && std::any_of(list->begin(), list->end(), gone))) return {};
  }
  return Search(start, wanted, limits).run(std::move(ids));
}

Explanation withRepairs(const Schedule& start, const Primitive& wanted, const Arguments& args, Explanation reason,
                        const RepairLimits& limits) {
  reason.repairs.clear();
  for (const RepairChain& chain : findRepairs(start, wanted, args, limits)) reason.repairs.push_back(chain.repair());
  return reason;
}

}  // namespace lw
