// `lw run MODEL` on a GPU: kernels without a schedule for threads get a plain one, and all launches are one job of the
// child, whose buffers stay on the device from the first kernel to the last. The emulator runs one kernel after
// another.
#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include "core/support/json.h"

#include "backends/measure/emulated.h"
#include "backends/measure/errors.h"
#include "backends/measure/gpu_code.h"
#include "backends/measure/kernel.h"
#include "backends/measure/model_parts.h"
#include "backends/measure/pack_now.h"
#include "backends/measure/ways.h"
#include "passes/graph/bind_threads.h"
#include "passes/graph/in_place.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

size_t number(int i) { return static_cast<size_t>(i); }

// The program with its kernels bound to threads, and the device code of each.
struct GpuModel {
  ModelProgram program;
  std::vector<GpuProgram> kernels;
};

// Constant weights are packed here, before they are copied to the device.
Result<GpuModel> gpuModelOf(const ModelProgram& program, const GpuDevice& device, Measurement& m) {
  Result<PackedNow> packed = packNow(program);
  if (!packed) return packed.error();
  m.packedOnce = packed->weights;
  m.packingMs = packed->weights.empty() ? 0 : packed->ms;
  GpuModel made{withBuffersInPlace(packed->program).program, {}};
  for (PrimFunc& kernel : made.program.kernels) {
    Result<PrimFunc> threads = withPlainThreads(kernel);
    if (!threads) return threads.error();
    kernel = std::move(*threads);
    Result<GpuProgram> code = lowerForGpu(kernel, device);
    if (!code) return code.error();
    made.kernels.push_back(std::move(*code));
  }
  return made;
}

// What a step passes to its kernel, with the arrays of `values`.
std::vector<Argument> argumentsOf(const PrimFunc& kernel, const ModelStep& step, const LaunchValues& sizes,
                                  const std::vector<NDArray>& values) {
  std::vector<int> used = step.reads;
  used.insert(used.end(), step.writes.begin(), step.writes.end());
  std::vector<Argument> arguments;
  size_t buffer = 0, scalar = 0;
  for (const Var& param : kernel.params) {
    if (kernel.bufferOf(param))
      arguments.emplace_back(values[number(used[buffer++])]);
    else
      arguments.emplace_back(sizeWith(step.numbers[scalar++], sizes).value_or(0));
  }
  return arguments;
}

// All launches of a model as one description for GpuJob::load(), whose parameters are buffers of the model.
class GpuPlanWriter {
 public:
  GpuPlanWriter(const GpuModel& model, const LaunchValues& sizes, const GpuDevice& limits)
      : model_(model), sizes_(sizes), limits_(limits) {}

  std::vector<int> parameters;   // buffers of the model, in the order of the call
  std::vector<int> firstLaunch;  // of each step, and the end
  GpuProgram code{PrimFunc("model", Stmt(Evaluate{Expr(IntImm{dtype::Int32, 0})})),
                  {},
                  Stmt(Evaluate{Expr(IntImm{dtype::Int32, 0})})};
  nlohmann::json memories = nlohmann::json::array(), steps = nlohmann::json::array();

