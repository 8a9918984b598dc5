#include "passes/vectorize_loop.h"

#include <algorithm>

#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "passes/support/effects.h"
#include "passes/support/lane_order.h"
#include "passes/support/row_major.h"

namespace lw {
namespace {

// Converts the expressions of one statement to vectors over the lanes of one loop. `failed` is set if an expression
// must be evaluated lane by lane.
class Widen {
 public:
  Widen(int lanes, const VarMap& values) : lanes_(lanes), values_(values) {}
  bool failed = false;

  // Returns a scalar if the value is the same in all lanes.
  Expr expr(const Expr& e) {
    if (failed) return e;
    return e.match([&](const IntImm&) { return e; }, [&](const FloatImm&) { return e; },
                   [&](const StringImm&) { return e; }, [&](const Var& v) { return var(v, e); },
                   [&](const Cast& n) { return castTo(n, e); }, [&](const Binary& n) { return binaryOf(n, e); },
                   [&](const Not& n) { return notOf(n, e); }, [&](const Select& n) { return select(n, e); },
                   [&](const BufferLoad& n) { return load(n, e); },
                   [&](const Ramp& n) { return parts({n.base, n.stride}) ? fail(e) : e; },
                   [&](const Broadcast& n) { return parts({n.value}) ? fail(e) : e; },
                   [&](const Let& n) { return let(n, e); }, [&](const Call& n) { return call(n, e); });
  }
  Expr wide(const Expr& e) const { return e.dtype().isVector() ? e : Expr(Broadcast{e, lanes_}); }

 private:
  Expr fail(const Expr& e) {
    failed = true;
    return e;
  }
  bool parts(std::vector<Expr> list) {  // true if any depends on the lane
    for (const Expr& e : list)
      for (const Var& v : freeVars(e))
        if (values_.contains(v.key())) return true;
    return false;
  }
  Expr var(const Var& v, const Expr& e) {
    const auto found = values_.find(v.key());
    return found == values_.end() ? e : found->second;
  }
  Expr castTo(const Cast& n, const Expr& e) {
    const Expr value = expr(n.value);
    if (value.sameAs(n.value)) return e;
    const auto* ramp = value.as<Ramp>();
    if (ramp && isIndexType(n.type)) return Ramp{cast(n.type, ramp->base), cast(n.type, ramp->stride), ramp->lanes};
    if (value.dtype().lanes == n.value.dtype().lanes) return cast(n.type, value);
    return n.value.dtype().isVector() ? fail(e) : cast(n.type.withLanes(value.dtype().lanes), value);
  }
  Expr binaryOf(const Binary& n, const Expr& e) {
    Expr a = expr(n.a), b = expr(n.b);
    if (failed || (a.sameAs(n.a) && b.sameAs(n.b))) return e;
    if (n.a.dtype().isVector()) return fail(e);  // already a vector
    if (!a.dtype().isVector() && !b.dtype().isVector()) return rawBinary(n.op, a, b);
    if (isIndexType(n.a.dtype())) {
      if (n.op == BinaryOp::Add) return addLanes(a, b);
      if (n.op == BinaryOp::Sub) return subLanes(a, b);
      if (n.op == BinaryOp::Mul) return mulLanes(a, b);
    }
    return rawBinary(n.op, wide(a), wide(b));
  }
  Expr notOf(const Not& n, const Expr& e) {
    const Expr value = expr(n.value);
    return value.sameAs(n.value) ? e : Expr(Not{value});
  }
  Expr select(const Select& n, const Expr& e) { return choose(n.condition, n.whenTrue, n.whenFalse, e); }
  Expr choose(const Expr& condition, const Expr& yes, const Expr& no, const Expr& e) {
    const Expr c = expr(condition), a = expr(yes), b = expr(no);
    if (failed || (c.sameAs(condition) && a.sameAs(yes) && b.sameAs(no))) return e;
    if (yes.dtype().isVector()) return fail(e);
    if (!c.dtype().isVector() && !a.dtype().isVector() && !b.dtype().isVector()) return Select{c, a, b};
    return Select{wide(c), wide(a), wide(b)};
  }
  Expr load(const BufferLoad& n, const Expr& e) {
    if (n.indices.size() != 1) return parts(n.indices) ? fail(e) : e;
    const Expr index = expr(n.indices[0]);
    if (failed || index.sameAs(n.indices[0])) return e;
    if (n.buffer->dtype.isVector() || n.indices[0].dtype().isVector()) return fail(e);
    return BufferLoad{n.buffer, {index}};
  }
  // Inside the body, the variable has a vector as its value.
  Expr let(const Let& n, const Expr& e) {
    const Expr value = expr(n.value);
    if (failed) return e;
    if (value.dtype() == n.var.dtype()) {
      const Expr body = expr(n.body);
      return failed || (value.sameAs(n.value) && body.sameAs(n.body)) ? e : Expr(Let{n.var, value, body});
    }
    const Var lanesVar(n.var.name(), value.dtype());
    VarMap inner = values_;
    inner.insert_or_assign(n.var.key(), Expr(lanesVar));
    Widen deeper(lanes_, inner);
    const Expr body = deeper.expr(n.body);
    if (deeper.failed) return fail(e);
    return Let{lanesVar, value, body};
  }
  Expr call(const Call& n, const Expr& e) {
    if (!parts(n.args)) return e;
    if (n.op == Intrinsic::IfThenElse && n.args.size() == 3) {
      if (!parts({n.args[0]})) return scalarChoice(n, e);
      if (mayFail(n.args[1]) || mayFail(n.args[2])) return masked(n, e);
      return choose(n.args[0], n.args[1], n.args[2], e);
    }
    const IntrinsicInfo* known = n.op.info();
    if (!known || !known->elementwise() || n.type.isVector()) return fail(e);
    std::vector<Expr> args;
    for (const Expr& arg : n.args) args.push_back(wide(expr(arg)));
    return failed ? e : Expr(Call{n.type.withLanes(lanes_), n.op, std::move(args)});
  }
  // Evaluates each side for the lanes that take it. An expression that may trap cannot be masked lane by lane.
  Expr masked(const Call& n, const Expr& e) {
    if (n.type.isVector() || mayTrap(n.args[1]) || mayTrap(n.args[2])) return fail(e);
    const Expr condition = expr(n.args[0]), yes = expr(n.args[1]), no = expr(n.args[2]);
    return failed ? e : Expr(Call{n.type.withLanes(lanes_), n.op, {wide(condition), wide(yes), wide(no)}});
  }
  // With one condition for all lanes, still only the chosen side is evaluated.
  Expr scalarChoice(const Call& n, const Expr& e) {
    const Expr yes = wide(expr(n.args[1])), no = wide(expr(n.args[2]));
    return failed ? e : Expr(Call{n.type.withLanes(lanes_), n.op, {n.args[0], yes, no}});
  }

