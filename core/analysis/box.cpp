#include "core/analysis/box.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>

#include "core/analysis/affine_text.h"
#include "core/analysis/isl_sets.h"
#include "core/analysis/proof_budget.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

constexpr unsigned long kOperationLimit = 2'000'000;
constexpr int64_t kMaxPoints = 1 << 17;  // about a tenth of a second

using isl_sets::CtxFree;
using isl_sets::SetFree;

// ---- by ISL ----

// The texts of a question. A variable of the box is named by its copy ("a", "b") and position.
class Texts {
 public:
  explicit Texts(const Box& box) : box_(box) {}
  bool affine = true;

  std::string value(const Expr& e, const std::string& copy) {
    const auto text = analysis::affineText(e, [&](const Var& v) { return nameOf(v, copy); });
    affine = affine && text;
    return text.value_or("0");
  }
  std::string condition(const Expr& e, const std::string& copy) {
    const auto text = analysis::conditionText(e, [&](const Var& v) { return nameOf(v, copy); });
    affine = affine && text;
    return text.value_or("0 = 0");
  }
  std::string domain(const std::string& copy) {
    std::string text;
    for (size_t i = 0; i < box_.vars.size(); ++i) {
      const std::string v = copy + std::to_string(i), low = value(box_.ranges[i].min, copy);
      text += " and " + low + " <= " + v + " and " + v + " < " + low + " + " + value(box_.ranges[i].extent, copy);
    }
    return text;
  }
  // "[p0] -> { [a0, a1] : "
  std::string head(const std::vector<std::string>& copies) const {
    std::string sizes, tuple;
    for (size_t i = 0; i < parameters_.size(); ++i) sizes += (i ? ", p" : "p") + std::to_string(i);
    for (const std::string& copy : copies)
      for (size_t i = 0; i < box_.vars.size(); ++i) tuple += (tuple.empty() ? "" : ", ") + copy + std::to_string(i);
    return (sizes.empty() ? "" : "[" + sizes + "] -> ") + "{ [" + tuple + "] : 0 = 0";
  }
  std::string positive() const {
    std::string text;
    for (size_t i = 0; i < parameters_.size(); ++i) text += " and p" + std::to_string(i) + " >= 1";
    return text;
  }

 private:
  std::optional<std::string> nameOf(const Var& v, const std::string& copy) {
    for (size_t i = 0; i < box_.vars.size(); ++i)
      if (box_.vars[i].sameAs(v)) return copy + std::to_string(i);
    const auto [at, fresh] = parameters_.emplace(v.key(), parameters_.size());
    return "p" + std::to_string(at->second);
  }
  const Box& box_;
  std::unordered_map<const void*, size_t> parameters_;
};

// Yes: the set is empty. No: with a point of the set, as `copies` tuples of the box's rank.
BoxAnswer emptiness(const std::string& text, size_t copies, size_t size) {
  const std::unique_ptr<isl_ctx, CtxFree> ctx(isl_ctx_alloc());
  isl_options_set_on_error(ctx.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(ctx.get(), ProofBudget::allowed(kOperationLimit));
  const std::unique_ptr<isl_set, SetFree> set(isl_set_read_from_str(ctx.get(), text.c_str()));
  BoxAnswer answer;
  const isl_bool empty = set ? isl_set_is_empty(set.get()) : isl_bool_error;
  if (empty == isl_bool_error) {
    ProofBudget::ranOut(kOperationLimit);
    return answer;
  }
  answer.answer = empty ? Verdict::Answer::Yes : Verdict::Answer::No;
  if (empty) return answer;
  isl_ctx_reset_operations(ctx.get());
  const std::unique_ptr<isl_set, SetFree> least(isl_set_lexmin(isl_set_copy(set.get())));
  isl_point* point = isl_set_sample_point(isl_set_copy(least ? least.get() : set.get()));
  for (size_t c = 0; point && c < copies; ++c) {
    answer.points.emplace_back();
    for (size_t i = 0; i < size; ++i) {
      isl_val* v = isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(c * size + i));
      answer.points.back().push_back(v ? isl_val_get_num_si(v) : 0);
      isl_val_free(v);
    }
  }
  isl_point_free(point);
  return answer;
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
  Texts texts(box);
  std::string question = texts.domain("a") + texts.domain("b"), differ;
  for (const Expr& e : from) question += " and " + texts.value(e, "a") + " = " + texts.value(e, "b");
  for (const Expr& e : to)
    differ += (differ.empty() ? "" : " or ") + ("(" + texts.value(e, "a") + " < " + texts.value(e, "b")) + " or " +
              texts.value(e, "a") + " > " + texts.value(e, "b") + ")";
  if (differ.empty()) return {Verdict::Answer::Yes, {}};
  if (!texts.affine) return determinesByTrying(box, from, to);
  const BoxAnswer exact =
      emptiness(texts.head({"a", "b"}) + question + texts.positive() + " and (" + differ + ") }", 2, box.vars.size());
  return exact.yes() || exact.no() ? exact : determinesByTrying(box, from, to);
}

BoxAnswer holdsEverywhere(const Box& box, const Expr& condition) {
  Texts texts(box);
  const std::string question = texts.domain("a") + " and not (" + texts.condition(condition, "a") + ")";
  if (texts.affine) {
    const BoxAnswer exact = emptiness(texts.head({"a"}) + question + texts.positive() + " }", 1, box.vars.size());
    if (exact.yes() || exact.no()) return exact;
  }
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
