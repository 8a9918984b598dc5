#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"

namespace lw::tune {

std::span<const Rule* const> cpuRules() {
  // Locations come late: blocks move to the loops that the other rules have made. Masks shorten all of these.
  static constexpr const Rule* kRules[] = {&kInline,        &kPackedWeights, &kFactors,        &kOnlineSums,
                                           &kDotTiles,      &kRegisterTiles, &kWindowRows,     &kRowChains,
                                           &kSharedReads,   &kRowReductions, &kFullReductions, &kColumnReductions,
                                           &kAtomicUpdates, &kTransposes,    &kElementwise,    &kOtherLoops,
                                           &kSharedLoops,   &kLocations,     &kMasks};
  return kRules;
}

std::span<const Rule* const> gpuRules() {
  // Every block that the others leave is run by threads in the last two.
  static constexpr const Rule* kRules[] = {&kInline,        &kGpuTiles,   &kGpuRows,     &kGpuColumns,
                                           &kGpuTransposes, &kGpuWindows, &kGpuElements, &kGpuNests};
  return kRules;
}

std::span<const Rule* const> rulesFor(const Machine& machine) { return machine.gpu ? gpuRules() : cpuRules(); }

namespace {

// Why some block runs in no thread, although the rules have scheduled others: no candidate would be a GPU program.
Message whyIncomplete(RuleContext& context) {
  const Snapshot& program = context.program;
  const BlockId root = program.rootBlock(context.function);
  const std::vector<BlockId> blocks = program.blocks(context.function);
  const bool complete = std::all_of(blocks.begin(), blocks.end(), [&](BlockId id) {
    return id == root || program.scopeOf(id) != root || isTaken(context, id);
  });
  return complete ? Message() : kGpuNests.apply(context);  // the last rule says why it leaves them
}

}  // namespace

WrittenSpace writeSpace(const Snapshot& program, int function, const Machine& machine,
                        std::span<const Rule* const> rules, const std::map<std::string, int64_t>& sizes) {
  SpaceText text;
  RuleContext context{program, function, machine, {}, text, sizes};
  if (program.functionCount() > 1) text.line("sch.work_on(\"" + program.functionName(function) + "\")");
  WrittenSpace written;
  for (const Rule* rule : rules) {
    const Message why = rule->apply(context);
    if (why.empty())
      written.rules.emplace_back(rule->name);
    else
      written.others.emplace_back(rule->name, why);
  }
  if (written.rules.empty()) return written;
  if (rules.back() == &kGpuNests)
    if (Message why = whyIncomplete(context); !why.empty()) return {{}, {}, {{std::string(kGpuNests.name), why}}};
  std::string used = join(written.rules);
  written.text = text.text("space", "Written by the rules " + used + ".");
  return written;
}

}  // namespace lw::tune
