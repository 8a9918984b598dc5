#include "backends/measure/compiled_model.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "backends/measure/errors.h"
#include "backends/measure/memory_needs.h"
#include "core/ir/visit.h"
#include "passes/graph/in_place.h"
#include "passes/graph/model_sizes.h"
#include "passes/graph/pack_constants.h"
#include "passes/graph/run_errors.h"
#include "passes/pipeline.h"
#include "passes/split_at_barriers.h"

namespace lw {
namespace {

using Clock = std::chrono::steady_clock;

size_t at(int index) { return static_cast<size_t>(index); }

std::string symbolOf(const std::string& name, int segment, bool timed) {
  std::string symbol = "lw_model_";
  for (const char c : name) symbol += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return symbol + "_" + std::to_string(segment) + (timed ? "_timed" : "");
}

void findSegments(CompiledModel& m) {
  for (const ModelArm& arm : m.program.arms)
    if (arm.condition >= 0) m.apart[at(arm.condition)] = true;
  for (const ModelCount& count : m.program.counts) {
    m.apart[at(count.buffer)] = true;
    m.countedFrom.push_back(knownFrom(m.program, count));
  }
  if (!m.countedFrom.empty())
    for (size_t b = 0; b < m.apart.size(); ++b)
      if (isCounted(m.program, m.program.buffers[b].shape)) m.apart[b] = true;
  const auto ends = [&](int step) {
    return std::find(m.countedFrom.begin(), m.countedFrom.end(), step) != m.countedFrom.end();
  };
  const std::vector<ModelStep>& steps = m.program.steps;
  for (int s = 0; s < static_cast<int>(steps.size());) {
    CompiledModel::Segment segment{s, s + 1, {}, {}};
    if (steps[at(s)].kernel >= 0) {
      while (segment.last < static_cast<int>(steps.size()) && steps[at(segment.last)].kernel >= 0 &&
             !ends(segment.last))
        ++segment.last;
      const auto number = static_cast<int>(m.segments.size());
      segment.symbol = symbolOf(m.program.name, number, false);
      segment.timed = symbolOf(m.program.name, number, true);
    } else {
      for (const std::vector<int>* used : {&steps[at(s)].reads, &steps[at(s)].writes})
        for (const int b : *used) m.apart[at(b)] = true;
    }
    s = segment.last;
    m.segments.push_back(std::move(segment));
  }
}

void layOut(CompiledModel& m) {
  int position = 0;
  for (size_t b = 0; b < m.program.buffers.size(); ++b) {
    const bool inWorkspace = m.program.buffers[b].role == ModelBuffer::Role::Temporary && !m.apart[b];
    m.position.push_back(inWorkspace ? -1 : position++);
    m.offset.push_back(inWorkspace ? m.scalarCount++ : -1);
  }
  m.workspace = position;
  for (const ModelArm& arm : m.program.arms) m.conditions.push_back(arm.condition >= 0 ? -1 : m.scalarCount++);
  for (const std::vector<ModelStep>* steps : {&m.program.steps, &m.program.once})
    for (const ModelStep& step : *steps) {
      m.scalars.push_back(m.scalarCount);
      if (step.kernel >= 0) m.scalarCount += static_cast<int>(m.signatures[at(step.kernel)].scalars.size());
    }
}

ModelPointer placeOf(const CompiledModel& m, int buffer) {
  return {m.position[at(buffer)] < 0 ? m.workspace : m.position[at(buffer)], m.offset[at(buffer)]};
}

ModelCall callOf(const CompiledModel& m, const ModelStep& step, int scalars, const std::vector<CpuModule>& kernels,
                 const std::vector<int>& failures) {
  ModelCall call{kernels[at(step.kernel)].symbol, {}, scalars, failures[at(step.kernel)], step.arm};
  for (const std::vector<int>* used : {&step.reads, &step.writes})
    for (const int b : *used) call.buffers.push_back(placeOf(m, b));
  return call;
}

// What the program calls the kernel, which may be one that takes packed weights or writes into an input.
std::string calleeOf(const ModelProgram& program, size_t kernel) {
  for (const ModelStep& step : program.steps)
    if (step.kernel == static_cast<int>(kernel)) return step.callee;
  return program.kernels[kernel].name;
}

std::vector<ModelEntry> entriesOf(const CompiledModel& m, const std::vector<CpuModule>& kernels,
                                  const std::vector<int>& failures) {
  std::vector<ModelEntry> entries;
  std::vector<ModelSide> sides;
  for (size_t a = 0; a < m.program.arms.size(); ++a) {
    const ModelArm& arm = m.program.arms[a];
    sides.push_back(
        {arm.condition < 0 ? ModelPointer{} : placeOf(m, arm.condition), m.conditions[a], arm.when, arm.outer});
  }
  for (const CompiledModel::Segment& segment : m.segments) {
    if (segment.symbol.empty()) continue;
    ModelEntry entry{segment.symbol, {}, -1, sides};
    for (int s = segment.first; s < segment.last; ++s)
      entry.calls.push_back(callOf(m, m.program.steps[at(s)], m.scalars[at(s)], kernels, failures));
    ModelEntry timed = entry;
    timed.symbol = segment.timed;
    timed.times = m.workspace + 1;
    entries.push_back(std::move(entry));
    entries.push_back(std::move(timed));
  }
  if (m.packing.empty()) return entries;
  ModelEntry packing{m.packing, {}, -1};
  for (size_t i = 0; i < m.program.once.size(); ++i)
    packing.calls.push_back(callOf(m, m.program.once[i], m.scalars[m.program.steps.size() + i], kernels, failures));
  entries.push_back(std::move(packing));
  return entries;
}

Result<std::vector<CpuModule>> compileKernels(const CompiledModel& m, const CpuOptions& options, int compilers) {
  const size_t count = m.lowered.size();
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  const int workers = std::clamp(compilers > 0 ? compilers : cores, 1, std::max(1, static_cast<int>(count)));
  CpuOptions each = options;
  if (count > 1) each.threads = 1;  // the kernels are shared out among the threads
  std::vector<std::optional<Result<CpuModule>>> made(count);
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < count; i = next++) made[i] = compileForCpu(m.lowered[i], each);
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 1; i < workers; ++i) threads.emplace_back(work);
    work();
  }
  std::vector<CpuModule> modules;
  for (std::optional<Result<CpuModule>>& one : made) {
    if (!*one) return std::move(*one).error();
    modules.push_back(std::move(**one));
  }
  return modules;
}

}  // namespace

