#include "core/schedule/support/masked_terms.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/dependence/own_reads.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/schedule/support/tuple_reduction.h"

namespace lw {
namespace {

constexpr int kDeepest = 8;  // buffers that a value goes through, at most

// An exponential of it is 0, also after it is multiplied by a factor of usual size.
double maskedAtMost(DataType type) { return type.bits <= 16 && type.code != TypeCode::BFloat ? -1e4 : -1e36; }

// The operand that is combined with the element itself: x = x op term.
const Expr* termOfUpdate(const BufferStore& store, BinaryOp& op) {
  const auto* n = store.value.as<Binary>();
  if (!n || (n->op != BinaryOp::Add && n->op != BinaryOp::Max)) return nullptr;
  op = n->op;
  for (const auto& [state, term] : {std::pair(&n->a, &n->b), std::pair(&n->b, &n->a)}) {
    const auto* load = state->as<BufferLoad>();
    if (!load || !(load->buffer == store.buffer) || loadsFrom(*term, store.buffer)) continue;
    bool same = load->indices.size() == store.indices.size();
    for (size_t i = 0; same && i < load->indices.size(); ++i) same = equal(load->indices[i], store.indices[i]);
    if (same) return term;
  }
  return nullptr;
}

// The same operand of the value over the loops.
const Expr& inValue(const LoopAccess& store, const Expr& term) {
  const auto* n = store.value->as<Binary>();
  return &store.store->value.as<Binary>()->a == &term ? n->a : n->b;
}

}  // namespace

EffectCondition MaskedTerms::unlessBinary(const Wanted& wanted, const Binary& n, int depth) const {
  using Kind = Wanted::Kind;
  const auto of = [&](const Expr& e) { return unless(wanted, e, depth); };
  const auto isPositive = [](const Expr& e) {
    const auto* number = e.as<FloatImm>();
    return number && number->value > 0;
  };
  const bool masked = wanted.masks();
  switch (n.op) {
    case BinaryOp::Mul:
      if (wanted.kind == Kind::Zero) return both(of(n.a), of(n.b));
      if (masked && isPositive(n.b)) return of(n.a);
      return masked && isPositive(n.a) ? of(n.b) : EffectCondition{};
    case BinaryOp::Div:
      return wanted.kind == Kind::Zero || (masked && isPositive(n.b)) ? of(n.a) : EffectCondition{};
    case BinaryOp::Add:
      if (wanted.kind == Kind::Zero) return either(of(n.a), of(n.b));
      return masked ? both(of(n.a), of(n.b)) : EffectCondition{};
    case BinaryOp::Sub:
      return masked ? of(n.a) : EffectCondition{};
    default:
      return {};
  }
}

// All that is ever stored to the element has the kind, whatever it was computed from.
EffectCondition MaskedTerms::unlessLoad(const Wanted& wanted, const BufferLoad& load, int depth) const {
  if (depth >= kDeepest || !isInside(load.buffer)) return {};
  EffectCondition any{true, {}};
  for (const LoopAccess& store : accesses_.stores) {
    if (!(store.buffer == load.buffer)) continue;
    HiddenVars hidden;
    const LoopAccess writer = renamed(store, accesses_.known, hidden);
    const EffectCondition theirs = unless(wanted, *writer.value, depth + 1);
    any = either(any, withoutVars(theirs, sameElement(writer.indices, load.indices, accesses_.known), hidden));
  }
  return any.never ? EffectCondition{} : any;  // never stored to
}

EffectCondition MaskedTerms::unless(const Wanted& wanted, const Expr& value, int depth) const {
  using Kind = Wanted::Kind;
  if (const auto* number = value.as<FloatImm>()) {
    const bool infinite = std::isinf(number->value) && number->value < 0;
    const bool fits = wanted.kind == Kind::Zero            ? number->value == 0
                      : wanted.kind == Kind::MinusInfinity ? infinite
                      : wanted.kind == Kind::Least         ? number->value <= wanted.most
                                                           : number->value <= maskedAtMost(value.dtype());
    return {fits, {}};
  }
  if (const auto* c = value.as<Cast>())
    return wanted.kind == Kind::Least || !c->value.dtype().isFloat() || !c->type.isFloat()
               ? EffectCondition{}
               : unless(wanted, c->value, depth);
  const auto choice = [&](const Expr& condition, const Expr& a, const Expr& b) {
    return either(both(where(condition, true, accesses_.known), unless(wanted, a, depth)),
                  both(where(condition, false, accesses_.known), unless(wanted, b, depth)));
  };
  if (const auto* s = value.as<Select>()) return choice(s->condition, s->whenTrue, s->whenFalse);
  if (const auto* n = value.as<Binary>()) return unlessBinary(wanted, *n, depth);
  if (const auto* load = value.as<BufferLoad>()) return unlessLoad(wanted, *load, depth);
  const auto* call = value.as<Call>();
  if (!call) return {};
  if (call->op == Intrinsic::IfThenElse) return choice(call->args[0], call->args[1], call->args[2]);
  const bool power = call->op == Intrinsic::Exp || call->op == Intrinsic::Exp2;
  return wanted.kind == Kind::Zero && power ? unless({Kind::Masked}, call->args[0], depth) : EffectCondition{};
}

// Allocated in the function, and accessed by its name alone.
bool MaskedTerms::isInside(const Buffer& buffer) const {
  const auto [found, fresh] = inside_.try_emplace(buffer.key(), false);
  if (fresh) found->second = isPlain(buffer);
  return found->second;
}

bool MaskedTerms::isPlain(const Buffer& buffer) const {
  if (isParameter(function_, buffer) || isMatched(function_.body, buffer) || hasOpaqueAccess(function_.body, buffer))
    return false;
  for (const Buffer& pointed : accesses_.pointed)
    if (pointed->data == buffer->data) return false;
  const auto fits = [&](const LoopAccess& a) { return a.buffer == buffer || a.buffer->data != buffer->data; };
  return std::all_of(accesses_.loads.begin(), accesses_.loads.end(), fits) &&
         std::all_of(accesses_.stores.begin(), accesses_.stores.end(), fits);
}

// The least constant that the element of a maximum starts with; nullopt: something else is stored to it as well.
std::optional<double> MaskedTerms::leastStart(const LoopAccess& store) const {
  if (!isInside(store.buffer)) return std::nullopt;
  std::optional<double> least;
  for (const LoopAccess& other : accesses_.stores) {
    if (!(other.buffer == store.buffer) || other.store == store.store) continue;
    const auto* number = other.store->value.as<FloatImm>();
    if (!number) return std::nullopt;
    least = std::min(number->value, least.value_or(number->value));
  }
  return least;
}

EffectCondition MaskedTerms::termOf(const LoopAccess& store) const {
  using Kind = Wanted::Kind;
  BinaryOp op = BinaryOp::Add;
  const Expr* term = termOfUpdate(*store.store, op);
  if (!term) return onlineTermOf(store);
  if (!term->dtype().isFloat()) return {};
  const Expr& value = inValue(store, *term);
  if (op == BinaryOp::Add) return unless({Kind::Zero}, value, 0);
  const EffectCondition infinite = unless({Kind::MinusInfinity}, value, 0);
  const std::optional<double> start = infinite.always() ? leastStart(store) : std::nullopt;
  return start ? unless({Kind::Least, *start}, value, 0) : infinite;
}

// max(m, x) is m where x is minus infinity, so each sum is multiplied by exp(0), and 0 is added. A masked x that is
// finite may be the maximum, until a row's first value that is not masked: from then on the sums of before count 0
// times.
EffectCondition MaskedTerms::onlineTermOf(const LoopAccess& store) const {
  using Kind = Wanted::Kind;
  const std::optional<Reduction> reduction = onlineUpdateOf(*store.block);
  if (!reduction) return {};
  const BufferStore* largest = reduction->updates[reduction->online->largest];
  const auto isMaximum = [&](const LoopAccess& a) { return a.store == largest && a.loops == store.loops; };
  const auto maximum = std::find_if(accesses_.stores.begin(), accesses_.stores.end(), isMaximum);
  const auto* value = maximum != accesses_.stores.end() ? maximum->value->as<Binary>() : nullptr;
  if (!value || value->op != BinaryOp::Max) return {};
  const std::optional<double> start = leastStart(*maximum);
  if (!start || !std::isfinite(*start)) return {};
  const Expr& operand = reduction->online->largestFirst ? value->b : value->a;
  const EffectCondition infinite = unless({Kind::MinusInfinity}, operand, 0);
  const auto inside = [&](const BufferStore* update) { return isInside(update->buffer); };
  if (!infinite.always() || !std::all_of(reduction->updates.begin(), reduction->updates.end(), inside)) return infinite;
  return unless({Kind::Masked}, operand, 0);
}

// Does the load read only what the same iteration of the loop has written? Both are then left out together.
bool MaskedTerms::passesWithin(const LoopAccess& load, const For& loop) const {
  const auto within = [&](const For* l) { return l->id == loop.id; };
  if (!(load.own || load.passes) || std::none_of(load.loops.begin(), load.loops.end(), within)) return false;
  const auto [found, fresh] = passes_.try_emplace({load.buffer.key(), loop.id}, false);
  if (fresh) found->second = readsOwnWrites(function_, load.buffer, loop.id, budget_);
  return found->second;
}

// Where something reads the element. In the same iteration of the loop, what goes on with the element itself does not
// count, and what only passes it on counts where that is read.
EffectCondition MaskedTerms::readsOf(const LoopAccess& store, const For& loop, int depth) const {
  if (depth >= kDeepest || !isInside(store.buffer)) return {};
  EffectCondition any{true, {}};
  for (const LoopAccess& load : accesses_.loads) {
    if (!(load.buffer == store.buffer)) continue;
    LoopAccess reader = load;
    if (passesWithin(load, loop)) {
      if (load.own) continue;
      for (const LoopAccess& next : accesses_.stores)
        if (next.store == load.store) reader.reached = both(reader.reached, readsOf(next, loop, depth + 1));
    }
    HiddenVars hidden;
    reader = renamed(reader, accesses_.known, hidden);
    any = either(any, withoutVars(reader.reached, sameElement(reader.indices, store.indices, accesses_.known), hidden));
  }
  return any.never ? EffectCondition{} : any;
}

EffectCondition MaskedTerms::effectOf(const LoopAccess& store, const For& loop) const {
  const EffectCondition read = readsOf(store, loop, 0);
  return store.starts || store.block->init ? read : both(read, termOf(store));
}

}  // namespace lw
