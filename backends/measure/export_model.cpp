#include "backends/measure/export_model.h"

#include <algorithm>
#include <set>

#include "backends/measure/errors.h"
#include "backends/measure/pack_now.h"
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/support/words.h"
#include "passes/graph/model_sizes.h"
#include "passes/graph/plan_memory.h"
#include "passes/graph/run_errors.h"
#include "passes/pipeline.h"
#include "passes/split_at_barriers.h"

namespace lw {
namespace {

size_t indexOf(int index) { return static_cast<size_t>(index); }

int64_t aligned(int64_t bytes) { return (bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment; }

// A name in C that neither the language nor <math.h> and <string.h> use: with an underscore in it.
std::string nameInC(const std::string& wanted, std::set<std::string>& taken) {
  std::string stem;
  for (const char c : wanted) stem += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem.front())) || stem.front() == '_' ||
      stem.starts_with("lw_"))
    stem = "v_" + stem;
  std::string name = stem;
  for (int i = 1; !taken.insert(name).second; ++i) name = stem + "_" + std::to_string(i);
  return name;
}

// Words of C and C++, names of the headers that exported C includes, and those of the function itself.
std::set<std::string> takenNames() {
  const std::vector<std::string> names = listedWords(
      "auto break case char const continue default do double else enum extern float for goto if inline int long "
      "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while "
      "bool true false main asm class new delete this template typename private public operator try catch throw "
      "friend virtual using export and or not xor NULL INFINITY NAN I unix linux memcpy workspace parameters code "
      "protected namespace mutable explicit INT32_MIN INT64_MIN");
  return {names.begin(), names.end()};
}

// The size in the variables of the function.
Result<Expr> sizeOf(const ModelFunction& model, const Expr& size, const std::string& name) {
  VarMap own;
  for (const ModelFunction::Size& argument : model.sizes) own.emplace(argument.program.key(), Expr(argument.var));
  for (const ModelFunction::Count& count : model.counts) own.emplace(count.program.key(), Expr(count.var));
  const Expr result = simplify(substitute(size, own));
  if (!isSizeExpr(result)) return err::kModelSize(name, graph::sizeText(size));
  return result;
}

Status placeArrays(const ModelProgram& program, ModelFunction& model, std::set<std::string>& taken) {
  const Result<std::optional<MemoryPlan>> planned = planWithinBounds(program);
  if (!planned) return planned.error();
  if (!*planned) return err::kModelSize(program.name, "workspace");  // every size has a bound, but not their quotient
  const MemoryPlan* plan = &**planned;
  model.workspace = plan->peak;
  const std::vector<int> changed = changedInputs(program);
  std::set<int> used;
  for (const ModelStep& step : program.steps) used.insert(step.reads.begin(), step.reads.end());
  used.insert(program.outputs.begin(), program.outputs.end());
  for (const ModelArm& arm : program.arms)
    if (arm.condition >= 0) used.insert(arm.condition);
  for (const ModelCount& count : program.counts) used.insert(count.buffer);
  for (size_t b = 0; b < program.buffers.size(); ++b) {
    const ModelBuffer& buffer = program.buffers[b];
    using Place = ModelFunction::Array::Place;
    ModelFunction::Array array{buffer.name, Place::Workspace, buffer.type, {}};
    const Result<int64_t> bytes = bytesWith(program, buffer, program.bounds);
    if (!bytes) return bytes.error();
    for (const Expr& extent : buffer.shape) {
      const Result<Expr> size = sizeOf(model, extent, program.name);
      if (!size) return size.error();
      array.shape.push_back(*size);
    }
    array.bytes = *bytes;
    const MemoryPlan::Place* place = plan->find(static_cast<int>(b));
    if (place) array.offset = place->offset;
    if (buffer.role == ModelBuffer::Role::Output) array.place = Place::Result;
    if (buffer.role == ModelBuffer::Role::Input) {
      array.place = Place::Input;
      array.changed = std::find(changed.begin(), changed.end(), static_cast<int>(b)) != changed.end();
      array.name = nameInC(buffer.name, taken);
    }
    // Constants that are packed are used in their packed form only.
    if (buffer.data && used.contains(static_cast<int>(b))) {
      array.place = Place::Constant;
      array.data = buffer.data;
      array.offset = model.parameterBytes;
      model.parameterBytes += aligned(std::max<int64_t>(1, array.bytes));
    }
    model.arrays.push_back(std::move(array));
  }
  return success();
}

