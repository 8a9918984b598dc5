#include "tests/random/flow_questions.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/analysis/values/quick_flow.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

Buffer loadedBy(const Snapshot& program, BlockId copy) { return program.block(copy).reads.front().buffer; }
Buffer storedBy(const Snapshot& program, BlockId copy) { return program.block(copy).writes.front().buffer; }

}  // namespace

int roundsOfProofs(int usual) {
  const char* count = std::getenv("LW_RANDOM_PROOFS");
  return count ? std::atoi(count) : usual;
}

void compareProofs(const PrimFunc& before, const PrimFunc& after, const Correspondence& c, const std::string& what,
                   FlowCount& count) {
  ++count.asked;
  if (!provablyKeepsValueFlow(before, after, c)) return;
  ++count.proven;
  const Verdict exact = keepsValueFlowExactly(before, after, c, ProofBudget(3 * kFlowOperations));
  const bool decided = exact.yes() || (exact.no() && !exact.conservative);
  count.undecided += !decided;
  ASSERT_FALSE(decided && exact.no()) << what << ": " << exact.reason.text() << "\n"
                                      << print(before).text << "\n"
                                      << print(after).text;
}

std::optional<Correspondence> correspondenceOf(const Schedule& before, const Schedule& after, const Primitive& p,
                                               const Arguments& args) {
  Correspondence c;
  const auto blockArgument = [&] { return *args[0].as<BlockId>(); };
  const auto output = [&] { return *after.resolve(*after.step(after.stepCount() - 1).outputs.front().as<BlockRv>()); };
  const bool copiesIn = p.name == "cache_read" || p.name == "read_at";
  if (copiesIn || p.name == "cache_write" || p.name == "write_at") {
    c.copy = output();
    c.cache = copiesIn ? storedBy(after.program(), *c.copy) : loadedBy(after.program(), *c.copy);
    c.cached = copiesIn ? loadedBy(after.program(), *c.copy) : storedBy(after.program(), *c.copy);
  } else if (p.name == "decompose_reduction") {
    c.initBlock = {{output(), blockArgument()}};
  } else if (p.name == "compute_inline") {
    c.inlined = blockArgument();
  } else if (p.name == "reverse_compute_inline") {
    for (const BlockId producer : before.program().producers(blockArgument()))
      c.absorbed = {{blockArgument(), producer}};
  } else if (p.name != "compute_at" && p.name != "reverse_compute_at") {
    return std::nullopt;
  }
  return c;
}

}  // namespace lw
