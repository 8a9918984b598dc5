#include "backends/targets/targets.h"

#include <algorithm>

#include "backends/c/target/opencl.h"
#include "backends/cpu/target/cpu.h"
#include "backends/cuda/target/cuda.h"
#include "backends/emulator/target/gpu_emulator.h"
#include "backends/measure/errors.h"
#include "backends/measure/estimate.h"
#include "backends/measure/gpu_code.h"
#include "backends/measure/ways.h"

namespace lw {
namespace {

constexpr const TargetDescriptor* kTargets[] = {
    &kCpuTarget,
    &kCudaTarget,
    &kOpenClTarget,
    &kGpuEmulatorTarget,
};

std::string namesOf(std::string_view before, std::string_view last, bool (*counts)(const TargetDescriptor&)) {
  std::vector<const TargetDescriptor*> named;
  std::copy_if(std::begin(kTargets), std::end(kTargets), std::back_inserter(named),
               [&](const TargetDescriptor* t) { return counts(*t); });
  std::string text;
  for (size_t i = 0; i < named.size(); ++i) {
    if (i > 0) text += i + 1 < named.size() ? std::string_view(", ") : last;
    text += std::string(before) + std::string(named[i]->name);
  }
  return text;
}

bool runsOnHosts(const TargetDescriptor& target) { return target.driverText != nullptr || target.onThisProcessor; }

}  // namespace

std::span<const TargetDescriptor* const> allTargets() { return kTargets; }

const TargetDescriptor& defaultTarget() { return kCpuTarget; }

const TargetDescriptor* findTarget(std::string_view name) {
  const auto found = std::find_if(std::begin(kTargets), std::end(kTargets),
                                  [&](const TargetDescriptor* t) { return t->name == name; });
  return found == std::end(kTargets) ? nullptr : *found;
}

std::string targetNames(std::string_view last) {
  return namesOf("", last, [](const TargetDescriptor&) { return true; });
}

std::vector<Target> findTargets() {
  std::vector<Target> found;
  for (const TargetDescriptor* target : kTargets) found.push_back({target, target->find()});
  return found;
}

std::vector<const CodeText*> codeTextsOf(const TargetDescriptor& target) {
  std::vector<const CodeText*> texts;
  for (const TargetDescriptor* other : kTargets)
    if (&other->pipeline() == &target.pipeline())
      for (const CodeText& text : other->texts) texts.push_back(&text);
  std::stable_sort(texts.begin(), texts.end(),
                   [](const CodeText* a, const CodeText* b) { return a->level < b->level; });
  return texts;
}

Result<Measurement> measure(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                            const MeasureOptions& options) {
  const TargetDescriptor* target = options.target.empty() ? &defaultTarget() : findTarget(options.target);
  if (!options.host.empty() && target && runsOnHosts(*target))
    return measureOnHost(file, original, scheduled, options, *target);
  if (!options.host.empty())
    return explain(err::kRunHost(namesOf("", " and ", runsOnHosts), options.target),
                   say("choose {0}", namesOf("--target ", " or ", runsOnHosts)));
  if (!target)
    return explain(err::kRunTarget(options.target, "there is no such target"), "run `lw devices` for a list");
  return target->measure(file, original, scheduled, options, *target);
}

Result<RunEstimate> estimate(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                             const MeasureOptions& options) {
  const TargetDescriptor* target = options.target.empty() ? &defaultTarget() : findTarget(options.target);
  if (!options.host.empty() || !target || !target->onThisProcessor)
    return explain(err::kEstimateTarget(Snippet(options.host.empty() ? options.target : options.host)),
                   say("choose --target {0} without --host", defaultTarget().name));
  return estimateRun(file, original, scheduled, options);
}

Result<std::string> makePackage(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                const MeasureOptions& options) {
  std::vector<PackagedText> texts;
  for (const TargetDescriptor* target : kTargets)
    for (const std::string_view version : target->packaged) texts.push_back({target, std::string(version)});
  Result<KernelPackage> package = packageOf(file, original, scheduled, options, defaultGpuDevice(), texts, false);
  if (!package) return std::move(package).error();
  return encodePackage(*package);
}

}  // namespace lw
