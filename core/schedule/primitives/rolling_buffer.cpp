// rolling_buffer: a block that computes a moving window of an intermediate under a loop computes in each iteration only
// the elements that are new; the others are kept from earlier iterations, in a ring buffer of the window's length.
#include <algorithm>
#include <cassert>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/value_flow.h"
#include "core/arith/region.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"
#include "core/text/tir/regions.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNoLoop{"rolling_buffer.no-loop", "block {0} shares no loop with a consumer of {1}"};
constexpr Error<Ident, Message> kNoOverlap{"rolling_buffer.no-overlap",
                                           "neighbouring iterations share no element of {0}: {1}"};
constexpr Error<Ident, Message> kNotSerial{"rolling_buffer.not-serial",
                                           "loop {0} is {1}; its iterations must run one after the other"};
constexpr Error<Ident, Ident, Snippet, Snippet, Ident> kOutsideWindow{
    "rolling_buffer.outside-window",
    "block {0} accesses {1} at {2}, which may be outside of the window {3} of an iteration of loop {4}"};
constexpr Error<Ident, Ident, Message> kChanges{"rolling_buffer.changes-values",
                                                "keeping the window of {0} over loop {1} changes the results: {2}"};
constexpr Error<Ident, Ident, Message> kUndecided{
    "rolling_buffer.undecided",
    "it could not be proved that keeping the window of {0} over loop {1} keeps the results ({2})"};
constexpr Error<Ident, Ident> kOuter{
    "rolling_buffer.outer", "the window of {0} would be carried over from one iteration of loop {1} to the next"};

struct Args {
  BlockId block;
  WriteIndex index;
};
struct Plan {
  int function;
  PrimFunc changed;
};

// The window of the buffer that one iteration of the rolling loop computes: `extent` elements from `begin`, which
// advances by `stride` per iteration.
struct Window {
  Buffer buffer;
  size_t axis = 0;
  LoopId loop;
  Expr begin = 0;  // over the loops from the outermost to the rolling one
  int64_t extent = 0, stride = 0;
  struct Axis {
    Var loop;
    Expr offset;  // position in the window, over the loops inside
    int64_t overlap;
  };
  std::vector<Axis> overlapping;  // all axes that move, including the rolling one
};

VarMap bindingsOf(const Block& block) {
  VarMap bindings;
  for (size_t i = 0; i < block.iters.size(); ++i)
    bindings.insert_or_assign(block.iters[i].var.key(), block.bindings[i]);
  return bindings;
}

std::vector<IterDomain> domainsOf(const Snapshot& program, const std::vector<LoopId>& loops) {
  std::vector<IterDomain> domains;
  for (const LoopId l : loops) domains.push_back({program.loop(l).var, {program.loop(l).min, program.loop(l).extent}});
  return domains;
}

// The loops that the block shares with all other users of the buffer.
std::vector<LoopId> sharedLoops(const Snapshot& program, BlockId block, const Buffer& buffer) {
  std::vector<LoopId> shared = program.loopsAbove(block);
  for (const BlockId other : program.childBlocks(program.scopeOf(block))) {
    if (other == block || !usesBuffer(program.stmt(other), buffer)) continue;
    std::erase_if(shared, [&](LoopId l) { return !program.isAncestor(l, other); });
  }
  return shared;
}

// The change of `begin` per iteration of the loop, if it is constant.
std::optional<int64_t> strideOf(const Expr& begin, const Var& loop) {
  const Expr next = substitute(begin, {{loop.key(), loop + makeConst(loop.dtype(), 1)}});
  return asInt(simplify(next - begin));
}

Explanation noOverlap(const Args& args, const Buffer& buffer, Message why) {
  return aboutBlock(kNoOverlap(buffer->name, why), args.block,
                    "compute_at the block under a loop whose iterations need overlapping parts");
}

