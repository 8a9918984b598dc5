#include "core/analysis/gpu/producer_copies.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/gpu/tensor_boxes.h"
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/swizzle.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

bool isPlain(const Block& block, bool guarded) {
  return (guarded || isTrue(block.predicate)) && !block.init && block.allocs.empty() && block.matches.empty();
}

// A number that divides all values of the expression.
int64_t divisorOf(const Analyzer& known, const Expr& e) {
  const Modular m = known.modular(e);
  return std::gcd(m.coeff, m.base);  // 0: it is 0
}

// Whether the last index is the variable of the row and a rest without it, which the other indices do not have either.
bool followsRow(const Analyzer& known, const std::vector<Expr>& indices, const Var& row) {
  for (size_t d = 0; d + 1 < indices.size(); ++d)
    if (usesVar(known.simplify(indices[d]), row)) return false;
  return !indices.empty() && !usesVar(known.simplify(indices.back() - cast(indices.back().dtype(), Expr(row))), row);
}

// `at`: an index for which that is not known.
bool beginsAtUnits(const Analyzer& known, const Buffer& b, const std::vector<Expr>& indices, const For& row, Expr& at) {
  const VarMap start{{row.var.key(), row.min}};
  const int64_t unit = kBulkUnit / std::max(1, b->dtype.bytes());
  int64_t stride = 1;
  for (size_t d = indices.size(); d-- > 0;) {
    const int64_t own = b->strides.empty() ? stride : divisorOf(known, b->strides[d]);
    at = indices[d];
    if (divisorOf(known, substitute(at, start)) * own % unit != 0) return false;
    stride = stride * divisorOf(known, b->shape[d]) % unit;
  }
  return true;
}

// The loops of the nest, and its only store with the values of iters in their place.
std::optional<Stmt> storeIn(const Stmt& s, bool guarded, std::vector<const For*>& loops, VarMap& values, Message& why) {
  if (const auto* loop = s.as<For>()) {
    if (loop->kind != ForKind::Serial && loop->kind != ForKind::Unrolled) {
      why = say("loop {0} of the copy is bound, vectorized or parallel, but one thread makes the copy",
                Ident(loop->var.name()));
      return std::nullopt;
    }
    loops.push_back(loop);
    return storeIn(loop->body, guarded, loops, values, why);
  }
  if (const auto* block = s.as<Block>(); block && isPlain(*block, guarded)) {
    for (size_t i = 0; i < block->iters.size(); ++i)
      values.insert_or_assign(block->iters[i].var.key(), substitute(block->bindings[i], values));
    return storeIn(block->body, guarded, loops, values, why);
  }
  if (s.as<BufferStore>()) return substitute(s, values).withOrigin(s.origin());
  why = "it is not a nest of loops around one store";
  return std::nullopt;
}

// A nest of loops that copies one buffer to another.
std::optional<ProducerCopy> copyIn(const Stmt& s, bool guarded, Message& why) {
  std::vector<const For*> loops;
  VarMap values;
  const std::optional<Stmt> found = storeIn(s, guarded, loops, values, why);
  if (!found) return std::nullopt;
  const auto* store = found->as<BufferStore>();
  const auto* load = store->value.as<BufferLoad>();
  if (!load || !(load->buffer->dtype == store->buffer->dtype) || store->buffer->dtype.lanes != 1) {
    why = "it changes the values that it stores";
    return std::nullopt;
  }
  return ProducerCopy{std::move(loops), store->buffer, load->buffer, store->indices, load->indices, *found, 0};
}

bool readsTable(const ProducerCopy& copy, Message& why) {
  if (std::ranges::none_of(copy.read, [](const Expr& e) { return loadsMemory(e); })) return false;
  why = "what it copies depends on values in memory";
  return true;
}

}  // namespace

