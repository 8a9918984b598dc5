#include "core/analysis/shapes/box.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/analysis/proofs.h"
#include "core/analysis/tables/isl_sets.h"
#include "core/arith/iter_map.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

using analysis::AffineCondition;
using analysis::AffineExpr;
using analysis::Conjunction;

// ---- by isl ----

// A question about one or two points of the box: dimensions of the second come after those of the first.
class BoxQuestion {
 public:
  explicit BoxQuestion(const Box& box) : box_(box) {}
  analysis::AffineReader at(size_t point) {
    analysis::AffineReader reader(sizes_);
    for (size_t i = 0; i < rank(); ++i) reader.define(box_.vars[i], coordinate(point, i));
    return reader;
  }
  // Yes: no points in the box satisfy the conditions. No: with such points. nullopt: a bound is not affine.
  std::optional<BoxAnswer> emptiness(Conjunction conditions, size_t points, const ProofBudget& budget) {
    for (size_t point = 0; point < points; ++point)
      for (size_t i = 0; i < rank(); ++i)
        if (!at(point).addRange(conditions, coordinate(point, i), box_.ranges[i].min, box_.ranges[i].extent))
          return std::nullopt;
    const std::vector<int> sizes = analysis::allSizes(sizes_);
    for (const int size : sizes) conditions.push_back(AffineCondition::atMost(1, AffineExpr::size(size)));

    const analysis::IslContext context(budget.operations(kBoxOperations));
    const auto answer = context.ask([&]() -> BoxAnswer {
      const isl::set set = analysis::SetSpace(context, sizes).where({"", points * rank()}, conditions);
      if (set.is_empty()) return {Verdict::Answer::Yes, {}};
      const auto least = context.ask([&] { return leastPoint(context, set, points * rank()); });
      return least ? BoxAnswer{Verdict::Answer::No, split(*least)} : BoxAnswer();  // a No has its points
    });
    if (!answer && context.ranOut()) budget.exhaust();
    return answer.value_or(BoxAnswer());
  }

 private:
  size_t rank() const { return box_.vars.size(); }
  AffineExpr coordinate(size_t point, size_t i) const { return AffineExpr::dim(static_cast<int>(point * rank() + i)); }
  std::vector<std::vector<int64_t>> split(const std::vector<int64_t>& coordinates) const {
    std::vector<std::vector<int64_t>> points;
    for (size_t i = 0; i < coordinates.size(); ++i) {
      if (i % rank() == 0) points.emplace_back();
      points.back().push_back(coordinates[i]);
    }
    return points;
  }
  const Box& box_;
  analysis::SizeNumbers sizes_;
};

// ---- by trying ----

// Values of integer expressions; nullopt for other expressions and undefined arithmetic.
class Evaluator {
 public:
  std::unordered_map<const void*, int64_t> values;

  std::optional<int64_t> operator()(const Expr& e) const {
    if (const auto n = asInt(e)) return *n;
    if (const auto* v = e.as<Var>()) {
      const auto found = values.find(v->key());
      return found == values.end() ? std::nullopt : std::optional(found->second);
    }
    if (const auto* n = e.as<Binary>()) return binaryValue(*n);
    if (const auto* n = e.as<Not>()) {
      const auto x = (*this)(n->value);
      return x ? std::optional<int64_t>(!*x) : std::nullopt;
    }
    if (const auto* n = e.as<Cast>())
      return n->type.isInteger() && n->type.bits >= 32 ? (*this)(n->value) : std::nullopt;
    if (const auto* n = e.as<Select>()) return choose(n->condition, n->whenTrue, n->whenFalse);
    if (const auto* n = e.as<Call>()) return call(*n);
    return std::nullopt;
  }