Result<Window> windowOf(const Snapshot& program, const Args& args, const Buffer& buffer) {
  const Block& block = program.block(args.block);
  const std::vector<LoopId> shared = sharedLoops(program, args.block, buffer), all = program.loopsAbove(args.block);
  if (shared.empty())
    return aboutBlock(kNoLoop(block.name, buffer->name), args.block,
                      "compute_at the block under a loop of its consumer");
  const std::vector<LoopId> inner(all.begin() + static_cast<std::ptrdiff_t>(shared.size()), all.end());
  const BufferRegion& written = block.writes[static_cast<size_t>(args.index.index)];
  const RegionBound bound =
      relaxRegion(written, bindingsOf(block), domainsOf(program, inner), boolConst(true), Analyzer());
  Window w{buffer};
  std::vector<std::optional<size_t>> loopOfAxis(written.ranges.size());
  std::vector<int64_t> overlaps(written.ranges.size());
  for (size_t d = 0; d < bound.dims.size(); ++d) {
    if (!bound.dims[d].bounded()) continue;
    const auto extent = asInt(simplify(*bound.dims[d].max - *bound.dims[d].min + 1));
    for (size_t l = 0; l < shared.size() && extent; ++l) {
      const Var& var = program.loop(shared[l]).var;
      if (!usesVar(*bound.dims[d].min, var)) continue;
      const auto stride = strideOf(*bound.dims[d].min, var);
      if (!stride || *stride <= 0 || *stride >= *extent) continue;
      loopOfAxis[d] = l;
      overlaps[d] = *extent - *stride;
      if (!w.loop.valid() || program.isAncestor(shared[l], w.loop))
        w = {buffer, d, shared[l], *bound.dims[d].min, *extent, *stride, {}};
    }
  }
  if (!w.loop.valid()) return noOverlap(args, buffer, "no dimension advances by less than its computed length");
  for (size_t d = 0; d < loopOfAxis.size(); ++d)
    if (loopOfAxis[d])
      w.overlapping.push_back({program.loop(shared[*loopOfAxis[d]]).var,
                               simplify(substitute(written.ranges[d].min, bindingsOf(block)) - *bound.dims[d].min),
                               overlaps[d]});
  return w;
}

// ---- building ----

// Computes the whole window in the first iteration and only the part after the overlap in the later ones.
Expr newPart(const Window& w, const Expr& predicate) {
  Expr condition = predicate;
  for (const Window::Axis& axis : w.overlapping)
    condition = logicalAnd(condition, logicalOr(lt(axis.loop, makeConst(axis.loop.dtype(), 1)),
                                                ge(axis.offset, makeConst(axis.offset.dtype(), axis.overlap))));
  return simplify(condition);
}

PrimFunc withoutRecomputing(const Snapshot& program, const Args& args, const Window& w) {
  const int function = program.functionOf(args.block);
  Block block = program.block(args.block);
  block.predicate = newPart(w, block.predicate);
  return replaceStmt(program.function(function), program.stmt(args.block), block);
}

// Redirects all accesses of the buffer to the ring buffer. The iters that move with the ring buffer must no longer be
// compacted.
class Ring : public Rewriter {
 public:
  Ring(const Window& w, const Buffer& ring, const Var& rollingLoop) : w_(w), ring_(ring), loop_(rollingLoop) {}
  Buffer buffer(const Buffer& b) override { return b == w_.buffer ? ring_ : b; }
  Expr expr(const Expr& e) override {
    const auto* load = e.as<BufferLoad>();
    return load && load->buffer == w_.buffer ? Expr(BufferLoad{ring_, wrapped(exprs(load->indices))}) : children(e);
  }
  Stmt stmt(const Stmt& s) override {
    if (const auto* store = s.as<BufferStore>(); store && store->buffer == w_.buffer)
      return Stmt(BufferStore{ring_, wrapped(exprs(store->indices)), expr(store->value)}, s.origin());
    const auto* block = s.as<Block>();
    const bool isUser = block && (!block->iters.empty() || declares(*block)) && usesBuffer(s, w_.buffer);
    return isUser ? user(s, *block) : children(s);
  }

