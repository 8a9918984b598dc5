#include "core/arith/distinct_accesses.h"

#include <algorithm>

#include "core/ir/equal.h"

namespace lw {
namespace {

bool isNothing(const VariableSum& sum) { return sum.terms.empty() && sum.constant == 0; }

bool sameSum(VariableSum a, const VariableSum& b) { return a.add(b, -1) && isNothing(a); }

// The order of the terms does not count.
size_t hashOfSum(const VariableSum& sum) {
  size_t hash = std::hash<int64_t>()(sum.constant);
  for (const VariableSum::Term& t : sum.terms)
    hash += std::hash<const void*>()(t.atom.key()) * 31 + std::hash<int64_t>()(t.factor) * 0x9e3779b97f4a7c15U;
  return hash;
}

void combine(size_t& hash, size_t more) { hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9U + more; }

}  // namespace

bool sameIndex(const Expr& a, const Expr& b) {
  if (a.sameAs(b)) return true;
  if (!(a.dtype() == b.dtype())) return false;
  if (equal(a, b)) return true;
  const std::optional<VariableSum> x = variableSum(a), y = x ? variableSum(b) : std::nullopt;
  return x && y && sameSum(*x, *y);
}

bool DistinctAccesses::same(const Index& a, const Index& b) {
  if (!(a.expression.dtype() == b.expression.dtype()) || a.sum.has_value() != b.sum.has_value()) return false;
  return a.sum ? sameSum(*a.sum, *b.sum) : equal(a.expression, b.expression);
}

bool DistinctAccesses::same(const Entry& a, const Entry& b) {
  return a.buffer == b.buffer &&
         std::equal(a.indices.begin(), a.indices.end(), b.indices.begin(), b.indices.end(),
                    [](const Index& x, const Index& y) { return same(x, y); }) &&
         equal(a.conditions, b.conditions);
}

size_t DistinctAccesses::hashOf(const Entry& e) {
  size_t hash = std::hash<const void*>()(e.buffer);
  for (const Index& index : e.indices)
    combine(hash, index.sum ? hashOfSum(*index.sum) : structuralHash(index.expression));
  for (const Expr& condition : e.conditions) combine(hash, structuralHash(condition));
  return hash;
}

bool DistinctAccesses::add(const Buffer& buffer, const std::vector<Expr>& indices,
                           const std::vector<Expr>& conditions) {
  Entry entry{buffer.key(), {}, conditions};
  for (const Expr& index : indices) entry.indices.push_back({index, variableSum(index)});
  const size_t hash = hashOf(entry);
  const auto [first, last] = known_.equal_range(hash);
  if (std::any_of(first, last, [&](const auto& known) { return same(known.second, entry); })) return false;
  known_.emplace(hash, std::move(entry));
  return true;
}

}  // namespace lw