  Status write() {
    if (Status s = placeBuffers(); !s) return s;
    std::vector<std::vector<std::string>> names;  // of the kernels of each function
    std::set<std::string> taken;
    for (const GpuProgram& program : model_.kernels) {
      names.emplace_back();
      for (GpuKernel kernel : program.kernels) {
        const std::string wanted = kernel.function.name;
        for (int i = 1; !taken.insert(kernel.function.name).second; ++i)
          kernel.function.name = wanted + "_" + std::to_string(i);
        names.back().push_back(kernel.function.name);
        code.kernels.push_back(std::move(kernel));
      }
    }
    for (const ModelStep& step : model_.program.steps) {
      firstLaunch.push_back(static_cast<int>(steps.size()));
      const GpuProgram& program = model_.kernels[number(step.kernel)];
      const PrimFunc& kernel = model_.program.kernels[number(step.kernel)];
      const Result<GpuPlan> plan =
          planLaunches(program, launchValues(program.lowered, argumentsOf(kernel, step, sizes_, shapes_)), limits_);
      if (!plan) return explain(plan.error(), {}, step.span);
      const std::vector<int> at = memoriesOf(*plan, program.lowered, step);
      for (const GpuLaunch& launch : plan->launches) {
        std::vector<int> given;
        for (const int m : launch.buffers) given.push_back(at[number(m)]);
        steps.push_back(stepJson(launch, names[number(step.kernel)][number(launch.kernel)], given));
      }
    }
    firstLaunch.push_back(static_cast<int>(steps.size()));
    return success();
  }

 private:
  int addMemory(const std::string& name, const std::vector<int64_t>& shape, int64_t bytes) {
    memories.push_back({{"bytes", std::max<int64_t>(bytes, 1)}, {"name", name}, {"shape", shape}});
    return static_cast<int>(memories.size()) - 1;
  }

  // Temporaries that do not live together share memory.
  Status placeBuffers() {
    const ModelProgram& program = model_.program;
    const auto live = liveRanges(program);
    std::vector<int> order;
    for (size_t b = 0; b < program.buffers.size(); ++b) {
      Result<std::vector<int64_t>> shape = shapeWith(program, program.buffers[b], sizes_);
      if (!shape) return shape.error();
      const Result<int64_t> bytes = bytesWith(program, program.buffers[b], sizes_);
      if (!bytes) return bytes.error();
      NDArray array;
      array.type = program.buffers[b].type;
      array.shape = *shape;
      shapes_.push_back(std::move(array));
      bytes_.push_back(*bytes);
      memory_.push_back(-1);
      if (program.buffers[b].role == ModelBuffer::Role::Temporary) {
        if (!live[b].empty()) order.push_back(static_cast<int>(b));
        continue;
      }
      memory_[b] = static_cast<int>(memories.size());
      memories.push_back(
          {{"parameter", parameters.size()}, {"name", program.buffers[b].name}, {"shape", shapes_[b].shape}});
      parameters.push_back(static_cast<int>(b));
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return bytes_[number(a)] > bytes_[number(b)]; });
    std::vector<std::pair<int, std::vector<int>>> shared;  // a memory, and the buffers in it
    for (const int b : order) {
      const auto apart = [&](int other) {
        return std::none_of(live[number(b)].begin(), live[number(b)].end(), [&](const auto& mine) {
          return std::any_of(live[number(other)].begin(), live[number(other)].end(),
                             [&](const auto& its) { return mine.first <= its.second && its.first <= mine.second; });
        });
      };
      auto place = std::find_if(shared.begin(), shared.end(), [&](const auto& one) {
        return std::all_of(one.second.begin(), one.second.end(), apart);
      });
      if (place == shared.end()) {
        shared.emplace_back(addMemory(program.buffers[number(b)].name, shapes_[number(b)].shape, bytes_[number(b)]),
                            std::vector<int>());
        place = shared.end() - 1;
      }
      place->second.push_back(b);
      memory_[number(b)] = place->first;
    }
    return success();
  }

  // The memories of a step: buffers of the model, and what the host code of its kernel allocates, which others reuse.
  std::vector<int> memoriesOf(const GpuPlan& plan, const PrimFunc& lowered, const ModelStep& step) {
    std::vector<int> used = step.reads;
    used.insert(used.end(), step.writes.begin(), step.writes.end());
    std::vector<int> at;
    size_t own = 0;
    for (const GpuPlan::Memory& m : plan.memories) {
      if (m.parameter >= 0) {
        // The step lists buffers as the parameters do; the function's own list may have another order.
        const Var& wanted = lowered.buffers[number(m.parameter)].first;
        size_t slot = 0;
        for (const Var& param : lowered.params) {
          if (param.sameAs(wanted)) break;
          slot += lowered.bufferOf(param) != nullptr;
        }
        at.push_back(memory_[number(used[slot])]);
        continue;
      }
      const int64_t bytes = m.elements * m.type.bytes();
      if (own == scratch_.size()) scratch_.push_back(addMemory(m.name, m.shape, bytes));
      nlohmann::json& memory = memories[number(scratch_[own])];
      if (bytes > memory.value("bytes", int64_t{0})) memory = {{"bytes", bytes}, {"name", m.name}, {"shape", m.shape}};
      at.push_back(scratch_[own++]);
    }
    return at;
  }

  const GpuModel& model_;
  const LaunchValues& sizes_;
  const GpuDevice& limits_;
  std::vector<NDArray> shapes_;  // of the model's buffers, without contents
  std::vector<int64_t> bytes_;
  std::vector<int> memory_;   // of each buffer
  std::vector<int> scratch_;  // memories of host code
};

