#include "core/schedule/support/relocate.h"

#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/ir/ops.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/quick_legality.h"
#include "core/schedule/support/relocation_facts.h"
#include "core/schedule/support/relocation_nest.h"
#include "core/schedule/support/relocation_place.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<Ident, Message, Ident, Ident, Message> kPartnerOutside{
    "compute_at.partner-outside", "block {0}, a {1} of block {2}, is not under loop {3}: {4}"};
constexpr Error<Ident, Ident, Ident, Message> kOutput{
    "compute_at.output", "block {0} writes {1}, a result of its scope, and under loop {2} {3}"};
constexpr Error<Ident, Ident, Message> kChanges{"compute_at.changes-values",
                                                "moving block {0} under loop {1} changes the results: {2}"};
constexpr Error<Ident, Ident> kRace{
    "compute_at.race", "loop {0} runs in parallel, and its iterations would share what block {1} computes"};
constexpr Error<Ident, Ident, Message, Message> kUndecided{
    "compute_at.undecided", "it could not be proved that block {0} computes the same under loop {1}: {2} ({3})"};

// Finds the place, builds the nest, and proves that values stay the same.
class Relocation {
 public:
  Relocation(const Snapshot& program, const Move& move) : at_(program, move) {}

  Result<Moved> run() {
    if (Status ok = at_.find(); !ok) return ok.error();
    std::optional<Explanation> disorder;
    Result<size_t> position = at_.position(disorder);
    if (!position) return position.error();
    Moved moved = nestUnder(at_, *position, false);
    if (disorder &&
        !keepsValueFlow(at_.program.function(moved.function), moved.changed, {}, at_.program.budget()).yes())
      return *disorder;
    Result<bool> exact = verify(moved);
    if (!exact && at_.move.reverse && exact.error().kind == kChanges.id)
      if (std::optional<Moved> whole = withWholeDomains(*position)) return *whole;
    if (!exact) return exact.error();
    moved.conservative = !*exact;
    return moved;
  }

 private:
  // A consumer may also run where it reads nothing of its producers, for example because of a condition: axes that no
  // loop around its new place drives then run through their whole domain. nullopt: not proven to be right.
  std::optional<Moved> withWholeDomains(size_t position) const {
    Moved moved = nestUnder(at_, position, true);
    if (!keepsValueFlow(at_.program.function(moved.function), moved.changed, {}, at_.program.budget()).yes() ||
        !checkRaces(moved))
      return std::nullopt;
    return moved;
  }
  // true: proven; false: accepted by the signatures.
  Result<bool> verify(const Moved& moved) const {
    const PrimFunc& before = at_.program.function(moved.function);
    Verdict flow = keepsValueFlow(before, moved.changed, {}, at_.program.budget());
    if (flow.no())
      if (const auto sorted = inIterOrder(before))
        flow = keepsValueFlow(*sorted, moved.changed, {}, at_.program.budget());
    if (flow.no()) return refused(refusal(flow.reason), flow);
    if (!flow.yes())
      if (Message missing = missingFact(at_, moved); !missing.empty()) {
        Explanation e = at_.about(kUndecided(at_.blockName(), at_.loopName(), missing, flow.reason),
                                  at_.move.reverse ? "" : "cache_write first, and move the block that fills the cache");
        e.conservative = true;
        return e;
      }
    if (Status ok = checkRaces(moved); !ok) return ok.error();
    return flow.yes();
  }
  // The new loops follow the order of the iters. If the loops of a reduction have another order, the moved program is
  // compared with the program whose loops are reordered, provided that reordering keeps the results. nullopt: the order
  // is the same, or reordering changes results.
  std::optional<PrimFunc> inIterOrder(const PrimFunc& before) const {
    if (!at_.block.init) return std::nullopt;
    std::vector<LoopId> own;  // the loops that contain only the block, outermost first
    const std::vector<LoopId> above = at_.program.loopsAbove(at_.move.block);
    for (size_t i = above.size(); i-- > 0;) {
      const Stmt& body = at_.program.loop(above[i]).body;
      if (!body.sameAs(own.empty() ? at_.program.stmt(at_.move.block) : at_.program.stmt(own.front()))) break;
      own.insert(own.begin(), above[i]);
    }
    const auto rank = [&](LoopId id) {
      size_t i = 0;
      while (i < at_.block.bindings.size() && !usesVar(at_.block.bindings[i], at_.program.loop(id).var)) ++i;
      return i;
    };
    std::vector<LoopId> sorted = own;
    std::stable_sort(sorted.begin(), sorted.end(), [&](LoopId a, LoopId b) { return rank(a) < rank(b); });
    if (sorted == own || !reorderKeepsResults(before, sorted, at_.program.budget()).yes()) return std::nullopt;
    Stmt nest = at_.program.stmt(at_.move.block);
    for (size_t i = sorted.size(); i-- > 0;) nest = withBody(at_.program.loop(sorted[i]), nest);
    return replaceStmt(before, at_.program.stmt(own.front()), nest);
  }
  Explanation refusal(Message reason) const {
    if (!at_.move.reverse)
      if (const auto buffer = at_.result()) {
        return at_.about(kOutput(at_.blockName(), (*buffer)->name, at_.loopName(), reason),
                         "cache_write first: the block then fills a cache that can be computed per iteration");
      }
    if (const auto other = at_.outside(); other && !at_.move.reverse) {
      Explanation e = at_.about(
          kPartnerOutside(at_.program.name(*other), at_.partnerWord(), at_.blockName(), at_.loopName(), reason),
          say("move block {0} under the loop first, or merge the nests", Ident(at_.program.name(*other))));
      e.blocks.push_back(*other);
      return e;
    }
    return at_.about(kChanges(at_.blockName(), at_.loopName(), reason), {});
  }

