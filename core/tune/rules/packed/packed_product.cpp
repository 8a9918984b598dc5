#include "core/tune/rules/packed/packed_product.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/schedule.h"
#include "core/tune/rules/contractions/contraction.h"

namespace lw::tune {
namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
constexpr int64_t kMostTerms = 1 << 16;  // of a group

// Is the variable used other than in an index of another load?
class DirectUse : public Visitor {
 public:
  explicit DirectUse(const Var& var) : var_(var) {}
  void expr(const Expr& e) override {
    if (!e.as<BufferLoad>()) Visitor::expr(e);
  }
  void varUse(const Var& v) override { found = found || v.sameAs(var_); }
  bool found = false;

 private:
  const Var& var_;
};

bool usesDirectly(const Expr& e, const Var& v) {
  DirectUse use(v);
  use.expr(e);
  return use.found;
}

bool usesDirectly(const std::vector<Expr>& indices, const Var& v) {
  return std::any_of(indices.begin(), indices.end(), [&](const Expr& e) { return usesDirectly(e, v); });
}

// The expression stays the same for so many consecutive values of the variable, at least: 8 for v // 8, 1 for v % 8.
int64_t periodOf(const Expr& e, const Var& v) {
  if (!usesVar(e, v)) return kNever;
  if (const auto* cast = e.as<Cast>()) return periodOf(cast->value, v);
  const auto* op = e.as<Binary>();
  if (!op) return 1;
  const int64_t a = periodOf(op->a, v);
  if (op->op == BinaryOp::FloorDiv || op->op == BinaryOp::FloorMod) {
    const std::optional<int64_t> by = asInt(op->b);
    if (!by || *by < 1 || *by > kMostTerms || a > kMostTerms) return 1;
    return op->op == BinaryOp::FloorDiv ? a * *by : a;
  }
  const bool linear = op->op == BinaryOp::Add || op->op == BinaryOp::Sub || op->op == BinaryOp::Mul;
  return linear ? std::min(a, periodOf(op->b, v)) : 1;
}

int64_t periodOf(const std::vector<Expr>& indices, const Var& v) {
  int64_t least = kNever;
  for (const Expr& e : indices) least = std::min(least, periodOf(e, v));
  return least;
}

// Numbers by which terms are divided into groups, words and what is stored in a word: each is a multiple of the next.
std::vector<int64_t> groupsOf(const BlockFacts& facts, const BlockAxis& term) {
  std::set<int64_t, std::greater<>> found;
  forEachExpr(facts.block->body, [&](const Expr& e) {
    const auto* division = e.as<Binary>();
    if (!division || (division->op != BinaryOp::FloorDiv && division->op != BinaryOp::FloorMod)) return;
    const std::optional<int64_t> by = asInt(division->b);
    const int64_t period = periodOf(division->a, facts.var(term));
    if (by && *by > 1 && *by <= kMostTerms && period <= kMostTerms) found.insert(*by * period);
  });
  std::vector<int64_t> groups;
  for (const int64_t g : found)
    if ((groups.empty() ? term.extent : groups.back()) % g == 0) groups.push_back(g);
  return groups;
}

// How an access uses the axis of the results.
struct LaneIndex {
  size_t dimension = 0;
  int64_t period = 1;  // of n // 8: 8
};

// nullopt: several indices use the axis, or one does in another way than W[n, k // 8] and W[k, n // 8].
std::optional<LaneIndex> laneIndex(const Var& lane, const std::vector<Expr>& indices) {
  std::optional<LaneIndex> found;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!usesVar(indices[i], lane)) continue;
    const auto* division = indices[i].as<Binary>();
    const bool words = division && division->op == BinaryOp::FloorDiv && asInt(division->b);
    const Var* index = (words ? division->a : indices[i]).as<Var>();
    if (found || !index) return std::nullopt;
    found = LaneIndex{i, words ? *asInt(division->b) : 1};
  }
  return found;
}

// Takes numbers out of words, or looks them up in a table.
bool decodes(const Block& block) {
  return !block.init && anyExpr(block.body, [](const Expr& e) {
    if (const auto* call = e.as<Call>()) return call->op == Intrinsic::ShiftRight || call->op == Intrinsic::BitwiseAnd;
    if (const auto* op = e.as<Binary>())
      return (op->op == BinaryOp::FloorDiv || op->op == BinaryOp::FloorMod) && loadsMemory(op->a);
    const auto* load = e.as<BufferLoad>();
    return load && std::any_of(load->indices.begin(), load->indices.end(), loadsMemory);
  });
}

// Blocks that decode a factor of the sum alone are inlined into it, one after the other.
Snapshot withDecoding(const RuleContext& context, BlockId block, std::vector<BlockId>& inlined) {
  Snapshot program = context.program;
  for (bool again = true; again;) {
    again = false;
    for (const BlockId producer : program.producers(block)) {
      if (!decodes(program.block(producer)) || isTaken(context, producer) || program.consumers(producer).size() != 1)
        continue;
      Schedule schedule(program);
      if (!schedule.apply(kComputeInline, {StepValue(producer)})) continue;
      program = schedule.program();
      inlined.push_back(producer);
      again = true;
      break;
    }
  }
  return program;
}

