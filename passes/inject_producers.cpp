#include "passes/inject_producers.h"

#include "core/analysis/gpu/tensor_boxes.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/swizzle.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "passes/errors.h"
#include "passes/support/buffer_copies.h"

namespace lw {
namespace {

bool isNoted(const Stmt& s) {
  const auto* loop = s.as<For>();
  return loop && loop->annotations.contains(std::string(kSpecializeNote));
}

// Rows of the tile, one after the other, have to begin at multiples of 16 bytes in shared memory too.
bool rowsFit(const Buffer& b) {
  const auto fits = [&](const Expr& count) {
    const auto elements = asInt(count);
    return elements && *elements * b->dtype.bytes() % kBulkUnit == 0;
  };
  if (b->strides.empty()) return b.rank() > 0 && fits(b->shape.back());
  for (size_t d = 0; d + 1 < b->strides.size(); ++d)
    if (!fits(b->strides[d])) return false;
  return asInt(b->strides.back()) == 1;
}

// Why the loop cannot be divided; empty: it can. `around`: the loops around it, outermost first.
Message refusal(const For& loop, const std::vector<const For*>& around, const Stmt& kernel,
                std::optional<ProducerLoop>& found) {
  const std::optional<SpecializeNote> note = specializeNote(loop);
  if (!note || note->stages < 1 || note->stages > kMostProducerStages)
    return say(
        "its annotation is not a list of stages, at most {0}, two numbers of registers, and whether copies are those "
        "of "
        "tensors",
        kMostProducerStages);
  if (loop.kind != ForKind::Serial) return "the loop is not serial";
  if (anyStmt(loop.body, isNoted)) return "a loop inside of it has a producer too";
  Message why;
  found = producerLoopOf(loop, kernel, note->tensors, why);
  if (!found) return why;
  for (const ProducerCopy& copy : found->copies) {
    if (!found->holder || !isIn(found->holder->allocs, copy.to))
      return say("{0} is used outside of the loop, or its values are used in later iterations", Ident(copy.to->name));
    if (note->tensors) {
      if (!boxIsDense(copy, swizzleOf(copy.to->scope), why)) return why;
    } else if (!rowsFit(copy.to))
      return say("rows of {0} in shared memory do not begin at multiples of 16 bytes", Ident(copy.to->name));
  }
  bool inKernel = false;
  for (const For* outer : around) {
    inKernel = inKernel || isKernelAxis(*outer);
    if (isKernelAxis(*outer) || !inKernel) continue;
    const bool counted = outer->kind == ForKind::Serial || outer->kind == ForKind::Unrolled;
    if (!counted || !asInt(outer->extent) || !asInt(loop.extent))
      return say("loop {0} around it is bound to virtual threads, or numbers of iterations are not constant",
                 Ident(outer->var.name()));
  }
  return inKernel ? Message() : Message("no loop around it is bound to blockIdx or threadIdx");
}

// Calls `f` for each loop with the annotation, with the loops around it and the outermost one.
class EachLoop : public Rewriter {
 public:
  using Handle = std::function<Stmt(const Stmt&, const std::vector<const For*>&, const Stmt&)>;
  explicit EachLoop(Handle f) : f_(std::move(f)) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (!loop) return children(s);
    if (isNoted(s)) return f_(s, around_, top_.value_or(s));
    const bool first = around_.empty();
    if (first) top_ = s;
    around_.push_back(loop);
    Stmt done = children(s);
    around_.pop_back();
    if (first) top_.reset();
    return done;
  }

 private:
  Handle f_;
  std::vector<const For*> around_;
  std::optional<Stmt> top_;
};

class Inject {
 public:
  explicit Inject(PrimFunc& ids) : ids_(ids) {}

  Stmt made(const Stmt& s, const std::vector<const For*>& around, const ProducerLoop& p) {
    const For& loop = *p.loop;
    const SpecializeNote note = *specializeNote(loop);
    const auto type = loop.var.dtype();
    const Expr round = roundOf(loop, around);
    const Expr stage = floormod(round, makeConst(type, note.stages));
    Copies copies;
    std::vector<Buffer> allocs;
    for (const Buffer& b : p.holder->allocs) {
      const bool staged =
          std::any_of(p.copies.begin(), p.copies.end(), [&](const ProducerCopy& c) { return c.to->data == b->data; });
      allocs.push_back(staged && note.stages > 1 ? withCopies(b, note.stages, true) : b);
      if (staged && note.stages > 1) copies.emplace_back(b, allocs.back());
    }
    const Expr barrier = makeConst(type, barriers_) + stage;
    std::vector<Stmt> fetch;
    int64_t bytes = 0;
    for (const ProducerCopy& copy : p.copies)
      fetch.push_back(note.tensors ? box(copy, barrier, bytes) : bulk(copy, barrier, bytes));
    const Expr parts = Call{dtype::Handle(),
                            "tvm_tuple",
                            {round, makeConst(dtype::Int32, note.stages), makeConst(dtype::Int32, barriers_),
                             makeConst(dtype::Int32, bytes), makeConst(dtype::Int32, note.producerRegisters),
                             makeConst(dtype::Int32, note.consumerRegisters)}};
    barriers_ += 2 * note.stages;
    const auto part = [&](std::string_view key, const Stmt& body) {
      return Stmt(AttrStmt{std::string(key), 0, parts, UseCopy(copies, stage).stmt(body)}, s.origin());
    };
    For rounds = loop;
    rounds.annotations.erase(std::string(kSpecializeNote));
    rounds.body = sequence({part(kProducerPart, sequence(fetch)), part(kConsumerPart, sequence(p.rest))});
    Block holder(ids_.freshBlock(), "", Stmt(std::move(rounds), s.origin()));
    holder.allocs = std::move(allocs);
    return Stmt(std::move(holder), s.origin());
  }

