#include "passes/lower_intrin.h"

#include "core/analysis/gpu/async_calls.h"
#include "core/analysis/gpu/warp_operations.h"
#include "core/ir/jumps.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

Expr shifted(const char* op, const Expr& value, const Expr& bits) {
  return Call{value.dtype(), op, {value, cast(value.dtype(), bits)}};
}

// round(x * y * 2^-shift), where `shift` is from 0 to 62; a product in the middle between two numbers is rounded up.
Expr roundedProduct(const Expr& x, const Expr& y, const Expr& shift, DataType type) {
  const DataType wide = dtype::Int(64, type.lanes);
  const Expr one = makeConst(wide, 1);
  const Expr half = shifted("shift_right", shifted("shift_left", one, shift), one);  // 0 where nothing is shifted out
  return cast(type, shifted("shift_right", cast(wide, x) * cast(wide, y) + half, shift));
}

// Both of the product's forms: (x, y, q, s) scales by 2^s, (x, y, left, right, q, flag, flag) by 2^(left - right), each
// only if its flag is set. y is a fraction with q bits.
std::optional<Expr> fixedPoint(const Call& n) {
  const DataType type = n.type;
  const auto in = [&](size_t i) { return cast(n.args[0].dtype(), n.args[i]); };
  if (n.op == Intrinsic::QMultiplyShift && n.args.size() == 4) {
    const Expr zero = makeZero(type), s = in(3);
    const Expr left = shifted("shift_left", n.args[0], max(s, zero));
    return roundedProduct(left, n.args[1], in(2) + max(zero - s, zero), type);
  }
  if (n.op == Intrinsic::QMultiplyShiftPerAxis && n.args.size() == 7) {
    const auto chosen = [&](size_t flag, const Expr& yes, const Expr& no) -> Expr {
      const Expr& set = n.args[flag];
      return Select{set.dtype().isBool() ? set : ne(set, makeZero(set.dtype())), yes, no};
    };
    const Expr zero = makeZero(type);
    const Expr left = shifted("shift_left", n.args[0], chosen(5, in(2), zero));
    return roundedProduct(left, n.args[1], in(4) + chosen(6, in(3), zero), type);
  }
  return std::nullopt;
}

std::optional<Expr> meaning(const Expr& e) {
  const auto* call = e.as<Call>();
  if (!call) return std::nullopt;
  if (call->op == Intrinsic::Undef && !call->type.isHandle() && call->type.code != TypeCode::Void)
    return makeZero(call->type);
  if ((call->op == Intrinsic::IgnoreLoopPartition || call->op == Intrinsic::ThreadInvariant) && call->args.size() == 1)
    return call->args[0];
  if (call->op == "cuda.cta_sync") return Expr(Call{dtype::Int32, "tvm_storage_sync", {StringImm{"shared"}}});
  return fixedPoint(*call);
}

// Replaces the jumps of one loop.
class Jumps {
 public:
  explicit Jumps(Buffer state) : state_(std::move(state)) {}

  Expr state() const { return BufferLoad{state_, {0}}; }
  Stmt set(int value) const { return BufferStore{state_, {0}, Expr(value)}; }

  Stmt replaced(const Stmt& s) const {
    if (!jumps(s)) return s;
    const auto inside = [&](auto node) -> Stmt {
      node.body = replaced(node.body);
      return Stmt(std::move(node), s.origin());
    };
    if (const auto* n = s.as<Evaluate>()) return set(n->value.as<Call>()->op == kBreakLoop ? 2 : 1);
    if (const auto* n = s.as<Seq>()) return afterJumps(*n, 0);
    if (const auto* n = s.as<IfThenElse>()) {
      IfThenElse branch = *n;
      branch.thenBody = replaced(branch.thenBody);
      if (branch.elseBody) branch.elseBody = replaced(*branch.elseBody);
      return Stmt(std::move(branch), s.origin());
    }
    if (const auto* n = s.as<Block>()) {
      Block block = *n;
      block.body = replaced(block.body);
      const BufferRegion whole{state_, {{0, 1}}};
      block.reads.push_back(whole);
      block.writes.push_back(whole);
      return Stmt(std::move(block), s.origin());
    }
    if (const auto* n = s.as<LetStmt>()) return inside(*n);
    if (const auto* n = s.as<Allocate>()) return inside(*n);
    if (const auto* n = s.as<DeclBuffer>()) return inside(*n);
    if (const auto* n = s.as<AttrStmt>()) return inside(*n);
    if (const auto* n = s.as<AssertStmt>()) return inside(*n);
    return s;
  }