using Clock = std::chrono::steady_clock;
double msSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

bool phase(const MeasureOptions& options, const char* name) {
  if (options.progress) options.progress(name, 0);
  return !(options.cancelled && options.cancelled());
}

Status check(const SourceFile& file, const ModelProgram& plain, const ModelOptions& asked,
             const std::vector<NDArray>& inputs, const std::vector<NDArray>& outputs, Expected& expected,
             Measurement& m) {
  const std::vector<std::string> names = outputNames(plain);
  for (size_t i = 0; i < outputs.size(); ++i) m.outputs.emplace_back(names[i], outputs[i]);
  if (!phase(asked.measure, "checking")) return kRunCancelled();
  Result<Expected> made = expectedOf(file, plain, asked, inputs, outputs, {}, m.threads);
  if (!made) return made.error();
  expected = std::move(*made);
  m.referenceKind = expected.kind;
  compareOutputs(expected, m);
  return success();
}

Result<ModelMeasurement> emulateModel(const SourceFile& file, const ModelProgram& program, const ModelProgram& plain,
                                      const std::vector<NDArray>& inputs, const ModelOptions& asked,
                                      const LaunchValues& sizes, ModelMeasurement result) {
  Measurement& m = result.whole;
  const Result<const GpuDevice*> device = emulatedDevice(asked.measure.device);
  if (!device) return device.error();
  m.device = "emulated " + std::string((*device)->name);
  const auto start = Clock::now();
  Result<GpuModel> model = gpuModelOf(program, **device, m);
  if (!model) return model.error();
  m.compileMs = msSince(start);
  result.program = model->program;
  std::vector<NDArray> values;
  for (const ModelBuffer& buffer : model->program.buffers) {
    if (buffer.data) {
      values.push_back(*buffer.data);
      continue;
    }
    if (const Result<int64_t> bytes = bytesWith(model->program, buffer, sizes); !bytes) return bytes.error();
    values.push_back(NDArray::zeros(buffer.type, *shapeWith(model->program, buffer, sizes)));
  }
  for (size_t i = 0; i < inputs.size(); ++i) values[number(model->program.inputs[i])] = inputs[i];
  if (!phase(asked.measure, "emulating")) return kRunCancelled();
  const auto begin = Clock::now();
  EmulatorReport all;
  for (const ModelStep& step : model->program.steps) {
    const PrimFunc& kernel = model->program.kernels[number(step.kernel)];
    std::vector<Argument> arguments = argumentsOf(kernel, step, sizes, values);
    Result<EmulatorReport> report = emulate(model->kernels[number(step.kernel)], kernel, arguments,
                                            {.device = *device, .cancelled = asked.measure.cancelled});
    if (!report) return explain(report.error(), {}, step.span);
    size_t slot = 0;
    for (Argument& argument : arguments)
      if (auto* array = std::get_if<NDArray>(&argument)) {
        if (slot >= step.reads.size()) values[number(step.writes[slot - step.reads.size()])] = std::move(*array);
        ++slot;
      }
    all.findings.insert(all.findings.end(), report->findings.begin(), report->findings.end());
    all.kernels.insert(all.kernels.end(), report->kernels.begin(), report->kernels.end());
    all.steps += report->steps;
    all.complete = all.complete && report->complete;
    all.modelledMs += report->modelledMs;
    ModelStepTime time{step.result, step.callee, step.callers};
    time.ms = report->modelledMs;
    result.steps.push_back(std::move(time));
    result.emulated.push_back({std::move(*report), kernel});
  }
  for (ModelStepTime& step : result.steps) step.share = all.modelledMs > 0 ? step.ms / all.modelledMs : 0;
  if (!asked.steps) result.steps.clear();
  m.time = summarize(std::vector{msSince(begin)});
  std::vector<NDArray> outputs;
  for (const int b : model->program.outputs) outputs.push_back(values[number(b)]);
  Expected expected;
  if (Status s = check(file, plain, asked, inputs, outputs, expected, m); !s) return s.error();
  countModelWork(plain, sizes, {}, result);
  m.gflops = m.gbps = 0;  // of no device
  m.ok = m.ok && all.clean();
  m.emulated = std::move(all);
  return result;
}

