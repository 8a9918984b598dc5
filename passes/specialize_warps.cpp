#include "passes/specialize_warps.h"

#include <algorithm>
#include <variant>

#include "core/analysis/gpu/producer_copies.h"
#include "core/arith/analyzer.h"
#include "core/ir/barriers.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/visit.h"
#include "passes/errors.h"
#include "passes/support/gpu_device.h"
#include "passes/support/kernel_nest.h"

namespace lw {
namespace {

// The value of the attribute of a part.
struct Part {
  Expr round;
  int64_t stages, first, bytes;
  SpecializeNote note;
};
std::optional<Part> partOf(const Stmt& s, std::string_view key) {
  const auto* n = s.as<AttrStmt>();
  const auto* tuple = n && n->key == key ? n->value.as<Call>() : nullptr;
  if (!tuple || tuple->args.size() != 6) return std::nullopt;
  const auto number = [&](size_t i) { return asInt(tuple->args[i]).value_or(0); };
  return Part{tuple->args[0], number(1), number(2), number(3), {number(1), number(4), number(5)}};
}

Stmt call(const char* name, std::vector<Expr> args, Origin origin) {
  return Stmt(Evaluate{Call{dtype::Int32, name, std::move(args)}}, origin);
}
Expr barrierOf(const Part& p, bool empty) {
  return cast(dtype::Int32, floormod(p.round, makeConst(p.round.dtype(), p.stages))) +
         makeConst(dtype::Int32, p.first + (empty ? p.stages : 0));
}
// Of the phase that round takes part in; `before`: of the one before.
Expr parityOf(const Part& p, bool before) {
  const auto type = p.round.dtype();
  const Expr turn = floordiv(p.round, makeConst(type, p.stages)) + makeConst(type, before ? 1 : 0);
  return cast(dtype::Int32, floormod(turn, makeConst(type, 2)));
}

Stmt produced(const Part& p, const Stmt& copies, Origin origin) {
  // The first phases are over before any consumer has read: a barrier whose phase 0 has not ended lets those go on that
  // wait for the other parity.
  return sequence(
      {call("ptx_wait_barrier", {barrierOf(p, true), parityOf(p, true)}, origin),
       call("ptx_arrive_barrier_expect_tx", {barrierOf(p, false), makeConst(dtype::Int32, p.bytes)}, origin), copies});
}
Stmt consumed(const Part& p, const Stmt& rest, Origin origin) {
  return sequence({call("ptx_wait_barrier", {barrierOf(p, false), parityOf(p, false)}, origin), rest,
                   call("ptx_arrive_barrier", {barrierOf(p, true)}, origin)});
}

constexpr int64_t kConsumersBarrier = 1;  // the named barrier

bool isSharedScope(std::string_view scope) { return scope.starts_with("shared"); }

// What the producer runs of a statement: the copies, with the loops, conditions and names around them.
Stmt ofProducer(const Stmt& s) {
  const auto with = [&](auto copy, const Stmt& body) {
    copy.body = body;
    return isNoOp(body) ? Stmt(Evaluate{0}) : Stmt(std::move(copy), s.origin());
  };
  if (const auto part = partOf(s, kProducerPart)) return produced(*part, s.as<AttrStmt>()->body, s.origin());
  if (partOf(s, kConsumerPart)) return Evaluate{0};
  if (const auto* n = s.as<Seq>()) {
    std::vector<Stmt> all;
    for (const Stmt& x : n->stmts) all.push_back(ofProducer(x));
    return sequence(std::move(all));
  }
  if (const auto* n = s.as<For>()) return with(*n, ofProducer(n->body));
  if (const auto* n = s.as<LetStmt>()) return with(*n, ofProducer(n->body));
  if (const auto* n = s.as<AttrStmt>()) return ofProducer(n->body);
  if (const auto* n = s.as<Allocate>()) return ofProducer(n->body);  // that of shared memory is around both
  if (const auto* n = s.as<DeclBuffer>()) return ofProducer(n->body);
  if (const auto* n = s.as<IfThenElse>()) {
    const Stmt yes = ofProducer(n->thenBody), no = n->elseBody ? ofProducer(*n->elseBody) : Stmt(Evaluate{0});
    if (isNoOp(yes) && isNoOp(no)) return Evaluate{0};
    return Stmt(IfThenElse{n->condition, yes, isNoOp(no) ? std::nullopt : std::optional(no)}, s.origin());
  }
  return Evaluate{0};
}

Stmt ofConsumers(const Stmt& s) {
  return rewriteStmts(s, [](const Stmt& x) -> std::optional<Stmt> {
    if (partOf(x, kProducerPart)) return Evaluate{0};
    if (const auto part = partOf(x, kConsumerPart)) return consumed(*part, x.as<AttrStmt>()->body, x.origin());
    if (const auto* n = x.as<Seq>()) return sequence(n->stmts).withOrigin(x.origin());
    return std::nullopt;
  });
}

// Barriers of the block become barriers of the consumers, because the producer reaches none. thread_sync saw no roles:
// all that it orders is done by consumers.
Stmt withNamedBarriers(const Stmt& s, int64_t consumers) {
  return rewriteStmts(s, [&](const Stmt& x) -> std::optional<Stmt> {
    if (!isBarrier(x)) return std::nullopt;
    return call("ptx_bar_sync", {makeConst(dtype::Int32, kConsumersBarrier), makeConst(dtype::Int32, consumers)},
                x.origin());
  });
}

// The threads of a kernel, and how it is divided.
struct Division {
  size_t axis = 0;        // of the nest: the one that gets further threads
  int64_t consumers = 1;  // threads
  int64_t slice = 1;      // threads for each value of the axis
  int64_t slices = 1;     // added to the axis
  SpecializeNote registers;
  int64_t barriers = 0;
  std::vector<std::pair<int64_t, int64_t>> counts =
      {};  // of arrivals, of barriers in a row: how many, and of what count
};

class FindParts : public Visitor {
 public:
  explicit FindParts(const KernelNest& nest) : nest_(nest) {
    stmt(nest.body);
    for (const Buffer& from : copied_)
      for (const Buffer& to : stored_)
        if (from->data == to->data)
          why = say("the kernel writes {0}, which the producer reads without waiting for the other threads",
                    Ident(from->name));
  }
  std::vector<Part> parts;
  const For* loop = nullptr;  // the first one with parts
  Message why;

  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (const auto part = partOf(s, kProducerPart)) {
      parts.push_back(*part);
      if (!loop && !loops_.empty()) loop = loops_.back();
      if (divergent_ > 0) why = "it is inside a condition or a loop that differs from thread to thread";
    }
    if (const auto* store = s.as<BufferStore>()) stored_.push_back(store->buffer);
    const auto* copy = s.as<AttrStmt>();
    if (copy && copy->key == kBulkCopy) copied_.push_back(copy->value.as<Call>()->args[2].as<BufferLoad>()->buffer);
    if (const PhasedCall* own = phasedCall(s); own && own->kind < PhasedKind::Named)
      why = "the kernel has barriers with phases of its own";
    const auto* branch = s.as<IfThenElse>();
    const auto* n = s.as<For>();
    const bool differs = branch ? depends(branch->condition) : n && (depends(n->min) || depends(n->extent));
    divergent_ += differs;
    if (n) loops_.push_back(n);
    children(s);
    if (n) loops_.pop_back();
    divergent_ -= differs;
  }