// What must hold for the steps of the arm, outermost first. Nothing: they never run.
std::optional<std::vector<ModelFunction::Condition>> conditionsOf(const ModelProgram& program, int arm) {
  std::vector<ModelFunction::Condition> all;
  for (; arm >= 0; arm = program.arms[indexOf(arm)].outer) {
    const ModelArm& one = program.arms[indexOf(arm)];
    if (one.condition >= 0)
      all.insert(all.begin(), {one.condition, one.when});
    else if ((sizeWith(*one.number, program.bounds).value_or(0) != 0) != one.when)
      return std::nullopt;
  }
  return all;
}

// The scalars of the call: those that are passed, and the sizes of its arrays; what these do not make certain is
// checked.
Status addScalars(const KernelSignature& signature, const std::vector<Expr>& numbers, ModelFunction& model,
                  ModelFunction::Call& call) {
  size_t next = 0;
  VarMap values;
  const auto shapeOf = [&](int buffer) { return model.arrays[indexOf(call.arrays.at(indexOf(buffer)))].shape; };
  for (const ScalarSlot& slot : signature.scalars) {
    Expr value = makeConst(dtype::Int64, 0);
    if (slot.kind == ScalarSlot::Kind::Parameter) {
      value = numbers.at(next++);  // as many as the kernel takes (checkCall)
    } else if (slot.kind == ScalarSlot::Kind::Extent) {
      value = shapeOf(slot.buffer).at(indexOf(slot.dimension));
    } else if (slot.kind == ScalarSlot::Kind::Stride) {
      value = makeConst(dtype::Int64, 1);
      const std::vector<Expr> shape = shapeOf(slot.buffer);
      for (size_t d = indexOf(slot.dimension) + 1; d < shape.size(); ++d) value = simplify(value * shape[d]);
    }
    values.insert_or_assign(slot.var.key(), cast(slot.var.dtype(), value));
    call.scalars.push_back(std::move(value));
  }
  for (size_t b = 0; b < signature.buffers.size(); ++b) {
    const std::vector<Expr>&given = model.arrays[indexOf(call.arrays[b])].shape,
          &declared = signature.buffers[b].buffer->shape;
    for (size_t d = 0; d < declared.size() && d < given.size(); ++d) {
      const Expr wanted = cast(dtype::Int64, simplify(substitute(declared[d], values)));
      const graph::Fit fit = graph::sameSize(given[d], wanted);
      if (fit == graph::Fit::No || !isSizeExpr(wanted))
        return err::kModelMatch(graph::sizeText(given[d]), graph::sizeText(wanted));
      if (fit == graph::Fit::Unknown) model.checks.push_back({given[d], wanted});
    }
  }
  return success();
}

