// Sums: all that is added, with how often, and one-to-one relations between what two programs add.
#include <isl/map.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ir/ops.h"
#include "core/prove/matcher.h"

namespace lw::prove {
namespace {

using Kind = Piece::Kind;
constexpr int kMaxConstantDepth = 24;
constexpr double kLeast = -std::numeric_limits<double>::infinity();

bool repeatable(BinaryOp op) {
  return op == BinaryOp::Min || op == BinaryOp::Max || op == BinaryOp::And || op == BinaryOp::Or;
}

bool isNeutral(BinaryOp op, DataType type, double value) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Or:
      return value == 0;
    case BinaryOp::Mul:
    case BinaryOp::And:
      return value == 1;
    case BinaryOp::Max:
      return type.isFloat() ? value == -std::numeric_limits<double>::infinity()
                            : type.bits <= 32 && value == static_cast<double>(minValueOf(type));
    case BinaryOp::Min:
      return type.isFloat() ? value == std::numeric_limits<double>::infinity()
                            : type.bits <= 32 && value == static_cast<double>(maxValueOf(type));
    default:
      return false;
  }
}

bool adds(const Piece& piece, BinaryOp op) { return piece.kind == Kind::Sum && piece.chain->op == op; }

// Small results are exact in every type; others are not needed to find neutral terms.
std::optional<double> folded(BinaryOp op, double a, double b) {
  double result = 0;
  switch (op) {
    case BinaryOp::Add:
      result = a + b;
      break;
    case BinaryOp::Sub:
      result = a - b;
      break;
    case BinaryOp::Mul:
      result = a * b;
      break;
    case BinaryOp::Max:
      result = std::max(a, b);
      break;
    case BinaryOp::Min:
      result = std::min(a, b);
      break;
    default:
      return std::nullopt;
  }
  return std::fabs(result) <= 100 && result == std::trunc(result) ? std::optional(result) : std::nullopt;
}

}  // namespace

// ---- what is added ----

void Matcher::summandsOfTerm(Heads& heads, BinaryOp op, DataType type, size_t statement, const Expr& term,
                             const isl::map& path, const isl::map& execution, std::vector<Summand>& to) {
  for (Piece& piece : heads.of(statement, term, execution.range())) {
    const isl::map inner = execution.apply_range(piece.path);
    const isl::map outer = path.intersect_range(inner.domain());
    if (outer.is_empty()) continue;
    if (piece.type == type)
      summands(heads, op, piece, outer, inner, to);
    else
      to.push_back({outer, inner, std::move(piece)});
  }
}

void Matcher::summands(Heads& heads, BinaryOp op, const Piece& piece, const isl::map& path, const isl::map& execution,
                       std::vector<Summand>& to) {
  const auto* b = piece.kind == Kind::Operation ? piece.term.as<Binary>() : nullptr;
  ++summandDepth_;
  if (b && b->op == op) {
    summandsOfTerm(heads, op, piece.type, piece.statement, b->a, path, execution, to);
    summandsOfTerm(heads, op, piece.type, piece.statement, b->b, path, execution, to);
  } else if (piece.kind == Kind::Sum && piece.chain->op == op && !(outermost_ && summandDepth_ > 1)) {
    summandsOfChain(heads, piece, path, execution, to);
  } else {
    to.push_back({path, execution, piece});
  }
  --summandDepth_;
}

