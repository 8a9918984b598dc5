#include "core/schedule/support/tuple_reduction.h"

#include <algorithm>
#include <cmath>

#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr const char* kDependsOnOrder =
    "which of two equal values it keeps depends on their order; let it compare both elements, as in a > b or a == b "
    "and i < k";

// Recognises blocks of the form that the header shows.
class TupleReader {
 public:
  TupleReader(const Block& block, Message& why) : block_(block), why_(why) {}

  std::optional<Reduction> read() {
    if (!shape() || !starts()) return std::nullopt;
    if (!independent() && !online() && (!why_.empty() || !chosen())) return std::nullopt;
    return clean() ? std::optional(found_) : std::nullopt;
  }

  // The start is not in the block, or does not matter.
  std::optional<Reduction> readOnlineUpdate() {
    if (!shape()) return std::nullopt;
    std::optional<OnlineUpdate> update = onlineUpdateOf(found_.updates, values_, why_);
    if (!update) return std::nullopt;
    take(std::move(*update));
    return clean() ? std::optional(found_) : std::nullopt;
  }

 private:
  bool no(Message why) {
    why_ = std::move(why);
    return false;
  }

  // The block consists of values in lets, followed by one store of each.
  bool shape() {
    for (const IterVar& iter : block_.iters)
      if (iter.kind != IterKind::Spatial && iter.kind != IterKind::Reduce)
        return no(say("iteration variable {0} is neither spatial nor a reduction", Ident(iter.var.name())));
    if (!block_.allocs.empty() || !block_.matches.empty()) return no("it has buffers of its own");
    const Stmt* at = &block_.body;
    std::vector<const LetStmt*> lets;
    for (const LetStmt* let; (let = at->as<LetStmt>()); at = &let->body) lets.push_back(let);
    for (const LetStmt* let : lets) lets_.insert_or_assign(let->var.key(), substitute(let->value, lets_));
    const auto* stores = at->as<Seq>();
    if (!stores || stores->stmts.size() != lets.size())
      return no("it does not store each of the values that it computes");
    for (const Stmt& s : stores->stmts) {
      const auto* store = s.as<BufferStore>();
      const auto* value = store ? store->value.as<Var>() : nullptr;
      const auto let =
          std::find_if(lets.begin(), lets.end(), [&](const LetStmt* l) { return value && l->var == *value; });
      if (let == lets.end() || found_.writes(store->buffer))
        return no("it does not store each of the values that it computes");
      if (!found_.updates.empty() && !equal(store->indices, found_.updates.front()->indices))
        return no("its elements have different indices");
      found_.updates.push_back(store);
      found_.lets.push_back((*let)->var.name());
      values_.push_back(lets_.at((*let)->var.key()));
    }
    return true;
  }

  bool starts() {
    const auto* list = block_.init ? block_.init->as<Seq>() : nullptr;
    if (!list || list->stmts.size() != found_.updates.size()) return no("its init does not start each of its elements");
    for (const BufferStore* update : found_.updates)
      for (const Stmt& s : list->stmts)
        if (const auto* init = s.as<BufferStore>();
            init && init->buffer == update->buffer && equal(init->indices, update->indices))
          found_.inits.push_back(init);
    return found_.inits.size() == found_.updates.size() || no("its init does not start each of its elements");
  }

  bool independent() {
    std::vector<Reduction::Part> parts;
    std::vector<Expr> operands;
    for (size_t i = 0; i < values_.size(); ++i) {
      const auto* op = values_[i].as<Binary>();
      if (!op || !combinesInAnyOrder(op->op)) return false;
      const bool first = isElementOf(op->a, *found_.updates[i]);
      if (!first && !isElementOf(op->b, *found_.updates[i])) return false;
      parts.push_back({op->op, first});
      operands.push_back(first ? op->b : op->a);
    }
    found_.parts = std::move(parts);
    found_.operands = std::move(operands);
    return true;
  }

  // False with an empty `why`: the update has another form.
  bool online() {
    std::optional<OnlineUpdate> update = onlineUpdateOf(found_.updates, values_, why_);
    if (!update) return false;
    const Expr& start = found_.inits[update->form.largest]->value;
    const auto* number = start.as<FloatImm>();
    if (!number || !std::isfinite(number->value))
      return no(
          say("its maximum {0} starts at {1}, and differences from that are not known to be numbers; start it at "
              "T.min_value",
              Ident(found_.updates[update->form.largest]->buffer->name), Snippet(toText(start))));
    take(std::move(*update));
    return true;
  }
  void take(OnlineUpdate update) {
    found_.online = std::move(update.form);
    found_.operands = std::move(update.operands);
  }

