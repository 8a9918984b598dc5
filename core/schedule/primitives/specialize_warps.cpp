// specialize_warps: let a producer warp make the copies of a loop from global to shared memory, some rounds ahead of
// the other warps, which consume what was copied. The request is an annotation that lowering reads
// (passes/inject_producers.h); no statement moves.
#include "core/analysis/dependence/dependence.h"
#include "core/analysis/gpu/producer_copies.h"
#include "core/analysis/gpu/warp_operations.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr Error<int64_t, int64_t> kStages{"specialize_warps.stages", "there cannot be {0} stages, but 1 to {1}"};
constexpr Error<int64_t, int64_t, int64_t, int64_t> kRegisters{
    "specialize_warps.registers",
    "a thread cannot have {0} registers: setmaxnreg takes multiples of {1} from {2} to {3}"};
constexpr Error<int64_t, int64_t> kHandsOver{
    "specialize_warps.hands-over", "the producer would have {0} registers for each thread and the consumers only {1}"};
constexpr Error<Ident, Message> kCopies{"specialize_warps.copies",
                                        "a producer warp cannot make the copies of loop {0}: {1}"};
constexpr Error<Ident, Ident> kShared{
    "specialize_warps.shared-rounds",
    "rounds of loop {0} share the elements of {1}, or other loops use them, so that it cannot have stages"};

struct Args {
  LoopId loop;
  int64_t stages = 2;
  int64_t producerRegisters = 0, consumerRegisters = 0;
  bool tensors = false;
};

std::optional<Explanation> wrongNumber(const Args& args) {
  if (args.stages < 1 || args.stages > kMostProducerStages)
    return explain(kStages(args.stages, kMostProducerStages), "each stage takes shared memory for a round of copies");
  if (args.producerRegisters == 0 && args.consumerRegisters == 0) return std::nullopt;
  for (const int64_t n : {args.producerRegisters, args.consumerRegisters})
    if (n < kLeastRegisters || n > kMostRegisters || n % kRegisterUnit != 0)
      return explain(kRegisters(n, kRegisterUnit, kLeastRegisters, kMostRegisters),
                     "give numbers for both roles, for example 40 and 232, or none");
  if (args.producerRegisters > args.consumerRegisters)
    return explain(kHandsOver(args.producerRegisters, args.consumerRegisters), "give the consumers at least as many");
  return std::nullopt;
}

// The outermost loop around it, which stands for its kernel.
Stmt kernelOf(const Snapshot& program, LoopId loop) {
  for (const LoopId other : program.loops(program.functionOf(loop)))
    if (program.isAncestor(other, loop)) return program.stmt(other);
  return program.stmt(loop);
}

Result<Args> check(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  if (auto wrong = wrongNumber(args)) {
    wrong->loops = {args.loop};
    return *std::move(wrong);
  }
  if (Status ok = requirePlain(loop, "specialize"); !ok) return ok.error();
  const auto refuse = [&](const Message& why) {
    return aboutLoops(
        kCopies(loop.var.name(), why), {args.loop},
        "begin a serial loop with copies of rows to shared memory (cache_read, compute_at), in serial loops");
  };
  if (loop.kind != ForKind::Serial) return refuse("the loop is not serial");
  Message why;
  const std::optional<ProducerLoop> found = producerLoopOf(loop, kernelOf(program, args.loop), args.tensors, why);
  if (!found) return refuse(why);
  // With what tensorized statements access.
  const PrimFunc function = describeWarpOperations(program.function(program.functionOf(args.loop)));
  for (const ProducerCopy& copy : found->copies)
    if (!isAllocated(function, copy.to) || !privateToIteration(function, copy.to, args.loop, program.budget()))
      return aboutLoops(kShared(loop.var.name(), copy.to->name), {args.loop},
                        "copy in each round what the round reads, and read it in this loop only");
  return args;
}

Edit rewrite(const Snapshot& program, const Args& args) {
  For loop = program.loop(args.loop);
  loop.annotations.insert_or_assign(
      std::string(kSpecializeNote),
      AnnotationValue::List{args.stages, args.producerRegisters, args.consumerRegisters, args.tensors});
  const int index = program.functionOf(args.loop);
  return Edit{.function = index, .changed = replaceStmt(program.function(index), program.stmt(args.loop), loop)};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  const LoopId id = selection.loops.front();
  Message why;
  if (program.loop(id).kind != ForKind::Serial || !producerLoopOf(program.loop(id), kernelOf(program, id), false, why))
    return offers;
  for (const int stages : {2, 3, 4})
    offers.push_back({{id, stages, 0, 0, false}, std::to_string(stages) + " stages of a producer warp"});
  return offers;
}

}  // namespace

const Primitive kSpecializeWarps = define<Args, Args>(
    {.name = "specialize_warps",
     .kind = "SpecializeWarps",
     .group = Group::Threads,
     .summary = "Let a producer warp copy to shared memory what the other warps consume.",
     .params = {param("loop", &Args::loop, "a serial loop that begins with copies from global to shared memory"),
                param("stages", &Args::stages, "rounds whose copies are in shared memory at a time",
                      {.defaultValue = 2, .encoding = Encoding::Attr}),
                param("producer_registers", &Args::producerRegisters, "of a thread of the producer; 0: as they are",
                      {.defaultValue = 0, .encoding = Encoding::Attr}),
                param("consumer_registers", &Args::consumerRegisters, "of a thread of the consumers; 0: as they are",
                      {.defaultValue = 0, .encoding = Encoding::Attr}),
                param("tensor_copies", &Args::tensors,
                      "whether the host describes the arrays, and boxes are copied at once",
                      {.defaultValue = false, .encoding = Encoding::Attr, .flag = "By copies of tensors (TMA)"})},
     .errors = {&kStages, &kRegisters, &kHandsOver, &kCopies, &kShared, &kLoopBound, &kLoopAnnotated},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.rank = 2 * Traits::kUnranked, .inTvm = false}});  // of GPU kernels alone: offered last

}  // namespace lw
