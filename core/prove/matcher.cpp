#include "core/prove/matcher.h"

#include <cmath>

#include "core/ir/ops.h"

namespace lw::prove {
namespace {

using Kind = Piece::Kind;
constexpr int kMaxDepth = 400;  // of questions inside questions
constexpr int kMaxRounds = 6;   // to confirm what was assumed
constexpr int kWideningRounds = 3;

bool commutes(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::Min || op == BinaryOp::Max ||
         op == BinaryOp::And || op == BinaryOp::Or || op == BinaryOp::EQ || op == BinaryOp::NE;
}
bool anyOrder(BinaryOp op) { return commutes(op) && op != BinaryOp::EQ && op != BinaryOp::NE; }

bool isChoice(const Expr& e) {
  const auto* c = e.as<Call>();
  return e.as<Select>() || (c && c->op == Intrinsic::IfThenElse);
}
std::vector<Expr> partsOfChoice(const Expr& e) {
  if (const auto* s = e.as<Select>()) return {s->condition, s->whenTrue, s->whenFalse};
  return e.as<Call>()->args;
}

// a > b is b < a.
Binary normal(const Binary& b) {
  if (b.op == BinaryOp::GT) return {BinaryOp::LT, b.b, b.a};
  if (b.op == BinaryOp::GE) return {BinaryOp::LE, b.b, b.a};
  return b;
}

}  // namespace

std::optional<BinaryOp> Matcher::operationOf(const Piece& piece) {
  if (piece.kind == Kind::Sum) return piece.chain->op;
  const auto* b = piece.kind == Kind::Operation ? piece.term.as<Binary>() : nullptr;
  return b && anyOrder(b->op) ? std::optional(b->op) : std::nullopt;
}

// Values of which no pair is equal, or none can be proved equal, before relations are computed.
bool Matcher::mayBeEqual(const Piece& a, const Piece& b) {
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown) return true;
  if (operationOf(a) || operationOf(b)) return true;
  if (a.kind != b.kind) return false;
  if (a.kind == Kind::Input) return a.parameter == b.parameter;
  return a.kind != Kind::Real || (a.real == b.real && a.type == b.type);
}

isl::map Matcher::equal(const std::vector<Piece>& a, const std::vector<Piece>& b, const isl::map& pairs) {
  isl::map proved = emptyLike(pairs);
  for (const Piece& x : a)
    for (const Piece& y : b) {
      if (!mayBeEqual(x, y)) continue;
      isl::map inner = x.untouched ? pairs : x.path.reverse().apply_range(pairs);
      if (!y.untouched) inner = inner.apply_range(y.path);
      if (inner.is_empty()) continue;
      isl::map equal = this->equal(x, y, inner);
      if (equal.is_empty()) continue;
      if (x.untouched && y.untouched) return equal;
      if (!x.untouched) equal = x.path.apply_range(equal);
      if (!y.untouched) equal = equal.apply_range(y.path.reverse());
      proved = proved.unite(pairs.intersect(equal));
    }
  return proved.coalesce();
}

isl::map Matcher::equalTerms(size_t s, const Expr& a, size_t t, const Expr& b, const isl::map& pairs) {
  if (pairs.is_empty()) return pairs;
  return equal(first_.of(s, a, pairs.domain()), second_.of(t, b, pairs.range()), pairs);
}

isl::map Matcher::equal(const Piece& a, const Piece& b, const isl::map& pairs) {
  if (pairs.is_empty()) return pairs;
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown || depth_ >= kMaxDepth) {
    note(a, b);
    return emptyLike(pairs);
  }
  const bool deep =
      a.kind == Kind::Operation || a.kind == Kind::Sum || b.kind == Kind::Operation || b.kind == Kind::Sum;
  if (!deep) return equalLeaves(a, b, pairs);
  const auto identity = [](const Piece& p) -> const void* {
    return p.kind == Kind::Sum ? static_cast<const void*>(p.chain) : p.term.key();
  };
  const auto leafKey = [&](const Piece& p) -> const void* {
    return p.kind == Kind::Input || p.kind == Kind::Undefined ? nullptr : identity(p);
  };
  // Elements of parameters have no term of their own: such questions are short, and not kept.
  if (!leafKey(a) || !leafKey(b)) {
    ++depth_;
    const isl::map proved = compute(a, b, pairs);
    --depth_;
    return proved;
  }
  const auto place = [](const Piece& p) { return p.kind == Kind::Sum ? size_t(-1) : p.statement; };
  return withAssumptions({identity(a), place(a), identity(b), place(b)}, a, b, pairs);
}

