#include "backends/measure/measure_model.h"

#include <algorithm>
#include <fstream>

#include "backends/interpreter/interpreter.h"
#include "backends/measure/errors.h"
#include "backends/measure/library_functions.h"
#include "backends/measure/machine.h"
#include "backends/measure/model_index_ranges.h"
#include "backends/measure/model_parts.h"
#include "backends/measure/turns.h"
#include "backends/package/agreement.h"
#include "backends/reference/graph_reference.h"
#include "backends/reference/reference.h"
#include "backends/reference/registered.h"
#include "backends/target/target.h"
#include "backends/targets/descriptor.h"
#include "core/analysis/cost/work.h"
#include "core/support/text.h"
#include "core/text/suggest.h"
#include "passes/graph/model_sizes.h"
#include "passes/graph/run_errors.h"

namespace lw {
namespace {

constexpr int64_t kInterpreted = 200'000'000;  // steps of the interpreter for one model: some seconds
constexpr double kWarmMs = 0.5;                // of calls before the one whose steps are timed

size_t index(int i) { return static_cast<size_t>(i); }

// The arrays of a call: given ones, or random ones as for a kernel.
// `plain`: the same with unscheduled kernels.
Result<std::vector<NDArray>> inputsFor(const SourceFile& file, const ModelProgram& program, const ModelProgram& plain,
                                       const MeasureOptions& options) {
  InputSpec spec = options.inputs;
  InputSpec said = inputsFromComments(file.source.text);
  spec.bind.merge(said.bind);
  spec.ranges.merge(said.ranges);
  for (const auto& [name, array] : options.given)
    if (std::none_of(program.inputs.begin(), program.inputs.end(),
                     [&, n = &name](int b) { return program.buffers[index(b)].name == *n; }))
      return explain(err::kUnknownInput(name), "name the arrays as the model names its parameters");
  // Shapes of given arrays decide symbolic sizes before the options do.
  LaunchValues sizes;
  for (const int b : program.inputs) {
    const ModelBuffer& buffer = program.buffers[index(b)];
    const auto given = options.given.find(buffer.name);
    if (given == options.given.end()) continue;
    for (size_t d = 0; d < buffer.shape.size() && d < given->second.shape.size(); ++d)
      if (const auto* var = buffer.shape[d].as<Var>()) sizes.try_emplace(var->key(), given->second.shape[d]);
  }
  std::string open;
  for (const Var& size : program.sizes) {
    const auto bound = spec.bind.find(size.name());
    if (bound != spec.bind.end()) sizes.try_emplace(size.key(), bound->second);
    if (const auto most = program.bounds.find(size.key()); most != program.bounds.end())
      sizes.try_emplace(size.key(), most->second);
    if (!sizes.contains(size.key())) addItem(open, size.name());
  }
  if (!open.empty())
    return explain(err::kModelOpenSizes(Snippet(open)),
                   say("give them values: --bind {0}=16", Snippet(open.substr(0, open.find(',')))));
  spec.ranges.merge(modelIndexRanges(plain, sizes, spec.ranges));
  std::vector<NDArray> inputs;
  for (const int b : program.inputs) {
    const ModelBuffer& buffer = program.buffers[index(b)];
    const auto given = options.given.find(buffer.name);
    if (given != options.given.end()) {
      inputs.push_back(given->second);
      continue;
    }
    if (const Result<int64_t> bytes = bytesWith(program, buffer, sizes); !bytes) return bytes.error();
    Result<std::vector<int64_t>> shape = shapeWith(program, buffer, sizes);
    if (!shape) return shape.error();
    ValueRange range;
    for (const std::string& name : {std::string("*"), buffer.name})
      if (const auto found = spec.ranges.find(name); found != spec.ranges.end()) range = found->second;
    inputs.push_back(randomArray(buffer.type, std::move(*shape), range, seedOf(spec.seed, buffer.name)));
  }
  return inputs;
}

}  // namespace

std::vector<std::string> outputNames(const ModelProgram& program) {
  std::vector<std::string> names;
  for (const int b : program.outputs) {
    std::string name = program.buffers[index(b)].name;
    const std::string wanted = name;
    for (int i = 1; std::find(names.begin(), names.end(), name) != names.end(); ++i)
      name = wanted + "_" + std::to_string(i);
    names.push_back(name);
  }
  return names;
}

namespace {

Result<Expected> fromFile(const SourceFile& file, const ModelProgram& program, const BoundParameters& bound,
                          const std::vector<NDArray>& inputs, const std::vector<NDArray>& outputs, int threads,
                          const MeasureOptions& options) {
  std::vector<PreparedReference::Parameter> parameters;
  std::vector<Argument> arguments;
  for (size_t i = 0; i < inputs.size(); ++i) {
    parameters.push_back({program.buffers[index(program.inputs[i])].name, {}, false});
    arguments.emplace_back(inputs[i]);
  }
  for (const auto& [name, array] : bound) {
    parameters.push_back({name, {}, false});
    arguments.emplace_back(*array);
  }
  const std::vector<std::string> names = outputNames(program);
  for (size_t i = 0; i < outputs.size(); ++i) {
    parameters.push_back({names[i], {}, true});
    arguments.emplace_back(NDArray::zeros(outputs[i].type, outputs[i].shape));
  }
  ReferenceOptions how;
  how.threads = threads;
  how.cancelled = options.cancelled;
  Result<PreparedReference> prepared =
      PreparedReference::prepare(file, program.name, parameters, std::move(arguments), how);
  if (!prepared) return std::move(prepared).error();
  return options.reference == ReferenceKind::Numpy ? expectedFromNumpy(file, *prepared, how, options)
                                                   : expectedFromReference(std::move(*prepared), threads);
}

}  // namespace

Result<std::vector<NDArray>> interpretModel(const ModelProgram& program, const std::vector<NDArray>& inputs,
                                            const HostFunction& host, int64_t maxSteps,
                                            const std::function<bool()>& cancelled) {
  Result<LaunchValues> sizes = sizesFrom(program, inputs);
  if (!sizes) return sizes.error();
  std::vector<NDArray> values(program.buffers.size());
  for (size_t i = 0; i < inputs.size(); ++i) values[index(program.inputs[i])] = inputs[i];
  for (size_t b = 0; b < values.size(); ++b) {
    const ModelBuffer& buffer = program.buffers[b];
    if (buffer.data) values[b] = *buffer.data;
    if (buffer.role == ModelBuffer::Role::Input || buffer.data || isCounted(program, buffer.shape)) continue;
    Result<std::vector<int64_t>> shape = shapeWith(program, buffer, *sizes);
    if (!shape) return shape.error();
    values[b] = NDArray::zeros(buffer.type, std::move(*shape));
  }
  const auto know = [&](int step) -> Status {
    for (const ModelCount& count : program.counts) {
      if (knownFrom(program, count) != step) continue;
      const int64_t value = values[index(count.buffer)].getInt(count.element);
      if (value < 0) return err::kModelNegative(count.size.name(), program.name, value);
      sizes->insert_or_assign(count.size.key(), value);
    }
    return checkSizes(program, *sizes);
  };
  const auto runs = [&](int arm) {
    for (int a = arm; a >= 0; a = program.arms[index(a)].outer) {
      const ModelArm& side = program.arms[index(a)];
      const bool holds = side.condition >= 0 ? values[index(side.condition)].data[0] != std::byte{0}
                                             : sizeWith(*side.number, *sizes).value_or(0) != 0;
      if (holds != side.when) return false;
    }
    return true;
  };
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const ModelStep& step = program.steps[s];
    if (Status known = know(static_cast<int>(s)); !known) return known.error();
    if (!runs(step.arm)) continue;
    for (const int b : step.writes)
      if (const ModelBuffer& buffer = program.buffers[index(b)]; isCounted(program, buffer.shape)) {
        if (const Result<int64_t> bytes = bytesWith(program, buffer, *sizes); !bytes) return bytes.error();
        Result<std::vector<int64_t>> shape = shapeWith(program, buffer, *sizes);
        if (!shape) return shape.error();
        values[index(b)] = NDArray::zeros(buffer.type, std::move(*shape));
      }
    std::vector<int> used = step.reads;
    used.insert(used.end(), step.writes.begin(), step.writes.end());
    std::vector<NDArray> buffers;
    for (const int b : used) buffers.push_back(values[index(b)]);
    if (step.kernel < 0) {
      if (Status s = host(step.callee, buffers, step.writes.size()); !s) return s.error();
    } else {
      std::vector<Argument> arguments;
      const PrimFunc& kernel = program.kernels[index(step.kernel)];
      size_t buffer = 0, number = 0;
      for (const Var& param : kernel.params) {
        if (kernel.bufferOf(param))
          arguments.emplace_back(std::move(buffers[buffer++]));
        else
          arguments.emplace_back(sizeWith(step.numbers[number++], *sizes).value_or(0));
      }
      if (Status s = interpret(kernel, arguments, {.maxSteps = maxSteps, .cancelled = cancelled}); !s) return s.error();
      buffers.clear();
      for (Argument& a : arguments)
        if (auto* array = std::get_if<NDArray>(&a)) buffers.push_back(std::move(*array));
    }
    for (size_t i = 0; i < step.writes.size(); ++i)
      values[index(step.writes[i])] = std::move(buffers[step.reads.size() + i]);
  }
  if (Status known = know(static_cast<int>(program.steps.size())); !known) return known.error();
  std::vector<NDArray> outputs;
  for (const int b : program.outputs) outputs.push_back(values[index(b)]);
  return outputs;
}

