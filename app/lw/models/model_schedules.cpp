#include "app/lw/models/model_schedules.h"

#include "app/lw/errors.h"
#include "app/lw/steps.h"
#include "app/lw/tuned.h"
#include "backends/measure/measure.h"
#include "backends/tune/model_drafts.h"
#include "core/text/suggest.h"
#include "passes/graph/fuse_ops.h"

namespace lw {
namespace {

// The kernel as a program to which steps are applied: with the class of the file, where it is a function of the file.
Loaded loadedKernel(const SourceFile& file, const std::string& module, const PrimFunc& kernel) {
  Result<Program> program = programOf(file, module.empty() ? kernel.name : module + "." + kernel.name);
  if (program && program->function && program->snapshot.function(*program->function).body.sameAs(kernel.body))
    return {file, std::move(*program), kernel};
  return {file, Program{kernel.name, Snapshot(kernel).withIntrinsics(file.intrinsics), 0}, kernel};
}

void take(PrimFunc scheduled, PrimFunc& kernel) {
  kernel = std::move(scheduled);
  kernel.attrs.insert_or_assign(std::string(kIsScheduled), AnnotationValue(true));
}

std::optional<int> apply(const CommandLine& arguments, const CommandLine& steps, const Loaded& loaded,
                         const Trace* trace, PrimFunc& kernel) {
  const SteppedSchedule stepped = applySteps(steps, loaded, trace);
  if (stepped.error) return failSteps(arguments, stepped);
  take(stepped.schedule.program().function(*loaded.program.function), kernel);
  return std::nullopt;
}

}  // namespace

std::optional<int> scheduleKernels(const CommandLine& arguments, const SourceFile& file, const std::string& module,
                                   bool made, graph::Model& model, AppliedSchedules& applied) {
  std::vector<std::string> names;
  for (const PrimFunc& kernel : model.kernels.functions) names.push_back(kernel.name);
  std::map<std::string, std::string> wanted;
  for (const std::string& text : arguments.all("--schedule")) {
    const size_t at = text.find('=');
    const std::string name = text.substr(0, at);
    if (at == std::string::npos || name.empty())
      return fail(arguments, explain(err::kUsagePair("--schedule", text), "for example --schedule linear0=fast.py"),
                  nullptr, kWrongUsage);
    if (applied.contains(name)) continue;
    if (made && !model.kernels.find(name))
      return fail(arguments, explain(err::kUsageNoKernel(name), didYouMean(name, names)), nullptr, kWrongUsage);
    wanted.insert_or_assign(name, text.substr(at + 1));
  }
  std::optional<Explanation> without;  // why a kernel has no record
  for (PrimFunc& kernel : model.kernels.functions) {
    const auto found = wanted.find(kernel.name);
    if (applied.contains(kernel.name) || (found == wanted.end() && !arguments.has("--tuned"))) continue;
    const std::string name = kernel.name;
    const Loaded loaded = loadedKernel(file, module, kernel);
    CommandLine steps;
    if (found != wanted.end()) {
      const bool trace = found->second.ends_with(".json");
      steps.values[trace ? "--trace" : "--script"] = {found->second};
      if (const std::optional<int> code = apply(arguments, steps, loaded, nullptr, kernel)) return code;
      applied[name] = found->second;
      continue;
    }
    const Result<tune::Record> best = bestRecord(arguments, loaded);
    if (!best && best.error().kind != "records.no-best") return fail(arguments, best.error());
    if (!best) {
      without = best.error();
      continue;
    }
    const Result<Trace> trace = traceOf(*best);
    if (!trace) return fail(arguments, trace.error());
    if (const std::optional<int> code = apply(arguments, steps, loaded, &*trace, kernel)) return code;
    applied[name] = recordTitle(*best);
  }
  if (made && arguments.has("--tuned") && applied.empty() && without) return fail(arguments, *without);
  return std::nullopt;
}

void draftKernels(const CommandLine& arguments, const SourceFile& file, const MeasureOptions& measure,
                  graph::Model& model, AppliedSchedules& applied) {
  if (arguments.has("--as-written")) return;
  const auto leaves = [&](const std::string& name) { return applied.contains(name); };
  for (const auto& [name, ms] : tune::draftKernels(file, measure, model, leaves))
    applied[name] = "the cost model, " + timeText(ms) + " expected";
}

}  // namespace lw