isl::map Matcher::withAssumptions(Key key, const Piece& a, const Piece& b, const isl::map& pairs) {
  const auto known = known_.find(key);
  if (known != known_.end() && pairs.is_subset(known->second.asked)) return pairs.intersect(known->second.proved);
  for (size_t i = 0; i < frames_.size(); ++i) {
    Frame& f = frames_[i];
    if (f.key != key) continue;
    f.used = true;
    f.requested = f.requested.unite(pairs).coalesce();
    lowestUsed_ = std::min(lowestUsed_, i);
    return pairs.intersect(f.assumed);
  }
  const size_t outerUsed = lowestUsed_, own = frames_.size();
  lowestUsed_ = own;
  isl::map asked = pairs, proved = emptyLike(pairs);
  frames_.push_back({key, asked, emptyLike(pairs), false});
  ++depth_;
  bool confirmed = false;
  const size_t mark = recording_ ? recording_->mark() : 0;
  for (int round = 0; round < kMaxRounds && !confirmed; ++round) {
    if (recording_) recording_->forget(mark);
    frames_[own].requested = emptyLike(pairs);
    frames_[own].used = false;
    proved = compute(a, b, asked);
    const Frame& f = frames_[own];
    if (!f.used || f.requested.intersect(f.assumed).is_subset(proved)) {
      // What was requested beyond the question was not assumed; asking more may prove more.
      confirmed = !f.used || f.requested.is_subset(asked) || pairs.is_subset(proved) || round >= kWideningRounds;
      if (confirmed) break;
    }
    if (round < kWideningRounds && !f.requested.is_subset(asked)) {
      // A recurrence that asks for one execution more each time is asked of all that have something in common.
      const isl::map more = asked.unite(f.requested);
      asked = (round == 0 ? widened(more) : extended(more)).intersect_domain(a.whole).intersect_range(b.whole);
      frames_[own].assumed = asked;
    } else {
      frames_[own].assumed = proved;
    }
  }
  --depth_;
  frames_.pop_back();
  if (!confirmed) proved = emptyLike(pairs);
  const bool independent = lowestUsed_ >= own;
  lowestUsed_ = std::min(outerUsed, lowestUsed_);
  if (recording_ && !confirmed) recording_->forget(mark);
  if (recording_ && independent) recording_->keep(mark);
  if (independent) {
    const auto [it, isNew] = known_.try_emplace(key, Known{asked, proved});
    if (!isNew) it->second = {it->second.asked.unite(asked).coalesce(), it->second.proved.unite(proved).coalesce()};
  }
  return pairs.intersect(proved);
}

// An operation whose operands are not made by the same one.
bool Matcher::ofTwo(Heads& heads, const Piece& piece) {
  const auto* b = piece.kind == Kind::Operation ? piece.term.as<Binary>() : nullptr;
  if (!b) return false;
  for (const Expr& operand : {b->a, b->b})
    for (const Piece& inner : heads.of(piece.statement, operand, piece.path.range()))
      if (inner.kind == Kind::Unknown || operationOf(inner) == b->op) return false;
  return true;
}

isl::map Matcher::compute(const Piece& a, const Piece& b, const isl::map& pairs) {
  isl::map proved = emptyLike(pairs);
  asked_.emplace_back(nameOf(first_, a), nameOf(second_, b));
  if (a.kind == Kind::Operation && b.kind == Kind::Operation) proved = equalOperations(a, b, pairs);
  if (recording_ && !proved.is_empty()) recording_->addOperands(a, b, proved);
  for (const std::optional<BinaryOp>& op : {operationOf(a), operationOf(b)}) {
    if (!op || pairs.is_subset(proved)) continue;
    const bool both = operationOf(a) == operationOf(b);
    if (both && ofTwo(first_, a) && ofTwo(second_, b)) break;  // their operands were compared
    // Asked of all pairs, because what is left of them is a relation of many parts.
    proved = proved.unite(equalSums(*op, a, b, pairs, proved)).coalesce();
    if (both) break;
  }
  asked_.pop_back();
  if (!pairs.is_subset(proved)) note(a, b);
  return proved;
}

