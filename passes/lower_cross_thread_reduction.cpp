#include "passes/lower_cross_thread_reduction.h"

#include <algorithm>
#include <functional>

#include "core/ir/ops.h"
#include "core/ir/threads.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/schedule/support/tuple_reduction.h"
#include "core/support/text.h"
#include "passes/errors.h"
#include "passes/support/guards.h"
#include "passes/support/kernel_nest.h"

namespace lw {
namespace {

bool isThread(const For& loop) { return loop.kind == ForKind::ThreadBinding && loop.thread.starts_with("threadIdx"); }

// A reduction block, the loops around it, and their roles.
struct Nest {
  std::vector<const For*> loops;  // around the block, outermost first
  size_t first = 0;               // of `loops`: the outermost reduce loop
  const Block* block = nullptr;
  Reduction reduction;
  std::vector<Expr> starts;  // initial values of the partial results, one per buffer
  std::map<const For*, std::vector<Stmt>>
      before;           // statements in a loop that each thread runs before the block; looked up by key only
  bool joins = false;   // combines the result with the existing value, which another block has initialized
  bool atomic = false;  // blocks of threads update the same element
  std::vector<const For*> spatial, threads,
      serial;        // from `first` on: the other loops, reduce loops over threads, serial reduce loops
  int64_t size = 1;  // threads that take part
  Expr predicate = boolConst(true), spatialPredicate = boolConst(true);
};

// An update without an init whose element does not depend on the reduce iters: threads can combine their parts, and
// then one thread makes the update.
const BufferStore* joinedUpdate(const Block& block) {
  if (block.init) return nullptr;
  const BufferStore* atomic = atomicStore(block.body);
  const BufferStore* store = atomic ? atomic : block.body.as<BufferStore>();
  if (!store || !updateOf(*store)) return nullptr;
  for (const IterVar& iter : block.iters)
    for (const Expr& index : store->indices)
      if (iter.kind == IterKind::Reduce && usesVar(index, iter.var)) return nullptr;
  return store;
}

// In an atomic update, loops over blocks of threads do not count: each block of threads makes its own update.
bool isReduceLoop(const Block& block, const For& loop) {
  if (loop.kind == ForKind::ThreadBinding && !isThread(loop) && atomicStore(block.body) && joinedUpdate(block))
    return false;
  for (size_t i = 0; i < block.iters.size(); ++i)
    if (block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], loop.var)) return true;
  return false;
}

bool choosesElement(const Block& block, const For& loop) {
  for (size_t i = 0; i < block.iters.size(); ++i)
    if (block.iters[i].kind != IterKind::Reduce && usesVar(block.bindings[i], loop.var)) return true;
  return false;
}

Expr atBindings(const Block& block, const Expr& e) {
  VarMap values;
  for (size_t i = 0; i < block.iters.size(); ++i) values.insert_or_assign(block.iters[i].var.key(), block.bindings[i]);
  return substitute(e, values);
}

// Collects the parts of a Nest; `why` says what is missing.
class Reader {
 public:
  Reader(std::vector<const For*> loops, const Block& block, const TargetFacts& target) : target_(target) {
    nest_.loops = std::move(loops), nest_.block = &block;
  }
  Message why, hint;
  std::string axis;

  // False: no reduce loop of the block is bound to threads.
  bool concerns() {
    if (atomicStore(nest_.block->body) && !joinedUpdate(*nest_.block))
      return false;  // each thread makes its own updates
    for (const For* loop : nest_.loops)
      if (isThread(*loop) && isReduceLoop(*nest_.block, *loop)) addItem(axis, loop->thread);
    return !axis.empty();
  }