void Matcher::summandsOfChain(Heads& heads, const Piece& piece, const isl::map& path, const isl::map& execution,
                              std::vector<Summand>& to) {
  const Chain& chain = *piece.chain;
  const std::vector<Statement>& statements = heads.equations().statements();
  for (const auto& [writer, relation] : chain.base) {
    const isl::map inner = execution.apply_range(relation);
    const isl::map outer = path.intersect_range(inner.domain());
    if (!outer.is_empty())
      summandsOfTerm(heads, chain.op, piece.type, writer, statements[writer].value, outer, inner, to);
  }
  Definitions untouched;
  untouched.initial = chain.initial;
  for (Piece& initial : heads.of(untouched, piece.value.intersect_domain(chain.initial), piece.memory)) {
    const isl::map inner = execution.apply_range(initial.path);
    const isl::map outer = path.intersect_range(inner.domain());
    if (!outer.is_empty()) to.push_back({outer, inner, std::move(initial)});
  }
  for (const auto& [update, relation] : chain.updates) {
    const isl::map reached = execution.apply_range(relation);
    isl::map outer = path.apply_range(withImage(reached)), inner = toImage(reached);
    if (outer.is_empty()) continue;
    // The execution tells which term of which sum it is: the tuple needs no more than it.
    if (outer.apply_range(withImage(inner)).range_reverse().uncurry().is_single_valued()) {
      outer = outer.apply_range(inner);
      inner = outer.range().identity();
    }
    summandsOfTerm(heads, chain.op, piece.type, update, statements[update].operand, outer, inner, to);
  }
}

// ---- constants ----

Matcher::Constants Matcher::constants(Heads& heads, size_t statement, const Expr& term, const isl::set& where) {
  Constants all;
  for (const Piece& piece : heads.of(statement, term, where))
    for (const auto& [set, value] : constants(heads, piece, piece.path.range()))
      all.emplace_back(piece.path.intersect_range(set).domain(), value);
  return all;
}

// Where a piece is a constant, and which.
Matcher::Constants Matcher::constants(Heads& heads, const Piece& piece, const isl::set& where) {
  Constants all;
  if (where.is_empty() || constantDepth_ >= kMaxConstantDepth) return all;
  if (piece.kind == Kind::Real) all.emplace_back(where, piece.real);
  if (piece.kind == Kind::Integer) {
    const auto* number = piece.term.as<IntImm>();
    if (number) all.emplace_back(where, static_cast<double>(number->value));
    return all;
  }
  if (piece.kind != Kind::Operation) return all;
  ++constantDepth_;
  if (const auto* c = piece.term.as<Cast>()) {
    for (const auto& [set, value] : constants(heads, piece.statement, c->value, where))
      if (value == 0 || value == 1) all.emplace_back(set, value);
  } else if (const auto* b = piece.term.as<Binary>()) {
    const auto left = constants(heads, piece.statement, b->a, where),
               right = constants(heads, piece.statement, b->b, where);
    for (const auto& [x, a] : left)
      for (const auto& [y, c] : right)
        if (const std::optional<double> value = folded(b->op, a, c))
          if (const isl::set both = x.intersect(y); !both.is_empty()) all.emplace_back(both, *value);
    if (b->op == BinaryOp::Mul && piece.type.isInteger())
      for (const auto* factors : {&left, &right})
        for (const auto& [set, value] : *factors)
          if (value == 0) all.emplace_back(set, 0);
    if (finite_ && piece.type.isFloat()) addOfFinite(b->op, left, right, all);
  }
  addExponential(heads, piece, where, all);
  --constantDepth_;
  return all;
}

// exp(-inf) is 0.
void Matcher::addExponential(Heads& heads, const Piece& piece, const isl::set& where, Constants& to) {
  const auto* call = piece.term.as<Call>();
  if (!call || !(call->op == Intrinsic::Exp) || !piece.type.isFloat()) return;
  for (const auto& [set, value] : constants(heads, piece.statement, call->args[0], where))
    if (value == kLeast) to.emplace_back(set, 0);
}

// 0 * x is 0, and -inf - x is -inf, where x is finite.
void Matcher::addOfFinite(BinaryOp op, const Constants& left, const Constants& right, Constants& to) {
  const size_t before = to.size();
  const auto add = [&](const Constants& some, double value, const Constants& others) {
    for (const auto& [set, constant] : some) {
      isl::set here = constant == value ? set : emptyLike(set);
      for (const auto& [other, of] : others)
        if (!std::isfinite(of)) here = here.subtract(other);
      if (!here.is_empty()) to.emplace_back(here, value);
    }
  };
  if (op == BinaryOp::Mul) add(left, 0, right), add(right, 0, left);
  if (op == BinaryOp::Sub) add(left, kLeast, right);
  usedFinite_ = usedFinite_ || to.size() > before;
}

