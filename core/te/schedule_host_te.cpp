#include "core/te/schedule_host_te.h"

#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/te/errors.h"
#include "core/te/te_stages.h"
#include "core/text/print/printer.h"

namespace lw::te {

namespace {

constexpr std::string_view kCalls[] = {"create_schedule", "thread_axis", "lower", "build"};

bool ofTensors(const Value& v) {
  return v.hostAs<TensorValue>() || v.hostAs<ExprValue>() || v.hostAs<PartValue>() || v.hostAs<ReductionValue>() ||
         v.hostAs<OperationValue>();
}

// What tvm.lower returns. Its text is the lowered function in its current state.
struct LoweredValue : HostObject {
  LoweredValue(std::shared_ptr<script::ScheduleObject> s, Span at, bool b)
      : schedule(std::move(s)), span(at), built(b) {}
  std::shared_ptr<script::ScheduleObject> schedule;
  Span span;
  bool built;
  Message typeName() const override { return built ? "the result of tvm.build" : "the result of tvm.lower"; }
  std::string text() const override {
    script::ScheduleObject copy(*schedule);
    decomposeReductions(copy, span);
    const PrimFunc& function = copy.schedule.program().function(copy.schedule.currentFunction());
    return schedule->limits.lowered ? schedule->limits.lowered(function) : lw::print(function).text;
  }
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override {
    if (name != "show" || built) return HostObject::callMethod(name, args, caller);
    schedule->print(text());
    return Value();
  }
  Result<Value> call(CallArgs&, Caller&) override {
    return explain(err::kScheduleRunElsewhere(), "`lw run` and the Run button build and time them");
  }
};

struct ExitFunction : HostObject {
  Message typeName() const override { return "the function exit"; }
  Result<Value> call(CallArgs&, Caller&) override { return err::kCodeEnds(); }
};

// The operations that the value denotes.
Result<std::vector<std::shared_ptr<const Operation>>> operationsOf(const Value& value) {
  std::vector<std::shared_ptr<const Operation>> ops;
  for (const Value& v : value.items() ? *value.items() : std::vector<Value>{value}) {
    if (const auto* op = v.hostAs<OperationValue>())
      ops.push_back(op->op);
    else if (const auto* t = v.hostAs<TensorValue>())
      ops.push_back(t->tensor.op);
    else
      return explain(err::kCreateScheduleArguments(script::typeName(v)), "s = te.create_schedule(C.op)");
  }
  if (ops.empty()) return explain(err::kCreateScheduleEmpty(), "s = te.create_schedule(C.op)");
  return ops;
}

// The parameters that lower(s, [...]) lists, and the results that it omits. Without a list: the inputs and the results.
Result<std::vector<Parameter>> parametersFor(const std::vector<std::shared_ptr<const Operation>>& ops,
                                             const Value* named) {
  std::vector<Parameter> parameters;
  std::vector<Tensor> roots, read;
  for (const auto& op : ops)
    for (const Tensor& t : outputsOf(op)) roots.push_back(t);
  const auto all = operationsFor(roots);
  for (const auto& op : all) read.insert(read.end(), op->inputs.begin(), op->inputs.end());
  const auto add = [&](const Tensor& t) {
    const bool there = std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& p) {
      return std::holds_alternative<Tensor>(p) && std::get<Tensor>(p) == t;
    });
    if (!there) parameters.emplace_back(t);
  };
  if (named) {
    for (const Value& v : named->items() ? *named->items() : std::vector<Value>{*named}) {
      const auto* t = v.hostAs<TensorValue>();
      const auto* e = v.hostAs<ExprValue>();
      if (t)
        add(t->tensor);
      else if (e && e->expr.as<Var>() && !v.hostAs<AxisValue>())
        parameters.emplace_back(*e->expr.as<Var>());
      else
        return explain(err::kBadTensorParameter(script::typeName(v)), "tvm.lower(s, [A, B, C])");
    }
  } else {
    for (const auto& op : all)
      if (op->kind == Operation::Kind::Placeholder) add({op, 0});
  }
  for (const Tensor& t : roots)
    if (std::find(read.begin(), read.end(), t) == read.end()) add(t);
  return parameters;
}

}  // namespace

