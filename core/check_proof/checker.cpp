// Outputs and claims: each is derived from others by one step.
#include "core/check_proof/checker.h"

#include <cmath>

#include "core/prove/correspondence.h"

namespace lw::check_proof {
namespace {

using prove::elementsOf;
using prove::emptyLike;

bool deep(const Piece& p) { return p.kind == Piece::Kind::Operation || p.kind == Piece::Kind::Sum; }

bool commutes(BinaryOp op) {
  return prove::sumOperation(prove::signOf(op)) || op == BinaryOp::EQ || op == BinaryOp::NE;
}

// The three parts of a choice; empty: it is none.
std::vector<Expr> choice(const Expr& e) {
  if (const auto* s = e.as<Select>()) return {s->condition, s->whenTrue, s->whenFalse};
  const auto* c = e.as<Call>();
  return c && c->op == Intrinsic::IfThenElse ? c->args : std::vector<Expr>();
}

// One of two ways to write the same comparison.
Binary upwards(Binary b) {
  if (b.op != BinaryOp::GT && b.op != BinaryOp::GE) return b;
  std::swap(b.a, b.b);
  b.op = b.op == BinaryOp::GT ? BinaryOp::LT : BinaryOp::LE;
  return b;
}

}  // namespace

void requireFlat(const std::string& formula) {
  constexpr int kMostNested = 100;
  int depth = 0, deepest = 0, run = 0, longest = 0;  // brackets; signs in a row
  for (const char c : formula) {
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    run = c == '-' || c == '!' ? run + 1 : c == ' ' ? run : 0;
    deepest = std::max(deepest, depth);
    longest = std::max(longest, run);
  }
  if (std::max(deepest, longest) > kMostNested)
    isl::exception::throw_error(isl_error_invalid, "the formula is nested too deep", __FILE__, __LINE__);
}

std::optional<Message> Checker::check(size_t parameters) {
  for (size_t i = 0; i < certificate_.claims.size(); ++i)
    index_[{certificate_.claims[i].first, certificate_.claims[i].second}].push_back(i);
  bool compared = false;
  for (size_t i = 0; i < parameters; ++i) {
    const int x = prove::memoryOf(a_.equations, static_cast<int>(i)),
              y = prove::memoryOf(b_.equations, static_cast<int>(i));
    if (x < 0 || y < 0 || (!a_.equations.writes(x) && !b_.equations.writes(y))) continue;
    compared = true;
    const isl::map all = elementsOf(a_.equations, x).identity();
    const isl::map pairs = prove::renamed(all, b_.equations.memories()[static_cast<size_t>(y)].tuple);
    const isl::map others = pairs.range().identity();
    if (!equal(a_.heads.of(a_.equations.atEnd(all, x), all, x), b_.heads.of(b_.equations.atEnd(others, y), others, y),
               pairs))
      return say("the claims do not cover {0}", Ident(a_.equations.memories()[static_cast<size_t>(x)].name));
  }
  if (!compared) return say("neither function writes to an array that it is given");
  while (!open_.empty()) {
    const Certificate::Claim& claim = certificate_.claims[open_.back()];
    open_.pop_back();
    if (std::optional<Message> problem = verify(claim)) return problem;
  }
  return std::nullopt;
}

// ---- what claims say ----

isl::map Checker::relationOf(const std::string& text) {
  const auto known = relations_.find(text);
  if (known != relations_.end()) return known->second;
  requireFlat(text);
  return relations_.emplace(text, isl::map(a_.equations.context(), text)).first->second;
}

// All that is claimed of two terms; the claims are verified later.
std::optional<isl::map> Checker::claimed(const std::string& x, const std::string& y) {
  const auto found = index_.find({x, y});
  if (found == index_.end()) return std::nullopt;
  const auto known = tables_.find(found->first);
  if (known != tables_.end()) return known->second;
  std::optional<isl::map> all;
  for (size_t i : found->second) {
    const isl::map one = relationOf(certificate_.claims[i].relation);
    all = all ? all->unite(one) : one;
    if (used_.insert(i).second) open_.push_back(i);
  }
  return tables_.emplace(found->first, all->coalesce()).first->second;
}

bool Checker::equal(const Piece& x, const Piece& y, const isl::map& pairs) {
  if (pairs.is_empty()) return true;
  if (!deep(x) && !deep(y)) return equalLeaves(x, y, pairs);
  const std::string first = a_.names.nameOf(x), second = b_.names.nameOf(y);
  const std::optional<isl::map> all = first.empty() || second.empty() ? std::nullopt : claimed(first, second);
  if (!all) return false;
  isl::map asked = pairs;
  if (const std::optional<isl::map> elements = Side::toClaims(x)) asked = elements->reverse().apply_range(asked);
  if (const std::optional<isl::map> elements = Side::toClaims(y)) asked = asked.apply_range(*elements);
  return asked.is_subset(*all);
}

bool Checker::equal(const std::vector<Piece>& x, const std::vector<Piece>& y, const isl::map& pairs) {
  // Each execution is in one of the pieces.
  const auto whole = [](const std::vector<Piece>& pieces, const isl::set& executions) {
    if (pieces.size() == 1 && pieces.front().untouched) return true;
    isl::set in = emptyLike(executions);
    for (const Piece& p : pieces) in = in.unite(p.path.domain());
    return executions.is_subset(in);
  };
  if (!whole(x, pairs.domain()) || !whole(y, pairs.range())) return false;
  for (const Piece& p : x)
    for (const Piece& q : y) {
      isl::map inner = p.untouched ? pairs : p.path.reverse().apply_range(pairs);
      if (!q.untouched) inner = inner.apply_range(q.path);
      if (!equal(p, q, inner)) return false;
    }
  return true;
}

bool Checker::equalTerms(size_t s, const Expr& x, size_t t, const Expr& y, const isl::map& pairs) {
  return pairs.is_empty() || equal(a_.heads.of(s, x, pairs.domain()), b_.heads.of(t, y, pairs.range()), pairs);
}

bool Checker::equalLeaves(const Piece& x, const Piece& y, const isl::map& pairs) const {
  using Kind = Piece::Kind;
  if (x.kind != y.kind) return false;
  if (x.kind == Kind::Integer || x.kind == Kind::Input) {
    // All pairs of numbers, or of elements, are pairs of the same.
    if (x.kind == Kind::Input && x.parameter != y.parameter) return false;
    return pairs.is_subset(prove::equating(x.value, y.value));
  }
  if (x.kind == Kind::Real) return x.type == y.type && x.real == y.real && std::signbit(x.real) == std::signbit(y.real);
  if (x.kind != Kind::Scalar) return false;
  const std::string *n = a_.equations.sizeName(*x.term.as<Var>()), *m = b_.equations.sizeName(*y.term.as<Var>());
  return n && m && *n == *m;
}

isl::map Checker::partOf(size_t s, const Expr& x, size_t t, const Expr& y, const isl::map& pairs) {
  isl::map all = emptyLike(pairs);
  if (pairs.is_empty()) return all;
  for (const Piece& p : a_.heads.of(s, x, pairs.domain()))
    for (const Piece& q : b_.heads.of(t, y, pairs.range())) {
      const isl::map inner = p.path.reverse().apply_range(pairs).apply_range(q.path);
      if (inner.is_empty()) continue;
      isl::map same = inner;
      const std::optional<isl::map> claims =
          deep(p) || deep(q) ? claimed(a_.names.nameOf(p), b_.names.nameOf(q)) : std::nullopt;
      if (claims && !Side::toClaims(p) && !Side::toClaims(q))
        same = inner.intersect(*claims);
      else if (!equal(p, q, inner))
        continue;
      all = all.unite(pairs.intersect(p.path.apply_range(same).apply_range(q.path.reverse())));
    }
  return all;
}

// ---- whether a claim holds ----

std::optional<Message> Checker::verify(const Certificate::Claim& claim) {
  const std::optional<Piece> x = a_.names.named(claim.first, a_.heads), y = b_.names.named(claim.second, b_.heads);
  const Message refused = say("the claim of {0} and {1} does not follow", Ident(claim.first), Ident(claim.second));
  if (!x || !y) return refused;
  // Nothing is asked of executions that do not exist.
  const isl::map relation =
      relationOf(claim.relation).intersect_domain(x->path.domain()).intersect_range(y->path.domain());
  if (claim.operation.empty()) {
    const bool both = x->kind == Piece::Kind::Operation && y->kind == Piece::Kind::Operation;
    return both && byOperands(*x, *y, relation) ? std::nullopt : std::optional(refused);
  }
  const std::optional<BinaryOp> op = prove::sumOperation(claim.operation);
  // A step leads on in one of the programs at least.
  const bool leads = op && (Side::operationOf(*x) == op || Side::operationOf(*y) == op);
  return leads && x->type == y->type && bySum(claim, *op, *x, *y, relation) ? std::nullopt : std::optional(refused);
}

bool Checker::byList(size_t s, const std::vector<Expr>& x, size_t t, const std::vector<Expr>& y,
                     const isl::map& pairs) {
  bool all = x.size() == y.size();
  for (size_t i = 0; i < x.size() && all; ++i) all = equalTerms(s, x[i], t, y[i], pairs);
  return all;
}

bool Checker::byOperands(const Piece& x, const Piece& y, const isl::map& pairs) {
  if (x.type != y.type) return false;
  const std::vector<Expr> parts = choice(x.term), others = choice(y.term);
  if (parts.empty() != others.empty()) return false;
  if (!parts.empty()) return byList(x.statement, parts, y.statement, others, pairs);
  if (x.term.as<Binary>() && y.term.as<Binary>()) return byBinary(x, y, pairs);
  if (const auto *c = x.term.as<Call>(), *d = y.term.as<Call>(); c && d) {
    bool alike = c->op == d->op && c->args.size() == d->args.size();
    for (size_t i = 0; alike && i < c->args.size(); ++i) alike = c->args[i].dtype() == d->args[i].dtype();
    return alike && byList(x.statement, c->args, y.statement, d->args, pairs);
  }
  if (const auto *n = x.term.as<Not>(), *m = y.term.as<Not>(); n && m)
    return equalTerms(x.statement, n->value, y.statement, m->value, pairs);
  if (const auto *c = x.term.as<Cast>(), *d = y.term.as<Cast>(); c && d) {
    const DataType from = c->value.dtype(), also = d->value.dtype();
    return (from == also || (from.isInt() && also.isInt())) &&
           equalTerms(x.statement, c->value, y.statement, d->value, pairs);
  }
  if (const auto *n = x.term.as<IntImm>(), *m = y.term.as<IntImm>(); n && m) return n->value == m->value;
  const auto *load = x.term.as<BufferLoad>(), *other = y.term.as<BufferLoad>();
  return load && other && x.parameter >= 0 && x.parameter == y.parameter &&
         byList(x.statement, a_.equations.placeOf(*load).indices, y.statement, b_.equations.placeOf(*other).indices,
                pairs);
}

bool Checker::byBinary(const Piece& x, const Piece& y, const isl::map& pairs) {
  const Binary b = upwards(*x.term.as<Binary>()), c = upwards(*y.term.as<Binary>());
  if (b.op != c.op || b.a.dtype() != c.a.dtype()) return false;
  if (byList(x.statement, {b.a, b.b}, y.statement, {c.a, c.b}, pairs)) return true;
  if (!commutes(b.op)) return false;
  if (byList(x.statement, {b.a, b.b}, y.statement, {c.b, c.a}, pairs)) return true;
  // Some executions in the one order, the others in the other one.
  const isl::map straight =
      partOf(x.statement, b.b, y.statement, c.b, partOf(x.statement, b.a, y.statement, c.a, pairs));
  return byList(x.statement, {b.a, b.b}, y.statement, {c.b, c.a}, pairs.subtract(straight));
}

}  // namespace lw::check_proof
