#include "core/schedule/support/index_maps.h"

#include <algorithm>

#include "core/arith/int_set.h"
#include "core/ir/ops.h"
#include "core/ir/wide_index.h"

namespace lw {
namespace {

// Rebuilds expressions with the operators that unify types, so that an int32 map can be applied to int64 indices.
class Applier {
 public:
  explicit Applier(const VarMap& values) : values_(values) {}

  Expr operator()(const Expr& e) const {
    if (const auto* v = e.as<Var>()) {
      const auto found = values_.find(v->key());
      return found == values_.end() ? e : found->second;
    }
    if (const auto* n = e.as<Binary>()) return binary(n->op, (*this)(n->a), (*this)(n->b));
    if (const auto* n = e.as<Not>()) return logicalNot((*this)(n->value));
    if (const auto* n = e.as<Cast>()) return cast(n->type, (*this)(n->value));
    if (const auto* n = e.as<Select>()) {
      Expr a = (*this)(n->whenTrue), b = (*this)(n->whenFalse);
      unifyTypes(a, b);
      return Select{(*this)(n->condition), a, b};
    }
    if (const auto* n = e.as<Call>()) return call(*n);
    return e;
  }

 private:
  Expr call(const Call& n) const {
    std::vector<Expr> args;
    for (const Expr& a : n.args) args.push_back((*this)(a));
    const size_t first = n.op == Intrinsic::IfThenElse ? 1 : 0;
    if (args.size() == first + 2 && n.type.isInteger()) unifyTypes(args[first], args[first + 1]);
    const DataType type = n.type.isInteger() && args.size() > first ? args[first].dtype() : n.type;
    return Call{type, n.op, std::move(args)};
  }
  const VarMap& values_;
};

size_t sizeOf(const Expr& e) {
  size_t nodes = 0;
  forEachExpr(e, [&](const Expr&) { ++nodes; });
  return nodes;
}

// Whether the expression divides a value that decreases as a variable increases, such as (63 - i) // 16.
bool dividesFalling(const Expr& e) {
  const auto falls = [](const Expr& part) {
    const auto* n = part.as<Binary>();
    return n && n->op == BinaryOp::Sub && !asInt(n->b);
  };
  return anyExpr(e, [&](const Expr& x) {
    const auto* division = x.as<Binary>();
    return division && (division->op == BinaryOp::FloorDiv || division->op == BinaryOp::FloorMod) &&
           anyExpr(division->a, falls);
  });
}

// Divisions of decreasing values are simplified only if the result is shorter: other forms are no easier to read.
Expr simplified(const Expr& e, const Analyzer& analyzer) {
  const Expr simple = analyzer.simplify(e);
  return dividesFalling(e) && sizeOf(simple) >= sizeOf(e) ? e : simple;
}

std::vector<IterDomain> domainsOf(const std::vector<Var>& vars, const std::vector<Range>& ranges) {
  std::vector<IterDomain> domains;
  for (size_t i = 0; i < vars.size(); ++i) domains.push_back({vars[i], ranges[i]});
  return domains;
}

std::vector<Range> rangesOf(const IterMapResult& result, DataType type) {
  std::vector<Range> out;
  const Analyzer analyzer;
  for (const IterSum& sum : result.indices) {
    std::optional<Expr> extent;
    for (const IterSplit& part : sum.args) {
      const Expr covered = productOf({part.extent, part.scale});
      extent = extent ? max(*extent, covered) : covered;
    }
    out.push_back({cast(type, sum.base), cast(type, analyzer.simplify(extent.value_or(makeConst(type, 1))))});
  }
  return out;
}

// Bounds the expression by interval arithmetic, which may give too wide a range, or else by enumerating its values.
std::optional<Range> boundOf(const Expr& e, const Box& box, DataType type) {
  IntSetMap sets;
  for (size_t i = 0; i < box.vars.size(); ++i) sets.insert_or_assign(box.vars[i].key(), IntSet::of(box.ranges[i]));
  const Analyzer analyzer;
  const IntSet set = evalSet(e, sets, analyzer);
  if (set.bounded())
    return Range{cast(type, analyzer.simplify(*set.min)), cast(type, analyzer.simplify(*set.max - *set.min + 1))};
  const auto ends = extremes(box, e);
  if (!ends) return std::nullopt;
  return Range{makeConst(type, ends->first), makeConst(type, ends->second - ends->first + 1)};
}

bool beginsAtZero(const Range& r) { return isZero(r.min) && (!asInt(r.extent) || *asInt(r.extent) > 0); }

// Ranges follow from the sums of iterators. An expression that is no such sum, or runs backwards, is bounded by itself.
std::vector<Range> rangesFor(const IndexMap& map, const std::vector<Range>& inputs, const IterMapResult& result,
                             DataType type) {
  std::vector<Range> ranges;
  if (result.ok()) ranges = rangesOf(result, type);
  const Box box{map.initial, inputs};
  for (size_t i = 0; i < map.final.size(); ++i) {
    if (i < ranges.size() && beginsAtZero(ranges[i])) continue;
    const auto bound = boundOf(map.final[i], box, type);
    if (!bound) return {};
    if (i < ranges.size())
      ranges[i] = *bound;
    else
      ranges.push_back(*bound);
  }
  return ranges;
}

}  // namespace

DataType indexTypeOf(const std::vector<Expr>& indices) {
  DataType type = dtype::Int32;
  for (const Expr& e : indices)
    if (e.dtype().isInt() && e.dtype().bits > type.bits) type = e.dtype().element();
  return type;
}

std::vector<Expr> applyMap(const IndexMap& map, const std::vector<Expr>& given, const Analyzer& analyzer) {
  VarMap values;
  std::vector<Expr> indices = given;
  for (size_t i = 0; i < map.initial.size(); ++i) {
    if (map.initial[i].dtype() == dtype::Int64) indices[i] = widened(indices[i]);
    values.insert_or_assign(map.initial[i].key(), indices[i]);
  }
  const Applier apply(values);
  const DataType type = indexTypeOf(indices);
  std::vector<Expr> out;
  for (const Expr& e : map.final) {
    const Expr value = apply(e);
    out.push_back(
        simplified(value.dtype().isInteger() && !value.dtype().isVector() ? cast(type, value) : value, analyzer));
  }
  return out;
}

IndexMap retyped(const IndexMap& map, DataType type) {
  IndexMap fresh{{}, {}, map.separators, map.ranges};
  VarMap values;
  for (const Var& v : map.initial) {
    fresh.initial.emplace_back(v.name(), type);
    values.insert_or_assign(v.key(), fresh.initial.back());
  }
  const Applier apply(values);
  for (const Expr& e : map.final) fresh.final.push_back(cast(type, apply(e)));
  return fresh;
}

bool staysInside(const Box& box, const Expr& e, const Expr& extent, const ProofBudget& budget) {
  Analyzer analyzer;
  for (size_t i = 0; i < box.vars.size(); ++i) analyzer.bind(box.vars[i], box.ranges[i]);
  const Expr low = ge(e, makeZero(e.dtype())), high = lt(e, extent);
  return (analyzer.canProve(low) && analyzer.canProve(high)) ||
         holdsEverywhere(box, logicalAnd(low, high), budget).yes();
}

std::vector<Range> wholeRanges(const std::vector<Expr>& shape) {
  std::vector<Range> ranges;
  for (const Expr& size : shape) ranges.push_back({makeZero(size.dtype()), size});
  return ranges;
}

namespace {

DataType typeOf(const std::vector<Range>& ranges) {
  std::vector<Expr> extents;
  for (const Range& r : ranges) extents.push_back(r.extent);
  return indexTypeOf(extents);
}

std::vector<Range> withType(const std::vector<Range>& ranges, DataType type) {
  std::vector<Range> out;
  for (const Range& r : ranges) out.push_back({cast(type, r.min), cast(type, r.extent)});
  return out;
}

}  // namespace

std::vector<Range> mapRanges(const IndexMap& map, const std::vector<Range>& given) {
  const DataType type = typeOf(given);
  const IndexMap typed = retyped(map, type);
  const std::vector<Range> inputs = withType(given, type);
  const IterMapResult result = detectIterMap(typed.final, domainsOf(typed.initial, inputs), boolConst(true),
                                             IterMapLevel::NoCheck, Analyzer(), false);
  return rangesFor(typed, inputs, result, type);
}

std::optional<InverseMap> inverseOf(const IndexMap& map, const std::vector<Range>& given) {
  const DataType type = typeOf(given);
  const IndexMap typed = retyped(map, type);
  const std::vector<Range> inputs = withType(given, type);
  const IterMapResult result = detectIterMap(typed.final, domainsOf(typed.initial, inputs), boolConst(true),
                                             IterMapLevel::NoCheck, Analyzer(), false);
  if (!result.ok()) return std::nullopt;
  InverseMap inverse{{}, rangesFor(typed, inputs, result, type), {}};
  if (inverse.ranges.size() != typed.final.size()) return std::nullopt;
  std::vector<Expr> outputs;
  for (size_t i = 0; i < typed.final.size(); ++i) {
    inverse.outputs.emplace_back("axis" + std::to_string(i), type);
    outputs.push_back(inverse.outputs.back());
  }
  InverseIterMap values = inverseIterMap(result.indices, outputs);
  if (!values.error.empty()) return std::nullopt;
  Analyzer analyzer;
  for (size_t i = 0; i < outputs.size(); ++i) analyzer.bind(inverse.outputs[i], inverse.ranges[i]);
  for (size_t i = 0; i < typed.initial.size(); ++i) {
    const auto found = values.values.find(typed.initial[i].key());
    if (found == values.values.end() && !isOne(inputs[i].extent)) return std::nullopt;
    if (found == values.values.end()) values.values.emplace(typed.initial[i].key(), inputs[i].min);
    inverse.inputs.push_back(simplify(values.values.at(typed.initial[i].key())));
  }
  inverse.padding = analyzer.simplify(substitute(result.paddingPredicate, values.values));
  return inverse;
}

}  // namespace lw