ScheduleCodeHost::ScheduleCodeHost(const SourceFile& file, SchedulePtr given, script::Limits limits)
    : ScheduleHost(given, false), file_(file), limits_(withTensors(std::move(limits))) {
  te_.more = [this](std::string_view name, CallArgs& args) { return call(name, args); };
  te_.knowsMore = [](std::string_view name) {
    return std::find(std::begin(kCalls), std::end(kCalls), name) != std::end(kCalls);
  };
  te_.known = file.intrinsics;
  if (given) connect(given, -1);
}

// ---- names and operators: of tensors if there are tensors ----

Result<std::optional<Value>> ScheduleCodeHost::global(std::string_view name, bool called) {
  if (name == "te" || name == "tvm" || name == "topi") return te_.global(name, called);
  if (called && (name == "exit" || name == "quit")) return std::optional<Value>(std::make_shared<ExitFunction>());
  return ScheduleHost::global(name, called);
}
std::optional<Value> ScheduleCodeHost::module(std::string_view name) {
  if (auto known = te_.module(name)) return known;
  return ScheduleHost::module(name);
}
Message ScheduleCodeHost::namesHint() const { return te_.namesHint(); }

Result<Value> ScheduleCodeHost::binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) {
  return ofTensors(a) || ofTensors(b) ? te_.binary(op, a, b, inPlace) : ScheduleHost::binary(op, a, b, inPlace);
}
Result<Value> ScheduleCodeHost::compare(py::CompareOp op, const Value& a, const Value& b) {
  return ofTensors(a) || ofTensors(b) ? te_.compare(op, a, b) : ScheduleHost::compare(op, a, b);
}
Result<Value> ScheduleCodeHost::unary(py::UnaryOp op, const Value& a) {
  return ofTensors(a) ? te_.unary(op, a) : ScheduleHost::unary(op, a);
}

Result<std::optional<Value>> ScheduleCodeHost::builtin(script::Builtin builtin, CallArgs& args) {
  if (Called of = te_.builtin(builtin, args); !of || *of) return of;
  return ScheduleHost::builtin(builtin, args);
}

// ---- calls of te and tvm ----

Called ScheduleCodeHost::call(std::string_view name, CallArgs& args) {
  const auto given = [](Result<Value> value) -> Called {
    return value ? Called(std::optional<Value>(std::move(*value))) : Called(value.error());
  };
  if (name == "create_schedule") return given(createSchedule(args));
  if (name == "thread_axis") return given(tensorCalls().threadAxis(args));
  if (name == "lower" || name == "build") return given(lowered(args, name == "build"));
  return std::optional<Value>();
}

Result<Value> ScheduleCodeHost::createSchedule(const CallArgs& args) {
  const Value* of = args.positional.empty() ? args.find("ops") : &args.positional[0];
  if (!of || args.positional.size() > 1) return explain(err::kCreateScheduleSeveral(), "s = te.create_schedule(C.op)");
  const auto ops = operationsOf(*of);
  if (!ops) return ops.error();
  Result<std::vector<Parameter>> parameters = parametersFor(*ops, args.find("parameters"));
  if (!parameters) return parameters.error();
  CreateOptions options;
  options.firstId = firstId;
  options.list = "lower(s, [...])";
  if (const Value* name = args.find("name"); name && name->text()) options.name = *name->text();
  Result<Created> program = createPrimFunc(*parameters, options);
  if (!program) return program.error();
  firstId = program->function.nextId;
  Result<Schedule> schedule = scheduleOf(*program);
  if (!schedule) return schedule.error();
  Own made{std::move(*program), std::make_shared<script::ScheduleObject>(*schedule), {}, args.span};
  const Snapshot source(made.program.function);
  const std::vector<BlockId> written = source.blocks(0), there = schedule->source().blocks(schedule->currentFunction());
  for (size_t i = 0; i < written.size() && i < there.size(); ++i)
    for (const BufferRegion& w : source.block(written[i]).writes)
      if (written[i] != source.rootBlock(0)) made.blocks.emplace(w.buffer.key(), there[i]);
  connect(made.schedule, static_cast<int>(own.size()));
  own.push_back(std::move(made));
  if (stopAfter == static_cast<int>(own.size())) return err::kCodeEnds();
  return Value(own.back().schedule);
}

