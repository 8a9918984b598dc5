#include "tests/prove/mutants.h"

#include <functional>
#include <optional>

#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// Rewrites the expressions that are computed (not regions and shapes), one place at a time.
class OnePlace : public Rewriter {
 public:
  using OnExpr = std::function<std::optional<Expr>(const Expr&)>;
  using OnStmt = std::function<std::optional<Stmt>(const Stmt&)>;
  OnePlace(OnExpr onExpr, OnStmt onStmt, int place)
      : onExpr_(std::move(onExpr)), onStmt_(std::move(onStmt)), place_(place) {}

  Expr expr(const Expr& e) override {
    const Expr inner = children(e);
    const std::optional<Expr> other = onExpr_ ? onExpr_(inner) : std::nullopt;
    return other && seen_++ == place_ ? *other : inner;
  }
  Stmt stmt(const Stmt& s) override {
    if (const std::optional<Stmt> other = onStmt_ ? onStmt_(s) : std::nullopt)
      if (seen_++ == place_) return *other;
    return children(s);
  }
  bool reached() const { return seen_ > place_; }

 private:
  OnExpr onExpr_;
  OnStmt onStmt_;
  int place_;
  int seen_ = 0;
};

std::optional<Expr> otherOperator(const Expr& e) {
  const auto* b = e.as<Binary>();
  if (!b) return std::nullopt;
  Binary other = *b;
  switch (b->op) {
    case BinaryOp::Add:
      other.op = BinaryOp::Sub;
      break;
    case BinaryOp::Sub:
      other.op = BinaryOp::Add;
      break;
    case BinaryOp::Mul:
      other.op = BinaryOp::Add;
      break;
    case BinaryOp::Max:
      other.op = BinaryOp::Min;
      break;
    case BinaryOp::Min:
      other.op = BinaryOp::Max;
      break;
    case BinaryOp::LT:
      other.op = BinaryOp::LE;
      break;
    case BinaryOp::LE:
      other.op = BinaryOp::LT;
      break;
    case BinaryOp::FloorDiv:
      other.op = BinaryOp::FloorMod;
      break;
    case BinaryOp::FloorMod:
      other.op = BinaryOp::FloorDiv;
      break;
    default:
      return std::nullopt;
  }
  return Expr(other);
}

std::optional<Expr> otherOperands(const Expr& e) {
  const auto* b = e.as<Binary>();
  if (!b || b->op == BinaryOp::EQ || b->op == BinaryOp::NE) return std::nullopt;
  return Expr(Binary{b->op, b->b, b->a});
}

// The next element, or the one before, in one dimension.
std::optional<Expr> otherIndex(const Expr& e) {
  const auto* l = e.as<BufferLoad>();
  if (!l || l->indices.empty() || l->indices.back().dtype().isVector()) return std::nullopt;
  BufferLoad other = *l;
  const Expr& extent = other.buffer->shape.back();
  const DataType type = other.indices.back().dtype();
  if (extent.dtype() != type) return std::nullopt;
  other.indices.back() =
      rawBinary(BinaryOp::FloorMod, rawBinary(BinaryOp::Add, other.indices.back(), makeConst(type, 1)), extent);
  return Expr(other);
}

std::optional<Stmt> otherBound(const Stmt& s) {
  const auto* f = s.as<For>();
  const std::optional<int64_t> extent = f ? asInt(f->extent) : std::nullopt;
  if (!extent || *extent < 2) return std::nullopt;
  For other = *f;
  other.extent = makeConst(f->extent.dtype(), *extent - 1);
  return Stmt(other);
}

std::optional<Stmt> withoutInit(const Stmt& s) {
  const auto* b = s.as<Block>();
  if (!b || !b->init) return std::nullopt;
  Block other = *b;
  other.init.reset();
  return Stmt(other);
}

std::optional<Stmt> withoutGuard(const Stmt& s) {
  const auto* b = s.as<Block>();
  if (!b || isTrue(b->predicate)) return std::nullopt;
  Block other = *b;
  other.predicate = boolConst(true);
  return Stmt(other);
}

void collect(const PrimFunc& function, const std::string& fault, const OnePlace::OnExpr& onExpr,
             const OnePlace::OnStmt& onStmt, std::vector<Mutant>& to) {
  for (int place = 0;; ++place) {
    OnePlace rewrite(onExpr, onStmt, place);
    PrimFunc mutant = function;
    mutant.body = rewrite.stmt(function.body);
    if (!rewrite.reached()) return;
    to.push_back({fault, std::move(mutant)});
  }
}

}  // namespace

std::vector<Mutant> mutantsOf(const PrimFunc& function) {
  std::vector<Mutant> mutants;
  collect(function, "operator", otherOperator, nullptr, mutants);
  collect(function, "operands", otherOperands, nullptr, mutants);
  collect(function, "index", otherIndex, nullptr, mutants);
  collect(function, "bound", nullptr, otherBound, mutants);
  collect(function, "init", nullptr, withoutInit, mutants);
  collect(function, "guard", nullptr, withoutGuard, mutants);
  return mutants;
}

}  // namespace lw
