// A compiled model in a child process: its buffers, its steps, and the times of them.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <set>

#include "backends/measure/compiled_model.h"
#include "backends/measure/errors.h"
#include "backends/measure/memory_needs.h"
#include "core/ir/visit.h"
#include "passes/graph/model_sizes.h"
#include "passes/graph/run_errors.h"

namespace lw {
namespace {

using Clock = std::chrono::steady_clock;

size_t at(int index) { return static_cast<size_t>(index); }

bool readByHost(const ModelProgram& program, int buffer) {
  return std::any_of(program.steps.begin(), program.steps.end(), [&](const ModelStep& step) {
    return step.kernel < 0 && std::find(step.reads.begin(), step.reads.end(), buffer) != step.reads.end();
  });
}

}  // namespace

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
  changed_ = changedInputs(m.program);
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
    const bool changes = std::find(changed_.begin(), changed_.end(), static_cast<int>(b)) != changed_.end();
    if (data && !changes && readByHost(m.program, static_cast<int>(b))) {
      NDArray array = NDArray::zeros(buffer.type, shapes_[b]);
      std::memcpy(array.data.data(), data, static_cast<size_t>(*bytes));
      given_.emplace(static_cast<int>(b), std::move(array));
    }
    Result<int> number = child_->addBuffer(buffer.name, data, static_cast<size_t>(*bytes));
    if (!number) return number.error();
    launch_.buffers[at(m.position[b])] = *number;
    made_[b] = true;
    if (changes) restore_.push_back(*number);
    const bool isResult =
        std::find(m.program.outputs.begin(), m.program.outputs.end(), static_cast<int>(b)) != m.program.outputs.end();
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
  for (int64_t i = 0; i < (whole ? 1 : loops); ++i) {
    std::vector<int> restore = restore_;
    for (size_t s = 0; s < model_->segments.size(); ++s) {
      const auto start = Clock::now();
      if (Status known = know(model_->segments[s].first); !known) return known.error();
      if (!model_->countedFrom.empty()) {
        sum += std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        launch.buffers = launch_.buffers;
        launch.scalars = launch_.scalars;
      }
      launch.kernel = entries_[s];
      if (entries_[s] >= 0) launch.restore = std::exchange(restore, {});
      Result<double> ns =
          entries_[s] >= 0 ? child_->run(launch) : hostStep(model_->program.steps[at(model_->segments[s].first)]);
      if (!ns) return ns;
      sum += *ns;
    }
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
  if (s == 0) launch.restore = restore_;
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

Result<std::vector<std::pair<size_t, NDArray>>> ModelRun::changed() {
  std::vector<std::pair<size_t, NDArray>> all;
  const std::vector<int>& inputs = model_->program.inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (std::find(changed_.begin(), changed_.end(), inputs[i]) == changed_.end()) continue;
    Result<NDArray> array = fetch(inputs[i]);
    if (!array) return array.error();
    all.emplace_back(i, std::move(*array));
  }
  return all;
}

}  // namespace lw