Status addCalls(const ModelProgram& program, ModelFunction& model) {
  std::vector<KernelSignature> signatures;
  for (const PrimFunc& kernel : program.kernels) signatures.push_back(signatureOf(kernel));
  const auto countsFrom = [&](size_t steps) {
    for (size_t i = 0; i < program.counts.size(); ++i)
      if (knownFrom(program, program.counts[i]) == static_cast<int>(steps)) model.counts[i].after = model.calls.size();
  };
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const ModelStep& step = program.steps[s];
    countsFrom(s);
    if (step.kernel < 0) return explain(err::kModelCallee(step.callee), {}, step.span);
    auto conditions = conditionsOf(program, step.arm);
    if (!conditions) continue;
    ModelFunction::Call call{step.kernel, {}, {}, std::move(*conditions)};
    for (const std::vector<int>* used : {&step.reads, &step.writes})
      call.arrays.insert(call.arrays.end(), used->begin(), used->end());
    std::vector<Expr> numbers;
    for (const Expr& number : step.numbers) {
      const Result<Expr> size = sizeOf(model, number, step.callee);
      if (!size) return size.error();
      numbers.push_back(*size);
    }
    if (Status s = addScalars(signatures[indexOf(step.kernel)], numbers, model, call); !s)
      return explain(s.error(), say("in the call of {0}", Ident(step.callee)), step.span);
    model.calls.push_back(std::move(call));
  }
  countsFrom(program.steps.size());
  for (ModelFunction::Check& check : model.checks)
    for (const Expr& side : {check.size, check.wanted})
      for (const Var& v : freeVars(side))
        for (const ModelFunction::Count& count : model.counts)
          if (count.var.sameAs(v)) check.after = std::max(check.after, count.after);
  return success();
}

}  // namespace

Result<ModelFunction> modelFunctionOf(const ModelProgram& given, const ExportedModel& wanted) {
  std::string open, options;
  for (const Var& size : allSizes(given)) {
    if (given.bounds.contains(size.key())) continue;
    addItem(open, size.name());
    options += (options.empty() ? "--bind '" : " --bind '") + size.name() + "<=64'";
  }
  if (!open.empty())
    return explain(err::kExportSizes(Snippet(open)),
                   say("give them values or upper bounds, for example {0}", Snippet(options)));
  Result<PackedNow> packed = packNow(given);
  if (!packed) return packed.error();
  const ModelProgram* program = &packed->program;
  ModelFunction model;
  std::set<std::string> taken = takenNames();
  model.name = nameInC(wanted.name, taken);
  model.parametersApart = wanted.parametersApart;
  for (const Var& size : program->sizes)
    model.sizes.push_back(
        {Var(nameInC(size.name(), taken), dtype::Int64), size, std::get<int64_t>(program->bounds.at(size.key()))});
  for (const ModelCount& count : program->counts) {
    const Var own(nameInC(count.size.name(), taken), dtype::Int64);
    model.counts.push_back({own, count.size, nameInC(count.size.name() + "_found", taken),
                            std::get<int64_t>(program->bounds.at(count.size.key())), count.buffer, count.element});
  }
  if (Status placed = placeArrays(*program, model, taken); !placed) return placed.error();
  for (const ModelCheck& check : program->checks) {
    const Result<Expr> size = sizeOf(model, check.size, program->name),
                       wanted = sizeOf(model, check.wanted, program->name);
    if (!size || !wanted) return !size ? size.error() : wanted.error();
    model.checks.push_back({*size, *wanted});
  }
  model.inputs = program->inputs;
  std::set<int> written;
  for (size_t i = 0; i < program->outputs.size(); ++i) {
    const int b = program->outputs[i];
    const bool own = program->buffers[indexOf(b)].role == ModelBuffer::Role::Output && written.insert(b).second;
    const std::string& name = program->buffers[indexOf(b)].name;
    model.results.push_back({nameInC(own ? name : name + "_copy", taken), b, !own});
  }
  if (Status added = addCalls(*program, model); !added) return added.error();
  for (const PrimFunc& kernel : program->kernels) {
    PrimFunc own = kernel;
    own.name = nameInC(model.name + "_" + kernel.name, taken);
    if (Status runs = checkSplitAtBarriers(own); !runs) return std::move(runs).error();
    const PrimFunc lowered = lowerForCpu(own);
    model.titles.push_back(kernel.name);
    model.kernels.push_back(wanted.writtenOut ? writtenOut(lowered) : lowered);
  }
  return model;
}

}  // namespace lw