 private:
  bool declares(const Block& block) const {
    const auto isOld = [&](const BufferRegion& r) { return r.buffer == w_.buffer; };
    return std::any_of(block.reads.begin(), block.reads.end(), isOld) ||
           std::any_of(block.writes.begin(), block.writes.end(), isOld);
  }
  std::vector<Expr> wrapped(std::vector<Expr> indices) const {
    Expr& index = indices[w_.axis];
    index = floormod(index, makeConst(index.dtype(), w_.extent));
    return indices;
  }
  Stmt user(const Stmt& s, const Block& old) {
    Block without = old;
    const auto isOld = [&](const BufferRegion& r) { return r.buffer == w_.buffer; };
    std::erase_if(without.reads, isOld);
    std::erase_if(without.writes, isOld);
    Block block = *children(Stmt(without)).as<Block>();
    for (size_t i = 0; i < block.iters.size(); ++i) {
      const bool startsInit = block.init && block.iters[i].kind == IterKind::Reduce;  // an init runs at their start
      if (usesVar(block.bindings[i], loop_) && !startsInit) block.iters[i].kind = IterKind::Opaque;
    }
    const tir::BlockRegions found = tir::inferRegions(block, {ring_});
    restore(old.reads, found.reads, block.reads);
    restore(old.writes, found.writes, block.writes);
    return Stmt(std::move(block), s.origin());
  }
  void restore(const std::vector<BufferRegion>& old, const std::vector<BufferRegion>& found,
               std::vector<BufferRegion>& list) const {
    std::vector<Range> whole;
    for (const Expr& size : ring_->shape) whole.push_back({makeZero(size.dtype()), size});
    for (size_t i = 0; i < old.size(); ++i)
      if (old[i].buffer == w_.buffer)
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(i),
                    found.empty() ? BufferRegion{ring_, whole} : found.front());
  }
  const Window& w_;
  const Buffer& ring_;
  const Var& loop_;
};

// ---- legality ----

// Every access of the rolling dimension must be inside the window of its iteration. A window has at most as many
// elements as the ring buffer and only moves forward, so no element is overwritten while a later iteration may still
// need it.
Status checkInWindow(const Snapshot& program, const Args& args, const Window& w) {
  for (const BlockId id : program.childBlocks(program.scopeOf(args.block))) {
    if (!usesBuffer(program.stmt(id), w.buffer)) continue;
    const Block& block = program.block(id);
    assert(program.isAncestor(w.loop, id));  // windowOf takes only loops around all users
    std::vector<LoopId> inner;
    Analyzer analyzer;
    for (const LoopId l : program.loopsAbove(id)) {
      analyzer.bind(program.loop(l).var, {program.loop(l).min, program.loop(l).extent});
      if (program.isAncestor(w.loop, l)) inner.push_back(l);
    }
    const tir::BlockRegions found = tir::inferRegions(block, {w.buffer});
    for (const auto* regions : {&found.reads, &found.writes})
      for (BufferRegion r : *regions) {
        const RegionBound bound =
            relaxRegion(r, bindingsOf(block), domainsOf(program, inner), boolConst(true), analyzer);
        const IntSet& set = bound.dims[w.axis];
        const Expr end = w.begin + makeConst(w.begin.dtype(), w.extent);
        const bool inside =
            set.bounded() && analyzer.canProve(ge(*set.min, w.begin)) && analyzer.canProve(lt(*set.max, end));
        if (inside) continue;
        for (const IterVar& iter : block.iters) analyzer.bind(iter.var, iter.domain);
        for (Range& range : r.ranges) range = {analyzer.simplify(range.min), analyzer.simplify(range.extent)};
        return aboutBlock(kOutsideWindow(block.name, w.buffer->name, toText(r),
                                         toText(w.begin) + ":" + toText(simplify(end)), program.name(w.loop)),
                          id);
      }
  }
  return success();
}