// Sorts the axes; false: there are others.
bool sortAxes(PackedProduct& p) {
  const BlockFacts& facts = p.facts;
  if (!facts.reduction || !facts.store || !facts.tuple.empty()) return false;
  const BlockAxis* lane = contiguousAxis(facts, facts.store->indices);
  if (!lane || lane->reduce || lane->symbolic || facts.axesOf(true).size() != 1) return false;
  for (size_t i = 0; i < facts.axes.size(); ++i) {
    const BlockAxis& axis = facts.axes[i];
    if (axis.reduce) {
      if (axis.symbolic) return false;
      p.term = i;
    } else if (&axis == lane) {
      p.lane = i;
    } else if (axis.symbolic || axis.extent != 1) {
      if (p.row) return false;
      p.row = i;
    }
  }
  return true;
}

// The terms of a word: the least number of terms for which an index of some weight stays the same.
int64_t fieldsOf(const PackedProduct& p) {
  int64_t least = kNever;
  for (const BufferLoad* load : p.facts.loads)
    if (usesDirectly(load->indices, p.facts.var(p.laneAxis())))
      least = std::min(least, periodOf(load->indices, p.facts.var(p.termAxis())));
  return least == kNever ? 1 : least;
}

bool isWord(const PackedProduct& p, const BufferLoad& load) {
  return periodOf(load.indices, p.facts.var(p.termAxis())) / 2 < p.fields;
}

// The results of a word. nullopt: of several words they are different.
std::optional<int64_t> resultsOf(const PackedProduct& p) {
  const Var& lane = p.facts.var(p.laneAxis());
  std::optional<int64_t> results;
  for (const BufferLoad* load : p.facts.loads) {
    if (!usesDirectly(load->indices, lane) || !isWord(p, *load) || load->buffer->dtype.isFloat()) continue;
    const std::optional<LaneIndex> index = laneIndex(lane, load->indices);
    if (!index || results.value_or(index->period) != index->period) return std::nullopt;
    results = index->period;
  }
  return results ? results : 1;
}

// What a load reads, if vectors of results do not find it in adjacent elements. False: it cannot be rearranged.
bool addRead(const RuleContext& context, PackedProduct& p, const BufferLoad& load) {
  const std::optional<LaneIndex> index = laneIndex(p.facts.var(p.laneAxis()), load.indices);
  const bool word = isWord(p, load);
  if (p.results == 1 && (!index || index->period > 1)) {
    // Zero points that are packed along the results are read once for a group.
    const bool last =
        index ? index->dimension + 1 == load.indices.size() : contiguousAxis(p.facts, load.indices) == &p.laneAxis();
    return !word && last;
  }
  if (!index || (index->period > 1 && index->period != p.results)) return false;
  const bool byWord = index->period == p.results;
  if (byWord && index->dimension + 1 == load.indices.size()) return true;
  const std::optional<int64_t> last = asInt(load.buffer->shape.back());
  const std::vector<BufferRegion>& reads = p.facts.block->reads;
  const auto read =
      std::find_if(reads.begin(), reads.end(), [&](const BufferRegion& r) { return r.buffer.sameAs(load.buffer); });
  if (!last || read == reads.end()) return false;
  const auto known =
      std::find_if(p.reads.begin(), p.reads.end(), [&](const PackedRead& r) { return r.buffer.sameAs(load.buffer); });
  if (known == p.reads.end()) {
    p.reads.push_back({load.buffer, static_cast<size_t>(read - reads.begin()), index->dimension,
                       isWeight(context, {load.buffer, load.indices}), byWord, word, *last});
    return true;
  }
  known->word = known->word || word;
  return known->dimension == index->dimension && known->byWord == byWord;
}

bool addReads(const RuleContext& context, PackedProduct& p) {
  const Var& lane = p.facts.var(p.laneAxis());
  bool integers = false;
  for (const BufferLoad* load : p.facts.loads) {
    if (!usesDirectly(load->indices, lane)) continue;
    if (p.row && usesDirectly(load->indices, p.facts.var(*p.rowAxis()))) return false;
    integers = integers || (isWord(p, *load) && !load->buffer->dtype.isFloat());
    if (!addRead(context, p, *load)) return false;
  }
  if (p.fields > 1 || p.results > 1) return integers;
  const bool once = std::all_of(p.reads.begin(), p.reads.end(), [](const PackedRead& r) { return r.once; });
  return once && !p.reads.empty() && !p.row && !reducesAlongRows(p.facts);
}

}  // namespace

std::optional<PackedProduct> packedProductOf(const RuleContext& context, BlockId block, Message& why) {
  why = say("it does not sum weights that could be packed so that vectors go along its results");
  std::vector<BlockId> decoding;
  const Snapshot program = withDecoding(context, block, decoding);
  const RuleContext inlined{program, context.function, context.machine, context.taken, context.text, context.sizes};
  Message other;
  std::optional<BlockFacts> facts = factsOf(inlined, block, other, Sizes::Symbolic);
  if (!facts) {
    why = std::move(other);
    return std::nullopt;
  }
  PackedProduct p{.program = program, .facts = std::move(*facts), .decoding = std::move(decoding)};
  if (!sortAxes(p)) return std::nullopt;
  p.fields = fieldsOf(p);
  const std::optional<int64_t> results = resultsOf(p);
  if (!results || (*results > 1 && p.fields > 1)) return std::nullopt;
  p.results = *results;
  p.groups = groupsOf(p.facts, p.termAxis());
  if (!addReads(inlined, p)) return std::nullopt;
  const bool divides = p.fields == 1 || (!p.groups.empty() && p.groups.back() == p.fields);
  if (!divides) {
    why = say("the number of its terms is no multiple of what a word holds");
    return std::nullopt;
  }
  return p;
}

}  // namespace lw::tune