  // What `parallel` says of the loop: a step is accepted before it if it is accepted after it.
  static bool mayRunAtOnce(const Snapshot& program, LoopId loop, const Verdict& verdict) {
    return provablyIndependent(program, loop) ||
           accepted(verdict, program.budget(), [&] { return signatureAllowsParallel(program, loop, false); });
  }
  Status checkRaces(const Moved& moved) const {
    std::vector<LoopId> loops = at_.program.loopsAbove(at_.move.loop);
    loops.push_back(at_.move.loop);
    for (const LoopId id : loops) {
      const For& l = at_.program.loop(id);
      const bool atOnce = l.kind == ForKind::Parallel || l.kind == ForKind::Vectorized;
      if (!atOnce || at_.program.isAncestor(id, at_.move.block)) continue;
      const Verdict verdict = iterationsIndependent(moved.changed, id, at_.program.budget());
      if (verdict.yes()) continue;
      if (!verdict.no() || verdict.conservative) {
        if (mayRunAtOnce(at_.program.withFunction(moved.function, moved.changed), id, verdict)) continue;
        // The program itself may have the loop without a proof.
        const PrimFunc& before = at_.program.function(moved.function);
        if (!mayRunAtOnce(at_.program, id, iterationsIndependent(before, id, at_.program.budget()))) continue;
      }
      Explanation e = at_.about(kRace(at_.program.name(id), at_.blockName()), {});
      e.witness = verdict.witness;
      e.conservative = !verdict.no() || verdict.conservative;
      e.loops.push_back(id);
      return e;
    }
    return success();
  }

  MovePlace at_;
};

}  // namespace

Result<Moved> moveUnder(const Snapshot& program, const Move& move) {
  Result<Moved> moved = Relocation(program, move).run();
  // Whoever limits the proofs asks about many moves, and not what else could be done.
  const bool limited = program.budget().operations(kFlowOperations) < kFlowOperations;
  if (!moved && !limited && moved.error().remedy.empty() &&
      (moved.error().kind == kChanges.id || moved.error().kind == kRace.id))
    return explain(moved.error(), otherPlace(program, move));
  return moved;
}

bool isMoved(const Snapshot& program, const Move& move) { return Relocation(program, move).run().ok(); }

bool isQuicklyMoved(const Snapshot& program, const Move& move, unsigned long operations) {
  return isMoved(program.withBudget(ProofBudget(operations)), move);
}

std::vector<const ErrorKind*> relocationErrors() {
  std::vector<const ErrorKind*> errors = placeErrors();
  errors.insert(errors.end(), {&kPartnerOutside, &kOutput, &kChanges, &kRace, &kUndecided});
  return errors;
}

}  // namespace lw