 private:
  // Of all rounds of the kernel, from 0.
  static Expr roundOf(const For& loop, const std::vector<const For*>& around) {
    const auto type = loop.var.dtype();
    Expr round = makeZero(type);
    bool inKernel = false;
    for (const For* outer : around) {
      inKernel = inKernel || isKernelAxis(*outer);
      if (inKernel && !isKernelAxis(*outer))
        round = round * cast(type, outer->extent) + cast(type, Expr(outer->var) - outer->min);
    }
    return round * loop.extent + (Expr(loop.var) - loop.min);
  }

  // Row by row. Adds the bytes of all rows.
  Stmt bulk(const ProducerCopy& copy, const Expr& barrier, int64_t& bytes) {
    const For& row = *copy.loops.back();
    const VarMap start{{row.var.key(), row.min}};
    const auto first = [&](const Buffer& b, const std::vector<Expr>& indices) {
      std::vector<Expr> at;
      for (const Expr& e : indices) at.push_back(substitute(e, start));
      return Expr(BufferLoad{b, std::move(at)});
    };
    const Origin origin = copy.store.origin();
    For elements = row;
    elements.body = copy.store;
    const Expr value = Call{
        dtype::Handle(),
        "tvm_tuple",
        {barrier, first(copy.to, copy.write), first(copy.from, copy.read), makeConst(dtype::Int32, copy.rowBytes)}};
    Stmt all(AttrStmt{std::string(kBulkCopy), 0, value, Stmt(std::move(elements), origin)}, origin);
    int64_t rows = 1;
    for (size_t i = copy.loops.size() - 1; i-- > 0;) {
      For outer = *copy.loops[i];
      outer.body = std::move(all);
      rows *= *asInt(outer.extent);
      all = Stmt(std::move(outer), origin);
    }
    bytes += rows * copy.rowBytes;
    return all;
  }

  // All at once. Adds the bytes of the box, which are written whatever of it is outside of the array.
  static Stmt box(const ProducerCopy& copy, const Expr& barrier, int64_t& bytes) {
    Message why;
    TensorCopy tensor = *tensorBoxOf(copy, why);
    tensor.map.swizzle = swizzleOf(copy.to->scope);
    VarMap start;
    int64_t count = copy.to->dtype.bytes();
    for (const For* loop : copy.loops) {
      start.insert_or_assign(loop->var.key(), loop->min);
      count *= *asInt(loop->extent);
    }
    bytes += count;
    const auto first = [&](const Buffer& b, const std::vector<Expr>& indices) {
      std::vector<Expr> at;
      for (const Expr& e : indices) at.push_back(substitute(e, start));
      return Expr(BufferLoad{b, std::move(at)});
    };
    std::vector<Expr> values{barrier, first(copy.to, copy.write), first(copy.from, copy.read),
                             makeConst(dtype::Int32, count)};
    const std::vector<Expr> more = tensorValues(tensor);
    values.insert(values.end(), more.begin(), more.end());
    Expr inside = boolConst(true);
    for (size_t d = 0; d < copy.read.size(); ++d)
      inside = logicalAnd(
          inside, logicalAnd(ge(copy.read[d], makeZero(copy.read[d].dtype())), lt(copy.read[d], copy.from->shape[d])));
    const Origin origin = copy.store.origin();
    const Expr value = Call{copy.from->dtype,
                            Intrinsic::IfThenElse,
                            {inside, BufferLoad{copy.from, copy.read}, makeZero(copy.from->dtype)}};
    Stmt all(BufferStore{copy.to, copy.write, value}, origin);
    for (size_t i = copy.loops.size(); i-- > 0;) {
      For loop = *copy.loops[i];
      loop.body = std::move(all);
      all = Stmt(std::move(loop), origin);
    }
    return Stmt(AttrStmt{std::string(kBulkCopy), 0, Call{dtype::Handle(), "tvm_tuple", std::move(values)}, all},
                origin);
  }

  PrimFunc& ids_;
  int64_t barriers_ = 0;
};

}  // namespace

PrimFunc injectProducers(const PrimFunc& f) {
  PrimFunc result = f;
  Inject inject(result);
  EachLoop each([&](const Stmt& s, const std::vector<const For*>& around, const Stmt& top) {
    std::optional<ProducerLoop> found;
    return refusal(*s.as<For>(), around, top, found).empty() ? inject.made(s, around, *found) : s;
  });
  result.body = each.stmt(f.body);
  return result.body.sameAs(f.body) ? f : result;
}

Status checkProducers(const PrimFunc& before) {
  std::optional<Explanation> error;
  EachLoop each([&](const Stmt& s, const std::vector<const For*>& around, const Stmt& top) {
    const auto* loop = s.as<For>();
    std::optional<ProducerLoop> found;
    const Message why = refusal(*loop, around, top, found);
    if (!why.empty() && !error) {
      error =
          explain(err::kGpuProducer(loop->var.name(), why),
                  "begin a serial loop of the kernel with copies of rows to shared memory (cache_read, compute_at)");
      error->loops = {loop->id};
    }
    return s;
  });
  each.stmt(before.body);
  if (error) return *error;
  return success();
}

const Pass kInjectProducersPass{.name = "inject_producers",
                                .label = "producer copies",
                                .help = "Divide loops into copies of a producer and what consumes them.",
                                .check = programOnly<checkProducers>,
                                .run = programOnly<injectProducers>};

}  // namespace lw