Result<CompiledModel> CompiledModel::build(const ModelProgram& program, const CpuOptions& options, int compilers) {
  const auto start = Clock::now();
  CompiledModel m;
  Result<ModelProgram> packed = withPackedConstants(program);
  if (!packed) return packed.error();
  m.program = withBuffersInPlace(*packed).program;
  if (!m.program.once.empty()) m.packing = symbolOf(m.program.name, 0, false) + "_packing";
  m.apart.assign(m.program.buffers.size(), false);
  for (const PrimFunc& kernel : m.program.kernels) {
    m.signatures.push_back(signatureOf(kernel));
    if (Status runs = checkSplitAtBarriers(kernel); !runs) return std::move(runs).error();
    m.lowered.push_back(lowerForCpu(kernel));
  }
  findSegments(m);
  layOut(m);
  Result<std::optional<MemoryPlan>> plan = planWithinBounds(m.program, m.apart);
  if (!plan) return plan.error();
  m.plan = std::move(*plan);
  Result<std::vector<CpuModule>> kernels = compileKernels(m, options, compilers);
  if (!kernels) return kernels.error();
  std::vector<int> failures;
  std::vector<std::string> objects;
  m.known = true;
  for (size_t i = 0; i < kernels->size(); ++i) {
    CpuModule& kernel = (*kernels)[i];
    failures.push_back(static_cast<int>(m.failures.size()));
    for (const std::string& failure : kernel.failures) m.failures.push_back(calleeOf(m.program, i) + ": " + failure);
    m.known &= kernel.known;
    objects.push_back(std::move(kernel.object));
  }
  Result<std::string> entries = compileEntries(m.program.name, entriesOf(m, *kernels, failures), options);
  if (!entries) return entries.error();
  objects.push_back(std::move(*entries));
  m.object = joinObjects(objects);
  m.compileMs = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  return m;
}

Result<LaunchValues> sizesFrom(const ModelProgram& program, const std::vector<NDArray>& inputs) {
  LaunchValues sizes;
  const auto shapeText = [](const NDArray& a) { return lw::shapeText(a.shape); };
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ModelBuffer& buffer = program.buffers[at(program.inputs[i])];
    const NDArray& given = inputs.at(i);
    const std::string wanted = graph::toText(buffer.shape);
    if (!(given.type == buffer.type) || given.shape.size() != buffer.shape.size())
      return err::kRunInputShape(buffer.name, toString(given.type) + shapeText(given), toString(buffer.type) + wanted);
    for (size_t d = 0; d < given.shape.size(); ++d)
      if (const auto* var = buffer.shape[d].as<Var>()) sizes.try_emplace(var->key(), given.shape[d]);
  }
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ModelBuffer& buffer = program.buffers[at(program.inputs[i])];
    for (size_t d = 0; d < buffer.shape.size(); ++d)
      if (sizeWith(buffer.shape[d], sizes) != inputs[i].shape[d])
        return err::kRunInputShape(buffer.name, toString(buffer.type) + shapeText(inputs[i]),
                                   toString(buffer.type) + graph::toText(buffer.shape));
  }
  if (Status s = checkSizes(program, sizes); !s) return s.error();
  return sizes;
}

Status checkSizes(const ModelProgram& program, const LaunchValues& sizes) {
  for (const ModelCheck& check : program.checks) {
    const auto a = sizeWith(check.size, sizes), b = sizeWith(check.wanted, sizes);
    const bool later = !program.counts.empty() && (!a || !b);  // one of them is still to be computed
    if (a != b && !later)
      return err::kModelSizes(check.value, graph::sizeText(check.size), a.value_or(-1), graph::sizeText(check.wanted),
                              b.value_or(-1));
  }
  return success();
}

}  // namespace lw