isl::set Matcher::neutral(Heads& heads, BinaryOp op, const Summand& summand, const isl::set& where) {
  isl::set result = emptyLike(where);
  for (const auto& [set, value] : constants(heads, summand.piece, where))
    if (isNeutral(op, summand.piece.type, value)) result = result.unite(set);
  return result;
}

// ---- matching ----

// Where both sums add sums of their own, these are compared as wholes. nullopt: that does not prove all pairs.
std::optional<isl::map> Matcher::equalOuterSums(BinaryOp op, const Piece& a, const Piece& b, const isl::map& pairs,
                                                const isl::map& known) {
  if (repeatable(op)) return std::nullopt;  // their terms are matched without counting them
  std::vector<Summand> as, bs;
  const isl::map x = pairs.domain().identity(), y = pairs.range().identity();
  outermost_ = true;
  summands(first_, op, a, x, x, as);
  summands(second_, op, b, y, y, bs);
  outermost_ = false;
  const auto isSum = [&](const Summand& s) { return adds(s.piece, op); };
  if (std::ranges::none_of(as, isSum) || std::ranges::none_of(bs, isSum)) return std::nullopt;
  if (as.size() > kMaxSummands || bs.size() > kMaxSummands) return std::nullopt;
  const std::optional<Obstacle> obstacle = obstacle_;
  std::vector<Pairing> pairings;
  const isl::map proved = matchSummands(op, as, bs, pairs, pairings);
  if (!pairs.is_subset(proved)) {
    obstacle_ = obstacle;
    return std::nullopt;
  }
  noteSum(op, a, b, {proved, known}, {as, bs}, std::move(pairings), true);
  return proved;
}

// `known` are pairs that are equal without a change of order.
isl::map Matcher::equalSums(BinaryOp op, const Piece& a, const Piece& b, const isl::map& pairs, const isl::map& known) {
  if (std::optional<isl::map> outer = equalOuterSums(op, a, b, pairs, known)) return *outer;
  std::vector<Summand> as, bs;
  const isl::map x = pairs.domain().identity(), y = pairs.range().identity();
  summands(first_, op, a, x, x, as);
  summands(second_, op, b, y, y, bs);
  if (as.size() > kMaxSummands || bs.size() > kMaxSummands) return emptyLike(pairs);
  std::vector<Pairing> pairings;
  const isl::map proved = matchSummands(op, as, bs, pairs, pairings);
  noteSum(op, a, b, {proved, known}, {as, bs}, std::move(pairings), false);
  return proved;
}

void Matcher::noteSum(BinaryOp op, const Piece& a, const Piece& b, const std::pair<isl::map, isl::map>& provedAndKnown,
                      const std::pair<const std::vector<Summand>&, const std::vector<Summand>&>& terms,
                      std::vector<Pairing> pairings, bool outermost) {
  const auto& [proved, known] = provedAndKnown;
  const DataType type = operationOf(a) == op ? a.type : b.type;
  const bool ordered = proved.is_subset(known) || !type.isFloat() || repeatable(op) ||
                       sameOrder(a, b, terms.first, terms.second, pairings);
  if (!ordered) reordered_.insert({nameOf(first_, a), nameOf(second_, b), op, type});
  if (recording_ && !proved.is_subset(known))
    recording_->addSum(op, a, b, proved, std::move(pairings), {ordered, outermost});
}

// {[x -> y] -> [a -> b]}: in the sums x and y, a and b are equal.
isl::map Matcher::equalSummands(const Summand& a, const Summand& b, const isl::map& pairs) {
  const isl::map inX = withImage(pairs).reverse().apply_range(a.path), inY = toImage(pairs).apply_range(b.path);
  const isl::map asked =
      a.path.apply_range(a.execution).reverse().apply_range(pairs).apply_range(b.path).apply_range(b.execution);
  const isl::map proved = equal(a.piece, b.piece, asked);
  const isl::map tuples = a.execution.apply_range(proved).apply_range(b.execution.reverse());
  return inX.range_product(inY).intersect_range(tuples.wrap());
}