  std::optional<Nest> read() {
    const Block& block = *nest_.block;
    if (const BufferStore* store = joinedUpdate(block)) {
      const auto update = updateOf(*store);
      nest_.joins = true;
      nest_.atomic = atomicStore(block.body) != nullptr;
      nest_.reduction.updates = {store};
      nest_.reduction.operands = {update->operand};
      nest_.reduction.parts = {{update->op, update->stateFirst}};
      nest_.starts = {identityOf(update->op, store->buffer->dtype)};
      return around();
    }
    if (!block.init)
      return no("its init is a separate block", "bind the loop before decompose_reduction, or leave that out");
    const auto reduction = reductionOf(block, why);
    if (!reduction) return std::nullopt;
    if (const auto start = nonNeutralStart(*reduction))
      return no(say("it starts at {0}, which would be combined once for each thread", start->first),
                say("start at the identity, and combine {0} after it", start->first));
    nest_.reduction = *reduction;
    for (const BufferStore* init : reduction->inits) nest_.starts.push_back(init->value);
    return around();
  }

 private:
  std::nullopt_t no(Message reason, Message remedy = {}) {
    why = std::move(reason), hint = std::move(remedy);
    return std::nullopt;
  }
  bool fails(Message reason, Message remedy = {}) {
    no(std::move(reason), std::move(remedy));
    return false;
  }

  std::optional<Nest> around() {
    if (!chain() || !extents() || !predicates()) return std::nullopt;
    return nest_;
  }

  bool chain() {
    while (!isReduceLoop(*nest_.block, *nest_.loops[nest_.first])) ++nest_.first;
    for (size_t i = nest_.first; i < nest_.loops.size(); ++i) {
      const For* loop = nest_.loops[i];
      const bool reduce = isReduceLoop(*nest_.block, *loop);
      if (reduce && choosesElement(*nest_.block, *loop))
        return fails(say("loop {0} also selects the element that is reduced", Ident(loop->var.name())),
                     "split the loop so that one part runs over the reduction alone, and bind that");
      if (loop->kind == ForKind::ThreadBinding && !isThread(*loop) && reduce)
        return fails(say("loop {0} is bound to {1}", Ident(loop->var.name()), loop->thread),
                     "bind reduce loops to threadIdx");
      (!reduce ? nest_.spatial : isThread(*loop) ? nest_.threads : nest_.serial).push_back(loop);
    }
    for (size_t i = nest_.first; i < nest_.loops.size(); ++i)
      if (!continues(i))
        return fails(say("there are other statements inside loop {0}", Ident(nest_.loops[i]->var.name())),
                     "move them out of it, with compute_at or reverse_compute_at at a loop further out");
    return true;
  }
  // Whether the next loop, or the block, is the last statement of this loop. Statements before it must belong to each
  // thread alone, inside all loops over threads.
  bool continues(size_t i) {
    const For* loop = nest_.loops[i];
    const auto isNext = [&](const Stmt& s) {
      return i + 1 == nest_.loops.size() ? s.as<Block>() == nest_.block : s.as<For>() == nest_.loops[i + 1];
    };
    if (isNext(loop->body)) return true;
    const auto* seq = loop->body.as<Seq>();
    const bool threadsInside = std::any_of(nest_.threads.begin(), nest_.threads.end(), [&](const For* thread) {
      return std::find(nest_.loops.begin(), nest_.loops.end(), thread) - nest_.loops.begin() >
             static_cast<std::ptrdiff_t>(i);
    });
    if (!seq || !isNext(seq->stmts.back()) || threadsInside || !nest_.spatial.empty()) return false;
    nest_.before[loop].assign(seq->stmts.begin(), seq->stmts.end() - 1);
    return std::none_of(nest_.before[loop].begin(), nest_.before[loop].end(), bindsThreads);
  }

  bool extents() {
    for (const For* loop : nest_.threads) {
      const auto extent = asInt(loop->extent);
      if (!extent)
        return fails(say("loop {0} has no constant extent", Ident(loop->var.name())),
                     "split it by the number of threads and bind the inner loop");
      nest_.size *= *extent;
    }
    if (nest_.size > target_.maxThreads)
      return fails(std::to_string(nest_.size) + " threads would take part",
                   "split the loop and bind an inner loop of at most " + std::to_string(target_.maxThreads));
    for (const For* thread : nest_.threads)
      for (const For* loop : nest_.loops)
        if (loop != thread && loop->thread == thread->thread &&
            (isReduceLoop(*nest_.block, *loop) || choosesElement(*nest_.block, *loop)))
          return fails(say("loop {0} is bound to the same threads", Ident(loop->var.name())),
                       "bind the loops of the block to different axes");
    for (const For* loop : nest_.loops)
      if (isThread(*loop) && !asInt(loop->extent))
        return fails(say("the enclosing loop {0} has no constant extent", Ident(loop->var.name())),
                     "split it by the number of threads");
    return true;
  }

