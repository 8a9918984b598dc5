#include "passes/graph/support/fuse_kernels.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/cost/cost.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/schedule.h"
#include "passes/graph/errors.h"

namespace lw {
namespace {

// Operations that a mathematical function takes, in vectors.
constexpr double kMathOperations = 16;
// Operations that the time of a look-up is worth: lanes are loaded one by one.
constexpr double kLookUpOperations = 4;
// Two kernels with sums of their own become one only if that saves this share of their time.
constexpr double kLeastShare = 0.05;

double sizeOr(const Expr& size, double otherwise) {
  const auto* known = size.as<IntImm>();
  return known ? static_cast<double>(known->value) : otherwise;
}
double elementsOf(const Buffer& buffer) {
  double count = 1;
  for (const Expr& size : buffer->shape) count *= sizeOr(size, kAssumedSize);
  return count;
}

bool readsBuffers(const Expr& value) {
  return anyExpr(value, [](const Expr& e) { return e.as<BufferLoad>() != nullptr; });
}

// Comparisons of elements count, and look-ups; conditions on indices, such as those of a padding, are decided by loops.
double weightedOperationsOf(const Expr& value) {
  double count = flopsOf(value);
  forEachExpr(value, [&](const Expr& e) {
    if (e.as<Call>() && e.dtype().isFloat()) count += kMathOperations - 1;
    if (const auto* compared = e.as<Binary>(); compared && isComparison(compared->op) && readsBuffers(e)) ++count;
    if (const auto* load = e.as<BufferLoad>())
      if (std::any_of(load->indices.begin(), load->indices.end(), readsBuffers)) count += kLookUpOperations;
  });
  return count;
}

std::string inTime(double ms) {
  char text[32];
  if (ms < 1) {
    std::snprintf(text, sizeof text, "%.3g us", ms * 1000);
  } else {
    std::snprintf(text, sizeof text, "%.3g ms", ms);
  }
  return text;
}
std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

class Fusion {
 public:
  Fusion(const FusionAttempt& attempt, const GraphFacts& facts, KnownMoves& known)
      : attempt_(attempt), facts_(facts), known_(known), schedule_(Snapshot(attempt.joined)) {}

  Result<PrimFunc> run() {
    const std::vector<BlockId> writers = blocksOf(false, attempt_.between);
    if (writers.empty()) return err::kFuseNoKernel(attempt_.producer);
    // What costs little to find out comes first.
    if (!attempt_.regardless && sums(false) && sums(true))
      if (const std::optional<Explanation> little = savesLittle()) return *little;
    std::optional<Explanation> costly;
    if (schedule_.check(kComputeInline, {writers.back()}, quick()).ok()) {
      if (!attempt_.regardless) costly = recomputes(writers.back());
      if (!costly && !schedule_.apply(kComputeInline, {writers.back()}).ok())
        return err::kFuseNoKernel(attempt_.producer);
    }
    // What the producer still leaves to the consumer: the value itself, or what that was inlined from.
    for (const Buffer& buffer : handedOver())
      if (const std::optional<Explanation> apart = cannotFollow(buffer)) return costly ? *costly : *apart;
    return program().function(0);
  }

 private:
  const Snapshot& program() const { return schedule_.program(); }
  // A model has many pairs of calls; what takes long to prove stays apart.
  static ProofBudget quick() { return ProofBudget(2 * kQuickOperations); }
  bool isConsumer(BlockId id) const { return id.value >= attempt_.firstOfConsumer; }
  std::vector<BlockId> blocks() const { return program().childBlocks(program().rootBlock(0)); }
  static bool touches(const std::vector<BufferRegion>& regions, const Buffer& buffer) {
    return std::any_of(regions.begin(), regions.end(), [&](const BufferRegion& r) { return r.buffer == buffer; });
  }
  // The producer's blocks that write the buffer, or the consumer's that read it.
  std::vector<BlockId> blocksOf(bool consumer, const Buffer& buffer) const {
    std::vector<BlockId> found;
    for (const BlockId id : blocks()) {
      const Block& block = program().block(id);
      if (isConsumer(id) == consumer && touches(consumer ? block.reads : block.writes, buffer)) found.push_back(id);
    }
    return found;
  }
  std::vector<Buffer> handedOver() const {
    std::vector<Buffer> found;
    for (const Buffer& buffer : program().block(program().rootBlock(0)).allocs)
      if (!blocksOf(false, buffer).empty() && !blocksOf(true, buffer).empty()) found.push_back(buffer);
    return found;
  }
  bool sums(bool consumer) const {
    const std::vector<BlockId> all = blocks();
    return std::any_of(all.begin(), all.end(), [&](BlockId id) { return isConsumer(id) == consumer && isSum(id); });
  }
  bool isSum(BlockId id) const {
    const std::vector<IterVar>& iters = program().block(id).iters;
    return std::any_of(iters.begin(), iters.end(), [](const IterVar& iter) { return iter.kind == IterKind::Reduce; });
  }
  double executionsOf(BlockId block) const {
    double count = 1;
    for (const LoopId loop : program().loopsAbove(block)) count *= sizeOr(program().loop(loop).extent, kAssumedSize);
    return count;
  }
  // How often the consumer reads an element.
  double readsOf(const Buffer& buffer, const std::vector<BlockId>& readers) const {
    double reads = 0;
    for (const BlockId id : readers)
      forEachExpr(program().block(id).body, [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        if (load && load->buffer == buffer) reads += executionsOf(id);
      });
    return reads / elementsOf(buffer);
  }
  double savedMs() const {
    return 2 * elementsOf(attempt_.between) * attempt_.between->dtype.bytes() / (facts_.gbps * 1e6);
  }

