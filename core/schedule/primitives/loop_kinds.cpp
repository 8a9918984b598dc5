// parallel, vectorize, unroll, bind: choose how the iterations of a loop are executed. No statement moves. Parallel and
// vectorized iterations must not depend on each other; a loop bound to threadIdx may also carry a reduction, which
// becomes a reduction across threads.
#include <algorithm>
#include <array>

#include "core/analysis/dependence/dependence.h"
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/other_loops.h"
#include "core/schedule/support/quick_legality.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Message> kCarried{"loop.carries-dependence",
                                         "the iterations of loop {0} depend on each other, so it cannot {1}"};
constexpr Error<Ident, Ident, Message> kCarriedReduction{
    "loop.carries-reduction", "loop {0} carries the reduction of block \"{1}\", so it cannot {2}"};
constexpr Error<Ident, Snippet> kLanes{"vectorize.unknown-extent",
                                       "loop {0} has the extent {1}; the number of lanes must be a constant"};
constexpr Error<Snippet> kUnknownAxis{"bind.unknown-axis", "there is no thread axis \"{0}\""};
constexpr Error<Ident, Snippet, Message> kAxisTwice{"bind.axis-twice", "loop {0} {2} it is already bound to {1}"};
constexpr Error<Ident, int64_t, Snippet, int64_t, Ident> kOtherExtent{
    "bind.other-extent", "loop {0} has {1} iterations, but {2} has the extent {3} in loop {4} of the same kernel"};

struct LoopArgs {
  LoopId loop;
};
struct BindArgs {
  LoopId loop;
  ThreadAxis thread;
};
struct Plan {
  LoopId loop;
  ForKind kind;
  std::string thread;
  bool conservative = false;  // accepted by the signatures of the blocks
};

// The first block below whose reduce axes use the loop.
BlockId reductionOver(const Snapshot& program, LoopId loop) {
  const For& node = program.loop(loop);
  for (const BlockId id : program.blocksBelow(loop)) {
    const Block& block = program.block(id);
    for (size_t i = 0; i < block.iters.size(); ++i)
      if (block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], node.var)) return id;
  }
  return {};
}

// Returns whether the decision is based on the signatures of the blocks.
Result<bool> requireIndependent(const Snapshot& program, LoopId loop, const Message& action, bool reduceToo) {
  if (provablyIndependent(program, loop)) return false;
  const Verdict verdict = iterationsIndependent(program.function(program.functionOf(loop)), loop, program.budget());
  if (accepted(verdict, program.budget(), [&] { return signatureAllowsParallel(program, loop, reduceToo); }))
    return !verdict.yes();
  const BlockId reduction = reductionOver(program, loop);
  if (reduceToo && reduction.valid() && signatureAllowsParallel(program, loop, true)) return verdict.conservative;
  const std::string name = program.name(loop);
  if (!reduction.valid())
    return refused(
        aboutLoops(kCarried(name, action), {loop}, "choose a loop whose iterations access different elements"), verdict,
        program, loop, differingIn(loop));
  Explanation e = aboutLoops(kCarriedReduction(name, program.name(reduction), action), {loop},
                             "choose a loop that the result is indexed by; rfactor makes partial results, and atomic "
                             "lets iterations update one element at the same time");
  e.blocks = {reduction};
  return refused(std::move(e), verdict);
}

Result<Plan> checkParallel(const Snapshot& program, const LoopArgs& args) {
  Result<bool> conservative = requireIndependent(program, args.loop, "run in parallel", false);
  if (!conservative) return conservative.error();
  return Plan{args.loop, ForKind::Parallel, "", *conservative};
}

Result<Plan> checkVectorize(const Snapshot& program, const LoopArgs& args) {
  const For& loop = program.loop(args.loop);
  if (!asInt(loop.extent))
    return aboutLoops(kLanes(loop.var.name(), debugText(loop.extent)), {args.loop},
                      "split it by a constant factor and vectorize the inner loop");
  Result<bool> conservative = requireIndependent(program, args.loop, "become vector lanes", false);
  if (!conservative) return conservative.error();
  return Plan{args.loop, ForKind::Vectorized, "", *conservative};
}

Result<Plan> checkUnroll(const Snapshot&, const LoopArgs& args) { return Plan{args.loop, ForKind::Unrolled, ""}; }

constexpr std::array<std::string_view, 10> kAxes{"blockIdx.x",  "blockIdx.y",  "blockIdx.z", "threadIdx.x",
                                                 "threadIdx.y", "threadIdx.z", "vthread",    "vthread.x",
                                                 "vthread.y",   "vthread.z"};