  bool predicates() {
    nest_.predicate = nest_.block->predicate;
    for (const Expr& part : guardParts(nest_.predicate)) {
      bool reduce = false, spatial = false;
      for (const For* loop : nest_.loops)
        (isReduceLoop(*nest_.block, *loop) ? reduce : spatial) |= usesVar(part, loop->var);
      if (reduce && spatial)
        return fails("its predicate mixes reduction loops and other loops",
                     "split loops by factors that divide their extents");
      if (!reduce && !isTrue(part)) nest_.spatialPredicate = logicalAnd(nest_.spatialPredicate, part);
    }
    return true;
  }

  const TargetFacts& target_;
  Nest nest_;
};

// Calls `found` for every block, with the loops around it.
class Nests : public Visitor {
 public:
  explicit Nests(std::function<void(const std::vector<const For*>&, const Block&)> found) : found_(std::move(found)) {}
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (loop) loops_.push_back(loop);
    if (const auto* block = s.as<Block>()) found_(loops_, *block);
    children(s);
    if (loop) loops_.pop_back();
  }

 private:
  std::function<void(const std::vector<const For*>&, const Block&)> found_;
  std::vector<const For*> loops_;
};

// Generates the steps of one reduction.
class Writer {
 public:
  Writer(const Nest& nest, PrimFunc& ids, int64_t warp)
      : n_(nest), ids_(ids), warpSize_(warp), block_(*nest.block), origin_{nest.block->id, nest.loops.back()->id} {
    for (const For* loop : n_.loops)
      if (isThread(*loop) && !isReduceLoop(block_, *loop) && !alongAny(n_.threads, *loop) && !alongAny(others_, *loop))
        others_.push_back(loop);
    std::stable_sort(others_.begin(), others_.end(), [](const For* a, const For* b) { return a->thread > b->thread; });
    const std::vector<Expr> shape = shapeOf(n_.size);
    for (const BufferStore* update : n_.reduction.updates) {
      const std::string& name = update->buffer->name;
      const DataType type = update->buffer->dtype;
      if (inWarps()) {
        for (const size_t side : {0, 1})
          warp_[side].push_back(makeBuffer(name + "_warp" + std::to_string(side), shape, type, "warp"));
      }
    }
    for (const BufferStore* update : n_.reduction.updates)
      if (!inWarps() || n_.size > warpSize_)
        shared_.push_back(makeBuffer(update->buffer->name + "_threads",
                                     shapeOf(inWarps() ? n_.size / warpSize_ : n_.size), update->buffer->dtype,
                                     "shared"));
    for (const std::vector<Buffer>* list : {&shared_, &warp_[0], &warp_[1]})
      allocated.insert(allocated.end(), list->begin(), list->end());
  }

  std::vector<Buffer> allocated;  // for the allocations around the threads

  // Replaces the loop n.loops[n.first].
  Stmt steps() {
    std::vector<Stmt> all;
    if (inWarps())
      warpSteps(all);
    else
      treeSteps(all);
    Stmt body = sequence(std::move(all)).withOrigin(origin_);
    for (size_t i = n_.spatial.size(); i-- > 0;) body = around(*n_.spatial[i], std::move(body));
    return body;
  }

 private:
  // Whether the threads fill whole warps along threadIdx.x, so that neighbours in number() are neighbours in a warp.
  bool inWarps() const {
    for (const BufferStore* update : n_.reduction.updates)
      if (update->buffer->dtype.lanes != 1 || update->buffer->dtype.bits < 16) return false;
    return n_.threads.size() == 1 && n_.threads[0]->thread == "threadIdx.x" && n_.size % warpSize_ == 0 &&
           (n_.size & (n_.size - 1)) == 0;
  }

