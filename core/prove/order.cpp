// Do two programs add the terms of a sum in the same order? Then the results are equal bit for bit.
#include <isl/map.h>

#include "core/prove/matcher.h"

namespace lw::prove {
namespace {

constexpr unsigned long kOperations = 50'000;  // of isl, for one sum

// Threads that add to one element do it in no fixed order.
bool addsFromThreads(const Statement& s) {
  for (size_t depth = 0; depth < s.loops.size(); ++depth)
    if (s.loops[depth].kind == ForKind::ThreadBinding || s.atomic)
      if (!s.write.apply_range(s.write.reverse()).intersect(otherIteration(s, s, depth)).is_empty()) return true;
  return false;
}

const Statement* onlyUpdate(Heads& heads, const Piece& piece) {
  if (piece.kind != Piece::Kind::Sum || piece.chain->updates.size() != 1) return nullptr;
  const Statement& s = heads.equations().statements()[piece.chain->updates[0].first];
  return s.plainUpdate && !addsFromThreads(s) ? &s : nullptr;
}

// {a -> a'} of executions, a before a'.
// Of one statement the loops are the time.
isl::map loopsOf(const Statement& s) { return s.loopsAt.as_map().intersect_domain(s.domain); }
isl::map earlier(const Statement& s) { return before(loopsOf(s), loopsOf(s)); }
isl::map notEarlier(const Statement& s) {
  return isl::manage(isl_map_lex_ge_map(loopsOf(s).release(), loopsOf(s).release()));
}

}  // namespace

// Each sum starts from one value and one statement adds the rest, term by term; the relation of the terms keeps their
// order.
bool Matcher::sameOrder(const Piece& a, const Piece& b, const std::vector<Summand>& as, const std::vector<Summand>& bs,
                        const std::vector<Pairing>& pairings) {
  const Statement *s = onlyUpdate(first_, a), *t = onlyUpdate(second_, b);
  if (++orderQuestions_ > kMaxOrderQuestions) return false;
  if (!s || !t || as.size() != 2 || bs.size() != 2) return false;
  bool kept = true;
  for (const Pairing& p : pairings) {
    if (p.first != p.second) return false;
    if (p.first == 0) continue;  // what both start from
    const isl::space from = as[1].path.range().space(), to = bs[1].path.range().space();
    if (!from.is_equal(s->domain.space()) || !to.is_equal(t->domain.space())) return false;
    if (!limit_.attempt(kOperations, [&] {
          const isl::map both = p.match.range_product(p.match);  // r -> [[a -> b] -> [a' -> b']]
          const isl::map crossed = isl::manage(isl_map_product(earlier(*s).release(), notEarlier(*t).release()));
          kept = kept && both.intersect_range(crossed.wrap()).is_empty();
        }))
      return false;
  }
  return kept;
}

}  // namespace lw::prove