// The outermost loop around the given one, which represents a kernel.
LoopId kernelOf(const Snapshot& program, LoopId loop) {
  LoopId top = loop;
  for (const LoopId other : program.loops(program.functionOf(loop)))
    if (program.isAncestor(other, top)) top = other;
  return top;
}

bool touches(const std::vector<BufferRegion>& regions, const Buffer& buffer) {
  return std::any_of(regions.begin(), regions.end(),
                     [&](const BufferRegion& r) { return r.buffer->data == buffer->data; });
}

// Every thread executes the inner loop, the same number of times.
bool allThreadsReach(const Snapshot& program, const For& outer, const For& inner) {
  for (const Stmt& s : pathTo(outer.body, program.blocksBelow(inner.id).front())) {
    const auto* loop = s.as<For>();
    if (!loop && !s.as<Seq>()) return false;
    if (loop && (usesVar(loop->min, outer.var) || usesVar(loop->extent, outer.var))) return false;
    if (loop && loop->id == inner.id) return true;
  }
  return false;
}

// A loop inside a thread loop may be bound to the same axis if all threads would do the same copy to memory that they
// share: the threads then divide the copy among themselves. Every thread must write the same values: the statements
// below do not depend on the thread index, on memory of one thread, or on what threads write meanwhile.
bool dividesCopy(const Snapshot& program, const For& outer, const For& inner) {
  const std::vector<BlockId> copies = program.blocksBelow(inner.id);
  bool same = !copies.empty() && !usesVar(inner.body, outer.var) && allThreadsReach(program, outer, inner);
  forEachStmt(inner.body, [&](const Stmt& s) { same = same && !s.as<Evaluate>(); });
  const auto isCopy = [&](BlockId id) { return std::find(copies.begin(), copies.end(), id) != copies.end(); };
  for (const BlockId id : copies) {
    const Block copy = withInferredRegions(program.block(id));
    const auto shared = [](const BufferRegion& r) { return r.buffer->scope.starts_with("shared"); };
    const auto common = [&](const BufferRegion& r) {
      return shared(r) || r.buffer->scope == "global" || r.buffer->scope.empty();
    };
    same = same && copy.allocs.empty() && std::all_of(copy.writes.begin(), copy.writes.end(), shared) &&
           std::all_of(copy.reads.begin(), copy.reads.end(), common);
    for (const BlockId other : program.blocksBelow(outer.id))
      for (const BufferRegion& w : withInferredRegions(program.block(other)).writes)
        same = same && !touches(copy.reads, w.buffer) && (isCopy(other) || !touches(copy.writes, w.buffer));
  }
  return same;
}

Status checkAxis(const Snapshot& program, const For& loop, const std::string& axis) {
  if (std::find(kAxes.begin(), kAxes.end(), axis) == kAxes.end()) {
    std::string known = join(kAxes);
    return aboutLoops(kUnknownAxis(axis), {loop.id}, say("the axes are {0}", known));
  }
  if (axis.starts_with("vthread")) return success();
  const LoopId kernel = kernelOf(program, loop.id);
  for (const LoopId id : program.loops(program.functionOf(loop.id))) {
    const For& other = program.loop(id);
    if (id == loop.id || other.kind != ForKind::ThreadBinding || other.thread != axis) continue;
    const bool inside = program.isAncestor(id, loop.id), around = program.isAncestor(loop.id, id);
    const bool divides = axis.starts_with("threadIdx") && ((inside && dividesCopy(program, other, loop)) ||
                                                           (around && dividesCopy(program, loop, other)));
    if ((inside || around) && !divides)
      return aboutLoops(kAxisTwice(other.var.name(), axis, inside ? "around" : "inside"), {loop.id, id},
                        "bind one of them to another axis; only a copy to shared memory that is the same for all "
                        "threads can be distributed over them again");
    const auto a = asInt(loop.extent), b = asInt(other.extent);
    if (kernelOf(program, id) == kernel && a && b && *a != *b)
      return aboutLoops(kOtherExtent(loop.var.name(), *a, axis, *b, other.var.name()), {loop.id, id},
                        "split one of them so that both have the same extent");
  }
  return success();
}

Result<Plan> checkBind(const Snapshot& program, const BindArgs& args) {
  const For& loop = program.loop(args.loop);
  const std::string& axis = args.thread.name;
  if (Status ok = checkAxis(program, loop, axis); !ok) return ok.error();
  Result<bool> conservative =
      requireIndependent(program, args.loop, say("be bound to {0}", Ident(axis)), axis.starts_with("threadIdx"));
  if (!conservative) return conservative.error();
  return Plan{args.loop, ForKind::ThreadBinding, axis, *conservative};
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const int index = program.functionOf(plan.loop);
  For loop = program.loop(plan.loop);
  loop.kind = plan.kind;
  loop.thread = plan.thread;
  return Edit{.function = index, .changed = replaceStmt(program.function(index), program.stmt(plan.loop), loop)};
}

