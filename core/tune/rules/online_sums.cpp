// online-sums: a maximum of long rows, and sums of exponentials of differences from it: softmax. A row that no cache
// holds is read from memory in each pass, and one pass finds both (2 rows of 64 MB on one core with 32 MB of
// cache: 13.3 ms in place of 21.1). Where a cache holds the row, two passes take no longer.
#include <algorithm>

#include "core/schedule/schedule.h"
#include "core/support/quote.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"

namespace lw::tune {
namespace {

Message whyNotOnline(const RuleContext& context, const BlockFacts& facts) {
  if (!facts.reduction || !reducesAlongRows(facts)) return "it does not reduce the contiguous axis of what it reads";
  int64_t bytes = mainLoad(facts)->buffer->dtype.bits / 8;
  for (const BlockAxis& axis : facts.axesOf(true)) bytes *= axis.symbolic ? 0 : axis.extent;
  const std::vector<int64_t>& caches = context.machine.caches;
  if (caches.empty() || bytes <= caches.back()) return "its rows fit in a cache";
  return {};
}

// The program after the sum is taken in, and the steps; nullopt: that is not legal.
struct Fused {
  Snapshot program;
  std::vector<std::string> steps;
};
std::optional<Fused> fused(const RuleContext& context, const BlockFacts& maximum, BlockId sum) {
  Schedule schedule(context.program);
  std::vector<std::string> steps;
  const auto fuse = [&] {
    if (!schedule.apply(kFuseOnline, {StepValue(maximum.id), StepValue(sum)})) return false;
    steps.push_back("sch.fuse_online(" + quoted(maximum.name) + ", " + quoted(context.program.name(sum)) + ")");
    return true;
  };
  if (fuse()) return Fused{schedule.program(), std::move(steps)};
  for (const BlockId between : context.program.producers(sum)) {
    const std::vector<BlockId> consumers = context.program.consumers(maximum.id);
    if (isTaken(context, between) || std::find(consumers.begin(), consumers.end(), between) == consumers.end())
      continue;
    if (!schedule.apply(kComputeInline, {StepValue(between)})) continue;
    steps.push_back("sch.compute_inline(" + quoted(context.program.name(between)) + ")");
  }
  return !steps.empty() && fuse() ? std::optional(Fused{schedule.program(), std::move(steps)}) : std::nullopt;
}

// The first sum that a maximum of long rows can take in.
std::optional<Fused> next(const RuleContext& context, std::vector<Message>& reasons) {
  reasons.clear();
  for (const BlockFacts& facts : blocksLeft(context, reasons)) {
    if (Message why = whyNotOnline(context, facts); !why.empty()) {
      reasons.push_back(aboutBlock(facts, std::move(why)));
      continue;
    }
    for (const BlockId sum : context.program.blocks(context.function))
      if (sum != facts.id && context.program.block(sum).init && !isTaken(context, sum))
        if (std::optional<Fused> made = fused(context, facts, sum)) return made;
    reasons.push_back(aboutBlock(facts, "no sum of exponentials of differences from it comes after it"));
  }
  return std::nullopt;
}

Message apply(RuleContext& context) {
  std::vector<Message> reasons;
  std::vector<std::string> steps;
  while (std::optional<Fused> made = next(context, reasons)) {
    steps.insert(steps.end(), made->steps.begin(), made->steps.end());
    context.program = std::move(made->program);
  }
  if (steps.empty()) return noBlock(context, reasons);
  context.text.comment("Long rows are read once for the maximum and the sums.");
  for (const std::string& step : steps) context.text.line(step);
  return {};
}

}  // namespace

const Rule kOnlineSums{"online-sums", "Find a maximum and sums of exponentials of long rows in one pass.", apply};

}  // namespace lw::tune