namespace {

// Operations of all kernels of one call, and the bytes of what it reads and writes at least.
double flopsOf(const ModelProgram& program, const ModelStep& step, const LaunchValues& sizes, double* bytes) {
  if (step.kernel < 0) return 0;
  const PrimFunc& kernel = program.kernels[index(step.kernel)];
  Sizes values;
  std::vector<int> used = step.reads;
  used.insert(used.end(), step.writes.begin(), step.writes.end());
  size_t slot = 0, number = 0;
  for (const Var& param : kernel.params) {
    const Buffer* buffer = kernel.bufferOf(param);
    if (!buffer) {
      values.emplace(param.key(), sizeWith(step.numbers[number++], sizes).value_or(1));
      continue;
    }
    const ModelBuffer& given = program.buffers[index(used[slot++])];
    for (size_t d = 0; d < given.shape.size(); ++d)
      if (const auto* var = (*buffer)->shape[d].as<Var>())
        values.emplace(var->key(), sizeWith(given.shape[d], sizes).value_or(1));
  }
  const Work work = countWork(kernel, values);
  if (bytes) *bytes = work.bytes;
  return work.flops;
}

// Bytes of the parameters, constants and results: a model reads and writes them at least once.
double bytesOf(const ModelProgram& program, const LaunchValues& sizes) {
  double sum = 0;
  for (const ModelBuffer& buffer : program.buffers) {
    if (buffer.role == ModelBuffer::Role::Temporary || buffer.role == ModelBuffer::Role::Packed) continue;
    double bytes = buffer.type.bytes();
    for (const Expr& size : buffer.shape) bytes *= static_cast<double>(sizeWith(size, sizes).value_or(1));
    sum += bytes;
  }
  return sum;
}

}  // namespace

