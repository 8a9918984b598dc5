#include "backends/measure/kernel.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>

#include "core/analysis/program/roles.h"
#include "passes/pipeline.h"
#include "passes/split_at_barriers.h"

namespace lw {
namespace {

constexpr int kCompilers = 4;  // threads for one kernel; more parts are seldom worth a thread

Result<std::vector<int64_t>> scalarsOf(const KernelSignature& signature, const std::vector<Argument>& arguments) {
  std::vector<std::vector<int64_t>> shapes;
  std::vector<int64_t> parameters;
  for (const Argument& argument : arguments) {
    if (const auto* array = std::get_if<NDArray>(&argument))
      shapes.push_back(array->shape);
    else if (const auto* integer = std::get_if<int64_t>(&argument))
      parameters.push_back(*integer);
    else
      parameters.push_back(std::bit_cast<int64_t>(std::get<double>(argument)));
  }
  return resolveScalars(signature, shapes, parameters);
}

// The memory that the call needs beside the arguments of this process: the file shared with the child, the child's
// copies, and temporaries.
std::vector<MemoryNeed> needsOf(const Kernel& kernel, const std::vector<Argument>& arguments, const LaunchValues& sizes,
                                int threads) {
  std::vector<MemoryNeed> needs = temporaryNeeds(kernel.lowered, kernel.function, sizes, threads);
  size_t slot = 0;
  for (const Argument& argument : arguments)
    if (const auto* array = std::get_if<NDArray>(&argument)) {
      const auto bytes = static_cast<double>(array->data.size());
      needs.push_back({kernel.signature.buffers[slot++].name, array->shape, bytes, 2 * bytes, true});
    }
  return needs;
}

// The position among the buffers of a call that an argument has.
int slotOf(const std::vector<Argument>& arguments, size_t argument) {
  return static_cast<int>(std::count_if(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(argument),
                                        [](const Argument& a) { return std::holds_alternative<NDArray>(a); }));
}

}  // namespace

Result<Kernel> Kernel::build(const PrimFunc& function, const CpuOptions& options, int compilers) {
  const auto start = std::chrono::steady_clock::now();
  CpuOptions several = options;
  several.threads =
      compilers > 0 ? compilers
                    : std::clamp(static_cast<int>(std::thread::hardware_concurrency()), options.threads, kCompilers);
  Result<std::optional<PackedOnce>> packed = packOnce(function);
  if (!packed) return packed.error();
  const PrimFunc& called = *packed ? (*packed)->function : function;
  if (Status runs = checkSplitAtBarriers(called); !runs) return std::move(runs).error();
  PrimFunc lowered = lowerForCpu(called);
  Result<CpuModule> code = compileForCpu(lowered, several);
  if (!code) return std::move(code).error();
  std::optional<CpuModule> packing;
  if (*packed) {
    CpuOptions once = several;  // the texts that were asked for are those of the function
    once.llvmText = once.optimisedText = once.asmText = once.debugLines = false;
    if (Status runs = checkSplitAtBarriers((*packed)->packing); !runs) return std::move(runs).error();
    Result<CpuModule> made = compileForCpu(lowerForCpu((*packed)->packing), once);
    if (!made) return std::move(made).error();
    packing = std::move(*made);
  }
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
  return Kernel{called,        signatureOf(called), std::move(*code),  std::move(lowered),
                spent.count(), std::move(*packed),  std::move(packing)};
}

Result<KernelCall> Kernel::call(const std::vector<Argument>& given, int threads) const {
  std::vector<Argument> more;
  if (packed) {
    more = given;
    for (Argument& a : packed->emptyPacked()) more.push_back(std::move(a));
  }
  const std::vector<Argument>& arguments = packed ? more : given;
  const LaunchValues sizes = launchValues(lowered, arguments);
  if (Status s = requireCountable(lowered, sizes); !s) return s.error();
  Result<std::vector<int64_t>> scalars = scalarsOf(signature, arguments);
  if (!scalars) return std::move(scalars).error();
  KernelCall call{std::move(*scalars), {}, needsOf(*this, arguments, sizes, threads), {}};
  const std::vector<ParamRole> roles = paramRoles(function);
  for (size_t slot = 0; slot < roles.size(); ++slot)
    if (roles[slot].role == Role::InOut) call.restored.push_back(static_cast<int>(slot));
  if (!packed) return call;
  PackingCall once{{packing->object, packing->symbol, packing->failures, packed->packing.name}, {}, {}, {}};
  for (const size_t param : packed->weightParams) once.weights.push_back(slotOf(arguments, param));
  for (size_t i = given.size(); i < arguments.size(); ++i)
    once.packed.push_back({packed->packed[i - given.size()]->name, std::get<NDArray>(arguments[i]).data.size()});
  call.packing = std::move(once);
  return call;
}

std::vector<std::string> Kernel::packedNames() const {
  std::vector<std::string> names;
  for (size_t i = 0; packed && i < packed->weightParams.size(); ++i)
    names.push_back((*packed->packing.bufferOf(packed->packing.params[i]))->name);
  return names;
}

Result<double> packWeights(RunnerProcess& child, const KernelCall& call, Launch& launch) {
  if (!call.packing) return 0.0;
  Result<int> kernel = child.loadKernel(call.packing->code);
  if (!kernel) return std::move(kernel).error();
  Launch once{.kernel = *kernel, .scalars = call.packing->scalars, .threads = launch.threads};
  for (const int weight : call.packing->weights) once.buffers.push_back(launch.buffers.at(static_cast<size_t>(weight)));
  for (const PackingCall::Memory& memory : call.packing->packed) {
    Result<int> id = child.addBuffer(memory.name, nullptr, memory.bytes);
    if (!id) return std::move(id).error();
    once.buffers.push_back(*id);
    launch.buffers.push_back(*id);
  }
  Result<double> ns = child.run(once);
  if (!ns) return std::move(ns).error();
  return *ns / 1e6;
}

Result<Launch> Kernel::load(RunnerProcess& child, const std::vector<Argument>& arguments, int threads, int64_t memory,
                            double* packingMs) const {
  Result<KernelCall> call = this->call(arguments, threads);
  if (!call) return std::move(call).error();
  if (Status s = requireMemory(call->needs, memory); !s) return s.error();
  Result<int> kernel = child.loadKernel(runnable());
  if (!kernel) return std::move(kernel).error();
  Launch launch{.kernel = *kernel, .scalars = std::move(call->scalars), .threads = threads};
  for (const Argument& argument : arguments) {
    const auto* array = std::get_if<NDArray>(&argument);
    if (!array) continue;
    Result<int> id =
        child.addBuffer(signature.buffers[launch.buffers.size()].name, array->data.data(), array->data.size());
    if (!id) return std::move(id).error();
    launch.buffers.push_back(*id);
  }
  for (const int slot : call->restored) launch.restore.push_back(launch.buffers[static_cast<size_t>(slot)]);
  Result<double> ms = packWeights(child, *call, launch);
  if (!ms) return std::move(ms).error();
  if (packingMs) *packingMs = *ms;
  return launch;
}

Result<std::vector<std::pair<std::string, NDArray>>> fetchOutputs(RunnerProcess& child, const Launch& launch,
                                                                  const PrimFunc& function,
                                                                  const std::vector<Argument>& arguments) {
  std::vector<std::pair<std::string, NDArray>> outputs;
  const std::vector<ParamRole> roles = paramRoles(function);
  size_t slot = 0;
  for (const Argument& argument : arguments) {
    const auto* array = std::get_if<NDArray>(&argument);
    if (!array) continue;
    if (roles[slot].writes()) {
      NDArray result = *array;
      if (Status s = child.fetch(launch.buffers[slot], result.data.data()); !s) return std::move(s).error();
      outputs.emplace_back(roles[slot].buffer->name, std::move(result));
    }
    ++slot;
  }
  return outputs;
}

}  // namespace lw