 private:
  std::optional<int64_t> choose(const Expr& condition, const Expr& a, const Expr& b) const {
    const auto c = (*this)(condition);
    return c ? (*this)(*c ? a : b) : std::nullopt;
  }
  std::optional<int64_t> call(const Call& n) const {
    if (n.op == Intrinsic::IfThenElse) return choose(n.args[0], n.args[1], n.args[2]);
    if (n.args.size() != 2) return std::nullopt;
    const auto a = (*this)(n.args[0]), b = (*this)(n.args[1]);
    if (!a || !b) return std::nullopt;
    if (n.op == Intrinsic::BitwiseAnd) return *a & *b;
    if (n.op == Intrinsic::BitwiseOr) return *a | *b;
    if (n.op == Intrinsic::BitwiseXor) return *a ^ *b;
    if (n.op == Intrinsic::ShiftRight && *b >= 0 && *b < 32) return *a >> *b;
    if (n.op == Intrinsic::ShiftLeft && *b >= 0 && *b < 24 && *a >= 0 && *a < (1 << 24)) return *a << *b;
    return std::nullopt;
  }
  std::optional<int64_t> binaryValue(const Binary& n) const {
    const auto a = (*this)(n.a), b = (*this)(n.b);
    if (!a || !b) return std::nullopt;
    const auto folded = foldBinary(n.op, makeConst(dtype::Int64, *a), makeConst(dtype::Int64, *b));
    return folded ? asInt(*folded) : std::nullopt;
  }
};

// Calls `visit` for all points; false: there are too many, or the bounds are not constant.
template <class F>
bool forAllPoints(const Box& box, const F& visit) {
  std::vector<int64_t> low, high;
  int64_t count = 1;
  for (const Range& r : box.ranges) {
    const auto min = asInt(r.min), extent = asInt(r.extent);
    if (!min || !extent || *extent < 0) return false;
    low.push_back(*min), high.push_back(*min + *extent);
    if (*extent == 0) return true;
    if (__builtin_mul_overflow(count, *extent, &count) || count > kMostBoxPoints) return false;
  }
  std::vector<int64_t> point = low;
  while (true) {
    if (!visit(point)) return true;
    size_t d = point.size();
    while (d > 0 && ++point[d - 1] == high[d - 1]) point[d - 1] = low[d - 1], --d;
    if (d == 0) return true;
  }
}

BoxAnswer determinesByTrying(const Box& box, const std::vector<Expr>& from, const std::vector<Expr>& to) {
  std::map<std::vector<int64_t>, std::pair<std::vector<int64_t>, std::vector<int64_t>>> seen;  // from -> to, point
  BoxAnswer answer;
  Evaluator evaluate;
  bool defined = true;
  const auto visit = [&](const std::vector<int64_t>& point) {
    for (size_t i = 0; i < point.size(); ++i) evaluate.values[box.vars[i].key()] = point[i];
    const auto all = [&](const std::vector<Expr>& list) {
      std::vector<int64_t> out;
      for (const Expr& e : list) {
        const auto v = evaluate(e);
        defined = defined && v;
        out.push_back(v.value_or(0));
      }
      return out;
    };
    const std::vector<int64_t> key = all(from), value = all(to);
    const auto [at, fresh] = seen.emplace(key, std::pair{value, point});
    if (!fresh && at->second.first != value) answer.points = {at->second.second, point};
    return defined && answer.points.empty();
  };
  if (!forAllPoints(box, visit) || !defined) return {};
  answer.answer = answer.points.empty() ? Verdict::Answer::Yes : Verdict::Answer::No;
  return answer;
}

}  // namespace

