// Calls of tensor expressions on schedules: stages of tensors, caches, groups, thread axes.
#include "core/ir/visit.h"
#include "core/te/errors.h"
#include "core/te/te_stage_object.h"

namespace lw::te {

namespace {

// The group that g.compute_at(s[F], axis) moves.
struct GroupObject : HostObject {
  GroupObject(std::shared_ptr<ScheduleObject> s, Value b) : schedule(std::move(s)), blocks(std::move(b)) {}
  std::shared_ptr<ScheduleObject> schedule;
  Value blocks;
  Message typeName() const override { return "a group of stages"; }
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override {
    if (name != "compute_at") return explain(err::kGroupHasNoMethod(name), "it has compute_at");
    if (Status known = tensorCalls().understand(schedule, args, ""); !known) return known.error();
    const MethodArguments given("compute_at", {"parent", "scope"}, args);
    if (Status ok = given.check(2); !ok) return ok.error();
    CallArgs step{{blocks, *given.find(1)}, {}, {}, args.span};
    Result<Value> moved = schedule->apply(kComputeGroupAt, step, caller);
    if (const auto* parent = given.find(0)->hostAs<StageObject>(); moved && parent && blocks.items())
      for (const Value& block : *blocks.items())
        if (const auto* handle = block.hostAs<HandleObject>()) attach(*schedule, handle->handle, parent->block());
    return moved;
  }
};

std::vector<TensorObject*> tensorsIn(const Value& value) {
  std::vector<TensorObject*> tensors;
  if (auto* one = value.hostAs<TensorObject>()) tensors.push_back(one);
  if (value.items())
    for (const Value& item : *value.items())
      if (auto* one = item.hostAs<TensorObject>()) tensors.push_back(one);
  return tensors;
}

// The blocks of the computed tensors among the values; the others are inputs of the function.
Result<Value> blocksOf(const Value& value) {
  std::vector<Value> blocks;
  for (TensorObject* tensor : tensorsIn(value)) {
    const bool input = tensor->block.isNone() && isBuffer(tensor->schedule->schedule, tensor->name) &&
                       !writerOf(tensor->schedule->schedule, tensor->name);
    if (input) continue;
    Result<StepValue> block = tensor->stage();
    if (!block) return std::move(block).error();
    blocks.push_back(fromStepValue(*block));
  }
  return listOf(std::move(blocks));
}

Value tensorOf(const SchedulePtr& schedule, const Value& block) {
  const auto* handle = block.hostAs<HandleObject>();
  const Result<BlockId> id = schedule->schedule.resolve(*handle->handle.as<BlockRv>());
  return Value(
      std::make_shared<TensorObject>(schedule, id ? schedule->schedule.program().name(*id) : "", handle->handle));
}

Result<Value> cacheRead(const SchedulePtr& schedule, CallArgs& args, Caller& caller) {
  const MethodArguments given("cache_read", {"tensor", "scope", "readers"}, args);
  if (Status ok = given.check(3); !ok) return ok.error();
  const std::vector<TensorObject*> of = tensorsIn(*given.find(0));
  Result<Value> readers = blocksOf(*given.find(2));
  if (!readers) return readers;
  if (of.size() != 1 || readers->items()->empty())
    return explain(err::kCacheReadArguments(), "write s.cache_read(A, \"shared\", [B])");
  CallArgs step{{readers->items()->front(), Value(of.front()->name), *given.find(1), *readers}, {}, {}, args.span};
  Result<Value> block = schedule->apply(kCacheRead, step, caller);
  return block ? Result<Value>(tensorOf(schedule, *block)) : block;
}

// In TVM the new stage computes and the old stage copies; here the old block computes and the new block copies.
Result<Value> cacheWrite(const SchedulePtr& schedule, CallArgs& args, Caller& caller) {
  const MethodArguments given("cache_write", {"tensor", "scope"}, args);
  if (Status ok = given.check(2); !ok) return ok.error();
  TensorObject* tensor = given.find(0)->hostAs<TensorObject>();
  if (!tensor) return explain(err::kCacheWriteArguments(), "write s.cache_write(C, \"local\")");
  Result<StepValue> computes = tensor->stage();
  if (!computes) return std::move(computes).error();
  CallArgs step{{fromStepValue(*computes), Value(0), *given.find(1)}, {}, {}, args.span};
  Result<Value> copy = schedule->apply(kCacheWrite, step, caller);
  if (!copy) return copy;
  schedule->tensors.stages[tensor->name] = copy->hostAs<HandleObject>()->handle;
  return Value(std::make_shared<TensorObject>(
      schedule, tensor->name + "." + (given.find(1)->text() ? *given.find(1)->text() : "cache"), *computes));
}

// In TVM the loops of a new stage run over the dimensions of its result first, and then over its reduction axes.
Status orderLoops(const SchedulePtr& schedule, const Value& handle, Span span, Caller& caller) {
  const Result<BlockId> id = schedule->schedule.resolve(*handle.hostAs<HandleObject>()->handle.as<BlockRv>());
  if (!id) return id.error();
  const Snapshot& program = schedule->schedule.program();
  const Block& block = program.block(*id);
  const std::vector<LoopId> now = program.loopsAbove(*id);
  std::vector<LoopId> wanted;
  const auto take = [&](const Expr& binding) {
    for (const LoopId loop : now)
      if (usesVar(binding, program.loop(loop).var) && std::find(wanted.begin(), wanted.end(), loop) == wanted.end())
        wanted.push_back(loop);
  };
  for (const Range& range : block.writes.front().ranges)
    for (size_t i = 0; i < block.iters.size(); ++i)
      if (usesVar(range.min, block.iters[i].var)) take(block.bindings[i]);
  for (const Expr& binding : block.bindings) take(binding);
  if (wanted.size() != now.size() || wanted == now) return success();
  std::vector<Value> loops;
  for (const LoopId loop : wanted) {
    Result<LoopRv> rv = schedule->schedule.rvFor(loop);
    if (!rv) return rv.error();
    loops.push_back(fromStepValue(*rv));
  }
  CallArgs step{std::move(loops), {}, {}, span};
  const Result<Value> reordered = schedule->apply(kReorder, step, caller);
  return reordered ? success() : Status(reordered.error());
}

Result<Value> rfactor(const SchedulePtr& schedule, CallArgs& args, Caller& caller) {
  const MethodArguments given("rfactor", {"tensor", "axis", "factor_axis"}, args);
  if (Status ok = given.check(2); !ok) return ok.error();
  CallArgs step{{*given.find(1), given.find(2) ? *given.find(2) : Value(0)}, {}, {}, args.span};
  Result<Value> block = schedule->apply(kRfactor, step, caller);
  if (!block) return block;
  if (Status ordered = orderLoops(schedule, *block, args.span, caller); !ordered) return ordered.error();
  return tensorOf(schedule, *block);
}

Result<Value> createGroup(const SchedulePtr& schedule, CallArgs& args, Caller& caller) {
  const MethodArguments given("create_group", {"outputs", "inputs", "include_inputs"}, args);
  if (Status ok = given.check(1); !ok) return ok.error();
  Result<Value> outputs = blocksOf(*given.find(0));
  if (!outputs) return outputs;
  Result<Value> inputs = given.find(1) ? blocksOf(*given.find(1)) : Result<Value>(listOf({}));
  if (!inputs) return inputs;
  const bool* include = given.find(2) ? given.find(2)->as<bool>() : nullptr;
  CallArgs step{{*outputs, *inputs, Value(include && *include)}, {}, {}, args.span};
  Result<Value> group = schedule->apply(kCreateGroup, step, caller);
  return group ? Result<Value>(Value(std::make_shared<GroupObject>(schedule, *group))) : group;
}

class Calls : public script::TensorCalls {
 public:
  Result<Value> stageOf(const SchedulePtr& schedule, const Value& key) const override;
  std::optional<Value> tensorNamed(const SchedulePtr& schedule, const std::string& name) const override;
  Result<std::optional<Value>> call(const SchedulePtr& schedule, std::string_view name, CallArgs& args,
                                    Caller& caller) const override;
  Result<Value> threadAxis(const CallArgs& args) const override;
  Status understand(const SchedulePtr& schedule, CallArgs& args, const std::string& stage) const override;
};

}  // namespace

Result<Value> OpObject::attribute(std::string_view part) {
  if (part == "axis" || part == "reduce_axis") {
    Result<StepValue> handle = tensor->stage();
    if (!handle) return std::move(handle).error();
    return stageAxes(tensor->schedule, *handle, part == "axis" ? IterKind::Spatial : IterKind::Reduce);
  }
  if (part == "name") return Value(tensor->name);
  return explain(err::kOperationHasNoAttribute(part), "it has axis, reduce_axis and name");
}

Result<Value> TensorObject::attribute(std::string_view part) {
  if (part == "op") return Value(std::make_shared<OpObject>(std::make_shared<TensorObject>(*this)));
  if (part == "name") return Value(name);
  return explain(err::kTensorHasNoAttribute(part), say("it has op: {0}.op.axis", Ident(name)));
}

Result<StepValue> TensorObject::stage() {
  if (!block.isNone()) return block;
  Schedule& s = schedule->schedule;
  if (const auto moved = schedule->tensors.stages.find(name); moved != schedule->tensors.stages.end())
    return moved->second;
  std::optional<BlockId> id;
  if (const std::vector<BlockId> named = s.program().blocksNamed(name, s.currentFunction()); named.size() == 1)
    id = named.front();
  if (!id) id = writerOf(s, name);
  if (!id && isBuffer(s, name)) return explain(err::kInputIsNoStage(name), "choose a tensor that is computed");
  if (!id) return s.apply(kGetBlock, {name});  // the error lists the existing blocks
  Result<BlockRv> rv = s.rvFor(*id);
  return rv ? Result<StepValue>(*rv) : Result<StepValue>(rv.error());
}

Result<Value> ThreadAxisObject::attribute(std::string_view part) {
  if (part == "var") return Value(std::make_shared<ExprObject>(Expr(var)));
  return HostObject::attribute(part);
}

// thread_axis("threadIdx.x"), thread_axis((0, 32), "threadIdx.x"): the extent is ignored, because the loop has it.
Result<Value> Calls::threadAxis(const CallArgs& args) const {
  const Value* tag = args.find("thread_tag");
  if (!tag)
    for (const Value& v : args.positional)
      if (v.text()) tag = &v;
  if (!tag || !tag->text()) return explain(err::kThreadAxisNeedsName(), "write thread_axis(\"threadIdx.x\")");
  return Value(std::make_shared<ThreadAxisObject>(*tag->text()));
}

Result<Value> Calls::stageOf(const SchedulePtr& schedule, const Value& key) const {
  std::shared_ptr<TensorObject> tensor;
  if (const auto* host = key.as<script::HostRef>()) {
    tensor = std::dynamic_pointer_cast<TensorObject>(host->object);
    if (const auto* op = key.hostAs<OpObject>()) tensor = op->tensor;
    if (const auto* name = key.hostAs<NameObject>()) tensor = std::make_shared<TensorObject>(schedule, name->name);
    if (const auto* handle = key.hostAs<HandleObject>(); handle && handle->handle.as<BlockRv>())
      tensor = std::make_shared<TensorObject>(schedule, handle->text(), handle->handle);
  }
  if (key.text()) tensor = std::make_shared<TensorObject>(schedule, *key.text());
  if (!tensor) return explain(err::kStageNeedsTensor(script::typeName(key)), "write s[C].split(...)");
  Result<StepValue> block = tensor->stage();
  if (!block) return std::move(block).error();
  return Value(std::make_shared<StageObject>(schedule, tensor, *block));
}

std::optional<Value> Calls::tensorNamed(const SchedulePtr& schedule, const std::string& name) const {
  const Schedule& s = schedule->schedule;
  if (!schedule->tensors.stages.contains(name) && s.program().blocksNamed(name, s.currentFunction()).empty() &&
      !isBuffer(s, name) && !writerOf(s, name))
    return std::nullopt;
  return Value(std::make_shared<TensorObject>(schedule, name));
}

Result<std::optional<Value>> Calls::call(const SchedulePtr& schedule, std::string_view name, CallArgs& args,
                                         Caller& caller) const {
  const Value* first = !args.positional.empty() ? &args.positional[0]
                       : args.find("outputs")   ? args.find("outputs")
                                                : args.find("tensor");
  if (!first || tensorsIn(*first).empty()) return std::optional<Value>();
  const auto method = name == "cache_read"     ? cacheRead
                      : name == "cache_write"  ? cacheWrite
                      : name == "rfactor"      ? rfactor
                      : name == "create_group" ? createGroup
                                               : nullptr;
  if (!method) return std::optional<Value>();
  Result<Value> out = method(schedule, args, caller);
  if (!out) return std::move(out).error();
  return std::optional<Value>(std::move(*out));
}

// Replaces handles of loops that were made again by handles of the new loops.
static Value withCurrentHandles(const ScheduleObject& object, const Value& value) {
  if (const auto* handle = value.hostAs<HandleObject>(); handle && handle->handle.as<LoopRv>()) {
    LoopRv rv = *handle->handle.as<LoopRv>();
    const std::map<LoopRv, LoopRv>& renamed = object.tensors.renamed;
    for (auto next = renamed.find(rv); next != renamed.end(); next = renamed.find(rv)) rv = next->second;
    return fromStepValue(rv);
  }
  if (!value.items()) return value;
  std::vector<Value> items;
  for (const Value& item : *value.items()) items.push_back(withCurrentHandles(object, item));
  return listOf(std::move(items));
}

Status Calls::understand(const SchedulePtr& schedule, CallArgs& args, const std::string& stage) const {
  const auto each = [&](const std::function<Status(Value&)>& f) -> Status {
    for (Value& value : args.positional)
      if (Status s = f(value); !s) return s;
    for (auto& [name, value] : args.named)
      if (Status s = f(value); !s) return s;
    return success();
  };
  const script::TensorState& state = schedule->tensors;
  if (!state.renamed.empty())
    (void)each([&](Value& value) -> Status {
      value = withCurrentHandles(*schedule, value);
      return success();
    });
  if (!state.meaning) return success();
  return each([&](Value& value) -> Status {
    Result<Value> known = state.meaning(schedule, value, stage);
    if (!known) return known.error();
    value = std::move(*known);
    return success();
  });
}

const script::TensorCalls& tensorCalls() {
  static const Calls kCalls;
  return kCalls;
}

script::Limits withTensors(script::Limits limits) {
  limits.tensors = &tensorCalls();
  return limits;
}

}  // namespace lw::te
