#include "core/analysis/dependence/same_iteration.h"

#include <algorithm>

#include "core/arith/variable_sum.h"
#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

std::optional<size_t> positionOf(const Statement& s, LoopId loop) {
  for (size_t i = 0; i < s.loops.size(); ++i)
    if (s.loops[i]->id == loop) return i;
  return std::nullopt;
}

std::vector<Touch> touchesOf(const Statement& s) {
  std::vector<Touch> list = s.loads;
  list.insert(list.begin(), s.target);  // the store is the first
  return list;
}

// Equal indices imply equal iterations of loop `p` around a and loop `q` around b: in one dimension the loop advances
// in steps wider than everything else by which the two indices differ.
bool tellsIteration(const Touch& a, const Touch& b, const IterDomain& p, const IterDomain& q, const Facts& facts) {
  for (size_t d = 0; d < a.indices.size() && d < b.indices.size(); ++d) {
    std::optional<VariableSum> x = variableSum(a.indices[d]), y = variableSum(b.indices[d]);
    if (!x || !y) continue;
    const int64_t step = x->factorOf(p.var);
    if (!step || y->factorOf(q.var) != step || !x->add(p.var, -step) || !y->add(q.var, -step)) continue;
    if (!x->add(*y, -1)) continue;
    const IntBound rest = boundOf(*x, facts);
    if (rest.within(-std::abs(step) + 1, std::abs(step) - 1)) return true;
  }
  return false;
}

class Pair {
 public:
  Pair(const Statement& a, const Statement& b, const std::vector<size_t>& atA, const std::vector<size_t>& atB)
      : a_(a), b_(b), atA_(atA), atB_(atB) {
    for (const Statement* s : {&a, &b})
      for (const IterDomain& d : s->domains) known_.bind(d.var, d.range);
  }
  bool fine() const {
    const std::vector<Touch> first = touchesOf(a_), second = touchesOf(b_);
    for (size_t i = 0; i < first.size(); ++i)
      for (size_t k = 0; k < second.size(); ++k) {
        const bool shared = first[i].buffer->data == second[k].buffer->data && (i == 0 || k == 0);
        if (shared && !inOneIteration(first[i], second[k])) return false;
      }
    return true;
  }

 private:
  bool inOneIteration(const Touch& x, const Touch& y) const {
    for (size_t l = 0; l < atA_.size(); ++l) {
      const IterDomain &p = a_.domains[atA_[l]], &q = b_.domains[atB_[l]];
      if (isOne(p.range.extent) && isOne(q.range.extent)) continue;
      if (!tellsIteration(x, y, p, q, known_.facts())) return false;
    }
    return true;
  }

  const Statement &a_, &b_;
  const std::vector<size_t>&atA_, &atB_;
  Analyzer known_;
};

// The positions of the loops around the statement; nullopt: some do not enclose it.
std::optional<std::vector<size_t>> positionsOf(const Statement& s, const std::vector<LoopId>& loops) {
  std::vector<size_t> list;
  for (const LoopId id : loops) {
    const std::optional<size_t> at = positionOf(s, id);
    if (!at) return std::nullopt;
    list.push_back(*at);
  }
  return list;
}

bool sameStart(const Statement& a, const Statement& b, const std::vector<size_t>& atA, const std::vector<size_t>& atB) {
  for (size_t l = 0; l < atA.size(); ++l) {
    const auto p = asInt(a.domains[atA[l]].range.min), q = asInt(b.domains[atB[l]].range.min);
    if (!p || !q || *p != *q) return false;
  }
  return true;
}

// Bounds of the part of an index that the loops from `from` on contribute; the remainder is added to `rest`.
std::optional<IntBound> boundInside(const VariableSum& index, const Statement& s, size_t from, const Facts& facts,
                                    VariableSum& rest) {
  VariableSum inside;
  rest.constant = index.constant;
  for (const VariableSum::Term& t : index.terms) {
    const auto inner = [&](const IterDomain& d) { return d.var.sameAs(t.atom); };
    const bool isInner = std::any_of(s.domains.begin() + static_cast<std::ptrdiff_t>(from), s.domains.end(), inner);
    (isInner ? inside : rest).terms.push_back(t);
  }
  const IntBound bound = boundOf(inside, facts);
  return bound.bounded() ? std::optional(bound) : std::nullopt;
}

// Quotients and remainders of a packed layout may become linear once the ranges of the loops are known.
std::optional<VariableSum> linearIn(const Expr& index, const Knowledge& known) {
  if (std::optional<VariableSum> plain = variableSum(index)) return plain;
  return variableSum(known.analyzer().simplify(index));
}

// In different iterations of the loop (within one iteration of the loops around it) the statements access different
// elements, or write none in common. Loops inside it that enclose both have independent values in the two iterations.
bool apartInLoop(const Statement& a, const Statement& b, size_t at) {
  const Knowledge atA(a), atB(b);
  const Var& var = a.domains[at].var;
  const auto apart = [&](const Touch& x, const Touch& y) {
    for (size_t d = 0; d < x.indices.size(); ++d) {
      const std::optional<VariableSum> p = linearIn(x.indices[d], atA), q = linearIn(y.indices[d], atB);
      if (!p || !q) continue;
      const int64_t step = p->factorOf(var);
      if (!step || q->factorOf(var) != step) continue;
      VariableSum restA, restB;
      const auto insideA = boundInside(*p, a, at + 1, atA.analyzer().facts(), restA),
                 insideB = boundInside(*q, b, at + 1, atB.analyzer().facts(), restB);
      if (!insideA || !insideB || !restA.add(restB, -1) || !restA.terms.empty()) continue;
      const IntBound difference = *insideA - *insideB + IntBound{restA.constant, restA.constant};
      if (difference.within(-std::abs(step) + 1, std::abs(step) - 1)) return true;
    }
    return false;
  };
  const std::vector<Touch> first = touchesOf(a), second = touchesOf(b);
  for (size_t i = 0; i < first.size(); ++i)
    for (size_t k = 0; k < second.size(); ++k)
      if (first[i].buffer->data == second[k].buffer->data && (i == 0 || k == 0) && !apart(first[i], second[k]))
        return false;
  return true;
}

}  // namespace

bool provablyMergeable(const Statements& program, const std::vector<LoopId>& first, const std::vector<LoopId>& second) {
  if (!program.understood || first.size() != second.size()) return false;
  for (const Statement& a : program.all) {
    if (!positionOf(a, first.front())) continue;
    const auto atA = positionsOf(a, first);
    for (const Statement& b : program.all) {
      if (!positionOf(b, second.front())) continue;
      const auto atB = positionsOf(b, second);
      if (!atA || !atB || !sameStart(a, b, *atA, *atB) || !Pair(a, b, *atA, *atB).fine()) return false;
    }
  }
  return true;
}

bool provablyIndependent(const Statements& program, LoopId loop) {
  if (!program.understood) return false;
  for (const Statement& a : program.all) {
    const std::optional<size_t> at = positionOf(a, loop);
    if (!at) continue;
    for (const Statement& b : program.all)
      if (positionOf(b, loop) && !apartInLoop(a, b, *at)) return false;
  }
  return true;
}

}  // namespace lw::analysis