isl::map Matcher::matchSummands(BinaryOp op, const std::vector<Summand>& as, const std::vector<Summand>& bs,
                                const isl::map& pairs, std::vector<Pairing>& pairings) {
  std::vector<isl::set> leftA, leftB;  // {[[x -> y] -> a]} that have no partner yet
  for (const Summand& a : as) leftA.push_back(withImage(pairs).reverse().apply_range(a.path).wrap());
  for (const Summand& b : bs) leftB.push_back(toImage(pairs).apply_range(b.path).wrap());
  for (size_t i = 0; i < as.size(); ++i)
    for (size_t j = 0; j < bs.size(); ++j) {
      if (as[i].piece.type != bs[j].piece.type) continue;
      if (adds(as[i].piece, op) != adds(bs[j].piece, op)) continue;  // both, or none, where sums are terms
      if (repeatable(op) ? leftA[i].is_empty() && leftB[j].is_empty() : leftA[i].is_empty() || leftB[j].is_empty())
        continue;
      isl::map match = equalSummands(as[i], bs[j], pairs);
      if (match.is_empty()) continue;
      if (!repeatable(op)) {
        match = match.uncurry().intersect_domain(leftA[i]).curry();
        match = match.range_reverse().uncurry().intersect_domain(leftB[j]).curry().range_reverse();
        match = oneToOne(match, as[i], bs[j]);
      }
      pairings.push_back({i, j, match});
      leftA[i] = leftA[i].subtract(match.uncurry().domain());
      leftB[j] = leftB[j].subtract(match.range_reverse().uncurry().domain());
    }
  isl::set unmatched = emptyLike(pairs.wrap());
  const auto rest = [&](Heads& heads, const Summand& s, const isl::set& left) {
    if (left.is_empty()) return;
    const isl::map sums = left.unwrap();
    const isl::set reached = sums.range().apply(s.execution);
    const isl::set constant = neutral(heads, op, s, reached);
    const isl::map open = sums.subtract(sums.intersect_range(s.execution.intersect_range(constant).domain()));
    unmatched = unmatched.unite(open.domain());
  };
  for (size_t i = 0; i < as.size(); ++i) rest(first_, as[i], leftA[i]);
  for (size_t j = 0; j < bs.size(); ++j) rest(second_, bs[j], leftB[j]);
  return pairs.subtract(unmatched.unwrap());
}

// {a -> b} whose executions have the same coordinates, if they have as many.
static std::optional<isl::map> alike(const isl::map& a, const isl::map& b) {
  const isl::space space = a.range().space().product(b.range().space()).unwrap();
  const auto count = static_cast<unsigned>(isl_map_dim(a.get(), isl_dim_out));
  if (a.range().is_wrapping() || b.range().is_wrapping() || isl_map_dim(b.get(), isl_dim_out) != isl_size(count))
    return std::nullopt;
  isl_map* same = space.universe_map().release();
  for (unsigned i = 0; i < count; ++i)
    same = isl_map_equate(same, isl_dim_in, static_cast<int>(i), isl_dim_out, static_cast<int>(i));
  return a.apply_range(isl::manage(same)).apply_range(b.reverse());
}

// The part of {r -> [a -> b]} for those r where a and b determine each other.
isl::map Matcher::oneToOne(const isl::map& match, const Summand& a, const Summand& b) {
  const isl::map forth = match.uncurry(), back = match.range_reverse().uncurry();
  if (forth.is_single_valued() && back.is_single_valued()) return match;
  // Of many equal values any partners will do: those with the same coordinates, if these take all.
  if (const std::optional<isl::map> same = alike(a.execution, b.execution)) {
    const isl::map some = match.intersect_range(same->wrap());
    const isl::map out = some.uncurry(), in = some.range_reverse().uncurry();
    if (out.is_single_valued() && in.is_single_valued() && forth.domain().is_subset(out.domain()) &&
        back.domain().is_subset(in.domain()))
      return some;
  }
  // An unambiguous choice among equal values: the least partner, where it is nobody else's.
  const isl::map least = forth.lexmin().curry();
  const isl::map mutual = least.range_reverse().uncurry();
  if (mutual.is_single_valued()) return least;
  return mutual.lexmin().curry().range_reverse();
}

}  // namespace lw::prove