  // Would elements be computed more than once, and does that take longer than it saves?
  std::optional<Explanation> recomputes(BlockId writer) const {
    double operations = 0;
    forEachStmt(program().block(writer).body, [&](const Stmt& s) {
      if (const auto* store = s.as<BufferStore>()) operations += weightedOperationsOf(store->value);
    });
    const double reads = readsOf(attempt_.between, blocksOf(true, attempt_.between));
    const double ms = std::max(0.0, reads - 1) * elementsOf(attempt_.between) * operations / (facts_.gflops * 1e6);
    if (ms <= savedMs()) return std::nullopt;
    return err::kFuseRecompute(attempt_.producer, attempt_.consumer, rounded(reads), inTime(ms), inTime(savedMs()));
  }

  std::optional<Explanation> savesLittle() const {
    const Work work = countWork(attempt_.joined, assumedSizes());
    const double ms = work.flops / (facts_.gflops * 1e6) + work.bytes / (facts_.gbps * 1e6) + savedMs();
    if (savedMs() >= kLeastShare * ms) return std::nullopt;
    return err::kFuseLittle(attempt_.producer, attempt_.consumer, inTime(savedMs()), inTime(ms));
  }
  Sizes assumedSizes() const {
    Sizes sizes;
    for (const auto& [param, buffer] : attempt_.joined.buffers)
      for (const Expr& size : buffer->shape)
        for (const Var& var : freeVars(size)) sizes.emplace(var.key(), kAssumedSize);
    return sizes;
  }

  // The loops around the block up to the first one that carries a reduction.
  std::vector<LoopId> spatialLoops(BlockId id) const {
    const Block& block = program().block(id);
    std::vector<LoopId> loops;
    for (const LoopId loop : program().loopsAbove(id)) {
      for (size_t i = 0; i < block.iters.size(); ++i)
        if (block.iters[i].kind != IterKind::Spatial && usesVar(block.bindings[i], program().loop(loop).var))
          return loops;
      loops.push_back(loop);
    }
    return loops;
  }

  // A block of the consumer that adds up the buffer, and whose sum the reader needs.
  std::optional<BlockId> sumBefore(BlockId reader, const Buffer& buffer) const {
    for (const BlockId before : program().producers(reader))
      if (isConsumer(before) && isSum(before) && touches(program().block(before).reads, buffer)) return before;
    return std::nullopt;
  }

  // Can every reader run right after the element that it reads? The check of reverse_compute_at knows. A product could
  // follow, too, by adding up what each element contributes, but then neither product can be tiled well.
  std::optional<Explanation> cannotFollow(const Buffer& buffer) const {
    const BlockId writer = blocksOf(false, buffer).back();
    const std::vector<LoopId> loops = spatialLoops(writer);
    if (loops.empty()) return err::kFuseNoLoop(attempt_.producer);
    for (const BlockId reader : blocksOf(true, buffer)) {
      if (const std::optional<BlockId> sum = sumBefore(reader, buffer))
        return err::kFuseWaits(attempt_.producer, attempt_.consumer, program().name(*sum));
      const double reads = readsOf(buffer, {reader});
      if (!attempt_.regardless && reads > 1 && isSum(reader))
        return err::kFuseReuse(attempt_.producer, attempt_.consumer, rounded(reads));
      const auto apart = [&](Message reason) {
        return err::kFuseOrder(attempt_.producer, attempt_.consumer, program().name(loops.back()), std::move(reason));
      };
      if (Message uneven = sharedUnevenly(reader, loops); !uneven.empty()) return apart(std::move(uneven));
      const std::optional<Explanation>& refused = moveUnder(loops.back(), reader);
      if (!refused) continue;
      Explanation why = apart(refused->reason);
      why.witness = refused->witness;
      return why;
    }
    return std::nullopt;
  }

  // A block that runs once for each element, and a few times more, such as one that pads a border, cannot run equally
  // often in each iteration. To prove that takes long, and the model has many such pairs. Empty: it could.
  Message sharedUnevenly(BlockId reader, const std::vector<LoopId>& loops) const {
    std::vector<LoopId> all = loops;
    const std::vector<LoopId> own = program().loopsAbove(reader);
    all.insert(all.end(), own.begin(), own.end());
    if (!std::all_of(all.begin(), all.end(), [&](LoopId l) { return program().loop(l).extent.as<IntImm>(); }))
      return {};
    double iterations = 1;
    for (const LoopId loop : loops) iterations *= sizeOr(program().loop(loop).extent, 1);
    const double executions = executionsOf(reader);
    if (executions <= iterations || std::fmod(executions, iterations) == 0) return {};
    return say("block {0} runs {1} times, which cannot be shared evenly among {2} iterations",
               Ident(program().name(reader)), int64_t(executions), int64_t(iterations));
  }

  const std::optional<Explanation>& moveUnder(LoopId loop, BlockId reader) const {
    const std::string key = attempt_.key + " " + program().name(reader);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const Status moved = schedule_.check(kReverseComputeAt, {reader, loop, false, -1}, quick());
    return known_.emplace(key, moved ? std::nullopt : std::optional(moved.error())).first->second;
  }

  const FusionAttempt& attempt_;
  const GraphFacts& facts_;
  KnownMoves& known_;
  Schedule schedule_;
};

}  // namespace

Result<PrimFunc> fuseKernels(const FusionAttempt& attempt, const GraphFacts& facts, KnownMoves& known) {
  return Fusion(attempt, facts, known).run();
}

}  // namespace lw
