#include "core/analysis/dependence/distinct_writes.h"

#include <algorithm>
#include <map>

#include "core/analysis/tables/determined.h"
#include "core/arith/reach.h"
#include "core/ir/equal.h"
#include "core/ir/integer_value.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr int64_t kMostExecutions = 1 << 15;  // that are enumerated

struct Write {
  Buffer buffer;
  std::vector<Range> ranges;
  friend bool operator==(const Write& a, const Write& b) {
    const auto same = [](const Range& x, const Range& y) { return equal(x.min, y.min) && equal(x.extent, y.extent); };
    return a.buffer == b.buffer && std::equal(a.ranges.begin(), a.ranges.end(), b.ranges.begin(), b.ranges.end(), same);
  }
};

Range rangeOf(const Expr& index) {
  const auto* ramp = index.as<Ramp>();
  return ramp && asInt(ramp->stride) == 1 ? Range{ramp->base, Expr(ramp->lanes)} : Range{index, 1};
}

// What the block writes, by memory. Stores are more exact than the declared regions, but calls have the latter only.
class Writes {
 public:
  explicit Writes(const Block& block) {
    for (const IterVar& iter : block.iters) variables.push_back({iter.var, iter.domain});
    if (block.init) look(*block.init);
    look(block.body);
    if (plain_ && block.matches.empty()) return;
    all.clear();
    variables.erase(variables.begin() + static_cast<std::ptrdiff_t>(block.iters.size()), variables.end());
    for (const BufferRegion& r : block.writes) add({r.buffer, r.ranges});
  }
  std::vector<std::vector<Write>> all;  // a list for each buffer, of different writes
  std::vector<IterDomain> variables;    // the iters, then the loops inside of the block
  bool understood = true;

 private:
  void look(const Stmt& s) {
    forEachStmt(s, [&](const Stmt& x) {
      if (const auto* loop = x.as<For>()) variables.push_back({loop->var, {loop->min, loop->extent}});
      if (const auto* store = x.as<BufferStore>()) {
        Write write{store->buffer, {}};
        for (const Expr& index : store->indices) write.ranges.push_back(rangeOf(index));
        add(std::move(write));
      }
      plain_ = plain_ && !x.as<Block>() && !x.as<LetStmt>() && !x.as<While>() && !x.as<DeclBuffer>() &&
               !x.as<Allocate>() && (!x.as<Evaluate>() || x.as<Evaluate>()->value.as<IntImm>());
    });
  }
  void add(Write write) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const std::vector<Write>& list) {
      return list.front().buffer->data == write.buffer->data;
    });
    if (at == all.end()) return void(all.push_back({std::move(write)}));
    if (!(at->front().buffer == write.buffer)) understood = false;
    if (std::find(at->begin(), at->end(), write) == at->end()) at->push_back(std::move(write));
  }
  bool plain_ = true;
};

// ---- proofs ----

enum class Trend : uint8_t { None, Constant, Rising, StrictlyRising };

// How an expression changes with a variable that takes non-negative values. None: unknown.
Trend trendOf(const Expr& e, const Var& v, const Analyzer& known) {
  if (!usesVar(e, v)) return Trend::Constant;
  if (e.as<Var>()) return Trend::StrictlyRising;
  if (const auto* cast = e.as<Cast>()) return cast->type.isInteger() ? trendOf(cast->value, v, known) : Trend::None;
  const auto positive = [&](const Expr& x) { return known.canProve(gt(x, makeZero(x.dtype()))); };
  const auto notNegative = [&](const Expr& x) { return known.canProve(ge(x, makeZero(x.dtype()))); };
  if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::ShiftLeft && !usesVar(call->args[0], v))
    return positive(call->args[0]) ? trendOf(call->args[1], v, known) : Trend::None;
  const auto* n = e.as<Binary>();
  if (n && n->op == BinaryOp::Sub && !usesVar(n->b, v)) return trendOf(n->a, v, known);
  if (!n || (n->op != BinaryOp::Add && n->op != BinaryOp::Mul)) return Trend::None;
  const Trend a = trendOf(n->a, v, known), b = trendOf(n->b, v, known);
  if (a == Trend::None || b == Trend::None) return Trend::None;
  const bool strictly = a == Trend::StrictlyRising || b == Trend::StrictlyRising;
  if (n->op == BinaryOp::Add) return strictly ? Trend::StrictlyRising : Trend::Rising;
  if (!notNegative(n->a) || !notNegative(n->b)) return Trend::None;
  // x < y gives a(x) b(x) <= a(x) b(y) < a(y) b(y) if a is strictly rising and b(y) is positive: where b is strictly
  // rising, too, b(y) > b(x) >= 0.
  const bool product = (a == Trend::StrictlyRising && (b == Trend::StrictlyRising || positive(n->b))) ||
                       (b == Trend::StrictlyRising && positive(n->a));
  return product ? Trend::StrictlyRising : Trend::Rising;
}

