#include "core/schedule/support/online_sums.h"

#include <cmath>

#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

const Call* exponentialOf(const Expr& e) {
  const auto* call = e.as<Call>();
  return call && (call->op == Intrinsic::Exp || call->op == Intrinsic::Exp2) && call->args.size() == 1 ? call : nullptr;
}

// Reads the elements one after another.
class Reader {
 public:
  Reader(const std::vector<const BufferStore*>& updates, const std::vector<Expr>& values)
      : updates_(updates), values_(values) {}

  // Is one element a maximum, and does another use exponentials?
  bool applies() {
    const Binary* found = nullptr;
    for (size_t i = 0; i < values_.size() && !found; ++i) {
      const auto* op = values_[i].as<Binary>();
      if (!op || op->op != BinaryOp::Max || !values_[i].dtype().isFloat()) continue;
      form_.largest = i;
      form_.largestFirst = isElementOf(op->a, *updates_[i]);
      if (form_.largestFirst || isElementOf(op->b, *updates_[i])) found = op;
    }
    if (!found) return false;
    old_ = form_.largestFirst ? found->a : found->b;
    operand_ = form_.largestFirst ? found->b : found->a;
    largest_ = simplify(values_[form_.largest]);
    bool exponential = false;
    for (size_t i = 0; i < values_.size(); ++i)
      exponential = exponential || (i != form_.largest &&
                                    anyExpr(values_[i], [](const Expr& e) { return exponentialOf(e) != nullptr; }));
    return exponential;
  }

  std::optional<OnlineUpdate> read(Message& why) {
    OnlineUpdate update{std::move(form_), {}};
    for (size_t i = 0; i < values_.size(); ++i) {
      update.form.sums.push_back({});
      update.operands.push_back(*operand_);
      if (i == update.form.largest) continue;
      if (!sum(i, update.form.sums.back(), update.operands.back())) {
        why =
            say("its update of {0} is not l * exp(m - n) + w * exp(x - n), with l for {0}, m for {1}, n for its new "
                "value max(m, x), and the same x and function in all updates",
                Ident(updates_[i]->buffer->name), Ident(updates_[update.form.largest]->buffer->name));
        return std::nullopt;
      }
    }
    update.form.exponential = exponential_->id();
    return update;
  }

 private:
  // exp(from - m')
  bool isExponential(const Expr& e, const Expr& from) {
    const Call* call = exponentialOf(e);
    const auto* difference = call ? call->args.front().as<Binary>() : nullptr;
    if (!difference || difference->op != BinaryOp::Sub || (exponential_ && !(*exponential_ == call->op)) ||
        !same(difference->a, from) || !equal(simplify(difference->b), *largest_))
      return false;
    exponential_ = call->op;
    return true;
  }
  static bool same(const Expr& a, const Expr& b) { return equal(a, b) || equal(simplify(a), simplify(b)); }

  bool sum(size_t i, OnlineSums::Sum& form, Expr& weight) {
    const auto* add = values_[i].as<Binary>();
    if (!add || add->op != BinaryOp::Add) return false;
    for (const bool first : {true, false}) {
      form.stateFirst = first;
      if (scaled(first ? add->a : add->b, i, form)) return weighted(first ? add->b : add->a, form, weight);
    }
    return false;
  }
  bool scaled(const Expr& e, size_t i, OnlineSums::Sum& form) {
    const auto* product = e.as<Binary>();
    if (!product || product->op != BinaryOp::Mul) return false;
    form.stateLeads = isElementOf(product->a, *updates_[i]);
    return (form.stateLeads || isElementOf(product->b, *updates_[i])) &&
           isExponential(form.stateLeads ? product->b : product->a, *old_);
  }
  bool weighted(const Expr& e, OnlineSums::Sum& form, Expr& weight) {
    weight = makeFloat(e.dtype(), 1);
    form.weightLeads = true;
    if (isExponential(e, *operand_)) return true;
    const auto* product = e.as<Binary>();
    if (!product || product->op != BinaryOp::Mul) return false;
    form.weightLeads = isExponential(product->b, *operand_);
    weight = form.weightLeads ? product->a : product->b;
    return form.weightLeads || isExponential(product->a, *operand_);
  }

  const std::vector<const BufferStore*>& updates_;
  const std::vector<Expr>& values_;
  OnlineSums form_;
  std::optional<Callee> exponential_;
  std::optional<Expr> old_, operand_, largest_;  // m, x, m'
};

}  // namespace

std::optional<OnlineUpdate> onlineUpdateOf(const std::vector<const BufferStore*>& updates,
                                           const std::vector<Expr>& values, Message& why) {
  why = {};
  Reader reader(updates, values);
  return reader.applies() ? reader.read(why) : std::nullopt;
}

std::vector<Expr> onlineValues(const OnlineSums& form, const std::vector<Expr>& states,
                               const std::vector<Expr>& operands) {
  const Expr &old = states[form.largest], &operand = operands[form.largest];
  const Expr largest =
      form.largestFirst ? rawBinary(BinaryOp::Max, old, operand) : rawBinary(BinaryOp::Max, operand, old);
  const auto exponential = [&](const Expr& from) -> Expr {
    return Call{from.dtype(), form.exponential, {rawBinary(BinaryOp::Sub, from, largest)}};
  };
  const auto pair = [](BinaryOp op, const Expr& a, const Expr& b, bool aFirst) {
    return aFirst ? rawBinary(op, a, b) : rawBinary(op, b, a);
  };
  std::vector<Expr> values;
  for (size_t i = 0; i < states.size(); ++i) {
    if (i == form.largest) {
      values.push_back(largest);
      continue;
    }
    const OnlineSums::Sum& sum = form.sums[i];
    const Expr added = exponential(operand);
    values.push_back(pair(BinaryOp::Add, pair(BinaryOp::Mul, states[i], exponential(old), sum.stateLeads),
                          isOne(operands[i]) ? added : pair(BinaryOp::Mul, operands[i], added, sum.weightLeads),
                          sum.stateFirst));
  }
  return values;
}

}  // namespace lw