 private:
  // The statements from `first` on; those after a jump run while the loop has not jumped.
  Stmt afterJumps(const Seq& n, size_t first) const {
    std::vector<Stmt> stmts;
    for (size_t i = first; i < n.stmts.size(); ++i) {
      stmts.push_back(replaced(n.stmts[i]));
      if (!jumps(n.stmts[i]) || i + 1 == n.stmts.size()) continue;
      stmts.emplace_back(IfThenElse{eq(state(), Expr(0)), afterJumps(n, i + 1), {}});
      break;
    }
    return sequence(std::move(stmts));
  }

  Buffer state_;
};

Stmt withoutJumps(const Stmt& loop) {
  const auto* n = loop.as<For>();
  const auto* w = loop.as<While>();
  const Stmt& body = n ? n->body : w->body;
  if (!jumps(body)) return loop;
  const Buffer state = makeBuffer("jumped", {1}, dtype::Int32, "local");
  const Jumps lowering(state);
  const Stmt iteration = sequence({lowering.set(0), lowering.replaced(body)});
  const Expr runs = lt(lowering.state(), Expr(2));
  std::optional<Stmt> lowered;
  if (n) {
    For again = *n;
    again.body = IfThenElse{runs, iteration, {}};
    lowered = Stmt(std::move(again), loop.origin());
  } else {  // after a break, the condition is not evaluated again
    const Expr condition = Call{dtype::Bool(), "if_then_else", {runs, w->condition, boolConst(false)}};
    lowered = Stmt(While{condition, iteration}, loop.origin());
  }
  const Stmt whole = sequence({lowering.set(0), *lowered});
  return Stmt(Allocate{state->data, dtype::Int32, {1}, "local", {}, DeclBuffer{state, whole}}, loop.origin());
}

// One walk tells of most programs that there is nothing to do: jumps, assumptions and operations of warps are
// statements that call something.
class FindWork : public Visitor {
 public:
  void expr(const Expr& e) override {
    any = any || meaning(e);
    if (!any) children(e);
  }
  void stmt(const Stmt& s) override {
    const auto* n = s.as<Evaluate>();
    any = any || (n && n->value.as<Call>());
    if (!any) children(s);
  }
  bool any = false;
};

}  // namespace

PrimFunc lowerIntrin(const PrimFunc& called) {
  FindWork work;
  work.stmt(called.body);
  if (!work.any) return called;
  const PrimFunc f = describeAsyncCopies(describeWarpOperations(called));
  const Stmt body = rewriteStmts(f.body, [](const Stmt& s) -> std::optional<Stmt> {
    if (s.as<For>() || s.as<While>()) {
      const Stmt lowered = withoutJumps(s);
      return lowered.sameAs(s) ? std::nullopt : std::optional(lowered);
    }
    const auto* n = s.as<Evaluate>();
    const auto* call = n ? n->value.as<Call>() : nullptr;
    return call && call->op == Intrinsic::Assume ? std::optional(Stmt(Evaluate{0}, s.origin())) : std::nullopt;
  });
  return withBody(f, rewriteExprs(body, meaning));
}

const Pass kLowerIntrinPass{
    .name = "lower_intrin",
    .label = "intrinsics",
    .help = "Express jumps, fixed-point products and matrix operations of warps by other statements.",
    .run = programOnly<lowerIntrin>};

}  // namespace lw
