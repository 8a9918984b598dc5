#include "backends/measure/expected.h"

#include <algorithm>
#include <memory>

#include "backends/blas/library.h"
#include "backends/interpreter/interpreter.h"
#include "backends/measure/kernel.h"
#include "backends/measure/turns.h"
#include "backends/reference/real_numpy.h"
#include "core/analysis/program/roles.h"
#include "core/analysis/shapes/index_ranges.h"

namespace lw {

Result<Expected> expectedFromReference(PreparedReference prepared, int threads) {
  auto reference = std::make_shared<PreparedReference>(std::move(prepared));
  if (Result<double> once = reference->run(); !once) return std::move(once).error();
  std::optional<blas::Kernels> kernels;
  if (reference->usedProducts()) kernels = blas::kernels();
  std::function<Result<double>()> sample = warmed([reference] { return reference->run(); });
  if (kernels && threads > 1) sample = untilThreadsSleep(std::move(sample));
  return Expected{"reference", reference->outputs(), std::move(sample), std::move(kernels)};
}

// All samples are taken in one process, which waits for its turn: with a process per sample the start of Python would
// be measured.
Result<Expected> expectedFromNumpy(const SourceFile& file, const PreparedReference& prepared,
                                   const ReferenceOptions& how, const MeasureOptions& options) {
  RealNumpyOptions numpy;
  numpy.timeoutSeconds = options.timeoutSeconds;
  const Result<std::shared_ptr<RealNumpyTurns>> turns = RealNumpyTurns::start(file, prepared, how, numpy);
  if (!turns) return turns.error();
  const RealNumpyResult& first = (*turns)->first();
  std::function<Result<double>()> sample = warmed([turns = *turns] { return turns->run(); });
  if (how.threads > 1) sample = untilThreadsSleep(std::move(sample));
  return Expected{"numpy " + first.version, first.outputs, std::move(sample), first.blas};
}

namespace {

constexpr const char* kUnscheduled = "unscheduled program";
constexpr int64_t kInterpreted = 300'000;  // iterations and stores: about 20 ms

Result<Expected> fromFile(const SourceFile& file, const PrimFunc& original, const std::vector<Argument>& arguments,
                          const MeasureOptions& options, int threads) {
  ReferenceOptions how;
  how.threads = threads;
  how.cancelled = options.cancelled;
  Result<PreparedReference> prepared = PreparedReference::prepare(file, original, arguments, how);
  if (!prepared) return std::move(prepared).error();
  return options.reference == ReferenceKind::Numpy ? expectedFromNumpy(file, *prepared, how, options)
                                                   : expectedFromReference(std::move(*prepared), threads);
}

// In a child of its own: one for a GPU is not confined, and no other kernel ran in it.
Result<std::vector<NDArray>> outputsOf(const PrimFunc& original, const std::vector<Argument>& arguments, int threads,
                                       const MeasureOptions& options) {
  Result<Kernel> kernel = Kernel::build(original, {.objects = options.cpu.objects,
                                                   .allows = options.cpu.allows,
                                                   .maxSeconds = options.timeoutSeconds,
                                                   .stop = options.cancelled});
  if (!kernel) return std::move(kernel).error();
  Result<RunnerProcess> child =
      RunnerProcess::start({.timeoutSeconds = options.timeoutSeconds, .cancelled = options.cancelled});
  if (!child) return std::move(child).error();
  Result<Launch> launch = kernel->load(*child, arguments, threads, options.memory);
  if (!launch) return std::move(launch).error();
  if (Result<double> once = child->run(*launch); !once) return std::move(once).error();
  auto outputs = fetchOutputs(*child, *launch, original, arguments);
  if (!outputs) return std::move(outputs).error();
  std::vector<NDArray> arrays;
  for (auto& [name, array] : *outputs) arrays.push_back(std::move(array));
  return arrays;
}

// By the interpreter, which has nothing in common with the code that is checked: neither the passes nor LLVM. nullopt:
// the program takes too long for it, or it does not know all that the program uses.
std::optional<Expected> fromInterpreter(const PrimFunc& original, std::vector<Argument> arguments,
                                        const MeasureOptions& options) {
  if (!interpret(original, arguments, {.maxSteps = kInterpreted, .cancelled = options.cancelled})) return std::nullopt;
  Expected expected{kUnscheduled, {}, {}};
  const std::vector<ParamRole> roles = paramRoles(original);
  size_t slot = 0;
  for (Argument& argument : arguments)
    if (auto* array = std::get_if<NDArray>(&argument); array && roles[slot++].writes())
      expected.outputs.push_back(std::move(*array));
  return expected;
}

const NDArray& arrayOf(const PrimFunc& f, const Var& param, const std::vector<Argument>& arguments) {
  return std::get<NDArray>(
      arguments[static_cast<size_t>(std::find(f.params.begin(), f.params.end(), param) - f.params.begin())]);
}

Result<Expected> expectedOf(const SourceFile& file, const PrimFunc& original, const std::vector<Argument>& arguments,
                            const MeasureOptions& options, int threads, bool threadsMayWait) {
  // In a file with a graph, the reference is that of the model.
  if ((hasReference(file) && file.graphs.empty()) || options.reference == ReferenceKind::Numpy)
    return fromFile(file, original, arguments, options, threads);
  if (std::optional<Expected> small = fromInterpreter(original, arguments, options)) return std::move(*small);
  Result<std::vector<NDArray>> unscheduled = outputsOf(original, arguments, threads, options);
  if (unscheduled) return Expected{kUnscheduled, std::move(*unscheduled), {}};
  if (threadsMayWait && unscheduled.error().kind == "cpu.unsupported-call") return Expected{"none", {}, {}};
  return std::move(unscheduled).error();
}

}  // namespace

Result<Expected> evaluateExpected(const SourceFile& file, const PrimFunc& original,
                                  const std::vector<Argument>& arguments, const MeasureOptions& options, int threads,
                                  bool threadsMayWait) {
  if (options.reference == ReferenceKind::None) return Expected{"none", {}, {}};
  Result<Expected> expected = expectedOf(file, original, arguments, options, threads, threadsMayWait);
  if (!expected) return expected;
  const auto run = [&](const PrimFunc& f) { return outputsOf(f, arguments, threads, options); };
  expected->sums = sumErrorsOf(original, run, expected->kind == kUnscheduled, expected->outputs);
  return expected;
}

std::vector<PackageArray> packageArrays(const PrimFunc& f, const std::vector<Argument>& arguments,
                                        const Expected& expected) {
  std::vector<PackageArray> arrays;
  const std::vector<ParamRole> roles = paramRoles(f);
  size_t output = 0;
  for (const auto& [param, buffer] : f.buffers) {
    const ParamRole& role = roles[arrays.size()];
    PackageArray a{buffer->name, role.writes(), role.role == Role::InOut, arrayOf(f, param, arguments), {}};
    if (a.written && output < expected.outputs.size()) a.expected = expected.outputs[output++];
    if (expected.sums) a.allowed = expected.sums->allowed;
    arrays.push_back(std::move(a));
  }
  return arrays;
}

void leaveOutRandomValues(PackageArray& a, const SourceFile& file, const PrimFunc& function, const InputSpec& inputs) {
  const InputSpec comments = inputsFromComments(file.source.text);
  InputSpec said = inputs;
  said.bind.insert(comments.bind.begin(), comments.bind.end());
  said.ranges.insert(comments.ranges.begin(), comments.ranges.end());
  const InputSpec drawn = withIndexRanges(function, std::move(said));
  std::vector<ValueRange> ranges{ValueRange{}};
  for (const InputSpec* spec : {&inputs, &comments, &drawn})
    for (const std::string& name : {a.name, std::string("*")})
      if (const auto found = spec->ranges.find(name); found != spec->ranges.end()) ranges.push_back(found->second);
  const uint64_t seed = seedOf(inputs.seed, a.name);
  for (const ValueRange& range : ranges)
    if (!a.made && randomArray(a.value.type, a.value.shape, range, seed).data == a.value.data)
      a.made = PackageArray::Made{range, seed};
}

}  // namespace lw
