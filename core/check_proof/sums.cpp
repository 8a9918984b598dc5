// Sums: what a program adds, and whether a certificate relates all of it one to one.
#include <isl/map.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/check_proof/checker.h"
#include "core/ir/ops.h"

namespace lw::check_proof {
namespace {

using prove::emptyLike;
using prove::toImage;
using prove::withImage;

constexpr int kMostDepth = 24;  // of constants
constexpr double kLeast = -std::numeric_limits<double>::infinity();
constexpr size_t kMostSummands = 64;
constexpr int kMostNested = 300;  // sums in sums

// Adding a value twice changes nothing.
bool idempotent(BinaryOp op) { return op != BinaryOp::Add && op != BinaryOp::Mul; }

bool isNeutral(BinaryOp op, DataType type, double value) {
  const bool fits = type.bits <= 32;
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Or:
      return value == 0;
    case BinaryOp::Mul:
    case BinaryOp::And:
      return value == 1;
    case BinaryOp::Max:
      return type.isFloat() ? std::isinf(value) && value < 0 : fits && value == static_cast<double>(minValueOf(type));
    case BinaryOp::Min:
      return type.isFloat() ? std::isinf(value) && value > 0 : fits && value == static_cast<double>(maxValueOf(type));
    default:
      return false;
  }
}

// Of small integers, which every type holds exactly.
std::optional<double> result(BinaryOp op, double a, double b) {
  std::optional<double> value;
  if (op == BinaryOp::Add) value = a + b;
  if (op == BinaryOp::Sub) value = a - b;
  if (op == BinaryOp::Mul) value = a * b;
  if (op == BinaryOp::Max) value = std::max(a, b);
  if (op == BinaryOp::Min) value = std::min(a, b);
  return value && std::fabs(*value) <= 100 && *value == std::trunc(*value) ? value : std::nullopt;
}

// {[[x -> y] -> a]} of {[x -> y] -> [a -> b]}, and {[[x -> y] -> b]}.
isl::set firsts(const isl::map& match) { return match.uncurry().domain(); }
isl::set seconds(const isl::map& match) { return match.range_reverse().uncurry().domain(); }

}  // namespace

std::optional<isl::map> Side::toClaims(const Piece& piece) {
  return piece.kind == Piece::Kind::Input ? std::optional(piece.value) : std::nullopt;
}

std::string Side::placeOf(const Piece& p) const {
  const Statement* s = p.memory >= 0 ? nullptr : &equations.statements()[p.statement];
  if (s && !s->block.empty()) return s->block;
  return equations.memories()[static_cast<size_t>(s ? s->memory : p.memory)].name;
}

std::optional<BinaryOp> Side::operationOf(const Piece& piece) {
  if (piece.kind == Piece::Kind::Sum) return piece.chain->op;
  const auto* b = piece.kind == Piece::Kind::Operation ? piece.term.as<Binary>() : nullptr;
  return b && !prove::signOf(b->op).empty() ? std::optional(b->op) : std::nullopt;
}

// ---- what is added ----

std::optional<std::vector<Summand>> Side::summands(BinaryOp op, const Piece& piece, const isl::set& where,
                                                   bool outermost) {
  std::vector<Summand> all;
  tooDeep_ = false;
  outermost_ = outermost;
  addPiece(op, piece, where.identity(), where.identity(), all);
  return tooDeep_ || all.size() > kMostSummands ? std::nullopt : std::optional(std::move(all));
}

void Side::addPiece(BinaryOp op, const Piece& piece, const isl::map& path, const isl::map& execution,
                    std::vector<Summand>& to) {
  tooDeep_ = tooDeep_ || depth_ >= kMostNested || to.size() > kMostSummands;
  if (tooDeep_) return;
  ++depth_;
  if (operationOf(piece) != op || (outermost_ && depth_ > 1 && piece.kind == Piece::Kind::Sum)) {
    to.push_back({path, execution, piece});
  } else if (piece.kind == Piece::Kind::Sum) {
    addChain(op, piece, path, execution, to);
  } else {
    const Binary& b = *piece.term.as<Binary>();
    addTerm(op, piece.type, piece.statement, b.a, path, execution, to);
    addTerm(op, piece.type, piece.statement, b.b, path, execution, to);
  }
  --depth_;
}

void Side::addTerm(BinaryOp op, DataType type, size_t statement, const Expr& term, const isl::map& path,
                   const isl::map& execution, std::vector<Summand>& to) {
  for (const Piece& piece : heads.of(statement, term, execution.range())) {
    const isl::map inner = execution.apply_range(piece.path), outer = path.intersect_range(inner.domain());
    if (outer.is_empty()) continue;
    if (piece.type == type)
      addPiece(op, piece, outer, inner, to);
    else
      to.push_back({outer, inner, piece});
  }
}

