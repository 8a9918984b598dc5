#include "core/schedule/support/thread_exchange_checks.h"

#include "core/analysis/dependence/iteration_sharing.h"
#include "core/analysis/gpu/thread_exchange.h"
#include "core/analysis/gpu/thread_reduction.h"
#include "core/ir/threads.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/schedule/define.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/tuple_reduction.h"

namespace lw {
namespace {

constexpr Error<Ident> kLocal{"threads.local-memory",
                              "threads would read elements of {0} that other threads write, but memory of the scope "
                              "local is private to one thread"};
constexpr Error<Ident> kShared{"threads.shared-memory",
                               "thread blocks would read elements of {0} that other thread blocks write, but memory of "
                               "the scope shared is private to one thread block"};
constexpr Error<Ident, Snippet, Ident> kLaunches{
    "threads.between-launches",
    "elements of {0} would have to survive from one launch of the kernel of loop {2} to the next, but memory of the "
    "scope {1} lasts for one launch"};
constexpr Error<Ident, Ident, Ident, Snippet> kReadOutside{
    "threads.read-outside",
    "block \"{0}\" reads {1} outside of the kernel of loop {2}, which writes it, but memory of the scope {3} lasts for "
    "one launch of the kernel"};
constexpr Error<Ident, Ident> kBlocks{
    "threads.block-exchange",
    "thread blocks in the kernel of loop {0} would access the same elements of {1}, and they run in no fixed order"};
constexpr Error<Ident, Ident, Ident> kBeside{
    "threads.reduction-beside-others",
    "threads would reduce block \"{0}\" and run block \"{1}\" in the same iterations of loop {2}, but the result is "
    "available only after the last of them"};
constexpr Error<Ident, Ident> kMixed{
    "threads.reduction-mixed",
    "loop {0} runs over the elements of block \"{1}\" and over its reduction, so threads cannot "
    "reduce the parts of one element"};
constexpr Error<Ident, Ident, Message> kNotCombined{"threads.reduction-not-combined",
                                                    "threads cannot reduce block \"{0}\" over loop {1}: {2}"};
constexpr Error<Ident, Ident, Ident> kRewritten{"threads.rewritten",
                                                "threads would write the same elements of {0} in every iteration of "
                                                "loop {1}, while block \"{2}\" changes what they "
                                                "write"};

constexpr Error<Ident, Ident> kSharing{
    "threads.shared-buffer",
    "the iterations of loop {0} run at once, and each of them fills buffer {1} for itself; they would share it after "
    "this step, because other statements would use it"};

// Reports only what a step introduced, not what the program already contained before it.
template <class Find>
auto introduced(const Find& find, const PrimFunc& before, const PrimFunc& after) -> decltype(find(after)) {
  auto found = find(after);
  return found && !find(before) ? found : std::nullopt;
}

Explanation aboutOwnMemory(const Snapshot& after, const ThreadExchange& own) {
  const std::string &name = own.buffer->name, &scope = own.buffer->scope;
  if (own.outside) {
    const std::string reader = after.name(*own.outside), loop = after.name(own.kernel);
    Explanation e =
        explain(kReadOutside(reader, name, loop, scope),
                say("move block {0} below loop {1} with reverse_compute_at before this step, or use the scope global",
                    Ident(reader), Ident(loop)));
    e.blocks = own.blocks;
    e.blocks.insert(e.blocks.begin(), *own.outside);
    return e;
  }
  Explanation e = own.betweenLaunches
                      ? explain(kLaunches(name, scope, after.name(own.kernel)),
                                "use the scope global, or reorder the loops so that the thread loops are outermost")
                  : scope.starts_with("shared")
                      ? explain(kShared(name),
                                "use the scope global and write it in an earlier kernel, or let every thread block "
                                "compute what it reads")
                      : explain(kLocal(name), "use the scope shared, or let every thread compute what it reads");
  e.blocks = own.blocks;
  return e;
}

// A reduction whose parts, one for each thread, cannot be combined.
struct UncombinedReduction {
  BlockId block;
  LoopId loop;  // over threads
  Message why, hint;
};

class UncombinedReductions : public Visitor {
 public:
  std::optional<UncombinedReduction> found;
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (found) return;
    const auto* loop = s.as<For>();
    if (loop) loops_.push_back(loop);
    if (const auto* block = s.as<Block>()) look(*block);
    children(s);
    if (loop) loops_.pop_back();
  }

 private:
  // Each thread makes its own atomic updates, and what calls and nested blocks do is not known here.
  static bool isSimple(const Block& block) {
    bool simple = !atomicStore(block.body);
    forEachStmt(block.body, [&](const Stmt& s) { simple = simple && !s.as<Block>() && !s.as<Evaluate>(); });
    return simple;
  }
  void look(const Block& block) {
    for (const For* loop : loops_) {
      if (!isKernelAxis(*loop) || isBlockAxis(*loop) || !isSimple(block)) continue;
      for (size_t i = 0; i < block.iters.size() && !found; ++i)
        if (block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], loop->var)) judge(block, *loop);
    }
  }
  void judge(const Block& block, const For& loop) {
    Message why, hint = "leave this reduction to one thread, or change the program";
    if (block.init) {
      const std::optional<Reduction> reduction = reductionOf(block, why);
      const auto start = reduction ? nonNeutralStart(*reduction) : std::nullopt;
      if (reduction && !start) return;
      if (start) {
        why = say("it starts at {0}, which would be combined once for each thread", Snippet(start->first));
        hint = say("start at the identity of {0}, and combine {1} in a block of its own after the reduction",
                   Snippet(start->second), Snippet(start->first));
      }
    } else {
      const auto* store = block.body.as<BufferStore>();
      if (store && updateOf(*store)) return;
      why = "its update does not combine the element by +, *, min, max, and, or";
    }
    found = UncombinedReduction{block.id, loop.id, std::move(why), std::move(hint)};
  }
  std::vector<const For*> loops_;
};