std::vector<Candidate> oneLoop(const Snapshot&, const Selection& selection) {
  if (selection.loops.size() != 1) return {};
  return {{{selection.loops.front()}, ""}};
}

std::vector<Candidate> axes(const Snapshot&, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  for (const std::string_view axis : kAxes)
    if (axis != "vthread") offers.push_back({{selection.loops.front(), std::string(axis)}, std::string(axis)});
  return offers;
}

bool isCarried(const Explanation& reason) { return reason.kind == kCarried.id || reason.kind == kCarriedReduction.id; }

// Threads and parallel iterations suit outer loops, vector lanes suit inner loops.
Alternatives otherLoopsOutside(const Snapshot& program, const Primitive& refused, const Arguments& args,
                               const Explanation& reason) {
  return isCarried(reason) ? atOtherLoops(program, refused, args, NestEnd::Outside) : Alternatives();
}
Alternatives otherLoopsInside(const Snapshot& program, const Primitive& refused, const Arguments& args,
                              const Explanation& reason) {
  return isCarried(reason) ? atOtherLoops(program, refused, args, NestEnd::Inside) : Alternatives();
}

}  // namespace

const Primitive kParallel = define<LoopArgs, Plan>(
    {.name = "parallel",
     .kind = "Parallel",
     .group = Group::Loops,
     .summary = "Run the iterations of a loop on several cores.",
     .params = {param("loop", &LoopArgs::loop, "loop whose iterations are independent")},
     .errors = {&kCarried, &kCarriedReduction},
     .candidates = oneLoop,
     .check = checkParallel,
     .rewrite = rewrite,
     .traits = {.rank = 50,
                .key = 'p',
                .alternatives = otherLoopsOutside,
                .spellings = {{"parallel(loop, number)", "parallel(split({loop}, [None, {number}])[0])"}}}});

const Primitive kVectorize = define<LoopArgs, Plan>(
    {.name = "vectorize",
     .kind = "Vectorize",
     .group = Group::Loops,
     .summary = "Make the iterations of a loop the lanes of vector instructions.",
     .params = {param("loop", &LoopArgs::loop, "loop whose iterations are independent, of constant extent")},
     .errors = {&kLanes, &kCarried, &kCarriedReduction},
     .candidates = oneLoop,
     .check = checkVectorize,
     .rewrite = rewrite,
     .traits = {.rank = 40,
                .key = 'v',
                .alternatives = otherLoopsInside,
                .spellings = {{"vectorize(loop, number)", "vectorize(split({loop}, [None, {number}])[1])"},
                              {"vectorize(loop, _, number)", "vectorize(split({loop}, [None, {number}])[1])"}}}});

const Primitive kUnroll = define<LoopArgs, Plan>(
    {.name = "unroll",
     .kind = "Unroll",
     .group = Group::Loops,
     .summary = "Replace a loop by copies of its body, one for each iteration.",
     .params = {param("loop", &LoopArgs::loop, "loop to unroll")},
     .candidates = oneLoop,
     .check = checkUnroll,
     .rewrite = rewrite,
     .traits = {.rank = 60,
                .key = 'u',
                .spellings = {{"unroll(loop, number)", "unroll(split({loop}, [None, {number}])[1])"},
                              {"unroll_loop(loop)", "unroll({loop})"}}}});

const Primitive kBind = define<BindArgs, Plan>(
    {.name = "bind",
     .kind = "Bind",
     .group = Group::Threads,
     .summary = "Distribute the iterations of a loop over the blocks or threads of a GPU.",
     .params = {param("loop", &BindArgs::loop, "loop to bind"),
                param("thread_axis", &BindArgs::thread, "blockIdx, threadIdx or vthread, with .x, .y or .z",
                      {.encoding = Encoding::Attr})},
     .errors = {&kUnknownAxis, &kAxisTwice, &kOtherExtent, &kCarried, &kCarriedReduction},
     .candidates = axes,
     .check = checkBind,
     .rewrite = rewrite,
     .threads = ThreadCheck::Always,
     .traits = {.rank = 100,
                .key = 'b',
                .alternatives = otherLoopsOutside,
                .spellings = {
                    {"gpu_blocks(loop)", "bind({loop}, \"blockIdx.x\")"},
                    {"gpu_blocks(loop, loop2)", "bind({loop}, \"blockIdx.x\"); bind({loop2}, \"blockIdx.y\")"},
                    {"gpu_threads(loop)", "bind({loop}, \"threadIdx.x\")"},
                    {"gpu_threads(loop, loop2)", "bind({loop}, \"threadIdx.x\"); bind({loop2}, \"threadIdx.y\")"}}}});

}  // namespace lw