Explanation branchRefused(const ModelProgram& program, const TargetDescriptor& target) {
  const auto inArm = std::find_if(program.steps.begin(), program.steps.end(), [](const auto& s) { return s.arm >= 0; });
  const std::string name = inArm == program.steps.end() ? program.name : inArm->result;
  return explain(err::kModelGpuBranch(name, std::string(target.name)), "leave --target out",
                 inArm == program.steps.end() ? Span{} : inArm->span);
}

Result<nlohmann::json> deviceOf(RunnerProcess& child, const MeasureOptions& options) {
  const Result<std::string> devices = child.gpuDevices();
  if (!devices) return devices.error();
  return chooseDevice(*devices, options);
}

// Runs all kernels once and copies the results. The time in ns.
Result<double> runOnce(RunnerProcess& child, Launch launch) {
  launch.download = true;
  return child.run(launch);
}

struct DeviceLaunch {
  Launch launch;
  std::map<int, int> given;  // buffers of the model, and those of the child
};

// Hands the inputs and the memory of the results to the child.
Result<DeviceLaunch> launchOn(RunnerProcess& child, int job, const GpuModel& model, const std::vector<int>& parameters,
                              const std::vector<NDArray>& inputs, const LaunchValues& sizes) {
  DeviceLaunch made{{.kernel = job}, {}};
  made.launch.gpu = true;
  const std::vector<int> changed = changedInputs(model.program);
  for (const int b : parameters) {
    const ModelBuffer& buffer = model.program.buffers[number(b)];
    const void* data = buffer.data ? buffer.data->data.data() : nullptr;
    for (size_t i = 0; i < inputs.size(); ++i)
      if (model.program.inputs[i] == b) data = inputs[i].data.data();
    const Result<int64_t> bytes = bytesWith(model.program, buffer, sizes);
    if (!bytes) return bytes.error();
    const Result<int> id = child.addBuffer(buffer.name, data, static_cast<size_t>(*bytes));
    if (!id) return id.error();
    made.given.emplace(b, *id);
    made.launch.buffers.push_back(*id);
    if (std::find(changed.begin(), changed.end(), b) != changed.end()) made.launch.restore.push_back(*id);
  }
  for (const int b : model.program.outputs) made.launch.results.push_back(made.given.at(b));
  return made;
}

