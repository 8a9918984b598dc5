#include "core/analysis/tables/determined.h"

#include <algorithm>
#include <cstdlib>

#include "core/arith/variable_sum.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

constexpr int64_t kMostReached = int64_t{1} << 40;
constexpr int kDeepest = 4;  // quotients of remainders of quotients

const Binary* divisionBy(const Expr& e, BinaryOp op) {
  const auto* n = e.as<Binary>();
  return n && n->op == op && asInt(n->b).value_or(0) > 0 ? n : nullptr;
}

// e % c. Of a remainder by a multiple of c, what it is a remainder of.
Expr remainderOf(const Expr& e, const Expr& c) {
  const Binary* inner = divisionBy(e, BinaryOp::FloorMod);
  return floormod(inner && *asInt(inner->b) % *asInt(c) == 0 ? inner->a : e, c);
}

}  // namespace

Determined::Determined(const std::vector<Expr>& indices, const std::vector<IterDomain>& loops)
    : loops_(loops), known_(indices), toldLoops_(loops.size()) {
  for (const Expr& index : indices)
    if (const Binary* quotient = divisionBy(index, BinaryOp::FloorDiv))
      if (!isKnown(quotient->a) && isComposed(quotient->a, kDeepest)) known_.push_back(quotient->a);
  for (size_t i = 0; i < known_.size(); ++i) addLoopsOf(known_[i]);
}

bool Determined::isKnown(const Expr& e) const {
  return std::any_of(known_.begin(), known_.end(), [&](const Expr& k) { return k.sameAs(e) || equal(k, e); });
}

bool Determined::isComposed(const Expr& e, int depth) const {
  if (isKnown(e)) return true;
  return depth > 0 && std::any_of(known_.begin(), known_.end(), [&](const Expr& k) {
           const Binary* quotient = divisionBy(k, BinaryOp::FloorDiv);
           return quotient && equal(quotient->a, e) && isComposed(remainderOf(e, quotient->b), depth - 1);
         });
}

void Determined::addLoopsOf(const Expr& e) {
  const std::optional<VariableSum> sum = variableSum(e);
  if (!sum) return;
  struct Digit {
    int64_t factor = 0, extent = 0;  // 0: an extent that is not known
    size_t loop = 0;
  };
  std::vector<Digit> digits;
  for (const VariableSum::Term& t : sum->terms) {
    if (t.factor > kMostReached || t.factor < -kMostReached) return;
    for (size_t l = 0; l < loops_.size(); ++l) {
      if (!loops_[l].var.sameAs(t.atom)) continue;
      const auto extent = asInt(loops_[l].range.extent);
      if (!asInt(loops_[l].range.min) || (extent && (*extent < 1 || *extent > kMostReached))) return;
      digits.push_back({std::abs(t.factor), extent.value_or(0), l});
    }
  }
  std::sort(digits.begin(), digits.end(), [](const Digit& a, const Digit& b) { return a.factor < b.factor; });
  int64_t reached = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    const auto& [factor, extent, loop] = digits[i];
    int64_t more = 0;
    if (factor <= reached || (extent == 0 && i + 1 < digits.size())) return;
    if (extent > 0 && (__builtin_mul_overflow(factor, extent - 1, &more) || more > kMostReached)) return;
    reached += more;
    if (reached > kMostReached) return;
  }
  for (const Digit& digit : digits) toldLoops_[digit.loop] = true;
}

bool hasOneValue(const IterDomain& loop) { return isOne(loop.range.extent) && asInt(loop.range.min); }

bool Determined::tells(const Expr& value) const {
  if (isComposed(value, kDeepest)) return true;
  for (size_t l = 0; l < loops_.size(); ++l)
    if (!toldLoops_[l] && !hasOneValue(loops_[l]) && usesVar(value, loops_[l].var)) return false;
  return true;
}

}  // namespace lw::analysis