namespace {

// Asks the provers of the question's row. What is assumed of a whole program says nothing of indices.
template <class Ask>
BoxAnswer decided(Question question, const ProofBudget& budget, const Ask& ask) {
  BoxAnswer answer;
  const Verdict verdict =
      decide(question, budget.assumesYes() ? ProofBudget() : budget, [&](Prover prover, const Verdict&) {
        answer = ask(prover);
        Verdict told;
        told.answer = answer.answer;
        return answer.yes() || answer.no() ? std::optional(std::move(told)) : std::nullopt;
      });
  if (verdict.yes()) answer.answer = Verdict::Answer::Yes;
  return answer;
}

BoxAnswer determinesBySets(const Box& box, const std::vector<Expr>& from, const std::vector<Expr>& to,
                           const ProofBudget& budget) {
  BoxQuestion question(box);
  Conjunction conditions;
  std::vector<AffineCondition> differences;
  bool affine = true;
  const auto compare = [&](const Expr& e, std::vector<AffineCondition>& list, auto relation) {
    const auto a = question.at(0).expr(e), b = question.at(1).expr(e);
    affine = affine && a && b;
    if (a && b) list.push_back(relation(*a, *b));
  };
  for (const Expr& e : from) compare(e, conditions, AffineCondition::equal);
  for (const Expr& e : to) compare(e, differences, AffineCondition::differ);
  conditions.push_back(AffineCondition::any(std::move(differences)));
  return affine ? question.emptiness(std::move(conditions), 2, budget).value_or(BoxAnswer()) : BoxAnswer();
}

BoxAnswer holdsBySets(const Box& box, const Expr& condition, const ProofBudget& budget) {
  BoxQuestion question(box);
  const auto affine = question.at(0).condition(condition);
  return affine ? question.emptiness({affine->negated()}, 1, budget).value_or(BoxAnswer()) : BoxAnswer();
}

BoxAnswer holdsByTrying(const Box& box, const Expr& condition) {
  BoxAnswer answer;
  Evaluator evaluate;
  bool defined = true;
  const auto visit = [&](const std::vector<int64_t>& point) {
    for (size_t i = 0; i < point.size(); ++i) evaluate.values[box.vars[i].key()] = point[i];
    const auto holds = evaluate(condition);
    defined = defined && holds;
    if (holds && !*holds) answer.points = {point};
    return defined && answer.points.empty();
  };
  if (!forAllPoints(box, visit) || !defined) return {};
  answer.answer = answer.points.empty() ? Verdict::Answer::Yes : Verdict::Answer::No;
  return answer;
}

// A map that is one to one tells everything.
bool isOneToOne(const Box& box, const std::vector<Expr>& map) {
  std::vector<IterDomain> domains;
  for (size_t i = 0; i < box.vars.size(); ++i) domains.push_back({box.vars[i], box.ranges[i]});
  return detectIterMap(map, domains, boolConst(true), IterMapLevel::Bijective, Analyzer()).ok();
}

}  // namespace

BoxAnswer determines(const Box& box, const std::vector<Expr>& from, const std::vector<Expr>& to,
                     const ProofBudget& budget) {
  if (to.empty()) return {Verdict::Answer::Yes, {}};
  return decided(Question::OneToOne, budget, [&](Prover prover) {
    if (prover == Prover::IntegerSets) return determinesBySets(box, from, to, budget);
    if (prover == Prover::AllPoints) return determinesByTrying(box, from, to);
    return isOneToOne(box, from) ? BoxAnswer{Verdict::Answer::Yes, {}} : BoxAnswer();
  });
}

BoxAnswer holdsEverywhere(const Box& box, const Expr& condition, const ProofBudget& budget) {
  return decided(Question::StaysInside, budget, [&](Prover prover) {
    return prover == Prover::IntegerSets ? holdsBySets(box, condition, budget) : holdsByTrying(box, condition);
  });
}

std::optional<std::pair<int64_t, int64_t>> extremes(const Box& box, const Expr& e) {
  std::optional<std::pair<int64_t, int64_t>> found;
  Evaluator evaluate;
  bool defined = true;
  const auto visit = [&](const std::vector<int64_t>& point) {
    for (size_t i = 0; i < point.size(); ++i) evaluate.values[box.vars[i].key()] = point[i];
    const auto v = evaluate(e);
    defined = defined && v;
    if (v && !found) found = {*v, *v};
    if (v) found = {std::min(found->first, *v), std::max(found->second, *v)};
    return defined;
  };
  if (!forAllPoints(box, visit) || !defined) return std::nullopt;
  return found;
}

}  // namespace lw