Result<Expected> expectedOf(const SourceFile& file, const ModelProgram& plain, const ModelOptions& asked,
                            const std::vector<NDArray>& inputs, const std::vector<NDArray>& outputs,
                            const HostFunction& host, int threads) {
  const MeasureOptions& options = asked.measure;
  if (options.reference == ReferenceKind::None) return Expected{"none", {}, {}};
  if (hasReference(file) || options.reference == ReferenceKind::Numpy)
    return fromFile(file, plain, asked.bound, inputs, outputs, threads, options);
  const auto run = [&](const PrimFunc& kernel, std::vector<Argument>& arguments) {
    return interpret(kernel, arguments, {.maxSteps = kInterpreted, .cancelled = options.cancelled});
  };
  if (Result<std::vector<NDArray>> values = evaluateGraph(asked.original, plain.name, inputs, run))
    return Expected{"graph, operator by operator", std::move(*values), {}};
  const Result<LaunchValues> sizes = sizesFrom(plain, inputs);
  if (!sizes) return sizes.error();
  double work = 0;
  for (const ModelStep& step : plain.steps) work += flopsOf(plain, step, *sizes, nullptr);
  if (work > static_cast<double>(kInterpreted)) return Expected{"none", {}, {}};
  Result<std::vector<NDArray>> values = interpretModel(plain, inputs, host, 20 * kInterpreted, options.cancelled);
  if (!values) return values.error();
  return Expected{"interpreter", std::move(*values), {}};
}

Status timeSamples(const ModelCalls& calls, const MeasureOptions& options, double firstMs, int process,
                   Expected& expected, Measurement& m) {
  int64_t loops = 1;
  const double least = m.threads > 1 ? std::max(options.minMs, kLeastTeamSample) : options.minMs;
  if (least > 0 && firstMs < least) {
    double ms = firstMs;
    while (ms < least && loops < (1 << 24)) {
      loops = std::clamp(static_cast<int64_t>(1.1 * least / std::max(ms, 1e-6) * static_cast<double>(loops)), loops + 1,
                         20 * loops);
      Result<double> ns = calls.run(loops);
      if (!ns) return ns.error();
      ms = *ns / 1e6;
    }
  }
  const auto kernel = [&]() -> Result<double> {
    Result<double> ns = calls.run(loops);
    if (!ns) return ns;
    return *ns / 1e6 / static_cast<double>(loops);
  };
  return timeInTurns(kernel, static_cast<double>(loops), firstMs, process, options, expected, m);
}

