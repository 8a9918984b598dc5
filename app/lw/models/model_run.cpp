#include "app/lw/models/model_run.h"

#include <cstdio>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/errors.h"
#include "app/lw/models/model_file.h"
#include "app/lw/models/model_schedules.h"
#include "app/lw/output/emulated.h"
#include "app/lw/output/measurement_text.h"
#include "app/lw/tuned.h"
#include "backends/measure/errors.h"
#include "backends/measure/machine.h"
#include "backends/reference/npy.h"
#include "backends/runner/runner.h"
#include "backends/targets/targets.h"

namespace lw {
namespace {

// Options that say something about one kernel.
std::optional<Explanation> wrongOption(const CommandLine& arguments, const std::string& model) {
  for (const char* option : {"--script", "--trace", "--do", "--host", "--challenge", "--estimate", "--sweep"})
    if (arguments.has(option))
      return explain(err::kUsageModel(option, model),
                     "name one of its kernels, as in FILE:Class.kernel, or use --schedule KERNEL=FILE");
  return std::nullopt;
}

std::string bytesText(double bytes) {
  if (bytes >= 1e6) return format("%.2f MB", bytes / 1e6);
  return bytes >= 1e3 ? format("%.2f kB", bytes / 1e3) : format("%.0f bytes", bytes);
}

nlohmann::json stepsJson(const ModelMeasurement& m) {
  nlohmann::json steps = nlohmann::json::array();
  for (const ModelStepTime& s : m.steps) {
    nlohmann::json callers = nlohmann::json::array();
    for (const ModelCaller& caller : s.callers)
      callers.push_back({{"value", caller.value}, {"function", caller.function}});
    steps.push_back({{"value", s.result},
                     {"callee", s.callee},
                     {"callers", std::move(callers)},
                     {"registered", s.registered},
                     {"median_ms", s.ms},
                     {"share", s.share},
                     {"flops", s.flops},
                     {"bytes", s.bytes}});
  }
  return steps;
}

nlohmann::json memoryJson(const ModelMeasurement& m) {
  nlohmann::json buffers = nlohmann::json::array();
  for (const MemoryPlan::Place& p : m.plan.places)
    buffers.push_back({{"name", m.program.buffers[static_cast<size_t>(p.buffer)].name},
                       {"bytes", p.bytes},
                       {"offset", p.offset},
                       {"first_step", p.first},
                       {"last_step", p.last}});
  return {{"peak", m.plan.peak}, {"bound", m.plan.bound}, {"without_sharing", m.plan.total}, {"buffers", buffers}};
}

// The kernels of a graph function that is called are below the call, which has the time of all of them.
void printSteps(const ModelMeasurement& m) {
  std::vector<std::pair<std::string, std::string>> rows;  // name, and the rest
  const auto isIn = [](const ModelStepTime& s, const std::vector<ModelCaller>& callers, size_t depth) {
    return s.callers.size() >= depth &&
           std::equal(callers.begin(), callers.begin() + static_cast<std::ptrdiff_t>(depth), s.callers.begin());
  };
  const auto timeOf = [](double share, double ms) { return format("%5.1f %%  ", 100 * share) + timeText(ms); };
  for (size_t i = 0; i < m.steps.size(); ++i) {
    const ModelStepTime& s = m.steps[i];
    for (size_t depth = 1; depth <= s.callers.size(); ++depth) {
      if (i > 0 && isIn(m.steps[i - 1], s.callers, depth)) continue;
      double share = 0, ms = 0;
      for (size_t k = i; k < m.steps.size() && isIn(m.steps[k], s.callers, depth); ++k) {
        share += m.steps[k].share;
        ms += m.steps[k].ms;
      }
      const ModelCaller& caller = s.callers[depth - 1];
      rows.emplace_back(std::string(2 * (depth - 1), ' ') + caller.value + " = " + caller.function, timeOf(share, ms));
    }
    std::string text = timeOf(s.share, s.ms);
    if (s.ms > 0 && s.flops > 0) text += format("  %.1f GFLOP/s", s.flops / s.ms / 1e6);
    if (s.ms > 0 && s.bytes > 0) text += format("  %.2f GB/s", s.bytes / s.ms / 1e6);
    if (s.registered) text += "  in NumPy terms";
    rows.emplace_back(std::string(2 * s.callers.size(), ' ') + s.callee, text);
  }
  size_t width = 6;
  for (const auto& [name, text] : rows) width = std::max(width, name.size());
  for (size_t i = 0; i < rows.size(); ++i)
    printRow(i == 0 ? "kernels" : "",
             rows[i].first + std::string(width - rows[i].first.size() + 2, ' ') + rows[i].second);
}

void printModel(const CommandLine& arguments, const std::string& title, const ModelMeasurement& m,
                const ModelOptions& model, const AppliedSchedules& schedules) {
  const std::string math = toText(model.measure.cpu.math);
  if (arguments.json()) {
    nlohmann::json j = measurementJson(m.whole, 0, math);
    j.erase("baseline_ms");
    j["model"] = title;
    j["calls"] = m.program.steps.size();
    j["memory"] = memoryJson(m);
    if (model.steps) j["kernels"] = stepsJson(m);
    for (const EmulatedStep& step : m.emulated) j["emulated"].push_back(emulatedJson(step.report, step.kernel));
    if (!schedules.empty()) j["schedules"] = schedules;
    std::cout << j.dump(2) << "\n";
    return;
  }
  printMeasurement(title, m.whole, math);
  if (m.whole.emulated)
    printRow("modelled",
             timeText(m.whole.emulated->modelledMs) + " for all kernels, by a model of the device, not measured");
  if (!m.plan.places.empty())
    printRow("workspace", bytesText(static_cast<double>(m.plan.peak)) + " for " +
                              bytesText(static_cast<double>(m.plan.total)) + " of temporaries");
  for (const auto& [kernel, schedule] : schedules)
    printRow(kernel == schedules.begin()->first ? "scheduled" : "", kernel + " by " + schedule);
  if (model.steps) printSteps(m);
  for (const EmulatedStep& step : m.emulated)
    if (model.steps || !step.report.clean()) printEmulated(step.report, step.kernel);
}

}  // namespace

std::optional<int> runModel(const CommandLine& arguments, const std::function<Result<MeasureOptions>()>& options) {
  std::map<std::string, NDArray> given;
  Result<MeasureOptions> read = options();
  if (read) given = read->given;
  std::optional<std::variant<ModelFile, int>> loaded = loadModel(arguments, given);
  if (!loaded) return std::nullopt;
  if (const int* code = std::get_if<int>(&*loaded)) return *code;
  const auto& found = std::get<ModelFile>(*loaded);
  const SourceFile& file = found.file;
  const std::string& title = found.title;
  if (std::optional<Explanation> wrong = wrongOption(arguments, title))
    return fail(arguments, *wrong, nullptr, kWrongUsage);
  if (!read) return fail(arguments, read.error(), nullptr, kWrongUsage);
  ModelOptions model;
  model.measure = std::move(*read);
  for (const auto& [name, parameter] : found.inputs)
    if (auto array = model.measure.given.extract(name)) {
      array.key() = parameter;
      model.measure.given.insert(std::move(array));
    }
  model.steps = arguments.has("--kernels");
  if (Result<std::map<std::string, int64_t>> bounds = readBounds(arguments)) model.bounds = std::move(*bounds);
  const TargetDescriptor* target = findTarget(model.measure.target);
  if (!target)
    return fail(arguments,
                explain(err::kRunTarget(model.measure.target, "there is no such target"), "leave --target out"),
                nullptr, kNoTarget);
  model.target = target;
  // Kernels are chosen by the machine's peaks. Unknown ones are measured first, so that the next run chooses the same.
  if (target->onThisProcessor && model.measure.peaks && !arguments.has("--as-written"))
    (void)machinePeaks(model.measure.threads > 0 ? model.measure.threads : onlineCores());
  AppliedSchedules schedules;
  std::optional<int> told;  // an error of a schedule, which was printed
  Result<graph::Model> last = modelToRun(
      found,
      [&](bool made, graph::Model& kernels) -> Status {
        if (!told) told = scheduleKernels(arguments, file, found.module, made, kernels, schedules);
        if (made && !told && target->onThisProcessor) draftKernels(arguments, file, model.measure, kernels, schedules);
        return success();
      },
      model);
  if (told) return *told;
  if (!last) return fail(arguments, last.error(), &file.source);
  Result<ModelMeasurement> m = measureModel(file, *last, *last->graph.find(found.function), model);
  if (!m)
    return fail(arguments, m.error(), m.error().span.valid() ? &file.source : nullptr,
                m.error().kind == "run.target"          ? kNoTarget
                : m.error().kind.starts_with("runner.") ? kWrongResult
                                                        : kInputAtFault);
  m->whole.target = target->name;
  if (arguments.has("--save"))
    if (Status s = writeNpz(arguments.get("--save"), NamedArrays(m->whole.outputs.begin(), m->whole.outputs.end())); !s)
      return fail(arguments, s.error());
  printModel(arguments, title, *m, model, schedules);
  if (m->whole.emulated && !m->whole.emulated->clean()) return kWrongResult;
  return m->whole.checked && !m->whole.ok ? kWrongResult : kDone;
}

}  // namespace lw
