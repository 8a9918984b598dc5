
#include <pybind11/stl.h>

#include "app/python/arrays.h"
#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/interruptible.h"
#include "app/python/schedule.h"
#include "app/shared/stage_text.h"
#include "backends/cpu/object_store.h"
#include "backends/measure/measure.h"
#include "backends/target/peaks.h"
#include "backends/targets/targets.h"
#include "core/ir/input_names.h"
#include "core/support/text.h"

namespace lw::python {
namespace {

// Options by name; what is not there keeps its default.
template <class T>
void read(const py::dict& options, const char* name, T& slot) {
  if (options.contains(name)) slot = py::cast<T>(options[name]);
}

MeasureOptions optionsOf(const py::dict& given, const PrimFunc& function) {
  MeasureOptions options;
  std::string reference = "auto", math;
  bool allowC = false;
  std::map<std::string, std::string> ranges;
  read(given, "target", options.target);
  read(given, "device", options.device);
  read(given, "threads", options.threads);
  read(given, "repeat", options.repeat);
  read(given, "min_ms", options.minMs);
  read(given, "timeout", options.timeoutSeconds);
  read(given, "seed", options.inputs.seed);
  read(given, "bind", options.inputs.bind);
  read(given, "ranges", ranges);
  read(given, "reference", reference);
  read(given, "baseline", options.baseline);
  read(given, "allow_c", allowC);
  read(given, "math", math);
  if (reference != "auto" && reference != "numpy" && reference != "none")
    refuseArgument("reference is 'auto', 'numpy' or 'none', not '" + reference + "'");
  options.reference = reference == "auto"    ? ReferenceKind::Auto
                      : reference == "numpy" ? ReferenceKind::Numpy
                                             : ReferenceKind::None;
  for (const auto& [name, range] : ranges) options.inputs.ranges.insert_or_assign(name, taken(parseValueRange(range)));
  taken(checkNames(inputNames(function), options.inputs));
  if (!math.empty()) options.cpu.math = taken(parseFloatMath(math));
  options.cpu.objects = objectFolder();
  if (allowC) options.cpu.allows = [](const std::string&) { return true; };
  if (given.contains("inputs"))
    for (const auto& [key, array] : py::cast<py::dict>(given["inputs"])) {
      const auto name = py::cast<std::string>(key);
      const Buffer* buffer = nullptr;
      for (const Var& param : function.params)
        if (const Buffer* b = function.bufferOf(param); b && (*b)->name == name) buffer = b;
      if (!buffer) refuseArgument("the function has no array named '" + name + "'");
      options.given.insert_or_assign(name, copiedArray(array, name, (*buffer)->dtype));
    }
  return options;
}

py::object differenceOf(const Measurement& m) {
  if (!m.difference) return py::none();
  py::dict out;
  out["buffer"] = m.difference->buffer;
  out["index"] = py::tuple(py::cast(m.difference->index));
  out["got"] = m.difference->got;
  out["expected"] = m.difference->expected;
  out["count"] = m.difference->count;
  return out;
}

// What makes the times say less than they seem to.
py::list warningsOf(const Measurement& m) {
  py::list all;
  if (m.blas && !m.blas->fit())
    all.append(blas::warningOf(*m.blas));
  else if (m.blasShare > 0 && m.blasShare < kGoodProduct)
    all.append("OpenBLAS reaches less than 60 % of this machine's peak: the reference takes too long");
  return all;
}

py::dict resultOf(Measurement m) {
  py::dict out;
  out["target"] = m.target;
  out["device"] = m.device;
  out["threads"] = m.threads;
  out["ms"] = m.time.median;
  out["low"] = m.time.medianLow;
  out["high"] = m.time.medianHigh;
  out["samples"] = m.time.count;
  out["compile_ms"] = m.compileMs;
  out["gflops"] = m.gflops;
  out["gops"] = m.gops();
  out["gbps"] = m.gbps;
  out["peak_fraction"] = m.peakFraction;
  out["checked"] = m.checked;
  out["ok"] = m.ok;
  out["max_abs_error"] = m.maxAbsError;
  out["difference"] = differenceOf(m);
  out["reference"] = m.referenceKind;
  out["reference_ms"] = m.referenceTime.count > 0 ? m.referenceTime.median : 0.0;
  out["reference_samples"] = m.referenceTime.count;
  out["reference_blas"] = m.blas ? py::object(py::str(blas::textOf(*m.blas))) : py::none();
  out["warnings"] = warningsOf(m);
  out["other_cores"] = m.load ? py::object(py::float_(m.load->busy())) : py::none();
  out["code"] = m.codeHash;
  out["above_peak"] = m.abovePeak;
  out["baseline_ms"] = m.baselineMs;
  out["printed"] = m.output;
  py::dict outputs;
  for (auto& [name, array] : m.outputs) outputs[py::str(name)] = PyArray{std::move(array)};
  out["outputs"] = std::move(outputs);
  return out;
}

py::dict run(const PySchedule& schedule, const py::dict& given) {
  const Schedule state = schedule.finished();
  const int index = schedule.function();
  const PrimFunc &original = state.source().function(index), &scheduled = state.program().function(index);
  MeasureOptions options = optionsOf(given, original);
  const SourceFile& file = schedule.file();
  return resultOf(taken(interruptible([&](const std::function<bool()>& stop) {
    options.cancelled = stop;
    return measure(file, original, scheduled, options);
  })));
}

// Runs both functions on the same inputs; the other one's results are the reference.
py::dict same(const PySchedule& schedule, const PySchedule& other, const py::dict& given) {
  const Schedule mine = schedule.finished(), theirs = other.finished();
  const PrimFunc &scheduled = mine.program().function(schedule.function()),
                 &original = theirs.program().function(other.function());
  MeasureOptions options = optionsOf(given, original);
  options.repeat = 1;
  options.baseline = false;
  options.peaks = false;
  SourceFile without;  // no `def reference`: the other program itself is run
  without.intrinsics = schedule.file().intrinsics;
  for (const TensorIntrin& more : other.file().intrinsics) without.intrinsics.push_back(more);
  return resultOf(taken(interruptible([&](const std::function<bool()>& stop) {
    options.cancelled = stop;
    return measure(without, original, scheduled, options);
  })));
}

std::string lowered(const PySchedule& schedule, const std::string& stage, const std::string& targetName, bool allowC) {
  const TargetDescriptor* target = targetName.empty() ? &defaultTarget() : findTarget(targetName);
  if (!target) refuseArgument("there is no target '" + targetName + "'; known: " + targetNames(", "));
  const Schedule state = schedule.finished();
  const PrimFunc& function = state.program().function(schedule.function());
  PrintedStage found;
  std::vector<std::string> names;
  taken(withoutLock([&]() -> Status {
    CodeRequest request;
    if (allowC) request.allows = [](const std::string&) { return true; };
    found = stageText(function, *target, stage, request);
    if (found.error && !found.unknown) return *found.error;
    if (found.unknown)
      for (const StageEntry& entry : stageList(function, *target)) names.push_back(entry.name);
    return success();
  }));
  if (!found.unknown) return found.text;
  refuseArgument("there is no stage '" + stage + "'; known: " + join(names));
}

}  // namespace

void bindRuns(py::module_& m) {
  m.def("run", run);
  m.def("same", same);
  m.def("lower", lowered);
}

}  // namespace lw::python