std::optional<SpecializeNote> specializeNote(const For& loop) {
  const auto found = loop.annotations.find(std::string(kSpecializeNote));
  const auto* list =
      found == loop.annotations.end() ? nullptr : std::get_if<AnnotationValue::List>(&found->second.value);
  if (!list || list->size() != 4) return std::nullopt;
  int64_t numbers[4];
  for (size_t i = 0; i < 4; ++i) {
    const auto* number = std::get_if<int64_t>(&(*list)[i].value);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  return SpecializeNote{numbers[0], numbers[1], numbers[2], numbers[3] != 0};
}

std::optional<ProducerCopy> producerCopyOf(const Stmt& s, bool tensors, Message& why) {
  std::optional<ProducerCopy> found = copyIn(s, tensors, why);
  if (!found) return std::nullopt;
  ProducerCopy& copy = *found;
  const auto isShared =
      copy.to->scope == "shared" || copy.to->scope == "shared.dyn" || (tensors && swizzleOf(copy.to->scope) > 0);
  if (!isShared || copy.from->scope != "global") {
    why = say("it copies from {0} to {1}", Snippet(copy.from->scope), Snippet(copy.to->scope));
    return std::nullopt;
  }
  if (readsTable(copy, why)) return std::nullopt;
  if (tensors) return tensorBoxOf(copy, why) ? std::move(found) : std::nullopt;
  Analyzer known;
  for (const For* loop : copy.loops) known.bind(loop->var, {loop->min, loop->extent});
  const For* row = copy.loops.empty() ? nullptr : copy.loops.back();
  const auto extent = row ? asInt(row->extent) : std::nullopt;
  if (!extent || !followsRow(known, copy.write, row->var) || !followsRow(known, copy.read, row->var)) {
    why = "its innermost loop does not follow rows of both buffers";
    return std::nullopt;
  }
  copy.rowBytes = *extent * copy.to->dtype.bytes();
  if (copy.rowBytes % kBulkUnit != 0) {
    why = say("it copies rows of {0} bytes, and bulk copies are multiples of 16", copy.rowBytes);
    return std::nullopt;
  }
  Expr at = makeZero(dtype::Int64);
  if (!beginsAtUnits(known, copy.from, copy.read, *row, at)) {
    why = say("rows of {0} with index {1} are not known to begin at multiples of 16 bytes", Ident(copy.from->name),
              Snippet(debugText(at)));
    return std::nullopt;
  }
  return found;
}

std::optional<ProducerCopy> tensorStoreOf(const Stmt& s, Message& why) {
  std::optional<ProducerCopy> found = copyIn(s, false, why);
  if (!found) return std::nullopt;
  ProducerCopy& copy = *found;
  std::swap(copy.to, copy.from);  // `to` is shared memory
  std::swap(copy.write, copy.read);
  if (!copy.to->scope.starts_with("shared") || copy.from->scope != "global") {
    why = say("it copies from {0} to {1}", Snippet(copy.to->scope), Snippet(copy.from->scope));
    return std::nullopt;
  }
  if (readsTable(copy, why)) return std::nullopt;
  return tensorBoxOf(copy, why) ? std::move(found) : std::nullopt;
}

std::optional<ProducerLoop> producerLoopOf(const For& loop, const Stmt& around, bool tensors, Message& why) {
  ProducerLoop p{&loop, loop.body.as<Block>(), {}, {}};
  if (p.holder && !(isTrue(p.holder->predicate) && !p.holder->init && p.holder->iters.empty())) p.holder = nullptr;
  const Stmt& body = p.holder ? p.holder->body : loop.body;
  const auto* seq = body.as<Seq>();
  const std::vector<Stmt> list = seq ? seq->stmts : std::vector{body};
  size_t at = 0;
  for (; at < list.size(); ++at) {
    std::optional<ProducerCopy> copy = producerCopyOf(list[at], tensors, why);
    if (!copy) break;
    p.copies.push_back(*std::move(copy));
  }
  if (p.copies.empty()) return std::nullopt;
  why = {};
  p.rest.assign(list.begin() + static_cast<std::ptrdiff_t>(at), list.end());
  if (p.rest.empty()) {
    why = "nothing is left for the consumers";
    return std::nullopt;
  }
  const auto is = [](const Buffer& a, const Buffer& b) { return a->data == b->data; };
  for (size_t i = 0; i < p.copies.size(); ++i) {
    const ProducerCopy& copy = p.copies[i];
    const auto twice =
        std::count_if(p.copies.begin(), p.copies.end(), [&](const ProducerCopy& c) { return is(c.to, copy.to); });
    if (twice > 1) why = say("several statements write {0}", Ident(copy.to->name));
    for (const Stmt& s : p.rest)
      forEachStmt(s, [&](const Stmt& x) {
        const auto* store = x.as<BufferStore>();
        if (store && is(store->buffer, copy.to)) why = say("the consumers write {0}", Ident(copy.to->name));
      });
    forEachStmt(around, [&](const Stmt& x) {
      const auto* store = x.as<BufferStore>();
      if (store && is(store->buffer, copy.from))
        why = say("the kernel writes {0}, which the producer reads without waiting for the other threads",
                  Ident(copy.from->name));
    });
  }
  return why.empty() ? std::optional(std::move(p)) : std::nullopt;
}

}  // namespace lw