  // Reduces in a tree in shared memory.
  void treeSteps(std::vector<Stmt>& all) {
    all.push_back(perThread(ownPart(shared_)));
    int64_t half = 1;
    while (half * 2 < n_.size) half *= 2;
    if (n_.size > 1)
      for (int64_t reach = half; reach > 0; reach /= 2) all.push_back(perThread(combine(reach)));
    all.push_back(perThread(result(shared_, 0)));
  }

  // Reduces within warps first, through memory that becomes a register of each thread; then one value of each warp goes
  // through shared memory to all warps. (Shuffles as in NVIDIA's "Faster Parallel Reductions on Kepler".) Each step
  // reads one of two buffers and writes the other.
  void warpSteps(std::vector<Stmt>& all) {
    if (inLoop()) all.push_back(warpSync(origin_));
    all.push_back(perThread(ownPart(warp_[0])));
    fold(all, warpSize_);
    if (const int64_t warps = n_.size / warpSize_; warps > 1) {
      const Expr me = number(), first = eq(lane(), 0);
      all.push_back(perThread(holder(
          block_.name + "_warp",
          started(shared_, place(floordiv(me, makeConst(dtype::Int32, warpSize_))), valuesOf(warp_[side_], place(me))),
          first)));
      side_ ^= 1;
      all.push_back(perThread(holder(
          block_.name + "_warps",
          started(warp_[side_], place(me), valuesOf(shared_, place(floormod(me, makeConst(dtype::Int32, warps))))),
          boolConst(true))));
      fold(all, warps);
    }
    if (n_.reduction.updates.front()->buffer->scope == "local") {  // every thread needs the result
      all.push_back(warpSync(origin_));
      all.push_back(
          perThread(holder(block_.name + "_all",
                           started(warp_[side_ ^ 1], place(number()), valuesOf(warp_[side_], place(number() - lane()))),
                           boolConst(true))));
      side_ ^= 1;
    }
    all.push_back(perThread(result(warp_[side_], number())));
  }

  // The first thread of each group of `width` neighbours gets the combined value. The values of the others are unused,
  // but all threads take part, as shuffles require.
  void fold(std::vector<Stmt>& all, int64_t width) {
    for (int64_t reach = width / 2; reach > 0; reach /= 2, side_ ^= 1) {
      const Expr me = number(), far = makeConst(dtype::Int32, reach);
      const Expr other = Select{lt(lane(), far), me + far, me};
      all.push_back(warpSync(origin_));
      const std::vector<Buffer> mine = ofThread("_part"), theirs = ofThread("_theirs");
      std::vector<Buffer> own = mine;
      own.insert(own.end(), theirs.begin(), theirs.end());
      all.push_back(perThread(holder(block_.name + "_fold",
                                     sequence({started(mine, {0}, valuesOf(warp_[side_], place(me))),
                                               started(theirs, {0}, valuesOf(warp_[side_], place(other))),
                                               updated(n_.reduction, mine, {0}, valuesOf(theirs, {0})),
                                               started(warp_[side_ ^ 1], place(me), valuesOf(mine, {0}))}),
                                     boolConst(true), own)));
    }
  }
  std::vector<Buffer> ofThread(const char* suffix) const {
    std::vector<Buffer> list;
    for (const BufferStore* update : n_.reduction.updates)
      list.push_back(makeBuffer(update->buffer->name + suffix, {1}, update->buffer->dtype, "local"));
    return list;
  }
  // Whether the reduction repeats, so that the next round must not overwrite what other threads of the warp still read.
  bool inLoop() const {
    const auto serial = [](const For* loop) {
      return loop->kind != ForKind::ThreadBinding || loop->thread.starts_with("vthread");
    };
    return !n_.spatial.empty() ||
           std::any_of(n_.loops.begin(), n_.loops.begin() + static_cast<std::ptrdiff_t>(n_.first), serial);
  }
  Expr lane() const { return floormod(number(), makeConst(dtype::Int32, warpSize_)); }