// In ns, of the launches between each of these numbers and the next.
Result<std::vector<double>> timesOfParts(RunnerProcess& child, Launch launch, const std::vector<int>& firstLaunch) {
  std::vector<double> times;
  launch.loops = 1;
  for (size_t s = 0; s + 1 < firstLaunch.size(); ++s) {
    launch.firstStep = firstLaunch[s];
    launch.lastStep = firstLaunch[s + 1];
    const Result<double> ns = child.run(launch);
    if (!ns) return ns.error();
    times.push_back(*ns);
  }
  return times;
}

Result<std::vector<NDArray>> fetched(RunnerProcess& child, const std::map<int, int>& given, const GpuModel& model,
                                     const LaunchValues& sizes) {
  std::vector<NDArray> outputs;
  for (const int b : model.program.outputs) {
    const ModelBuffer& buffer = model.program.buffers[number(b)];
    outputs.push_back(NDArray::zeros(buffer.type, *shapeWith(model.program, buffer, sizes)));
    if (Status s = child.fetch(given.at(b), outputs.back().data.data()); !s) return s.error();
  }
  return outputs;
}

}  // namespace

Result<ModelMeasurement> measureModelOnGpu(const SourceFile& file, const ModelProgram& program,
                                           const ModelProgram& plain, const std::vector<NDArray>& inputs,
                                           const ModelOptions& asked, ModelMeasurement result) {
  const MeasureOptions& options = asked.measure;
  const TargetDescriptor& target = *asked.target;
  if (!program.arms.empty()) return branchRefused(program, target);
  const Result<LaunchValues> sizes = sizesFrom(program, inputs);
  if (!sizes) return sizes.error();
  if (!phase(options, "compiling")) return kRunCancelled();
  if (target.emulated) return emulateModel(file, program, plain, inputs, asked, *sizes, std::move(result));

  Measurement& m = result.whole;
  Result<RunnerProcess> child =
      RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return child.error();
  const Result<nlohmann::json> device = deviceOf(*child, options);
  if (!device) return device.error();
  m.device = device->value("name", "");
  const GpuDevice limits = limitsOf(*device);
  const auto start = Clock::now();
  const Result<GpuModel> model = gpuModelOf(program, limits, m);
  if (!model) return model.error();
  GpuPlanWriter writer(*model, *sizes, limits);
  if (Status s = writer.write(); !s) return s.error();
  const Result<KernelText> code = target.driverText(writer.code, device->value("version", ""));
  if (!code) return code.error();
  const nlohmann::json description{{"memories", writer.memories},
                                   {"steps", writer.steps},
                                   {"api", target.name},
                                   {"device", options.device.empty() ? 0 : std::atoi(options.device.c_str())},
                                   {"code", code->text}};
  const Result<int> job = child->loadGpu(program.name, description.dump());
  if (!job) return job.error();
  m.compileMs = msSince(start);
  result.program = model->program;

  Result<DeviceLaunch> loaded = launchOn(*child, *job, *model, writer.parameters, inputs, *sizes);
  if (!loaded) return loaded.error();
  Launch& launch = loaded->launch;
  if (!phase(options, "running")) return kRunCancelled();
  const Result<double> firstNs = runOnce(*child, launch);
  if (!firstNs) return firstNs.error();
  const Result<std::vector<NDArray>> outputs = fetched(*child, loaded->given, *model, *sizes);
  if (!outputs) return outputs.error();
  Expected expected;
  if (Status s = check(file, plain, asked, inputs, *outputs, expected, m); !s) return s.error();
  const ModelCalls calls{[&](int64_t loops) {
                           launch.loops = loops;
                           return child->run(launch);
                         },
                         [&] { return timesOfParts(*child, launch, writer.firstLaunch); }};
  if (Status s = timeSamples(calls, options, *firstNs / 1e6, child->pid(), expected, m); !s) return s.error();
  countModelWork(plain, *sizes, {}, result);
  if (asked.steps)
    if (Status s = timeEachStep(calls, plain, *sizes, options, result); !s) return s.error();
  m.output = child->output();
  return result;
}

}  // namespace lw