  // One condition chooses between the old elements and one new value for each.
  bool chosen() {
    const auto* first = values_.front().as<Select>();
    for (size_t i = 0; i < values_.size(); ++i) {
      const auto* choice = values_[i].as<Select>();
      if (!first || !choice || !equal(choice->condition, first->condition) ||
          !isElementOf(choice->whenTrue, *found_.updates[i]))
        return no(
            "its update is neither a choice between the elements and one new value each, nor +, *, min, max, and, or "
            "of them");
      found_.operands.push_back(choice->whenFalse);
    }
    found_.keepsFirst = comparison(first->condition);
    if (found_.keepsFirst && (found_.keepsFirst->op == BinaryOp::GE || found_.keepsFirst->op == BinaryOp::LE))
      return true;
    found_.keepsFirst.reset();
    return ordered(first->condition);
  }

  bool ordered(const Expr& condition) {
    if (values_.size() != 2) return no(say("it chooses between tuples of {0} elements, not 2", values_.size()));
    const auto* either = condition.as<Binary>();
    const bool chooses = either && either->op == BinaryOp::Or &&
                         (order(either->a, either->b, true) || order(either->b, either->a, false));
    return chooses || no(kDependsOnOrder);
  }

  // The condition `first or (equal and second)`.
  bool order(const Expr& first, const Expr& rest, bool firstLeads) {
    const auto* both = rest.as<Binary>();
    if (!both || both->op != BinaryOp::And) return false;
    const auto leads = comparison(first), left = comparison(both->a), right = comparison(both->b);
    if (!leads || !left || !right || (leads->op != BinaryOp::LT && leads->op != BinaryOp::GT)) return false;
    const bool equalLeads = left->op == BinaryOp::EQ;
    const Reduction::Comparison equal = equalLeads ? *left : *right, second = equalLeads ? *right : *left;
    if (equal.op != BinaryOp::EQ || second.op == BinaryOp::EQ || equal.which != leads->which ||
        second.which == leads->which)
      return false;
    found_.order = Reduction::Order{*leads, equal, second, firstLeads, equalLeads};
    return true;
  }

  std::optional<Reduction::Comparison> comparison(const Expr& e) const {
    const auto* c = e.as<Binary>();
    if (!c || (c->op != BinaryOp::LT && c->op != BinaryOp::LE && c->op != BinaryOp::GT && c->op != BinaryOp::GE &&
               c->op != BinaryOp::EQ))
      return std::nullopt;
    for (size_t i = 0; i < found_.updates.size(); ++i) {
      if (isElementOf(c->a, *found_.updates[i]) && equal(c->b, found_.operands[i]))
        return Reduction::Comparison{c->op, i, true};
      if (isElementOf(c->b, *found_.updates[i]) && equal(c->a, found_.operands[i]))
        return Reduction::Comparison{c->op, i, false};
    }
    return std::nullopt;
  }

  bool clean() {
    for (size_t i = 0; i < found_.updates.size(); ++i)
      for (const BufferStore* other : found_.updates) {
        const auto touches = [&](const Expr& e) { return loadsFrom(e, other->buffer); };
        const bool indexed = std::any_of(found_.updates[i]->indices.begin(), found_.updates[i]->indices.end(), touches);
        if (indexed || touches(found_.operands[i]) || (!found_.inits.empty() && touches(found_.inits[i]->value)))
          return no(say("the value that it combines is read from {0}, which it writes", Ident(other->buffer->name)));
        if (&*other != found_.updates[i] && other->buffer->data == found_.updates[i]->buffer->data)
          return no("two of its elements may be the same memory");
      }
    for (size_t i = 0; i < found_.updates.size(); ++i)
      if (hasEffects(found_.operands[i]) || (!found_.inits.empty() && hasEffects(found_.inits[i]->value)))
        return no("it calls a function that may have effects");
    return true;
  }

  const Block& block_;
  Message& why_;
  Reduction found_;
  VarMap lets_;               // the values of the lets, without other lets
  std::vector<Expr> values_;  // that are stored
};

}  // namespace

