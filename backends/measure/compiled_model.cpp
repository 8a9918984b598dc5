#include "backends/measure/compiled_model.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <set>
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

bool readByHost(const ModelProgram& program, int buffer) {
  return std::any_of(program.steps.begin(), program.steps.end(), [&](const ModelStep& step) {
    return step.kernel < 0 && std::find(step.reads.begin(), step.reads.end(), buffer) != step.reads.end();
  });
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

Result<ModelRun> ModelRun::load(RunnerProcess& child, const CompiledModel& model, const std::vector<NDArray>& inputs,
                                int threads, int64_t memory, HostFunction host) {
  ModelRun run(child, model);
  run.host_ = std::move(host);
  run.launch_.threads = threads;
  if (Status s = run.prepare(inputs, memory); !s) return s.error();
  for (const CompiledModel::Segment& segment : model.segments) {
    Result<int> entry = segment.symbol.empty() ? Result<int>(-1) : run.loadEntry(segment.symbol);
    if (!entry) return entry.error();
    run.entries_.push_back(*entry);
    run.timed_.push_back(-1);
  }
  if (!model.packing.empty()) {
    Result<int> entry = run.loadEntry(model.packing);
    if (!entry) return entry.error();
    Launch once = run.launch_;
    once.kernel = *entry;
    Result<double> ns = child.run(once);
    if (!ns) return ns.error();
    run.packingMs_ = *ns / 1e6;
    if (Status s = run.dropPackedWeights(); !s) return s.error();
  }
  return run;
}

// Weights that only the packing reads are no longer needed.
Status ModelRun::dropPackedWeights() {
  const ModelProgram& program = model_->program;
  std::set<int> needed(program.outputs.begin(), program.outputs.end());
  for (const ModelStep& step : program.steps) {
    needed.insert(step.reads.begin(), step.reads.end());
    needed.insert(step.writes.begin(), step.writes.end());
  }
  for (const ModelArm& arm : program.arms) needed.insert(arm.condition);
  for (const ModelCount& count : program.counts) needed.insert(count.buffer);
  for (const ModelStep& step : program.once)
    for (const int b : step.reads) {
      if (model_->position[at(b)] < 0 || !needed.insert(b).second) continue;
      int& number = launch_.buffers[at(model_->position[at(b)])];
      if (Status s = child_->dropBuffer(number); !s) return s;
      number = launch_.buffers.back();  // as for buffers that have no memory
    }
  return success();
}

Result<int> ModelRun::loadEntry(const std::string& symbol) {
  return child_->loadKernel({model_->object, symbol, model_->failures, model_->program.name});
}

Status ModelRun::prepare(const std::vector<NDArray>& inputs, int64_t memory) {
  const CompiledModel& m = *model_;
  Result<LaunchValues> sizes = sizesFrom(m.program, inputs);
  if (!sizes) return sizes.error();
  sizes_ = std::move(*sizes);
  if (Status s = checkBounds(m.program, sizes_); !s) return s;
  Result<MemoryPlan> plan = m.plan ? Result<MemoryPlan>(*m.plan) : planMemory(m.program, sizes_, m.apart);
  if (!plan) return plan.error();
  plan_ = std::move(*plan);
  memory_ = memory;
  shapes_.resize(m.program.buffers.size());
  made_.assign(m.program.buffers.size(), false);
  std::vector<MemoryNeed> needs;
  for (size_t b = 0; b < m.program.buffers.size(); ++b) {
    const ModelBuffer& buffer = m.program.buffers[b];
    if (isOpen(buffer.shape)) continue;
    Result<std::vector<int64_t>> shape = shapeWith(m.program, buffer, sizes_);
    if (!shape) return shape.error();
    const Result<int64_t> size = bytesWith(m.program, buffer, sizes_);
    if (!size) return size.error();
    shapes_[b] = std::move(*shape);
    if (m.position[b] >= 0)
      needs.push_back({buffer.name, shapes_[b], static_cast<double>(*size), 2.0 * static_cast<double>(*size),
                       buffer.role == ModelBuffer::Role::Input});
  }
  needs.push_back(
      {"the workspace", {plan_.peak}, static_cast<double>(plan_.peak), static_cast<double>(plan_.peak), false});
  if (Status s = fillScalars(needs); !s) return s;
  if (Status s = requireMemory(needs, memory); !s) return s;
  for (size_t b = 0; b < m.program.inputs.size(); ++b) inputs_.emplace(m.program.inputs[b], &inputs[b]);
  launch_.buffers.assign(at(m.workspace), -1);
  if (Status s = makeBuffers(); !s) return s;
  inputs_.clear();
  size_t longest = 0;
  for (const CompiledModel::Segment& s : m.segments) longest = std::max(longest, at(s.last - s.first));
  for (const auto& [name, size] :
       {std::pair("workspace", static_cast<size_t>(plan_.peak)), std::pair("times", (longest + 1) * sizeof(int64_t))}) {
    Result<int> number = child_->addBuffer(name, nullptr, size);
    if (!number) return number.error();
    launch_.buffers.push_back(*number);
  }
  // Entries take all buffers; those that have no memory yet are not used by an entry that runs.
  for (int& number : launch_.buffers)
    if (number < 0) number = launch_.buffers.back();
  return success();
}

// Memory in the child for the buffers whose shapes are known and that have none.
Status ModelRun::makeBuffers() {
  const CompiledModel& m = *model_;
  for (size_t b = 0; b < m.program.buffers.size(); ++b) {
    const ModelBuffer& buffer = m.program.buffers[b];
    if (m.position[b] < 0 || made_[b] || isOpen(buffer.shape)) continue;
    const Result<int64_t> bytes = bytesWith(m.program, buffer, sizes_);
    if (!bytes) return bytes.error();
    const void* data = buffer.data ? buffer.data->data.data() : nullptr;
    if (const auto input = inputs_.find(static_cast<int>(b)); input != inputs_.end()) data = input->second->data.data();
    if (data && readByHost(m.program, static_cast<int>(b))) {
      NDArray array = NDArray::zeros(buffer.type, shapes_[b]);
      std::memcpy(array.data.data(), data, static_cast<size_t>(*bytes));
      given_.emplace(static_cast<int>(b), std::move(array));
    }
    Result<int> number = child_->addBuffer(buffer.name, data, static_cast<size_t>(*bytes));
    if (!number) return number.error();
    launch_.buffers[at(m.position[b])] = *number;
    made_[b] = true;
    const bool isResult = std::find(m.program.outputs.begin(), m.program.outputs.end(), static_cast<int>(b)) !=
                          m.program.outputs.end();
    if (buffer.data && !isResult)
      if (Status s = child_->dropOriginal(*number); !s) return s;
  }
  return success();
}

bool ModelRun::isOpen(const graph::Sizes& sizes) const {
  return !model_->countedFrom.empty() && std::any_of(sizes.begin(), sizes.end(), [&](const Expr& size) {
    return isCounted(model_->program, size) && !sizeWith(size, sizes_);
  });
}
bool ModelRun::isOpen(const ModelStep& step) const {
  for (const std::vector<int>* used : {&step.reads, &step.writes})
    for (const int b : *used)
      if (isOpen(model_->program.buffers[at(b)].shape)) return true;
  return isOpen(step.numbers);
}

// After all steps before `step`: reads the sizes that they have computed, and prepares what depends on them.
Status ModelRun::know(int step) {
  const CompiledModel& m = *model_;
  bool changed = false;
  std::set<const void*> now;
  for (size_t i = 0; i < m.countedFrom.size(); ++i) {
    if (m.countedFrom[i] > step) continue;
    const ModelCount& count = m.program.counts[i];
    Result<NDArray> values = fetch(count.buffer);
    if (!values) return values.error();
    const int64_t value = values->getInt(count.element);
    if (value < 0) return explain(err::kModelNegative(count.size.name(), m.program.name, value), {}, count.span);
    const auto [size, fresh] = sizes_.try_emplace(count.size.key(), value);
    if (!fresh && std::get<int64_t>(size->second) == value) continue;
    size->second = value;
    now.insert(count.size.key());
    changed = true;
  }
  if (!changed) return success();
  if (Status s = checkBounds(m.program, sizes_); !s) return s;
  if (Status s = checkSizes(m.program, sizes_); !s) return s;
  std::vector<MemoryNeed> needs;
  for (size_t b = 0; b < m.program.buffers.size(); ++b) {
    const ModelBuffer& buffer = m.program.buffers[b];
    bool depends = false;
    for (const Expr& size : buffer.shape)
      for (const Var& v : freeVars(size)) depends = depends || now.contains(v.key());
    if (!depends || isOpen(buffer.shape)) continue;
    Result<std::vector<int64_t>> shape = shapeWith(m.program, buffer, sizes_);
    if (!shape) return shape.error();
    const Result<int64_t> bytes = bytesWith(m.program, buffer, sizes_);
    if (!bytes) return bytes.error();
    made_[b] = false;
    shapes_[b] = std::move(*shape);
    needs.push_back({buffer.name, shapes_[b], static_cast<double>(*bytes), 2.0 * static_cast<double>(*bytes), false});
  }
  if (Status s = fillScalars(needs); !s) return s;
  if (Status s = requireMemory(needs, memory_); !s) return s;
  return makeBuffers();
}

// Offsets in the workspace, and for each step the scalars of its kernel. The temporaries of the kernel that needs most
// of them are added to `needs`.
Status ModelRun::fillScalars(std::vector<MemoryNeed>& needs) {
  const CompiledModel& m = *model_;
  launch_.scalars.assign(at(m.scalarCount), 0);
  for (const MemoryPlan::Place& place : plan_.places) launch_.scalars[at(m.offset[at(place.buffer)])] = place.offset;
  for (size_t a = 0; a < m.conditions.size(); ++a) {
    if (m.conditions[a] < 0 || isOpen(graph::Sizes{*m.program.arms[a].number})) continue;
    const std::optional<int64_t> value = sizeWith(*m.program.arms[a].number, sizes_);
    if (!value) return err::kModelNumber("if", graph::sizeText(*m.program.arms[a].number));
    launch_.scalars[at(m.conditions[a])] = *value;
  }
  std::vector<MemoryNeed> most;
  double mostHeld = 0;
  size_t number = 0;
  for (const std::vector<ModelStep>* steps : {&m.program.steps, &m.program.once})
    for (const ModelStep& step : *steps) {
      const int place = m.scalars[number++];
      if (step.kernel < 0 || isOpen(step)) continue;
      std::vector<MemoryNeed> own;
      if (Status s = fillScalarsOf(step, place, own); !s) return s;
      double held = 0;
      for (const MemoryNeed& need : own) held += need.held;
      if (held <= mostHeld) continue;
      mostHeld = held;
      most = std::move(own);
    }
  needs.insert(needs.end(), most.begin(), most.end());
  return success();
}

// The shapes of all buffers are known now, so what the kernel declares and what it is given are compared exactly.
Status ModelRun::fillScalarsOf(const ModelStep& step, int place, std::vector<MemoryNeed>& needs) {
  const KernelSignature& signature = model_->signatures[at(step.kernel)];
  std::vector<std::vector<int64_t>> shapes;
  std::vector<int64_t> numbers;
  for (const std::vector<int>* used : {&step.reads, &step.writes})
    for (const int b : *used) shapes.push_back(shapes_[at(b)]);
  for (const Expr& number : step.numbers) {
    const std::optional<int64_t> value = sizeWith(number, sizes_);
    if (!value) return err::kModelNumber(step.callee, graph::sizeText(number));
    numbers.push_back(*value);
  }
  Result<std::vector<int64_t>> scalars = resolveScalars(signature, shapes, numbers);
  if (!scalars) return explain(scalars.error(), say("in the call of {0}", Ident(step.callee)), step.span);
  std::copy(scalars->begin(), scalars->end(), launch_.scalars.begin() + place);
  LaunchValues values;
  for (size_t i = 0; i < signature.scalars.size(); ++i) values[signature.scalars[i].var.key()] = (*scalars)[i];
  const PrimFunc& lowered = model_->lowered[at(step.kernel)];
  if (Status countable = requireCountable(lowered, values); !countable) return countable;
  needs = temporaryNeeds(lowered, model_->program.kernels[at(step.kernel)], values, launch_.threads);
  return success();
}

Result<NDArray> ModelRun::fetch(int buffer) {
  if (const auto given = given_.find(buffer); given != given_.end()) return given->second;
  NDArray array = NDArray::zeros(model_->program.buffers[at(buffer)].type, shapes_[at(buffer)]);
  if (Status s = child_->fetch(launch_.buffers[at(model_->position[at(buffer)])], array.data.data()); !s)
    return s.error();
  return array;
}

Result<bool> ModelRun::runs(int arm) {
  for (int a = arm; a >= 0; a = model_->program.arms[at(a)].outer) {
    const ModelArm& side = model_->program.arms[at(a)];
    if (!runs_[at(a)]) {
      bool holds = false;
      if (side.condition < 0) {
        holds = launch_.scalars[at(model_->conditions[at(a)])] != 0;
      } else {
        Result<NDArray> value = fetch(side.condition);
        if (!value) return value.error();
        holds = value->data[0] != std::byte{0};
      }
      runs_[at(a)] = holds == side.when;
    }
  }
  for (int a = arm; a >= 0; a = model_->program.arms[at(a)].outer)
    if (!*runs_[at(a)]) return false;
  return true;
}

Result<std::vector<bool>> ModelRun::taken() {
  runs_.assign(model_->program.arms.size(), std::nullopt);
  std::vector<bool> all;
  for (const ModelStep& step : model_->program.steps) {
    Result<bool> one = runs(step.arm);
    if (!one) return one.error();
    all.push_back(*one);
  }
  return all;
}

Result<double> ModelRun::hostStep(const ModelStep& step) {
  runs_.assign(model_->program.arms.size(), std::nullopt);
  const Result<bool> needed = runs(step.arm);
  if (!needed) return needed.error();
  if (!*needed) return 0.0;
  const auto start = Clock::now();
  std::vector<NDArray> buffers;
  for (const std::vector<int>* used : {&step.reads, &step.writes})
    for (const int b : *used) {
      Result<NDArray> array = fetch(b);
      if (!array) return array.error();
      buffers.push_back(std::move(*array));
    }
  if (Status s = host_(step.callee, buffers, step.writes.size()); !s) return s.error();
  for (size_t i = 0; i < step.writes.size(); ++i) {
    const NDArray& array = buffers[step.reads.size() + i];
    const int number = launch_.buffers[at(model_->position[at(step.writes[i])])];
    if (array.shape != shapes_[at(step.writes[i])] || !(array.type == model_->program.buffers[at(step.writes[i])].type))
      return err::kRunInputShape(model_->program.buffers[at(step.writes[i])].name,
                                 toString(array.type) + lw::shapeText(array.shape),
                                 lw::shapeText(shapes_[at(step.writes[i])]));
    if (Status s = child_->fill(number, array.data.data()); !s) return s.error();
  }
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

Result<double> ModelRun::run(int64_t loops) {
  double sum = 0;
  Launch launch = launch_;
  const bool whole = model_->segments.size() == 1 && entries_[0] >= 0;
  launch.loops = whole ? loops : 1;
  for (int64_t i = 0; i < (whole ? 1 : loops); ++i)
    for (size_t s = 0; s < model_->segments.size(); ++s) {
      const auto start = Clock::now();
      if (Status known = know(model_->segments[s].first); !known) return known.error();
      if (!model_->countedFrom.empty()) {
        sum += std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        launch.buffers = launch_.buffers;
        launch.scalars = launch_.scalars;
      }
      launch.kernel = entries_[s];
      Result<double> ns =
          entries_[s] >= 0 ? child_->run(launch) : hostStep(model_->program.steps[at(model_->segments[s].first)]);
      if (!ns) return ns;
      sum += *ns;
    }
  if (Status known = know(static_cast<int>(model_->program.steps.size())); !known) return known.error();
  return sum;
}

// `loops` calls of one entry, and the nanoseconds of its steps in the last one.
Result<std::vector<double>> ModelRun::timeSegment(size_t s, int64_t loops) {
  const CompiledModel::Segment& segment = model_->segments[s];
  if (Status known = know(segment.first); !known) return known.error();
  if (segment.symbol.empty()) {
    Result<double> ns = hostStep(model_->program.steps[at(segment.first)]);
    if (!ns) return ns.error();
    return std::vector<double>{*ns};
  }
  if (timed_[s] < 0) {
    Result<int> entry = loadEntry(segment.timed);
    if (!entry) return entry.error();
    timed_[s] = *entry;
  }
  Launch launch = launch_;
  launch.kernel = timed_[s];
  launch.loops = loops;
  Result<double> ns = child_->run(launch);
  if (!ns) return ns.error();
  size_t longest = 0;
  for (const CompiledModel::Segment& one : model_->segments) longest = std::max(longest, at(one.last - one.first));
  std::vector<int64_t> stamps(longest + 1);
  if (Status status = child_->fetch(launch_.buffers.back(), stamps.data()); !status) return status.error();
  const size_t count = at(segment.last - segment.first);
  // The stamps are those of a clock of constant rate; its unit follows from the time of the whole entry.
  const double unit =
      *ns / static_cast<double>(loops) / static_cast<double>(std::max<int64_t>(1, stamps[count] - stamps[0]));
  std::vector<double> times;
  for (size_t i = 0; i < count; ++i) times.push_back(static_cast<double>(stamps[i + 1] - stamps[i]) * unit);
  return times;
}

// Several entries run one after another in each call: an entry may write where an earlier one has left what it reads,
// so that it cannot run twice in a row.
Result<std::vector<double>> ModelRun::timeSteps(int64_t calls) {
  const bool whole = model_->segments.size() == 1;
  std::vector<double> all;
  for (int64_t call = 0; call < (whole ? 1 : calls); ++call) {
    all.clear();
    for (size_t s = 0; s < model_->segments.size(); ++s) {
      const Result<std::vector<double>> times = timeSegment(s, whole ? calls : 1);
      if (!times) return times.error();
      all.insert(all.end(), times->begin(), times->end());
    }
  }
  const Result<std::vector<bool>> ran = taken();
  if (!ran) return ran.error();
  for (size_t i = 0; i < all.size(); ++i)
    if (!(*ran)[i]) all[i] = 0;
  return all;
}

Result<std::vector<NDArray>> ModelRun::outputs() {
  std::vector<NDArray> all;
  for (const int buffer : model_->program.outputs) {
    Result<NDArray> array = fetch(buffer);
    if (!array) return array.error();
    all.push_back(std::move(*array));
  }
  return all;
}

}  // namespace lw