  int lanes_;
  const VarMap& values_;
};

// The body of one vectorized loop.
class LaneBody {
 public:
  LaneBody(PrimFunc& ids, const For& loop, Expr min, int lanes)
      : ids_(ids), loop_(loop), min_(std::move(min)), lanes_(lanes) {
    values_.insert_or_assign(loop.var.key(), Expr(Ramp{min_, makeConst(loop.var.dtype(), 1), lanes}));
  }

  Stmt stmt(const Stmt& s) {
    std::optional<Stmt> done =
        s.match([&](const BufferStore& n) { return store(n, s); }, [&](const Seq& n) { return seq(n, s); },
                [&](const For& n) { return loop(n, s); }, [&](const IfThenElse& n) { return branch(n, s); },
                [&](const LetStmt& n) { return let(n, s); }, [&](const AttrStmt& n) { return attribute(n, s); },
                [&](const auto&) -> std::optional<Stmt> { return std::nullopt; });
    return done ? *done : laneByLane(s);
  }

 private:
  bool varies(const Expr& e) const {
    for (const Var& v : freeVars(e))
      if (values_.contains(v.key())) return true;
    return false;
  }
  // Repeats the statement for each lane. Vector lets around it are not visible inside; their values are substituted.
  Stmt laneByLane(const Stmt& s) {
    const Var lane(loop_.var.name() + "_s", loop_.var.dtype());
    VarMap scalars{{loop_.var.key(), Expr(lane)}};
    Stmt body = s;
    for (size_t i = lets_.size(); i-- > 0;)
      if (usesVar(body, lets_[i].first)) body = Stmt(LetStmt{lets_[i].first, lets_[i].second, body}, s.origin());
    body = freshCopy(body, ids_);
    return Stmt(For{ids_.freshLoop(),
                    lane,
                    min_,
                    makeConst(loop_.var.dtype(), lanes_),
                    ForKind::Serial,
                    "",
                    {},
                    substitute(body, scalars)},
                s.origin());
  }

