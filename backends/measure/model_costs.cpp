#include "backends/measure/model_costs.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "backends/measure/model_terms.h"
#include "core/analysis/cost/cost.h"
#include "core/ir/visit.h"
#include "passes/compact_buffer_allocation.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

constexpr size_t kSecond = static_cast<size_t>(ModelLimit::SecondCache),
                 kMemory = static_cast<size_t>(ModelLimit::Memory);
constexpr double kSecondBytes = 32, kMemoryBytes = 8;  // a cycle

// The cycles of the traffic from the second cache and from memory.
struct Traffic {
  double second = 0, memory = 0;
  static Traffic of(const Cost& cost) { return {cost.traffic.at(0) / kSecondBytes, cost.traffic.at(1) / kMemoryBytes}; }
  void addTo(ModelShare& share) const {
    share.cycles += second + memory;
    share.limits[kSecond] += second;
    share.limits[kMemory] += memory;
  }
};

// The blocks of a program: their names, what they copy, and whether they have statements of their own.
class Blocks : public Visitor {
 public:
  std::vector<ModelledBlock> all;
  std::set<BlockId> outer;  // blocks with blocks inside

  void stmt(const Stmt& s) override {
    const auto* block = s.as<Block>();
    if (!block) return children(s);
    for (const BlockId around : around_) outer.insert(around);
    ModelledBlock one;
    one.block = block->id, one.name = block->name;
    if (const auto* store = block->body.as<BufferStore>())
      if (const auto* load = store->value.as<BufferLoad>(); load && !(load->buffer == store->buffer))
        one.copied = load->buffer->name;
    all.push_back(std::move(one));
    around_.push_back(block->id);
    children(s);
    around_.pop_back();
  }
  void expr(const Expr&) override {}

 private:
  std::vector<BlockId> around_;
};

class Modeller {
 public:
  Modeller(const PrimFunc& scheduled, const PrimFunc& compact, const PrimFunc& lowered)
      : cost_(costOf(compact, {32 << 10, 1 << 20})), terms_(modelTerms(lowered)) {
    known_.stmt(scheduled.body);
  }

  ModelledCosts run() {
    for (const ModelledBlock& block : known_.all) at_.emplace(block.block, block);
    add(terms_, 1, 1, -1, -1);
    for (size_t i = out_.loops.size(); i-- > 0;)
      if (const int parent = out_.loops[i].parent; parent >= 0) include(out_.loops[static_cast<size_t>(parent)], i);
    spreadTraffic();
    for (const auto& [id, cost] : cost_.blocks)
      if (const auto at = at_.find(id); at != at_.end() && !known_.outer.contains(id))
        Traffic::of(cost).addTo(at->second);
    for (auto& [id, block] : at_)
      if (block.cycles > 0) out_.blocks.push_back(std::move(block));
    std::stable_sort(out_.blocks.begin(), out_.blocks.end(),
                     [](const ModelledBlock& a, const ModelledBlock& b) { return a.cycles > b.cycles; });
    return std::move(out_);
  }

 private:
  void include(ModelShare& outer, size_t loop) {
    const ModelShare& inner = out_.loops[loop];
    outer.cycles += inner.cycles, outer.lines += inner.lines;
    for (size_t k = 0; k < kModelLimits; ++k) outer.limits[k] += inner.limits[k];
  }

  // A loop that is executed `count` times, of which `after` follow one another. Inner loops are added later.
  void add(const LoopTerm& term, double count, double after, int parent, int depth) {
    ModelShare own;
    own.cycles = after * (term.entry + term.rounds * term.once);
    own.lines = count * term.lines;
    own.limits[static_cast<size_t>(term.entryLimit)] += after * term.entry;
    own.limits[static_cast<size_t>(term.limit)] += after * term.rounds * term.once;
    shareOut(term, own);
    int index = -1;
    if (term.loop.valid()) {
      ModelledLoop loop;
      static_cast<ModelShare&>(loop) = own;
      loop.loop = term.loop, loop.name = term.name, loop.kind = term.kind, loop.extent = term.extent;
      loop.depth = depth, loop.parent = parent;
      index = static_cast<int>(out_.loops.size());
      out_.loops.push_back(std::move(loop));
    }
    out_.whole.cycles += own.cycles, out_.whole.lines += own.lines;
    for (size_t k = 0; k < kModelLimits; ++k) out_.whole.limits[k] += own.limits[k];
    for (const LoopTerm& inner : term.inner) add(inner, count * term.extent, after * term.rounds, index, depth + 1);
  }

  void shareOut(const LoopTerm& term, const ModelShare& own) {
    double all = 0;
    for (const auto& [block, part] : term.blocks) all += part;
    for (const auto& [block, part] : term.blocks) {
      const auto at = at_.find(block);
      if (at == at_.end()) continue;
      at->second.cycles += own.cycles * part / all, at->second.lines += own.lines * part / all;
      for (size_t k = 0; k < kModelLimits; ++k) at->second.limits[k] += own.limits[k] * part / all;
    }
  }

