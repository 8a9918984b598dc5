#include "core/analysis/box.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/analysis/affine_sets.h"
#include "core/analysis/proof_budget.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

constexpr unsigned long kOperationLimit = 2'000'000;
constexpr int64_t kMaxPoints = 1 << 17;  // about a tenth of a second

// ---- by isl ----

// Sets over copies of the box's variables ("a0", "b1": copy and position) and sizes, which are at least 1.
class BoxSets {
 public:
  BoxSets(const Box& box, const analysis::IslContext& context) : box_(box), context_(context) {}

  // Members are nullopt where an expression is not affine.
  std::optional<isl::pw_aff> value(const Expr& e, const std::string& copy) { return reader(copy).value(e); }
  std::optional<isl::set> where(const Expr& condition, const std::string& copy) {
    return reader(copy).where(condition);
  }
  std::optional<isl::set> points(const std::string& copy) {
    const analysis::AffineReader read = reader(copy);
    isl::set all = read.everywhere();
    for (size_t i = 0; i < box_.vars.size(); ++i) {
      const auto range = read.range(copy + std::to_string(i), box_.ranges[i].min, box_.ranges[i].extent);
      if (!range) return std::nullopt;
      all = all.intersect(*range);
    }
    return all;
  }
  // Yes: the set is empty. No: with a point of it, the least one where that is found, for each of the copies.
  BoxAnswer emptiness(isl::set set, const std::vector<std::string>& copies) {
    const analysis::AffineReader read = reader("");
    const isl::pw_aff one = read.everywhere().pw_aff_on_domain(1);
    for (const auto& [size, name] : sizes_) set = set.intersect(read.variable(name).ge_set(one));
    if (set.is_empty()) return {Verdict::Answer::Yes, {}};
    BoxAnswer answer{Verdict::Answer::No, {}};
    std::vector<std::string> names;
    for (const std::string& copy : copies)
      for (size_t i = 0; i < box_.vars.size(); ++i) names.push_back(copy + std::to_string(i));
    if (const auto point = context_.ask([&] { return sample(set, names); })) {
      size_t at = 0;
      for (size_t c = 0; c < copies.size(); ++c)
        for (answer.points.emplace_back(); answer.points.back().size() < box_.vars.size(); ++at)
          answer.points.back().push_back((*point)[at]);
    }
    return answer;
  }

 private:
  std::vector<int64_t> sample(const isl::set& set, const std::vector<std::string>& names) const {
    const isl::set tuples = analysis::tupleOf(set, names);
    const auto least = context_.ask([&] { return tuples.lexmin(); });
    const isl::point point = least.value_or(tuples).sample_point();
    std::vector<int64_t> values;
    for (size_t i = 0; i < names.size(); ++i)
      values.push_back(
          isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(i))).num_si());
    return values;
  }
  analysis::AffineReader reader(const std::string& copy) {
    return {context_, [this, copy](const Var& v) -> std::optional<std::string> {
              for (size_t i = 0; i < box_.vars.size(); ++i)
                if (box_.vars[i].sameAs(v)) return copy + std::to_string(i);
              return sizes_.emplace(v.key(), "p" + std::to_string(sizes_.size())).first->second;
            }};
  }
  const Box& box_;
  const analysis::IslContext& context_;
  std::unordered_map<const void*, std::string> sizes_;
};

// What isl answers to a question of at most two copies; Unknown where it gives up, nullopt where something is not
// affine.
template <class Question>
std::optional<BoxAnswer> byIsl(const Box& box, Question question) {
  const analysis::IslContext context(ProofBudget::allowed(kOperationLimit));
  const auto answer = context.ask([&]() -> std::optional<BoxAnswer> {
    BoxSets sets(box, context);
    return question(sets);
  });
  if (!answer) ProofBudget::ranOut(kOperationLimit);
  return answer.value_or(BoxAnswer());
}

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
    if (n.op == "if_then_else") return choose(n.args[0], n.args[1], n.args[2]);
    if (n.args.size() != 2) return std::nullopt;
    const auto a = (*this)(n.args[0]), b = (*this)(n.args[1]);
    if (!a || !b) return std::nullopt;
    if (n.op == "bitwise_and") return *a & *b;
    if (n.op == "bitwise_or") return *a | *b;
    if (n.op == "bitwise_xor") return *a ^ *b;
    if (n.op == "shift_right" && *b >= 0 && *b < 32) return *a >> *b;
    if (n.op == "shift_left" && *b >= 0 && *b < 24 && *a >= 0 && *a < (1 << 24)) return *a << *b;
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
    if (__builtin_mul_overflow(count, *extent, &count) || count > kMaxPoints) return false;
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

BoxAnswer determines(const Box& box, const std::vector<Expr>& from, const std::vector<Expr>& to) {
  if (to.empty()) return {Verdict::Answer::Yes, {}};
  const auto exact = byIsl(box, [&](BoxSets& sets) -> std::optional<BoxAnswer> {
    const auto a = sets.points("a"), b = sets.points("b");
    if (!a || !b) return std::nullopt;
    isl::set same = a->intersect(*b);
    for (const Expr& e : from) {
      const auto x = sets.value(e, "a"), y = sets.value(e, "b");
      if (!x || !y) return std::nullopt;
      same = same.intersect(x->eq_set(*y));
    }
    isl::set differ = isl::set::empty(same.space().params());
    for (const Expr& e : to) {
      const auto x = sets.value(e, "a"), y = sets.value(e, "b");
      if (!x || !y) return std::nullopt;
      differ = differ.unite(x->ne_set(*y));
    }
    return sets.emptiness(same.intersect(differ), {"a", "b"});
  });
  return exact && (exact->yes() || exact->no()) ? *exact : determinesByTrying(box, from, to);
}

BoxAnswer holdsEverywhere(const Box& box, const Expr& condition) {
  const auto exact = byIsl(box, [&](BoxSets& sets) -> std::optional<BoxAnswer> {
    const auto points = sets.points("a"), holds = points ? sets.where(condition, "a") : std::nullopt;
    return holds ? std::optional(sets.emptiness(points->subtract(*holds), {"a"})) : std::nullopt;
  });
  if (exact && (exact->yes() || exact->no())) return *exact;
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