  Stmt around(const For& loop, Stmt body) const {
    For copy = loop;
    copy.body = std::move(body);
    return Stmt(std::move(copy), origin_);
  }
  Stmt perThread(Stmt body) {
    for (size_t i = n_.threads.size(); i-- > 0;) body = around(*n_.threads[i], std::move(body));
    return freshCopy(body, ids_);
  }
  Expr number() const {
    Expr e = 0;
    for (const For* loop : n_.threads) e = e * loop->extent + (loop->var - loop->min);
    return e;
  }
  // Puts the index that threadIdx.x numbers last, so that neighbouring threads use neighbouring banks.
  std::vector<Expr> inOrder(std::vector<Expr> others, const Expr& thread) const {
    const bool last = std::any_of(n_.threads.begin(), n_.threads.end(),
                                  [](const For* loop) { return loop->thread == "threadIdx.x"; });
    others.insert(last ? others.end() : others.begin(), thread);
    return others;
  }
  std::vector<Expr> shapeOf(int64_t size) const {
    std::vector<Expr> extents;
    for (const For* loop : others_) extents.push_back(loop->extent);
    return inOrder(std::move(extents), makeConst(dtype::Int32, size));
  }
  std::vector<Expr> place(const Expr& thread) const {
    std::vector<Expr> indices;
    for (const For* loop : others_) indices.push_back(loop->var - loop->min);
    return inOrder(std::move(indices), thread);
  }
  std::vector<Expr> valuesOf(const std::vector<Buffer>& buffers, const std::vector<Expr>& indices) const {
    std::vector<Expr> values;
    for (const Buffer& b : buffers) values.push_back(BufferLoad{b, indices});
    return values;
  }
  Stmt holder(const std::string& name, Stmt body, const Expr& predicate, std::vector<Buffer> allocs = {}) {
    Block b(ids_.freshBlock(), name, std::move(body), predicate);
    b.allocs = std::move(allocs);
    return Stmt(std::move(b), origin_);
  }
  static BufferRegion first(const Buffer& b) { return {b, {{0, 1}}}; }

  Stmt ownPart(const std::vector<Buffer>& into) {
    const std::vector<Buffer> parts = ofThread("_part");
    std::vector<Expr> starts;
    for (const Expr& start : n_.starts) starts.push_back(atBindings(block_, start));
    Block update = block_;
    update.init.reset();
    update.body = updated(n_.reduction, parts, {0}, n_.reduction.operands);
    update.writes.clear();
    for (const Buffer& part : parts) update.writes.push_back(first(part)), update.reads.push_back(first(part));
    std::erase_if(update.reads, [&](const BufferRegion& r) { return n_.reduction.writes(r.buffer); });
    Stmt body = Stmt(std::move(update), origin_);
    for (size_t i = n_.loops.size(); i-- > n_.first;) {
      const For* loop = n_.loops[i];
      if (const auto before = n_.before.find(loop); before != n_.before.end()) {
        std::vector<Stmt> all = before->second;
        all.push_back(std::move(body));
        body = sequence(std::move(all));
      }
      if (std::find(n_.serial.begin(), n_.serial.end(), loop) != n_.serial.end()) body = around(*loop, std::move(body));
    }
    const Stmt keep = started(into, place(number()), valuesOf(parts, {0}));
    return holder(block_.name + "_part", sequence({started(parts, {0}, starts), body, keep}), boolConst(true), parts);
  }
  Stmt combine(int64_t reach) {
    const Expr me = number(), other = me + makeConst(dtype::Int32, reach);
    Expr takesPart = lt(me, makeConst(dtype::Int32, reach));
    if (reach * 2 > n_.size) takesPart = logicalAnd(takesPart, lt(other, makeConst(dtype::Int32, n_.size)));
    return holder(block_.name + "_combine", updated(n_.reduction, shared_, place(me), valuesOf(shared_, place(other))),
                  takesPart);
  }
  // Writes the result; local memory receives it in every thread.
  Stmt result(const std::vector<Buffer>& from, const Expr& thread) {
    std::vector<Buffer> into;
    std::vector<Expr> indices;
    for (const BufferStore* update : n_.reduction.updates) into.push_back(update->buffer);
    for (const Expr& index : n_.reduction.indices()) indices.push_back(atBindings(block_, index));
    const bool own = into.front()->scope == "local";
    const Expr who = own ? boolConst(true) : eq(number(), 0);
    const std::vector<Expr> values = valuesOf(from, place(thread));
    Stmt store = n_.joins ? updated(n_.reduction, into, indices, values) : started(into, indices, values);
    if (n_.atomic) store = AttrStmt{std::string(kAtomic), 0, 1, store};
    return holder(block_.name, store, logicalAnd(who, n_.spatialPredicate));
  }