bool Reduction::writes(const Buffer& buffer) const {
  return std::any_of(updates.begin(), updates.end(), [&](const BufferStore* u) { return u->buffer == buffer; });
}

std::optional<Reduction> onlineUpdateOf(const Block& block) {
  Message why;
  return TupleReader(block, why).readOnlineUpdate();
}

std::optional<Reduction> reductionOf(const Block& block, Message& why) {
  std::optional<Reduction> reduction = associativeReductionOf(block, why);
  if (!reduction || !reduction->keepsFirst) return reduction;
  why = kDependsOnOrder;
  return std::nullopt;
}

std::optional<Reduction> associativeReductionOf(const Block& block, Message& why) {
  if (block.init && block.body.as<LetStmt>()) return TupleReader(block, why).read();
  const std::optional<Reducer> one = reducerOf(block, why);
  if (!one) return std::nullopt;
  Reduction reduction;
  reduction.inits = {one->init};
  reduction.updates = {one->update};
  reduction.operands = {one->operand};
  reduction.parts = {{one->op, one->stateFirst}};
  return reduction;
}

// A value that is chosen by an order may take part any number of times. So may a start that precedes the other values
// in each partial result.
std::optional<std::pair<std::string, std::string>> nonNeutralStart(const Reduction& reduction) {
  for (size_t i = 0; i < reduction.parts.size(); ++i) {
    const BinaryOp op = reduction.parts[i].op;
    const Expr& start = reduction.inits[i]->value;
    if (!isIdentity(op, start) && !isIdempotent(op)) return std::pair(toText(start), std::string(symbolOf(op)));
  }
  for (size_t i = 0; reduction.online && i < reduction.inits.size(); ++i)
    if (const Expr& start = reduction.inits[i]->value; i != reduction.online->largest && !isZero(start))
      return std::pair(toText(start), std::string(symbolOf(BinaryOp::Add)));
  return std::nullopt;
}

Stmt updated(const Reduction& r, const std::vector<Buffer>& into, const std::vector<Expr>& indices,
             const std::vector<Expr>& operands) {
  std::vector<Expr> states, values;
  for (const Buffer& buffer : into) states.push_back(BufferLoad{buffer, indices});
  const auto pair = [&](BinaryOp op, size_t i, bool stateFirst) {
    return stateFirst ? rawBinary(op, states[i], operands[i]) : rawBinary(op, operands[i], states[i]);
  };
  for (size_t i = 0; i < r.parts.size(); ++i) values.push_back(pair(r.parts[i].op, i, r.parts[i].stateFirst));
  const auto compare = [&](const Reduction::Comparison& c) { return pair(c.op, c.which, c.stateFirst); };
  const auto choose = [&](const Expr& keep) {
    for (size_t i = 0; i < into.size(); ++i) values.push_back(Select{keep, states[i], operands[i]});
  };
  if (r.keepsFirst) choose(compare(*r.keepsFirst));
  if (r.order) {
    const Expr first = compare(r.order->first), same = compare(r.order->equal), second = compare(r.order->second);
    const Expr both =
        r.order->equalLeads ? rawBinary(BinaryOp::And, same, second) : rawBinary(BinaryOp::And, second, same);
    const Expr keep = r.order->firstLeads ? rawBinary(BinaryOp::Or, first, both) : rawBinary(BinaryOp::Or, both, first);
    choose(keep);
  }
  if (r.online) values = onlineValues(*r.online, states, operands);
  if (r.lets.empty()) return BufferStore{into.front(), indices, values.front()};
  std::vector<Expr> vars;
  for (size_t i = 0; i < into.size(); ++i) vars.push_back(Var(r.lets[i], values[i].dtype()));
  Stmt body = started(into, indices, vars);
  for (size_t i = into.size(); i-- > 0;) body = LetStmt{*vars[i].as<Var>(), values[i], body};
  return body;
}

Stmt started(const std::vector<Buffer>& into, const std::vector<Expr>& indices, const std::vector<Expr>& values) {
  std::vector<Stmt> stores;
  for (size_t i = 0; i < into.size(); ++i) stores.push_back(BufferStore{into[i], indices, values[i]});
  return stores.size() == 1 ? stores.front() : sequence(std::move(stores));
}

}  // namespace lw