isl::map Matcher::equalLeaves(const Piece& a, const Piece& b, const isl::map& pairs) {
  const isl::map none = emptyLike(pairs);
  if (a.kind != b.kind) return none;
  switch (a.kind) {
    case Kind::Integer:
      return pairs.intersect(equating(a.value, b.value));
    case Kind::Real:
      return a.real == b.real && std::signbit(a.real) == std::signbit(b.real) && a.type == b.type ? pairs : none;
    case Kind::Scalar: {
      const std::string *x = first_.equations().sizeName(*a.term.as<Var>()),
                        *y = second_.equations().sizeName(*b.term.as<Var>());
      return x && y && *x == *y ? pairs : none;
    }
    case Kind::Input:
      return a.parameter == b.parameter ? pairs.intersect(equating(a.value, b.value)) : none;
    default:
      return none;
  }
}

isl::map Matcher::equalOperations(const Piece& a, const Piece& b, const isl::map& pairs) {
  const isl::map none = emptyLike(pairs);
  if (a.type != b.type) return none;
  if (isChoice(a.term) && isChoice(b.term)) {
    const std::vector<Expr> x = partsOfChoice(a.term), y = partsOfChoice(b.term);
    isl::map left = pairs;
    for (size_t i = 0; i < 3; ++i) left = equalTerms(a.statement, x[i], b.statement, y[i], left);
    return left;
  }
  if (a.term.as<Binary>() && b.term.as<Binary>()) return equalBinary(a, b, pairs);
  if (a.term.as<Call>() && b.term.as<Call>()) return equalCalls(a, b, pairs);
  if (const auto *x = a.term.as<Not>(), *y = b.term.as<Not>(); x && y)
    return equalTerms(a.statement, x->value, b.statement, y->value, pairs);
  if (const auto *x = a.term.as<Cast>(), *y = b.term.as<Cast>(); x && y) {
    const DataType from = x->value.dtype(), also = y->value.dtype();
    if (from != also && !(from.isInt() && also.isInt())) return none;
    return equalTerms(a.statement, x->value, b.statement, y->value, pairs);
  }
  if (const auto *x = a.term.as<IntImm>(), *y = b.term.as<IntImm>(); x && y) return x->value == y->value ? pairs : none;
  const auto *x = a.term.as<BufferLoad>(), *y = b.term.as<BufferLoad>();
  if (!x || !y || a.parameter != b.parameter || a.parameter < 0) return none;
  const std::vector<Expr> i = first_.equations().placeOf(*x).indices, j = second_.equations().placeOf(*y).indices;
  isl::map left = i.size() == j.size() ? pairs : none;
  for (size_t k = 0; k < i.size(); ++k) left = equalTerms(a.statement, i[k], b.statement, j[k], left);
  return left;
}

isl::map Matcher::equalBinary(const Piece& a, const Piece& b, const isl::map& pairs) {
  const Binary x = normal(*a.term.as<Binary>()), y = normal(*b.term.as<Binary>());
  if (x.op != y.op || x.a.dtype() != y.a.dtype()) return emptyLike(pairs);
  const isl::map straight =
      equalTerms(a.statement, x.b, b.statement, y.b, equalTerms(a.statement, x.a, b.statement, y.a, pairs));
  if (!commutes(x.op)) return straight;
  if (pairs.is_subset(straight)) return straight;
  const isl::map crossed =
      equalTerms(a.statement, x.b, b.statement, y.a, equalTerms(a.statement, x.a, b.statement, y.b, pairs));
  return straight.unite(crossed).coalesce();
}

isl::map Matcher::equalCalls(const Piece& a, const Piece& b, const isl::map& pairs) {
  const auto *x = a.term.as<Call>(), *y = b.term.as<Call>();
  if (!(x->op == y->op) || x->args.size() != y->args.size()) return emptyLike(pairs);
  isl::map left = pairs;
  for (size_t i = 0; i < x->args.size(); ++i) {
    if (x->args[i].dtype() != y->args[i].dtype()) return emptyLike(pairs);
    left = equalTerms(a.statement, x->args[i], b.statement, y->args[i], left);
  }
  return left;
}

std::string Matcher::nameOf(Heads& heads, const Piece& p) {
  const Equations& e = heads.equations();
  if (p.memory >= 0) return e.memories()[static_cast<size_t>(p.memory)].name;
  const Statement& s = e.statements()[p.statement];
  return s.block.empty() ? e.memories()[static_cast<size_t>(s.memory)].name : s.block;
}

void Matcher::note(const Piece& a, const Piece& b) {
  if (!obstacle_) obstacle_ = unmatched(nameOf(first_, a), nameOf(second_, b));
}

Obstacle Matcher::unmatched(const std::string& first, const std::string& second) {
  return {say("a value of {0} was not matched with one of {1}", Ident(first), Ident(second)),
          say("prove the steps between the two programs one by one")};
}

}  // namespace lw::prove
