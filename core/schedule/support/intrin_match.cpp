#include "core/schedule/support/intrin_match.h"

#include <algorithm>

#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

std::string textOf(const BufferStore& store) {
  return toText(BufferLoad{store.buffer, store.indices}) + " = " + toText(store.value);
}

Message textOf(const Stmt& s) {
  if (const auto* loop = s.as<For>())
    return say("a loop {0} of {1} iterations", Ident(loop->var.name()), toText(loop->extent));
  if (const auto* block = s.as<Block>())
    return say("a block {0} with {1} iteration variables", Ident(block->name), block->iters.size());
  if (const auto* store = s.as<BufferStore>()) return textOf(*store);
  if (const auto* evaluate = s.as<Evaluate>()) return toText(evaluate->value);
  if (const auto* seq = s.as<Seq>()) return say("{0} statements", seq->stmts.size());
  return "another kind of statement";
}

bool isCommutative(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::Min || op == BinaryOp::Max ||
         op == BinaryOp::EQ || op == BinaryOp::NE;
}

// Whether the expression is an index or an extent: an integer that is computed from variables and constants alone.
bool isIndex(const Expr& e) {
  if (!e.dtype().isInt() || e.dtype().isVector()) return false;
  bool plain = true;
  forEachExpr(e, [&](const Expr& x) {
    plain = plain && !x.as<BufferLoad>() && !x.as<Call>() && !x.as<Let>() && !x.as<Cast>();
  });
  return plain;
}

class Matcher {
 public:
  bool stmt(const Stmt& got, const Stmt& want) {
    // A loop of one iteration that only one side has changes nothing.
    if (const auto* b = unitLoop(want); b && !unitLoop(got)) {
      values_.insert_or_assign(b->var.key(), b->min);
      return stmt(got, b->body);
    }
    if (const auto* a = unitLoop(got); a && !unitLoop(want)) {
      runs(a->var, {a->min, a->extent});
      return stmt(a->body, want);
    }
    if (const auto *a = got.as<For>(), *b = want.as<For>(); a && b) return loop(got, *a, want, *b);
    if (const auto *a = got.as<Block>(), *b = want.as<Block>(); a && b) return block(got, *a, want, *b);
    if (const auto *a = got.as<BufferStore>(), *b = want.as<BufferStore>(); a && b)
      return (access(a->buffer, a->indices, b->buffer, b->indices) && expr(a->value, b->value)) ||
             differ(textOf(got), textOf(want));
    if (const auto *a = got.as<Evaluate>(), *b = want.as<Evaluate>(); a && b)
      return expr(a->value, b->value) || differ(textOf(got), textOf(want));
    if (const auto *a = got.as<Seq>(), *b = want.as<Seq>(); a && b && a->stmts.size() == b->stmts.size()) {
      for (size_t i = 0; i < a->stmts.size(); ++i)
        if (!stmt(a->stmts[i], b->stmts[i])) return false;
      return true;
    }
    if (const auto *a = got.as<IfThenElse>(), *b = want.as<IfThenElse>();
        a && b && a->elseBody.has_value() == b->elseBody.has_value()) {
      if (!expr(a->condition, b->condition)) return differ(toText(a->condition), toText(b->condition));
      return stmt(a->thenBody, b->thenBody) && (!a->elseBody || stmt(*a->elseBody, *b->elseBody));
    }
    return differ(textOf(got), textOf(want));
  }

  IntrinMatch result;

 private:
  bool differ(Message got, Message want) {
    if (result.ok()) result.found = std::move(got), result.wanted = std::move(want);
    return false;
  }
  void pair(const Var& got, const Var& want, const Range& range) {
    values_.insert_or_assign(want.key(), got);
    runs(got, range);
  }
  // A variable of the program that the place of the intrinsic cannot use.
  void runs(const Var& got, const Range& range) {
    inner_.push_back(got);
    analyzer_.bind(got, range);
  }
  static const For* unitLoop(const Stmt& s) {
    const auto* loop = s.as<For>();
    return loop && loop->kind != ForKind::ThreadBinding && isOne(loop->extent) ? loop : nullptr;
  }
  bool index(const Expr& got, const Expr& want) const {
    const Expr other = substitute(want, values_);
    return got.dtype() == other.dtype() ? analyzer_.canProveEqual(got, other)
                                        : analyzer_.canProveEqual(cast(dtype::Int64, got), cast(dtype::Int64, other));
  }