// So many calls of a short model that the caches are as in a loop of calls.
int64_t warmCalls(double ms) {
  return std::clamp(static_cast<int64_t>(kWarmMs / std::max(ms, 1e-6)), int64_t{1}, int64_t{10'000});
}

Status timeEachStep(const ModelCalls& calls, const ModelProgram& plain, const LaunchValues& sizes,
                    const MeasureOptions& options, ModelMeasurement& result) {
  std::vector<std::vector<double>> samples(result.program.steps.size());
  double spentMs = 0;
  for (int i = 0; i == 0 || (i < options.repeat && spentMs < options.maxSeconds * 1000); ++i) {
    if (options.cancelled && options.cancelled()) return kRunCancelled();
    if (options.progress) options.progress("timing each kernel", double(i) / std::max(options.repeat, 1));
    Result<std::vector<double>> ns = calls.timeSteps();
    if (!ns) return ns.error();
    for (size_t s = 0; s < ns->size(); ++s) {
      samples[s].push_back((*ns)[s] / 1e6);
      spentMs += (*ns)[s] / 1e6;
    }
  }
  double sum = 0;
  for (size_t s = 0; s < samples.size(); ++s) {
    const ModelStep& step = result.program.steps[s];
    ModelStepTime time{step.result, step.callee, step.callers, step.kernel < 0};
    time.ms = summarize(samples[s]).median;
    time.flops = flopsOf(plain, plain.steps[s], sizes, &time.bytes);
    sum += time.ms;
    result.steps.push_back(std::move(time));
  }
  for (ModelStepTime& step : result.steps) step.share = sum > 0 ? step.ms / sum : 0;
  return success();
}

void countModelWork(const ModelProgram& plain, const LaunchValues& sizes, const std::vector<bool>& taken,
                    ModelMeasurement& result) {
  Measurement& m = result.whole;
  for (size_t s = 0; s < plain.steps.size(); ++s)
    if (taken.empty() || taken[s]) m.flops += flopsOf(plain, plain.steps[s], sizes, nullptr);
  m.bytes = bytesOf(result.program, sizes);
  if (m.time.median <= 0) return;
  m.gflops = m.flops / m.time.median / 1e6;
  m.gbps = m.bytes / m.time.median / 1e6;
}

namespace {

// A GPU runs kernels only, and all of them in one job.
Status requireKernels(const ModelProgram& program, const TargetDescriptor& target) {
  if (!program.counts.empty())
    return explain(err::kModelGpuSizes(program.counts[0].size.name(), std::string(target.name)),
                   "run the model on the processor, or give its tensors sizes that do not depend on data",
                   program.counts[0].span);
  for (const ModelStep& step : program.steps)
    if (step.kernel < 0)
      return explain(err::kModelGpuFunction(step.callee, std::string(target.name)),
                     "call an operator or a prim_func in its place", step.span);
  return success();
}

}  // namespace

Result<ModelMeasurement> measureModel(const SourceFile& file, const graph::Model& model,
                                      const graph::Function& function, const ModelOptions& asked) {
  const MeasureOptions& options = asked.measure;
  const auto phase = [&](const char* name) {
    if (options.progress) options.progress(name, 0);
    return !(options.cancelled && options.cancelled());
  };
  ModelMeasurement result;
  Measurement& m = result.whole;
  m.device = cpuInfo().model;
  m.threads = options.threads > 0 ? options.threads : onlineCores();
  Result<ModelProgram> program = modelProgramOf(model, function);
  if (!program) return program.error();
  if (Status s = boundSizes(*program, asked.bounds); !s) return s.error();
  for (ModelBuffer& buffer : program->buffers)  // constants that are parameters have their names
    for (const auto& [name, array] : asked.bound)
      if (buffer.data == array) buffer.name = name;
  const RegisteredFunctions registered(file);
  const bool gpu = asked.target && asked.target->kernels;
  if (gpu)
    if (Status s = requireKernels(*program, *asked.target); !s) return s.error();
  ModelProgram plain = *program;  // to interpret, and to count operations
  for (PrimFunc& kernel : plain.kernels)
    if (const PrimFunc* original = asked.unscheduled.find(kernel.name)) kernel = *original;
  if (Status s = resolveFunctions(*program, registered, m.threads, false); !s) return s.error();
  if (Status s = resolveFunctions(plain, registered, m.threads, true); !s) return s.error();
  Result<std::vector<NDArray>> inputs = inputsFor(file, *program, plain, options);
  if (!inputs) return inputs.error();
  if (gpu) return measureModelOnGpu(file, *program, plain, *inputs, asked, std::move(result));

  if (!phase("compiling")) return kRunCancelled();
  CpuOptions cpu = options.cpu;
  if (!cpu.stop) cpu.stop = options.cancelled;
  if (cpu.maxSeconds <= 0) cpu.maxSeconds = options.timeoutSeconds;
  Result<CompiledModel> compiled = CompiledModel::build(*program, cpu);
  if (!compiled && options.cancelled && options.cancelled()) return kRunCancelled();
  if (!compiled) return compiled.error();
  m.compileMs = compiled->compileMs;
  m.codeKnown = compiled->known;

  if (!phase("starting")) return kRunCancelled();
  RunnerOptions runner{.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled};
  if (callsBlas(compiled->program)) runner = runnerWithBlas(std::move(runner));
  Result<RunnerProcess> child = RunnerProcess::start(runner);
  if (!child) return child.error();
  m.confined = child->filtersCalls();
  const HostFunction host = [&](const std::string& name, std::vector<NDArray>& buffers, size_t written) {
    return registered.call(name, buffers, written, m.threads, options.cancelled);
  };
  Result<ModelRun> run = ModelRun::load(*child, *compiled, *inputs, m.threads, options.memory, host);
  if (!run) return run.error();
  if (!phase("running")) return kRunCancelled();
  Result<double> firstNs = run->run();
  if (!firstNs) return firstNs.error();
  Result<std::vector<NDArray>> outputs = run->outputs();
  if (!outputs) return outputs.error();
  const std::vector<std::string> names = outputNames(compiled->program);
  for (size_t i = 0; i < outputs->size(); ++i) m.outputs.emplace_back(names[i], (*outputs)[i]);

  if (!phase("checking")) return kRunCancelled();
  Result<Expected> expected = expectedOf(file, plain, asked, *inputs, *outputs, host, m.threads);
  if (!expected) return expected.error();
  m.referenceKind = expected->kind;
  compareOutputs(*expected, m);
  const ModelCalls calls{[&](int64_t loops) { return run->run(loops); },
                         [&] { return run->timeSteps(warmCalls(result.whole.time.median)); }};
  if (Status s = timeSamples(calls, options, *firstNs / 1e6, child->pid(), *expected, m); !s) return s.error();
  result.program = compiled->program;
  result.plan = run->plan();
  for (const ModelStep& step : result.program.once)
    for (const int b : step.reads) m.packedOnce.push_back(result.program.buffers[index(b)].name);
  m.packingMs = run->packingMs();
  const Result<std::vector<bool>> taken = run->taken();
  if (!taken) return taken.error();
  countModelWork(plain, run->sizes(), *taken, result);
  if (asked.steps)
    if (Status s = timeEachStep(calls, plain, run->sizes(), options, result); !s) return s.error();
  compareWithPeak(options, m);
  m.output = child->output();
  return result;
}

Result<BoundParameters> bindParameters(const graph::Function& function, BoundParameters arrays, const std::string& path,
                                       const std::map<std::string, NDArray>& given) {
  std::vector<std::string> names;
  for (const graph::Value& param : function.params) names.push_back(param.name());
  for (const auto& [name, array] : arrays)
    if (std::find(names.begin(), names.end(), name) == names.end())
      return explain(err::kParamsUnknown(Snippet(path), name), didYouMean(name, names));
  size_t inputs = 1;
  for (const auto& [key, value] : function.attrs)
    if (const auto* count = value.as<int64_t>(); key == "num_input" && count && *count >= 0)
      inputs = static_cast<size_t>(*count);
  std::string missing;
  for (size_t i = inputs; i < names.size(); ++i)
    if (!arrays.contains(names[i]) && !given.contains(names[i])) addItem(missing, names[i]);
  if (!missing.empty())
    return explain(err::kParamsMissing(Snippet(path), Snippet(missing)),
                   "add them to the file, or pass them with --inputs");
  return arrays;
}

Status refusePickle(const std::string& path) {
  bool pickle = false;
  for (const char* ending : {".pkl", ".pickle", ".pt", ".pth"}) pickle |= path.ends_with(ending);
  std::ifstream in(path, std::ios::binary);
  pickle |= in.get() == 0x80;
  if (!pickle) return success();
  return explain(err::kParamsPickle(Snippet(path)),
                 "where you trust the file, convert it with Python: numpy.savez(\"params.npz\", "
                 "**pickle.load(open(\"params.pkl\", \"rb\")))");
}

}  // namespace lw