// Which variables have one value in all executions that write one element.
class Proof {
 public:
  Proof(const std::vector<IterDomain>& variables, const Write& write) : variables_(variables), open_(variables.size()) {
    std::vector<Expr> indices;
    for (const Range& r : write.ranges)
      if (isOne(r.extent)) indices.push_back(r.min);
    const analysis::Determined determined(indices, variables);
    for (size_t i = 0; i < variables.size(); ++i) {
      known_.bind(variables[i].var, variables[i].range);
      open_[i] = !isOne(variables[i].range.extent) && !determined.tells(variables[i].var);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Range& r : write.ranges)
        for (size_t i = 0; i < variables.size(); ++i)
          if (open_[i] && usesVar(r.min, variables[i].var) && tells(r, i)) open_[i] = false, changed = true;
    }
  }
  bool isOpen(size_t variable) const { return open_[variable]; }

 private:
  std::vector<size_t> openIn(const Expr& e) const {
    std::vector<size_t> found;
    for (size_t i = 0; i < variables_.size(); ++i)
      if (open_[i] && usesVar(e, variables_[i].var)) found.push_back(i);
    return found;
  }
  bool tells(const Range& r, size_t at) const {
    const Var& v = variables_[at].var;
    const bool alone = openIn(r.min).size() == 1;
    if (alone && isOne(r.extent) && known_.canProve(ge(variables_[at].range.min, makeZero(v.dtype()))) &&
        trendOf(r.min, v, known_) == Trend::StrictlyRising)
      return true;
    return leads(r, at);
  }
  // The index is step * v + rest, and whatever the other open variables add to it, and the length of the range, is less
  // than the step.
  bool leads(const Range& r, size_t at) const {
    const Var& v = variables_[at].var;
    const Expr rest = known_.simplify(substitute(r.min, {{v.key(), makeZero(v.dtype())}}));
    const std::optional<Expr> step = factorOf(r.min, at);
    if (!step || !openIn(r.extent).empty()) return false;
    Expr reach = r.extent - makeConst(r.extent.dtype(), 1);  // the greatest difference of two such indices
    for (const size_t other : openIn(rest)) {
      const std::optional<Expr> factor = factorOf(rest, other);
      if (!factor || !known_.canProve(ge(*factor, makeZero(factor->dtype())))) return false;
      const Expr& extent = variables_[other].range.extent;
      reach = cast(factor->dtype(), reach) + *factor * cast(factor->dtype(), extent - makeConst(extent.dtype(), 1));
    }
    return known_.canProve(lt(cast(step->dtype(), reach), *step));
  }
  // The factor of the variable in a sum, which uses no open variable.
  std::optional<Expr> factorOf(const Expr& e, size_t at) const {
    const Var& v = variables_[at].var;
    const auto with = [&](const Expr& value) { return substitute(e, {{v.key(), value}}); };
    const Expr one = makeConst(v.dtype(), 1), zero = makeZero(v.dtype());
    Expr factor = known_.simplify(with(one) - with(zero));
    if (usesVar(factor, v) || !openIn(factor).empty()) return std::nullopt;
    if (!known_.canProveEqual(e, with(zero) + factor * cast(factor.dtype(), Expr(v)))) return std::nullopt;
    return factor;
  }

  const std::vector<IterDomain>& variables_;
  std::vector<char> open_;
  Analyzer known_;
};

// ---- enumeration ----

struct Point {
  const std::vector<IterDomain>& variables;
  const std::vector<int64_t>& at;
  std::optional<int64_t> variable(const Var& v) const {
    for (size_t i = 0; i < variables.size(); ++i)
      if (variables[i].var.sameAs(v)) return at[i];
    return std::nullopt;
  }
  static std::optional<int64_t> load(const BufferLoad&) { return std::nullopt; }
  static void visited() {}
};

// Carries out the writes of one buffer. nullopt: there are too many, or an index is not known.
class Enumeration {
 public:
  Enumeration(const Block& block, const Writes& writes, const std::vector<Write>& list)
      : block_(block), variables_(writes.variables), list_(list) {}

  // Whether two executions that differ in spatial iters write one element; `witness` tells which.
  std::optional<bool> meets(std::optional<Witness>& witness) {
    if (!choose()) return std::nullopt;
    std::vector<int64_t> at;
    for (const IterDomain& d : variables_) at.push_back(asInt(d.range.min).value_or(0));
    const std::vector<int64_t> start = at;
    while (true) {
      for (const Write& write : list_) {
        const std::optional<std::vector<int64_t>> element = elementOf(write, at);
        if (!element) return std::nullopt;
        const auto [found, added] = first_.emplace(*element, at);
        if (added || !differ(found->second, at)) continue;
        witness = Witness{pointAt(found->second), pointAt(at), "output", text(write, *element)};
        return true;
      }
      size_t k = chosen_.size();
      while (k > 0) {
        const size_t i = chosen_[--k];
        if (++at[i] < start[i] + *asInt(variables_[i].range.extent)) break;
        at[i] = start[i];
        if (k == 0) return false;
      }
      if (chosen_.empty()) return false;
    }
  }