void Side::addChain(BinaryOp op, const Piece& piece, const isl::map& path, const isl::map& execution,
                    std::vector<Summand>& to) {
  const Chain& chain = *piece.chain;
  const auto valueOf = [&](size_t s) { return equations.statements()[s].value; };
  for (const auto& [writer, relation] : chain.base) {
    const isl::map inner = execution.apply_range(relation), outer = path.intersect_range(inner.domain());
    if (!outer.is_empty()) addTerm(op, piece.type, writer, valueOf(writer), outer, inner, to);
  }
  prove::Definitions untouched;
  untouched.initial = chain.initial;
  for (const Piece& initial : heads.of(untouched, piece.value.intersect_domain(chain.initial), piece.memory)) {
    const isl::map inner = execution.apply_range(initial.path), outer = path.intersect_range(inner.domain());
    if (!outer.is_empty()) to.push_back({outer, inner, initial});
  }
  for (const auto& [update, relation] : chain.updates) {
    const isl::map reached = execution.apply_range(relation);
    isl::map outer = path.apply_range(withImage(reached)), inner = toImage(reached);
    if (outer.is_empty()) continue;
    // Where an execution is added to one sum at most, it is the tuple.
    if (outer.apply_range(withImage(inner)).range_reverse().uncurry().is_single_valued()) {
      outer = outer.apply_range(inner);
      inner = outer.range().identity();
    }
    addTerm(op, piece.type, update, equations.statements()[update].operand, outer, inner, to);
  }
}

// ---- what adds nothing ----

Side::Constants Side::constants(size_t statement, const Expr& term, const isl::set& where, int depth) {
  Constants all;
  for (const Piece& piece : heads.of(statement, term, where))
    for (const auto& [set, value] : constants(piece, piece.path.range(), depth))
      all.emplace_back(piece.path.intersect_range(set).domain(), value);
  return all;
}

Side::Constants Side::constants(const Piece& piece, const isl::set& where, int depth) {
  Constants all;
  if (where.is_empty() || depth >= kMostDepth) return all;
  if (piece.kind == Piece::Kind::Real) return {{where, piece.real}};
  if (piece.kind == Piece::Kind::Integer) {
    const auto* number = piece.term.as<IntImm>();
    return number ? Constants{{where, static_cast<double>(number->value)}} : all;
  }
  if (piece.kind != Piece::Kind::Operation) return all;
  if (const auto* c = piece.term.as<Cast>())
    for (const auto& [set, value] : constants(piece.statement, c->value, where, depth + 1))
      if (value == 0 || value == 1) all.emplace_back(set, value);
  const auto* call = piece.term.as<Call>();
  if (call && call->op == Intrinsic::Exp && piece.type.isFloat())
    for (const auto& [set, value] : constants(piece.statement, call->args[0], where, depth + 1))
      if (value == kLeast) all.emplace_back(set, 0);
  const auto* b = piece.term.as<Binary>();
  if (!b) return all;
  const Constants left = constants(piece.statement, b->a, where, depth + 1),
                  right = constants(piece.statement, b->b, where, depth + 1);
  for (const auto& [x, v] : left)
    for (const auto& [y, w] : right)
      if (const std::optional<double> value = result(b->op, v, w)) all.emplace_back(x.intersect(y), *value);
  if (b->op == BinaryOp::Mul && piece.type.isInteger())
    for (const Constants* factors : {&left, &right})
      for (const auto& [set, value] : *factors)
        if (value == 0) all.emplace_back(set, 0);
  if (finite_ && piece.type.isFloat()) addConstantsOfFinite(b->op, left, right, all);
  return all;
}

// Finite numbers times 0 are 0, and minus infinity less a finite number stays what it is.
void Side::addConstantsOfFinite(BinaryOp op, const Constants& left, const Constants& right, Constants& to) {
  const auto stays = [&](const Constants& some, double value, const Constants& others) {
    for (const auto& [set, constant] : some) {
      if (constant != value) continue;
      isl::set finite = set;
      for (const auto& [part, also] : others)
        if (!std::isfinite(also)) finite = finite.subtract(part);
      to.emplace_back(finite, value);
    }
  };
  if (op == BinaryOp::Mul) stays(left, 0, right), stays(right, 0, left);
  if (op == BinaryOp::Sub) stays(left, kLeast, right);
}

isl::set Side::neutral(BinaryOp op, const Summand& summand, const isl::set& where) {
  isl::set all = emptyLike(where);
  for (const auto& [set, value] : constants(summand.piece, where, 0))
    if (isNeutral(op, summand.piece.type, value)) all = all.unite(set);
  return all;
}

// ---- what the certificate relates ----