  bool loop(const Stmt& got, const For& a, const Stmt& want, const For& b) {
    if (a.kind == ForKind::ThreadBinding)
      return differ(say("loop {0}, bound to {1}", Ident(a.var.name()), a.thread), textOf(want));
    if (!index(a.min, b.min) || !index(a.extent, b.extent)) return differ(textOf(got), textOf(want));
    pair(a.var, b.var, {a.min, a.extent});
    return stmt(a.body, b.body);
  }
  static bool isUnit(const IterVar& iter) { return isOne(iter.domain.extent); }
  // The iters of both in pairs. One with a single value that only one side has is not paired (the other is nullopt).
  using Pairs = std::vector<std::pair<std::optional<size_t>, std::optional<size_t>>>;
  static std::optional<Pairs> pairsOf(const Block& a, const Block& b) {
    Pairs pairs;
    size_t i = 0, k = 0;
    while (i < a.iters.size() || k < b.iters.size()) {
      const bool left = i < a.iters.size(), right = k < b.iters.size();
      if (left && right && isUnit(a.iters[i]) == isUnit(b.iters[k]))
        pairs.emplace_back(i++, k++);
      else if (left && isUnit(a.iters[i]))
        pairs.emplace_back(i++, std::nullopt);
      else if (right && isUnit(b.iters[k]))
        pairs.emplace_back(std::nullopt, k++);
      else
        return std::nullopt;
    }
    return pairs;
  }
  bool sameIter(const Block& a, size_t i, const Block& b, size_t k) const {
    const IterVar &x = a.iters[i], &y = b.iters[k];
    return x.kind == y.kind && index(a.bindings[i], b.bindings[k]) && index(x.domain.min, y.domain.min) &&
           index(x.domain.extent, y.domain.extent);
  }
  // Blocks may list their iters in different orders: those that do not fit are exchanged with a later one that does.
  void exchange(const Block& a, const Block& b, Pairs& pairs) const {
    for (size_t p = 0; p < pairs.size(); ++p) {
      if (!pairs[p].first || !pairs[p].second || sameIter(a, *pairs[p].first, b, *pairs[p].second)) continue;
      for (size_t q = p + 1; q < pairs.size(); ++q)
        if (pairs[q].first && pairs[q].second && sameIter(a, *pairs[q].first, b, *pairs[p].second)) {
          std::swap(pairs[p].first, pairs[q].first);
          break;
        }
    }
  }
  bool block(const Stmt& got, const Block& a, const Stmt& want, const Block& b) {
    std::optional<Pairs> pairs = pairsOf(a, b);
    if (pairs) exchange(a, b, *pairs);
    if (!pairs) return differ(textOf(got), textOf(want));
    if (!a.allocs.empty() || !a.matches.empty() || !b.allocs.empty() || !b.matches.empty())
      return differ(say("buffers of block {0}", Ident(a.name)), "none of its own");
    for (const auto& [i, k] : *pairs) {
      if (!i || !k) continue;
      const IterVar &x = a.iters[*i], &y = b.iters[*k];
      if (x.kind != y.kind)
        return differ(say("iteration variable {0} is {1}", Ident(x.var.name()), nameOf(x.kind)),
                      std::string(nameOf(y.kind)));
      const bool same = index(a.bindings[*i], b.bindings[*k]) && index(x.domain.min, y.domain.min) &&
                        index(x.domain.extent, y.domain.extent);
      if (!same)
        return differ(say("iteration variable {0} over {1} at {2}", Ident(x.var.name()), toText(x.domain.extent),
                          toText(a.bindings[*i])),
                      say("over {0} at {1}", toText(y.domain.extent), toText(b.bindings[*k])));
    }
    if (!expr(a.predicate, b.predicate))
      return differ(say("the guard {0}", toText(a.predicate)), isTrue(b.predicate) ? "none" : toText(b.predicate));
    if (a.init.has_value() != b.init.has_value())
      return differ(a.init ? "an init" : "no init", b.init ? "one" : "none");
    for (const auto& [i, k] : *pairs) {
      if (i && k)
        pair(a.iters[*i].var, b.iters[*k].var, a.iters[*i].domain);
      else if (i)
        runs(a.iters[*i].var, a.iters[*i].domain);
      else
        values_.insert_or_assign(b.iters[*k].var.key(), b.iters[*k].domain.min);
    }
    return (!a.init || stmt(*a.init, *b.init)) && stmt(a.body, b.body);
  }