 private:
  // The variables that occur, and the spatial iters that do not, of which two values are enough; all are constants.
  bool choose() {
    int64_t count = 1;
    for (size_t i = 0; i < variables_.size(); ++i) {
      const auto min = asInt(variables_[i].range.min), extent = asInt(variables_[i].range.extent);
      const bool used = std::any_of(list_.begin(), list_.end(), [&](const Write& w) {
        return std::any_of(w.ranges.begin(), w.ranges.end(),
                           [&](const Range& r) { return usesVar(r.min, variables_[i].var); });
      });
      if (!used && !isSpatial(i)) continue;
      if (!min || !extent || *extent < 1 || *extent > kMostExecutions) return false;
      chosen_.push_back(i);
      count *= *extent;
      if (count > kMostExecutions) return false;
    }
    return true;
  }
  bool isSpatial(size_t i) const { return i < block_.iters.size() && block_.iters[i].kind == IterKind::Spatial; }
  bool differ(const std::vector<int64_t>& a, const std::vector<int64_t>& b) const {
    for (size_t i = 0; i < a.size(); ++i)
      if (isSpatial(i) && a[i] != b[i]) return true;
    return false;
  }
  std::optional<std::vector<int64_t>> elementOf(const Write& write, const std::vector<int64_t>& at) const {
    Point point{variables_, at};
    std::vector<int64_t> element;
    for (const Range& r : write.ranges) {
      const auto index = isOne(r.extent) ? integerValue(r.min, point) : std::nullopt;
      if (!index) return std::nullopt;
      element.push_back(*index);
    }
    return element;
  }
  Witness::Point pointAt(const std::vector<int64_t>& at) const {
    Witness::Point point{block_.name, {}};
    for (size_t i = 0; i < block_.iters.size(); ++i) point.iteration.emplace_back(block_.iters[i].var.name(), at[i]);
    return point;
  }
  static std::string text(const Write& write, const std::vector<int64_t>& element) {
    std::string out = write.buffer->name + "[";
    out += join(element, [&](const auto& item) { return std::to_string(item); });
    return out + "]";
  }

  const Block& block_;
  const std::vector<IterDomain>& variables_;
  const std::vector<Write>& list_;
  std::vector<size_t> chosen_;
  std::map<std::vector<int64_t>, std::vector<int64_t>> first_;  // by element: the first execution that writes it
};

std::string tableOf(const std::vector<Write>& list) {
  std::string table;
  for (const Write& write : list)
    for (const Range& r : write.ranges)
      forEachExpr(r.min, [&](const Expr& e) {
        if (const auto* load = e.as<BufferLoad>(); load && table.empty()) table = load->buffer->name;
      });
  return table;
}

// The indices are splits and fusions of the spatial iters, as transform_layout makes them, and use nothing else that
// differs.
bool splitsIters(const Block& block, const Writes& writes, const Write& write) {
  std::vector<Expr> indices;
  for (const Range& r : write.ranges) {
    if (!isOne(r.extent)) return false;
    indices.push_back(r.min);
  }
  std::vector<IterDomain> spatial;
  Analyzer known;
  for (size_t i = 0; i < writes.variables.size(); ++i) {
    const IterDomain& v = writes.variables[i];
    const bool isSpatial = i < block.iters.size() && block.iters[i].kind == IterKind::Spatial;
    if (!isSpatial && std::any_of(indices.begin(), indices.end(), [&](const Expr& e) { return usesVar(e, v.var); }))
      return false;
    if (isSpatial) spatial.push_back(v);
    known.bind(v.var, v.range);
  }
  return namesIterations(indices, spatial, known);
}

bool isProved(const Block& block, const Writes& writes, const Write& write) {
  const Proof proof(writes.variables, write);
  for (size_t i = 0; i < block.iters.size(); ++i)
    if (block.iters[i].kind == IterKind::Spatial && proof.isOpen(i)) return splitsIters(block, writes, write);
  return true;
}

DistinctWrites decide(const Block& block, const Writes& writes, const std::vector<Write>& list) {
  using Answer = DistinctWrites::Answer;
  const Buffer& buffer = list.front().buffer;
  // A buffer that the block allocates is its own in each execution.
  if (std::any_of(block.allocs.begin(), block.allocs.end(), [&](const Buffer& b) { return b == buffer; })) return {};
  if (list.size() == 1 && isProved(block, writes, list.front())) return {};
  DistinctWrites result{Answer::Unknown, buffer->name, tableOf(list), {}};
  const std::optional<bool> meets = Enumeration(block, writes, list).meets(result.witness);
  if (meets) result.answer = *meets ? Answer::No : Answer::Yes;
  return result;
}

bool isPromised(const Block& block) {
  const auto found = block.annotations.find(std::string(kDistinctWrites));
  if (found == block.annotations.end()) return false;
  const auto* value = std::get_if<int64_t>(&found->second.value);
  return !value || *value != 0;
}

}  // namespace

DistinctWrites distinctWrites(const Block& block) {
  if (isPromised(block)) return {};
  const Writes writes(block);
  if (!writes.understood) return {DistinctWrites::Answer::Unknown, writes.all.front().front().buffer->name, "", {}};
  for (const std::vector<Write>& list : writes.all)
    if (DistinctWrites result = decide(block, writes, list); !result.yes()) return result;
  return {};
}

}  // namespace lw