  // Loops along one axis are carried out by the same threads.
  static bool alongAny(const std::vector<const For*>& loops, const For& loop) {
    return std::any_of(loops.begin(), loops.end(), [&](const For* other) { return other->thread == loop.thread; });
  }

  const Nest& n_;
  PrimFunc& ids_;
  const int64_t warpSize_;
  const Block& block_;
  const Origin origin_;
  std::vector<const For*> others_;  // enclosing loops over threads that do not take part; z, y, x
  std::vector<Buffer> shared_, warp_[2];
  size_t side_ = 0;  // the index into warp_ of the buffer with the current values
};

Explanation explanation(const Nest* nest, const Reader& reader, const Block& block) {
  Explanation e = explain(err::kGpuCrossThreadReduction(block.name, reader.axis, reader.why), reader.hint);
  e.blocks = {block.id};
  if (nest) e.loops = {nest->loops[nest->first]->id};
  return e;
}

}  // namespace

Status checkCrossThreadReductions(const PrimFunc& f, const TargetFacts& target) {
  std::optional<Explanation> error;
  Nests([&](const std::vector<const For*>& loops, const Block& block) {
    Reader reader(loops, block, target);
    if (error || !reader.concerns()) return;
    const std::optional<Nest> nest = reader.read();
    if (!nest) error = explanation(nullptr, reader, block);
  }).stmt(f.body);
  if (error) return *error;
  return success();
}

PrimFunc lowerCrossThreadReduction(const PrimFunc& f, const TargetFacts& target) {
  PrimFunc result = f;
  std::map<LoopId, Stmt> steps;
  std::map<LoopId, std::vector<Buffer>> allocs;
  Nests([&](const std::vector<const For*>& loops, const Block& block) {
    Reader reader(loops, block, target);
    if (!reader.concerns()) return;
    const std::optional<Nest> nest = reader.read();
    if (!nest) return;
    Writer writer(*nest, result, target.warp);
    steps.insert_or_assign(nest->loops[nest->first]->id, writer.steps());
    const auto outermost = std::find_if(loops.begin(), loops.end(), [](const For* loop) { return isThread(*loop); });
    const LoopId around =
        static_cast<size_t>(outermost - loops.begin()) < nest->first ? (*outermost)->id : loops[nest->first]->id;
    std::vector<Buffer>& list = allocs[around];
    list.insert(list.end(), writer.allocated.begin(), writer.allocated.end());
  }).stmt(f.body);
  if (steps.empty()) return f;
  result.body = rewriteStmts(f.body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* loop = s.as<For>();
    if (!loop) return std::nullopt;
    const auto step = steps.find(loop->id);
    const auto buffers = allocs.find(loop->id);
    if (step == steps.end() && buffers == allocs.end()) return std::nullopt;
    Stmt done = step == steps.end() ? s : step->second;
    if (buffers == allocs.end()) return done;
    Block holder(result.freshBlock(), "", done);
    holder.allocs = buffers->second;
    return Stmt(std::move(holder), s.origin());
  });
  return result;
}

const Pass kLowerCrossThreadReductionPass{
    .name = "lower_cross_thread_reduction",
    .label = "thread reductions",
    .help = "Reduce over threads: each its part, then a tree in shared memory.",
    .check = checkCrossThreadReductions,
    .run = [](const PrimFunc& before, const TargetFacts& target) -> Result<PrimFunc> {
      return lowerCrossThreadReduction(before, target);
    }};

}  // namespace lw