  // The traffic of a loop is a part of that of the loop around it. A loop that lowering made has what its neighbours
  // leave.
  void spreadTraffic() {
    const Traffic whole = Traffic::of(cost_.whole);
    std::vector<Traffic> known(out_.loops.size());
    for (int outer = -1; outer < static_cast<int>(out_.loops.size()); ++outer) {
      std::vector<size_t> inside, made;
      Traffic sum, limit = outer < 0 ? whole : known[static_cast<size_t>(outer)];
      for (size_t i = 0; i < out_.loops.size(); ++i) {
        if (out_.loops[i].parent != outer) continue;
        const auto cost = cost_.loops.find(out_.loops[i].loop);
        (cost == cost_.loops.end() ? made : inside).push_back(i);
        if (cost == cost_.loops.end()) continue;
        known[i] = Traffic::of(cost->second);
        sum.second += known[i].second, sum.memory += known[i].memory;
      }
      for (const size_t i : inside) {
        if (sum.second > limit.second) known[i].second *= limit.second / sum.second;
        if (sum.memory > limit.memory) known[i].memory *= limit.memory / sum.memory;
      }
      const auto each = static_cast<double>(made.size());
      for (const size_t i : made)
        known[i] = {std::max(0.0, limit.second - sum.second) / each, std::max(0.0, limit.memory - sum.memory) / each};
    }
    for (size_t i = 0; i < known.size(); ++i) known[i].addTo(out_.loops[i]);
    whole.addTo(out_.whole);
  }

  Blocks known_;
  const ProgramCost cost_;
  const LoopTerm terms_;
  std::map<BlockId, ModelledBlock> at_;
  ModelledCosts out_;
};

}  // namespace

Message wordsOf(ModelLimit limit) {
  switch (limit) {
    case ModelLimit::Operations:
      return say("arithmetic");
    case ModelLimit::Loads:
      return say("loads");
    case ModelLimit::Stores:
      return say("stores");
    case ModelLimit::Instructions:
      return say("the number of instructions");
    case ModelLimit::Sums:
      return say("sums that wait for their previous value");
    case ModelLimit::Threads:
      return say("starting threads");
    case ModelLimit::SecondCache:
      return say("bytes from the second cache");
    case ModelLimit::Memory:
      return say("bytes from memory");
  }
  return {};
}

ModelLimit ModelShare::most() const {
  return static_cast<ModelLimit>(std::max_element(limits.begin(), limits.end()) - limits.begin());
}

Message ModelledBlock::words() const {
  return copied.empty() ? say("block {0}", Ident(name)) : say("the copy of {0}", Ident(copied));
}

ModelledCosts modelledCosts(const PrimFunc& scheduled) {
  PrimFunc compact = scheduled;  // buffers count with the size that they have in memory
  const Result<PrimFunc> lowered = lower(scheduled, cpuPipeline(), {}, Refusals::Stop,
                                         [&](const Pass& pass, const PrimFunc&, const PrimFunc& after) {
                                           if (pass.name == kCompactBufferAllocationPass.name) compact = after;
                                         });
  if (!lowered) return {};
  return Modeller(scheduled, compact, writtenOut(*lowered)).run();
}

Message amountOf(double value) {
  const bool billions = value >= 1e9, millions = value >= 1e6;
  char text[40];
  std::snprintf(text, sizeof text, millions ? "%.3g" : "%.0f", billions ? value / 1e9 : millions ? value / 1e6 : value);
  const Snippet number(text);
  return billions ? say("{0} billion", number) : millions ? say("{0} million", number) : Message(number);
}

Message costliest(const CountedGoal& goal, const ModelledCosts& costs) {
  const bool lines = goal.what->name == "lines";
  if ((!lines && goal.what->name != "cycles") || costs.blocks.empty()) return {};
  const auto amount = [&](const ModelShare& share) { return lines ? share.lines : share.cycles; };
  const auto most =
      std::max_element(costs.blocks.begin(), costs.blocks.end(),
                       [&](const ModelledBlock& a, const ModelledBlock& b) { return amount(a) < amount(b); });
  const Message part = amountOf(amount(*most)), all = amountOf(amount(costs.whole));
  if (lines) return say("{0} goes through {1} of {2} cache lines", most->words(), part, all);
  return say("{0} costs {1} of {2} cycles: {3}", most->words(), part, all, wordsOf(most->most()));
}

Message missingWords(const Challenge& challenge, const Attempt& attempt, const ModelledCosts& costs) {
  for (const CountedGoal& goal : challenge.counted) {
    if (goal.what->onDevice || reached(goal, attempt)) continue;
    if (Message words = costliest(goal, costs); !words.empty()) return words;
  }
  return {};
}

}  // namespace lw