Status checkFlow(const Snapshot& program, const Args& args, const Window& w) {
  const int function = program.functionOf(args.block);
  const PrimFunc kept = withoutRecomputing(program, args, w);
  const Verdict verdict = keepsValueFlow(program.function(function), kept, {}, program.budget());
  if (!verdict.yes()) {
    const std::string loop = program.name(w.loop);
    if (verdict.no()) return aboutBlock(kChanges(w.buffer->name, loop, verdict.reason), args.block);
    Explanation e = aboutBlock(kUndecided(w.buffer->name, loop, verdict.reason), args.block);
    e.conservative = true;
    return e;
  }
  const std::vector<LoopId> outer = program.loopsAbove(w.loop);
  if (!outer.empty() && !privateToIteration(kept, w.buffer, outer.back(), program.budget()))
    return aboutLoops(kOuter(w.buffer->name, program.name(outer.back())), {outer.back()},
                      "reorder the loops so that this one is outermost");
  return success();
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Buffer> buffer = accessedBuffer(program, args.block, true, args.index.index);
  if (!buffer) return buffer.error();
  if (Result<BlockId> scope = requireScope(program, args.block); !scope) return scope.error();
  if (Status ok = requireAllocated(program, args.block, *buffer, "its shape"); !ok) return ok.error();
  if (Status ok = requirePlainAccesses(program, args.block, *buffer); !ok) return ok.error();
  Result<Window> window = windowOf(program, args, *buffer);
  if (!window) return window.error();
  for (const Window::Axis& axis : window->overlapping)
    for (const LoopId l : program.loopsAbove(args.block)) {
      const For& loop = program.loop(l);
      if (!loop.var.sameAs(axis.loop)) continue;
      if (loop.kind != ForKind::Serial && loop.kind != ForKind::Unrolled)
        return aboutLoops(
            kNotSerial(loop.var.name(), loop.kind == ForKind::Parallel     ? Message("parallel")
                                        : loop.kind == ForKind::Vectorized ? Message("vectorized")
                                                                           : say("bound to {0}", Ident(loop.thread))),
            {l});
      if (!isZero(loop.min))
        return noOverlap(args, *buffer, say("loop {0} does not start at 0", Ident(loop.var.name())));
    }
  if (Status ok = checkInWindow(program, args, *window); !ok) return ok.error();
  if (Status ok = checkFlow(program, args, *window); !ok) return ok.error();
  BufferNode node = **buffer;
  node.shape[window->axis] = makeConst(node.shape[window->axis].dtype(), window->extent);
  const Buffer ring(std::move(node));
  PrimFunc changed = withoutRecomputing(program, args, *window);
  changed.body = Ring(*window, ring, program.loop(window->loop).var).stmt(changed.body);
  return Plan{program.functionOf(args.block), std::move(changed)};
}

Edit rewrite(const Snapshot&, const Plan& plan) { return Edit{.function = plan.function, .changed = plan.changed}; }

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.scopeOf(selection.blocks.front()).valid()) return offers;
  const BlockId id = selection.blocks.front();
  const Block& block = program.block(id);
  for (size_t i = 0; i < block.writes.size(); ++i) {
    const Args args{id, {static_cast<int64_t>(i)}};
    if (isAllocated(program.function(program.functionOf(id)), block.writes[i].buffer) &&
        windowOf(program, args, block.writes[i].buffer))
      offers.push_back({{id, static_cast<int64_t>(i)}, "keep the window of " + block.writes[i].buffer->name});
  }
  return offers;
}

}  // namespace

const Primitive kRollingBuffer = define<Args, Plan>(
    {.name = "rolling_buffer",
     .kind = "RollingBuffer",
     .group = Group::Memory,
     .summary = "Keep the overlap of neighbouring iterations in a circular buffer instead of computing it again.",
     .params = {param("block", &Args::block, "the block that computes the window"),
                param("write_buffer_index", &Args::index, "position among what the block writes, or name of the buffer",
                      {.encoding = Encoding::Attr})},
     .errors = {&kNoSuchSlot, &kRootBlock, &kNotAllocated, &kSeenOtherwise, &kNoLoop, &kNoOverlap, &kNotSerial,
                &kOutsideWindow, &kChanges, &kUndecided, &kOuter},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