  bool access(const Buffer& got, const std::vector<Expr>& gotIndices, const Buffer& want,
              const std::vector<Expr>& wantIndices) {
    if (!(got->dtype == want->dtype) || gotIndices.size() < wantIndices.size()) return false;
    const size_t lead = gotIndices.size() - wantIndices.size();
    std::vector<Expr> base;
    for (size_t i = 0; i < gotIndices.size(); ++i) {
      if (!isIndex(gotIndices[i]) || (i >= lead && !isIndex(wantIndices[i - lead]))) return false;
      const Expr offset = i < lead
                              ? gotIndices[i]
                              : gotIndices[i] - cast(gotIndices[i].dtype(), substitute(wantIndices[i - lead], values_));
      base.push_back(analyzer_.simplify(offset));
      if (std::any_of(inner_.begin(), inner_.end(), [&](const Var& v) { return usesVar(base.back(), v); }))
        return false;
    }
    const auto [known, fresh] = result.places.emplace(want.key(), IntrinMatch::Place{got, base});
    if (fresh) return true;
    if (!(known->second.buffer == got)) return false;
    for (size_t i = 0; i < base.size(); ++i)
      if (!analyzer_.canProveEqual(base[i], known->second.base[i])) return false;
    return true;
  }

  bool all(const std::vector<Expr>& got, const std::vector<Expr>& want) {
    if (got.size() != want.size()) return false;
    for (size_t i = 0; i < got.size(); ++i)
      if (!expr(got[i], want[i])) return false;
    return true;
  }
  // Reverts the assignments that a failed attempt has made.
  template <class F>
  bool attempt(const F& f) {
    const auto places = result.places;
    if (f()) return true;
    result.places = places;
    return false;
  }
  bool expr(const Expr& got, const Expr& want) {
    if (isIndex(got) && isIndex(want)) return index(got, want);
    if (!(got.dtype() == want.dtype())) return false;
    if (const auto *a = got.as<BufferLoad>(), *b = want.as<BufferLoad>(); a && b)
      return access(a->buffer, a->indices, b->buffer, b->indices);
    if (const auto *a = got.as<Binary>(), *b = want.as<Binary>(); a && b) {
      if (a->op != b->op) return false;
      if (attempt([&] { return expr(a->a, b->a) && expr(a->b, b->b); })) return true;
      return isCommutative(a->op) && attempt([&] { return expr(a->a, b->b) && expr(a->b, b->a); });
    }
    if (const auto *a = got.as<Cast>(), *b = want.as<Cast>(); a && b) return expr(a->value, b->value);
    if (const auto *a = got.as<Not>(), *b = want.as<Not>(); a && b) return expr(a->value, b->value);
    if (const auto *a = got.as<Select>(), *b = want.as<Select>(); a && b)
      return expr(a->condition, b->condition) && expr(a->whenTrue, b->whenTrue) && expr(a->whenFalse, b->whenFalse);
    if (const auto *a = got.as<Call>(), *b = want.as<Call>(); a && b) return a->op == b->op && all(a->args, b->args);
    if (const auto *a = got.as<Broadcast>(), *b = want.as<Broadcast>(); a && b)
      return a->lanes == b->lanes && expr(a->value, b->value);
    return equal(got, substitute(want, values_));  // all other expressions must be equal
  }

  VarMap values_;  // variable of the description -> expression of the program
  std::vector<Var> inner_;
  Analyzer analyzer_;
};

}  // namespace

IntrinMatch matchIntrin(const Stmt& body, const Stmt& description) {
  Matcher matcher;
  matcher.stmt(body, description);
  return std::move(matcher.result);
}

std::string storesOf(const Stmt& body) {
  std::string text;
  forEachStmt(body, [&](const Stmt& s) {
    if (const auto* store = s.as<BufferStore>()) addItem(text, textOf(*store), "; ");
  });
  return text;
}

}  // namespace lw
