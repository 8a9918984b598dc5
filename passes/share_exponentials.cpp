#include "passes/share_exponentials.h"

#include <limits>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// exp(from - max(a, b)), where `from` is one of the two.
struct Exponential {
  Expr call, a, b;
  Callee function;
  bool ofFirst;
};

class ShareExponentials : public Rewriter {
 public:
  Stmt stmt(const Stmt& s) override {
    if (const auto* let = s.as<LetStmt>()) {
      const Expr value = shared(let->value);
      lets_.insert_or_assign(let->var.key(), let->value);
      if (!let->body.as<LetStmt>()) lets_.clear();
      const Stmt body = stmt(let->body);
      if (value.sameAs(let->value) && body.sameAs(let->body)) return s;
      return Stmt(LetStmt{let->var, value, body}, s.origin());
    }
    if (const auto* store = s.as<BufferStore>()) {
      BufferStore changed = *store;
      changed.value = shared(store->value);
      return changed.value.sameAs(store->value) ? s : Stmt(std::move(changed), s.origin());
    }
    return children(s);
  }
  Expr expr(const Expr& e) override { return e; }

 private:
  std::optional<Exponential> exponential(const Expr& e) const {
    const auto* call = e.as<Call>();
    if (!call || !(call->op == Intrinsic::Exp || call->op == Intrinsic::Exp2)) return std::nullopt;
    const auto* difference = call->args.front().as<Binary>();
    if (!difference || difference->op != BinaryOp::Sub) return std::nullopt;
    Expr larger = difference->b;
    if (const auto* var = larger.as<Var>())
      if (const auto known = lets_.find(var->key()); known != lets_.end()) larger = known->second;
    const auto* most = larger.as<Binary>();
    if (!most || most->op != BinaryOp::Max || equal(most->a, most->b)) return std::nullopt;
    const bool first = equal(difference->a, most->a);
    if (!first && !equal(difference->a, most->b)) return std::nullopt;
    return Exponential{e, most->a, most->b, call->op, first};
  }

  // An exponential that is a factor of the product.
  std::optional<Exponential> factorOf(const Expr& product) const {
    if (auto one = exponential(product)) return one;
    const auto* n = product.as<Binary>();
    if (!n || n->op != BinaryOp::Mul) return std::nullopt;
    const auto left = factorOf(n->a);
    return left ? left : factorOf(n->b);
  }

  // A sum of two products: it is not a number if one of them is not.
  Expr shared(const Expr& value) const {
    const auto* sum = value.as<Binary>();
    if (!sum || sum->op != BinaryOp::Add) return value;
    const auto left = factorOf(sum->a), right = factorOf(sum->b);
    if (!left || !right || left->ofFirst == right->ofFirst || !(left->function == right->function) ||
        !equal(left->a, right->a) || !equal(left->b, right->b))
      return value;
    const auto with = [](const Expr& product, const Exponential& old) {
      return rewriteExprs(product,
                          [&](const Expr& e) { return e.sameAs(old.call) ? std::optional(half(old)) : std::nullopt; });
    };
    return rawBinary(BinaryOp::Add, with(sum->a, *left), with(sum->b, *right));
  }

  static Expr half(const Exponential& e) {
    const DataType type = e.a.dtype();
    const Expr distance = Call{type, Intrinsic::Fabs, {rawBinary(BinaryOp::Sub, e.a, e.b)}};
    const Expr smaller = Call{type, e.function, {rawBinary(BinaryOp::Sub, makeFloat(type, 0), distance)}};
    const Expr less = rawBinary(BinaryOp::LT, e.a, e.b);
    return e.ofFirst ? Select{less, smaller, ofLarger(e.a)} : Select{less, ofLarger(e.b), smaller};
  }
  // exp(larger - larger): 1, or no number where the larger one is infinite or none.
  static Expr ofLarger(const Expr& larger) {
    const DataType type = larger.dtype();
    const Expr finite = rawBinary(BinaryOp::LT, Call{type, Intrinsic::Fabs, {larger}},
                                  makeFloat(type, std::numeric_limits<double>::infinity()));
    return Select{finite, makeFloat(type, 1), makeFloat(type, std::numeric_limits<double>::quiet_NaN())};
  }

  VarMap lets_;  // of lets directly around a let: nothing is stored between them
};

}  // namespace

PrimFunc shareExponentials(const PrimFunc& f) { return withBody(f, ShareExponentials().stmt(f.body)); }

const Pass kShareExponentialsPass{.name = "share_exponentials",
                                  .label = "share exponentials",
                                  .help = "Compute the two exponentials of an online softmax by one.",
                                  .run = programOnly<shareExponentials>};

}  // namespace lw