Result<Schedule> ScheduleCodeHost::scheduleOf(const Created& program) {
  if (startAt != static_cast<int>(own.size()) || !start)
    return Schedule(Snapshot(program.function).withIntrinsics(file_.intrinsics));
  const PrimFunc& shown = start->source().function(start->currentFunction());
  PrimFunc made = program.function;
  made.name = shown.name;
  if (const auto difference = firstDifference(made, shown))
    return explain(err::kSecondSchedule(shown.name),
                   say("choose the function of this schedule; first difference: {0}", difference->path));
  return *start;
}

void ScheduleCodeHost::connect(const SchedulePtr& schedule, int number) {
  schedule->limits = limits_;
  schedule->stepSpans.resize(static_cast<size_t>(schedule->schedule.stepCount()));
  schedule->print = [this](const std::string& text) { output.push_back(text); };
  schedule->tensors.meaning = [this, number](const SchedulePtr& of, const Value& value, const std::string& stage) {
    return meaning(of, number, value, stage);
  };
}

Result<Value> ScheduleCodeHost::lowered(const CallArgs& args, bool built) {
  const char* name = built ? "tvm.build" : "tvm.lower";
  const Value* of = args.positional.empty() ? args.find("sch") : &args.positional[0];
  const auto* schedule = of ? of->hostAs<script::ScheduleObject>() : nullptr;
  if (!schedule)
    return explain(err::kTakesScheduleFirst(name, of ? say(", and this is {0}", script::typeName(*of)) : Message()),
                   say("write {0}(s, [A, B, C])", Ident(name)));
  for (Own& o : own)
    if (o.schedule.get() == schedule) o.span = args.span;
  return Value(std::make_shared<LoweredValue>(
      std::static_pointer_cast<script::ScheduleObject>(of->as<script::HostRef>()->object), args.span, built));
}

// ---- tensors and axes as arguments of a schedule ----

Result<Value> ScheduleCodeHost::meaning(const SchedulePtr& schedule, int number, const Value& value,
                                        const std::string& stage) {
  if (const auto* items = value.items()) {
    std::vector<Value> all;
    for (const Value& item : *items) {
      Result<Value> one = meaning(schedule, number, item, stage);
      if (!one) return one;
      all.push_back(std::move(*one));
    }
    return value.as<script::TupleRef>() ? script::makeTuple(std::move(all))
                                        : Value(script::ListRef{std::make_shared<script::ListObject>(std::move(all))});
  }
  if (const auto* t = value.hostAs<TensorValue>()) return tensorOf(schedule, number, t->tensor);
  if (const auto* op = value.hostAs<OperationValue>()) return tensorOf(schedule, number, {op->op, 0});
  if (const auto* intrin = value.hostAs<IntrinValue>()) return Value(intrin->name);
  if (const auto* axis = value.hostAs<AxisValue>()) return loopOf(schedule, number, *axis, stage);
  return value;
}

// The step that removed a block.
std::string removingStep(const Schedule& schedule, BlockId block) {
  for (int i = 0; i < schedule.stepCount(); ++i)
    if (const auto& gone = schedule.change(i).blocksRemoved; std::find(gone.begin(), gone.end(), block) != gone.end())
      return "step " + std::to_string(i + 1) + " (" + schedule.step(i).primitive->name + ")";
  return "a step";
}