std::optional<UncombinedReduction> uncombinedReduction(const PrimFunc& f) {
  UncombinedReductions reductions;
  reductions.stmt(f.body);
  return reductions.found;
}

Explanation aboutUncombined(const Snapshot& after, const UncombinedReduction& r) {
  Explanation e = explain(kNotCombined(after.name(r.block), after.name(r.loop), r.why), r.hint);
  e.blocks = {r.block};
  e.loops = {r.loop};
  return e;
}

Explanation aboutReduction(const Snapshot& after, const ThreadReduction& broken) {
  const std::string loop = after.name(broken.loop), block = after.name(broken.reduction);
  Explanation e =
      broken.other
          ? explain(kBeside(block, after.name(*broken.other), loop),
                    say("keep the other block outside of loop {0}, or bind a loop that block {1} does not reduce over",
                        Ident(loop), Ident(block)))
          : explain(kMixed(loop, block),
                    say("split loop {0} so that one part runs over the reduction alone", Ident(loop)));
  e.blocks = {broken.reduction};
  if (broken.other) e.blocks.push_back(*broken.other);
  e.loops = {broken.loop};
  return e;
}

Explanation aboutSharing(const Snapshot& after, const IterationSharing& shared) {
  Explanation e = explain(kSharing(after.name(shared.loop), shared.buffer->name),
                          "take this step before the loop is made parallel or vectorized");
  e.loops = {shared.loop};
  return refused(std::move(e), shared.verdict);
}

}  // namespace

bool runsAtOnce(const Snapshot& program) {
  bool found = false;
  for (int i = 0; i < program.functionCount() && !found; ++i)
    forEachStmt(program.function(i).body, [&](const Stmt& s) {
      const auto* loop = s.as<For>();
      found = found || (loop && loop->kind != ForKind::Serial && loop->kind != ForKind::Unrolled);
    });
  return found;
}

namespace {

std::optional<Explanation> gpuExchangeIntroduced(const Snapshot& program, const Edit& edit) {
  const PrimFunc& before = program.function(edit.function);
  const auto ofOwnMemory = [&](const PrimFunc& f) { return exchangeOfOwnMemory(f, program.budget()); };
  const auto betweenBlocks = [&](const PrimFunc& f) { return exchangeBetweenThreadBlocks(f, program.budget()); };
  if (const auto own = introduced(ofOwnMemory, before, *edit.changed))
    return aboutOwnMemory(program.withFunction(edit.function, *edit.changed), *own);
  if (const auto blocks = introduced(betweenBlocks, before, *edit.changed)) {
    const Snapshot after = program.withFunction(edit.function, *edit.changed);
    Explanation e = explain(kBlocks(after.name(blocks->kernel), blocks->buffer->name),
                            "compute what a thread block reads in that block, or in an earlier kernel");
    e.blocks = blocks->blocks;
    return e;
  }
  if (const auto broken = introduced(brokenThreadReduction, before, *edit.changed))
    return aboutReduction(program.withFunction(edit.function, *edit.changed), *broken);
  if (const auto uncombined = introduced(uncombinedReduction, before, *edit.changed))
    return aboutUncombined(program.withFunction(edit.function, *edit.changed), *uncombined);
  if (const auto rewritten = introduced(rewrittenByThreads, before, *edit.changed)) {
    const Snapshot after = program.withFunction(edit.function, *edit.changed);
    Explanation e =
        explain(kRewritten(rewritten->buffer->name, after.name(rewritten->loop), after.name(rewritten->changer)),
                say("keep block {0} outside of loop {1}", Ident(after.name(rewritten->block)),
                    Ident(after.name(rewritten->loop))));
    e.blocks = {rewritten->block, rewritten->changer};
    return e;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Explanation> exchangeIntroduced(const Snapshot& program, const Edit& edit) {
  if (!edit.changed) return std::nullopt;
  const PrimFunc& before = program.function(edit.function);
  if (bindsThreads(edit.changed->body))
    if (auto error = gpuExchangeIntroduced(program, edit)) return error;
  if (const auto shared = sharingIntroduced(before, *edit.changed, program.budget()))
    return aboutSharing(program.withFunction(edit.function, *edit.changed), *shared);
  return std::nullopt;
}

std::vector<const ErrorKind*> threadExchangeErrors() {
  return {&kLocal,  &kShared, &kLaunches,    &kReadOutside, &kBlocks,
          &kBeside, &kMixed,  &kNotCombined, &kRewritten,   &kSharing};
}

}  // namespace lw
