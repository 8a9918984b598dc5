#include "core/tune/rules/all_rules.h"

namespace lw::tune {

std::span<const Rule* const> cpuRules() {
  // Locations come last: blocks move to the loops that the other rules have made.
  static constexpr const Rule* kRules[] = {&kInline,           &kDotTiles,      &kRegisterTiles, &kWindowRows,
                                           &kRowChains,        &kSharedReads,   &kRowReductions, &kFullReductions,
                                           &kColumnReductions, &kAtomicUpdates, &kTransposes,    &kElementwise,
                                           &kOtherLoops,       &kSharedLoops,   &kLocations};
  return kRules;
}

std::span<const Rule* const> gpuRules() {
  // Every block that the others leave is run by threads in the last two.
  static constexpr const Rule* kRules[] = {&kInline,        &kGpuTiles,   &kGpuRows,     &kGpuColumns,
                                           &kGpuTransposes, &kGpuWindows, &kGpuElements, &kGpuNests};
  return kRules;
}

std::span<const Rule* const> rulesFor(const Machine& machine) { return machine.gpu ? gpuRules() : cpuRules(); }

WrittenSpace writeSpace(const Snapshot& program, int function, const Machine& machine,
                        std::span<const Rule* const> rules) {
  SpaceText text;
  RuleContext context{program, function, machine, {}, text};
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
  std::string used;
  for (const std::string& name : written.rules) used += (used.empty() ? "" : ", ") + name;
  written.text = text.text("space", "Written by the rules " + used + ".");
  return written;
}

}  // namespace lw::tune