Result<Value> ScheduleCodeHost::tensorOf(const SchedulePtr& schedule, int number, const Tensor& tensor) {
  StepValue block;
  if (number >= 0 && !schedule->tensors.stages.contains(tensor.name())) {
    const auto& blocks = own[static_cast<size_t>(number)].blocks;
    if (const auto at = blocks.find(tensor.buffer().key()); at != blocks.end()) {
      if (!schedule->schedule.program().contains(at->second))
        return explain(err::kNoStageAnyMore(tensor.name(), removingStep(schedule->schedule, at->second)),
                       "schedule it before that step");
      Result<BlockRv> rv = schedule->schedule.rvFor(at->second);
      if (!rv) return rv.error();
      block = *rv;
    } else if (tensor.op->kind != Operation::Kind::Placeholder) {
      return explain(err::kNotOfThisSchedule(tensor.name()), "pass the output operations to te.create_schedule");
    }
  }
  return Value(std::make_shared<TensorObject>(schedule, tensor.name(), block));
}

// The loop of an axis. If several operations have the axis, the stage whose method is called decides. For the result of
// cache_write, spatial axes are those of the copy, reduction axes those of the block that computes.
Result<Value> ScheduleCodeHost::loopOf(const SchedulePtr& schedule, int number, const AxisValue& axis,
                                       const std::string& stage) {
  const std::vector<AxisPlace> places = te_.placesOf(axis.axis.var);
  const std::string name = axis.axis.var.name();
  if (places.empty())
    return explain(err::kAxisOfNoTensor(name), "axes are those of a tensor: C.op.axis[0], C.op.reduce_axis[0]");
  auto at = std::find_if(places.begin(), places.end(), [&](const AxisPlace& p) { return p.tensor.name() == stage; });
  if (at == places.end()) at = places.begin();
  StepValue block;
  if (axis.axis.kind == IterKind::Reduce && number >= 0) {
    const auto& blocks = own[static_cast<size_t>(number)].blocks;
    const auto computes = blocks.find(at->tensor.buffer().key());
    if (computes != blocks.end() && schedule->schedule.program().contains(computes->second)) {
      Result<BlockRv> rv = schedule->schedule.rvFor(computes->second);
      if (!rv) return rv.error();
      block = *rv;
    }
  }
  if (block.isNone()) {
    Result<Value> tensor = tensorOf(schedule, number, at->tensor);
    if (!tensor) return tensor;
    Result<StepValue> stageBlock = tensor->hostAs<TensorObject>()->stage();
    if (!stageBlock) return stageBlock.error();
    block = *stageBlock;
  }
  Result<Value> axes = stageAxes(schedule, block, axis.axis.kind);
  if (!axes) return axes;
  if (at->index >= axes->items()->size())
    return explain(err::kAxisOfNoStage(name, at->tensor.name()),
                   say("ask the stage: s[{0}].op.reduce_axis", Ident(at->tensor.name())));
  return (*axes->items())[at->index];
}

// ---- the end of a schedule ----

void decomposeReductions(script::ScheduleObject& object, Span span) {
  Schedule& schedule = object.schedule;
  const int function = schedule.currentFunction();
  for (const BlockId id : schedule.program().blocks(function)) {
    const Block block = schedule.program().block(id);
    std::optional<LoopId> first;
    bool shared = false;  // divided among threads, which combine their results in another way
    for (const LoopId loop : schedule.program().loopsAbove(id)) {
      const For& f = schedule.program().loop(loop);
      for (size_t i = 0; i < block.iters.size(); ++i) {
        if (block.iters[i].kind != IterKind::Reduce || !usesVar(block.bindings[i], f.var)) continue;
        if (!first) first = loop;
        shared = shared || f.kind == ForKind::ThreadBinding;
      }
    }
    if (block.init && first && !shared) (void)schedule.apply(kDecomposeReduction, {id, *first});
  }
  while (static_cast<int>(object.stepSpans.size()) < schedule.stepCount()) object.stepSpans.push_back(span);
}

}  // namespace lw::te