 private:
  bool depends(const Expr& e) const {
    return loadsMemory(e) || std::any_of(nest_.axes.begin(), nest_.axes.end(), [&](const For* axis) {
             return axis->thread.starts_with("threadIdx") && usesVar(e, axis->var);
           });
  }
  const KernelNest& nest_;
  std::vector<const For*> loops_;
  std::vector<Buffer> copied_, stored_;
  int divergent_ = 0;
};

// nullopt: nothing is to be divided, or `why` says why it cannot be.
std::optional<Division> divisionOf(const KernelNest& nest, const FindParts& found, Message& why) {
  if (found.parts.empty()) return std::nullopt;
  why = found.why;
  Division d;
  bool any = false;
  for (const char* name : {"threadIdx.x", "threadIdx.y", "threadIdx.z"})
    for (size_t i = 0; i < nest.axes.size(); ++i) {
      if (nest.axes[i]->thread != name) continue;
      const auto extent = asInt(nest.axes[i]->extent);
      if (!extent) why = "the number of threads is not constant";
      if (any && extent.value_or(1) == 1) continue;
      any = true;
      d.axis = i;
      d.slice = d.consumers;
      d.consumers *= extent.value_or(1);
    }
  for (const Part& p : found.parts) {
    d.registers.producerRegisters = std::max(d.registers.producerRegisters, p.note.producerRegisters);
    d.registers.consumerRegisters = std::max(d.registers.consumerRegisters, p.note.consumerRegisters);
    d.barriers = std::max(d.barriers, p.first + 2 * p.stages);
    d.counts.resize(static_cast<size_t>(d.barriers));
    for (int64_t b = 0; b < 2 * p.stages; ++b)
      d.counts[static_cast<size_t>(p.first + b)] = {p.first + b, b < p.stages ? 1 : d.consumers};
  }
  const bool hands = d.registers.producerRegisters > 0;
  const int64_t unit = hands ? kWarpGroupThreads : 32;
  if (!any || d.consumers % unit != 0)
    why = say("there are {0} consumer threads, which are not whole {1}", d.consumers,
              hands ? Message("warp groups of 128 threads") : Message("warps of 32 threads"));
  d.slices = (unit + d.slice - 1) / d.slice;
  const int64_t producers = d.slices * d.slice;
  const int64_t registers = d.registers.producerRegisters * producers + d.registers.consumerRegisters * d.consumers;
  if (hands && registers > defaultGpuDevice().registersPerMultiprocessor)
    why = say("{0} threads of {1} registers and {2} threads of {3} registers take {4}, and a multiprocessor has {5}",
              producers, d.registers.producerRegisters, d.consumers, d.registers.consumerRegisters, registers,
              defaultGpuDevice().registersPerMultiprocessor);
  return why.empty() ? std::optional(std::move(d)) : std::nullopt;
}

// Removes what defines shared memory, which both roles use; innermost first.
Stmt withoutShared(const Stmt& s, std::vector<std::variant<Allocate, DeclBuffer>>& taken) {
  return rewriteStmts(s, [&](const Stmt& x) -> std::optional<Stmt> {
    if (const auto* n = x.as<Allocate>(); n && isSharedScope(n->scope)) {
      taken.emplace_back(*n);
      return n->body;
    }
    const auto* n = x.as<DeclBuffer>();
    if (!n || !isSharedScope(n->buffer->scope)) return std::nullopt;
    taken.emplace_back(*n);
    return n->body;
  });
}

Stmt divided(const KernelNest& nest, const Division& d, const Stmt& root, PrimFunc& ids) {
  const Origin origin = root.origin();
  std::vector<std::variant<Allocate, DeclBuffer>> shared;
  const Stmt body = withoutShared(nest.body, shared);
  const Expr axis = nest.axes[d.axis]->var;
  const Expr threads = makeConst(axis.dtype(), d.consumers / d.slice);
  Expr first = boolConst(true);  // among those with one number along the axis
  for (size_t i = 0; i < nest.axes.size(); ++i)
    if (i != d.axis && nest.axes[i]->thread.starts_with("threadIdx") && asInt(nest.axes[i]->extent) != 1)
      first = logicalAnd(first, eq(nest.axes[i]->var, 0));
  const auto registers = [&](int64_t number, bool more) {
    return number == 0 ? Stmt(Evaluate{0})
                       : call("set_max_nreg", {makeConst(dtype::Int32, number), makeConst(dtype::Int32, more)}, origin);
  };
  const Stmt copies(IfThenElse{logicalAnd(eq(axis, threads), first), freshCopy(ofProducer(body), ids), {}}, origin);
  const Stmt roles(IfThenElse{lt(axis, threads),
                              sequence({registers(d.registers.consumerRegisters, true),
                                        withNamedBarriers(ofConsumers(body), d.consumers)}),
                              sequence({registers(d.registers.producerRegisters, false), copies})},
                   origin);
  std::vector<Stmt> init;
  for (const auto& [barrier, count] : d.counts)
    if (count > 0)
      init.push_back(call("ptx_init_barrier_thread_count",
                          {makeConst(dtype::Int32, barrier), makeConst(dtype::Int32, count)}, origin));
  const int64_t producers = d.slice * d.slices, all8 = kRegisterUnit * (producers + d.consumers);
  const int64_t taken = d.registers.producerRegisters * producers + d.registers.consumerRegisters * d.consumers;
  const Expr start = makeConst(dtype::Int32, (taken + all8 - 1) / all8 * kRegisterUnit);
  const Stmt made(IfThenElse{logicalAnd(eq(axis, 0), first), sequence(std::move(init)), {}}, origin);
  Stmt all = sequence({call("create_barriers", {makeConst(dtype::Int32, d.barriers)}, origin), made, barrier(origin),
                       taken > 0 ? Stmt(AttrStmt{std::string(kStartRegisters), 0, start, roles}, origin) : roles});
  for (auto& definition : shared)
    all = std::visit(
        [&](auto& n) {
          n.body = std::move(all);
          return Stmt(std::move(n), origin);
        },
        definition);
  for (size_t i = nest.axes.size(); i-- > 0;) {
    For loop = *nest.axes[i];
    if (i == d.axis) loop.extent = makeConst(loop.extent.dtype(), d.consumers / d.slice + d.slices);
    loop.body = std::move(all);
    all = Stmt(std::move(loop), origin);
  }
  return all;
}

class Specialize : public Rewriter {
 public:
  explicit Specialize(PrimFunc& ids) : ids_(ids) {}
  std::optional<Explanation> error;
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const auto nest = kernelNest(s);
    if (!nest) return children(s);
    const FindParts found(*nest);
    Message why;
    const std::optional<Division> d = divisionOf(*nest, found, why);
    if (!why.empty() && !error) {
      error =
          explain(err::kGpuProducer(found.loop ? found.loop->var.name() : "?", why),
                  "consumers are whole warps; the producer takes one more, or four where registers are handed over");
      if (found.loop) error->loops = {found.loop->id};
    }
    return d ? divided(*nest, *d, s, ids_) : s;
  }

 private:
  PrimFunc& ids_;
};

}  // namespace

PrimFunc specializeWarps(const PrimFunc& f) {
  PrimFunc result = f;
  result.body = Specialize(result).stmt(f.body);
  return result.body.sameAs(f.body) ? f : result;
}

Status checkSpecializeWarps(const PrimFunc& before) {
  PrimFunc scratch = before;
  Specialize check(scratch);
  check.stmt(before.body);
  if (check.error) return *check.error;
  return success();
}

const Pass kSpecializeWarpsPass{.name = "specialize_warps",
                                .label = "warp roles",
                                .help = "Give copies to a producer warp and what reads them to the other warps.",
                                .check = programOnly<checkSpecializeWarps>,
                                .run = programOnly<specializeWarps>};

}  // namespace lw