  std::optional<Stmt> store(const BufferStore& n, const Stmt& s) {
    if (n.indices.size() != 1 || n.buffer->dtype.isVector() || n.value.dtype().isVector()) return std::nullopt;
    Widen widen(lanes_, values_);
    const Expr index = widen.expr(n.indices[0]), value = widen.expr(n.value);
    if (widen.failed || !index.dtype().isVector()) return std::nullopt;
    return Stmt(BufferStore{n.buffer, {index}, widen.wide(value)}, s.origin());
  }
  std::optional<Stmt> seq(const Seq& n, const Stmt& s) {
    std::vector<Stmt> stmts;
    for (const Stmt& part : n.stmts) stmts.push_back(stmt(part));
    return sequence(std::move(stmts)).withOrigin(s.origin());
  }
  std::optional<Stmt> loop(const For& n, const Stmt& s) {
    if (varies(n.min) || varies(n.extent)) return std::nullopt;
    For copy = n;
    copy.body = stmt(n.body);
    return Stmt(std::move(copy), s.origin());
  }
  std::optional<Stmt> branch(const IfThenElse& n, const Stmt& s) {
    if (varies(n.condition) || loadsMemory(n.condition)) return std::nullopt;
    std::optional<Stmt> no;
    if (n.elseBody) no = stmt(*n.elseBody);
    return Stmt(IfThenElse{n.condition, stmt(n.thenBody), no}, s.origin());
  }
  std::optional<Stmt> let(const LetStmt& n, const Stmt& s) {
    // A value loaded from memory may be overwritten by another lane before it would be loaded again.
    if (n.var.dtype().isHandle() || n.var.dtype().isVector() || loadsMemory(n.value)) return std::nullopt;
    Widen widen(lanes_, values_);
    const Expr value = widen.expr(n.value);
    if (widen.failed) return std::nullopt;
    if (!value.dtype().isVector()) return Stmt(LetStmt{n.var, value, stmt(n.body)}, s.origin());
    const Var lanesVar(n.var.name(), value.dtype());
    values_.insert_or_assign(n.var.key(), value.as<Ramp>() ? value : Expr(lanesVar));
    lets_.emplace_back(n.var, n.value);
    Stmt body = stmt(n.body);
    lets_.pop_back();
    if (value.as<Ramp>()) return body;
    return Stmt(LetStmt{lanesVar, value, body}, s.origin());
  }
  std::optional<Stmt> attribute(const AttrStmt& n, const Stmt& s) {
    if (varies(n.value) || isAtomic(n)) return std::nullopt;  // one element at a time
    return Stmt(AttrStmt{n.key, n.node, n.value, stmt(n.body)}, s.origin());
  }

  PrimFunc& ids_;
  const For& loop_;
  Expr min_;
  int lanes_;
  VarMap values_;
  std::vector<std::pair<Var, Expr>> lets_;  // that became vectors or ramps: variable and scalar value
};

class Vectorize : public Rewriter {
 public:
  Vectorize(PrimFunc& ids, int maxLanes) : ids_(ids), maxLanes_(maxLanes) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const Stmt done = children(s);  // inner loops first
    const auto* loop = done.as<For>();
    return loop && loop->kind == ForKind::Vectorized ? lanes(*loop, done.origin()) : done;
  }

 private:
  Stmt lanes(const For& n, Origin origin) {
    const auto extent = asInt(n.extent);
    if (!extent || *extent <= 1 || !lanesKeepApart(n, static_cast<int>(std::min<int64_t>(*extent, maxLanes_))))
      return serial(n, origin);
    if (*extent <= maxLanes_) return LaneBody(ids_, n, n.min, static_cast<int>(*extent)).stmt(n.body);
    return pieces(n, *extent, origin);
  }
  static Stmt serial(const For& n, Origin origin) {
    For copy = n;
    copy.kind = ForKind::Serial;
    return Stmt(std::move(copy), origin);
  }
  // Splits into a serial loop over full vectors, and a rest.
  Stmt pieces(const For& n, int64_t extent, Origin origin) {
    const int width = pieceWidth(extent);
    const Var outer(n.var.name() + "_v", n.var.dtype());
    const Expr start = n.min + outer * width;
    std::vector<Stmt> parts;
    const Stmt body = LaneBody(ids_, n, start, width).stmt(n.body);
    parts.push_back(Stmt(For{ids_.freshLoop(), outer, makeZero(n.var.dtype()), makeConst(n.var.dtype(), extent / width),
                             ForKind::Serial, "", n.annotations, body},
                         origin));
    if (const auto rest = static_cast<int>(extent % width)) {
      For tail = n;
      tail.body = freshCopy(n.body, ids_);
      const Expr tailStart = n.min + makeConst(n.var.dtype(), extent - rest);
      if (rest == 1)
        parts.push_back(substitute(tail.body, {{n.var.key(), tailStart}}));
      else
        parts.push_back(LaneBody(ids_, tail, tailStart, rest).stmt(tail.body));
    }
    return sequence(std::move(parts)).withOrigin(origin);
  }
  int pieceWidth(int64_t extent) const {
    for (int width = maxLanes_; width >= 16; --width)
      if (extent % width == 0) return width;
    return maxLanes_;
  }

  PrimFunc& ids_;
  const int maxLanes_;
};

}  // namespace

PrimFunc vectorizeLoop(const PrimFunc& f, int maxLanes) {
  PrimFunc result = f;
  Vectorize vectorize(result, maxLanes);
  result.body = vectorize.stmt(f.body);
  return result;
}

const Pass kVectorizeLoopPass{.name = "vectorize_loop",
                              .label = "vectorize",
                              .help = "Turn vectorized loops into vector operations.",
                              .run = [](const PrimFunc& before, const TargetFacts& target) -> Result<PrimFunc> {
                                return vectorizeLoop(before, target.maxLanes);
                              }};

}  // namespace lw