bool Checker::bySum(const Certificate::Claim& claim, BinaryOp op, const Piece& x, const Piece& y,
                    const isl::map& pairs) {
  const auto first = a_.summands(op, x, pairs.domain(), claim.outermost),
             second = b_.summands(op, y, pairs.range(), claim.outermost);
  if (!first || !second) return false;
  const std::vector<Summand>&as = *first, &bs = *second;
  std::vector<isl::set> leftA, leftB;  // {[[x -> y] -> a]} that have no partner yet
  for (const Summand& s : as) leftA.push_back(withImage(pairs).reverse().apply_range(s.path).wrap());
  for (const Summand& s : bs) leftB.push_back(toImage(pairs).apply_range(s.path).wrap());
  const std::vector<isl::set> allA = leftA, allB = leftB;
  std::vector<isl::map> matches;
  for (const Certificate::Pairing& p : claim.pairings) {
    if (p.first >= as.size() || p.second >= bs.size()) return false;
    const Summand &s = as[p.first], &t = bs[p.second];
    if (s.piece.type != t.piece.type) return false;
    const isl::map match = relationOf(p.relation);
    const isl::set ofA = firsts(match), ofB = seconds(match);
    const bool once = !idempotent(op);
    if (!ofA.is_subset((once ? leftA : allA)[p.first]) || !ofB.is_subset((once ? leftB : allB)[p.second])) return false;
    if (once && !(match.uncurry().is_single_valued() && match.range_reverse().uncurry().is_single_valued()))
      return false;
    const isl::map asked = s.execution.reverse().apply_range(match.range().unwrap()).apply_range(t.execution);
    if (!equal(s.piece, t.piece, asked)) return false;
    leftA[p.first] = leftA[p.first].subtract(ofA);
    leftB[p.second] = leftB[p.second].subtract(ofB);
    matches.push_back(match);
  }
  const auto addsNothing = [&](Side& side, const Summand& s, const isl::set& left) {
    if (left.is_empty()) return true;
    const isl::map open = left.unwrap();
    const isl::set nothing = side.neutral(op, s, open.range().apply(s.execution));
    return open.range().is_subset(s.execution.intersect_range(nothing).domain());
  };
  for (size_t i = 0; i < as.size(); ++i)
    if (!addsNothing(a_, as[i], leftA[i])) return false;
  for (size_t i = 0; i < bs.size(); ++i)
    if (!addsNothing(b_, bs[i], leftB[i])) return false;
  if (!x.type.isFloat() || idempotent(op)) return true;
  return checkOrder(claim, op, x, y, matches, as.size() == 2 && bs.size() == 2);
}

// ---- in which order ----

const Statement* Side::inOrder(const Piece& piece) const {
  if (piece.kind != Piece::Kind::Sum || piece.chain->updates.size() != 1) return nullptr;
  const Statement& s = equations.statements()[piece.chain->updates[0].first];
  if (!s.plainUpdate) return nullptr;
  for (size_t depth = 0; depth < s.loops.size(); ++depth) {
    const bool anyOrder = s.loops[depth].kind == ForKind::ThreadBinding || s.atomic;
    const isl::map same = s.write.apply_range(s.write.reverse());
    if (anyOrder && !same.intersect(prove::otherIteration(s, s, depth)).is_empty()) return nullptr;
  }
  return &s;
}

// Each sum starts from one value, and one statement adds the rest.
bool Checker::checkOrder(const Certificate::Claim& claim, BinaryOp op, const Piece& x, const Piece& y,
                         const std::vector<isl::map>& matches, bool ofTwo) {
  if (!claim.ordered) {
    sums_.insert({a_.placeOf(x), b_.placeOf(y), std::string(prove::signOf(op)), toString(x.type)});
    return true;
  }
  const Statement *s = a_.inOrder(x), *t = b_.inOrder(y);
  if (!s || !t || !ofTwo) return false;
  for (size_t i = 0; i < matches.size(); ++i) {
    const Certificate::Pairing& p = claim.pairings[i];
    if (p.first != p.second) return false;
    if (p.first == 0) continue;  // what both start from
    const isl::map tuples = matches[i].range().unwrap();
    if (!tuples.domain().space().is_equal(s->domain.space()) || !tuples.range().space().is_equal(t->domain.space()))
      return false;
    // No pair of terms is added in one order here and in the other order there.
    const isl::map loops = s->loopsAt.as_map().intersect_domain(s->domain),  // the time of one statement
        others = t->loopsAt.as_map().intersect_domain(t->domain);
    const isl::map later = isl::manage(isl_map_lex_ge_map(others.copy(), others.copy()));
    const isl::map crossed = prove::before(loops, loops).product(later);  // [a -> b] -> [a' -> b']
    const isl::map both = matches[i].range_product(matches[i]);
    if (!both.intersect_range(crossed.wrap()).is_empty()) return false;
  }
  return true;
}

}  // namespace lw::check_proof
