#include "core/script/schedule_host.h"

#include <algorithm>

#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/schedule/support/buffer_arguments.h"
#include "core/script/composite_run.h"
#include "core/script/contrib.h"
#include "core/script/errors.h"
#include "core/script/index_operands.h"
#include "core/script/interpreter.h"
#include "core/script/node_info.h"
#include "core/support/text.h"
#include "core/text/errors.h"
#include "core/text/print/printer.h"

namespace lw::script {

namespace {

// A node of the program as sch.get returns it: names and numbers only.
struct BoundPrimitive : HostObject {
  BoundPrimitive(std::shared_ptr<ScheduleObject> s, const Primitive& p) : schedule(std::move(s)), primitive(p) {}
  std::shared_ptr<ScheduleObject> schedule;
  const Primitive& primitive;
  Message typeName() const override { return say("the primitive {0}", Ident(primitive.name)); }
  Result<Value> call(CallArgs& args, Caller& caller) override { return schedule->apply(primitive, args, caller); }
};

// sch.mod, sch.trace, sch.state: objects that can be shown; showing them does nothing here.
struct Shown : HostObject {
  explicit Shown(std::string n) : name(std::move(n)) {}
  std::string name;
  Message typeName() const override { return name; }
  Result<Value> attribute(std::string_view) override { return Value(std::make_shared<Shown>(name)); }
  Result<Value> callMethod(std::string_view, CallArgs&, Caller&) override { return Value(); }
  Result<Value> call(CallArgs&, Caller&) override { return Value(); }
  Result<Value> item(std::span<const Value>) override { return Value(std::make_shared<Shown>(name)); }
};

bool isIgnored(std::string_view name) {
  constexpr std::string_view kIgnored[] = {"annotate_for_display"};
  return std::find(std::begin(kIgnored), std::end(kIgnored), name) != std::end(kIgnored);
}

}  // namespace

Message HandleObject::typeName() const {
  return handle.as<LoopRv>() ? "a loop" : handle.as<BlockRv>() ? "a block" : "a sampled number";
}
bool HandleObject::sameAs(const HostObject& other) const {
  const auto* o = dynamic_cast<const HandleObject*>(&other);
  return o && lw::equal(handle, o->handle);
}
std::string ExprObject::text() const { return debugText(expr); }
Result<Value> ExprObject::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  const std::optional<Expr> other = name == "equal" && args.positional.size() == 1 && args.named.empty()
                                        ? indexExpr(args.positional[0])
                                        : std::nullopt;
  if (!other) return HostObject::callMethod(name, args, caller);
  return Value(std::make_shared<ExprObject>(eq(expr, *other)));
}
Result<bool> ExprObject::truth() {
  return explain(err::kScheduleTruthUnknown(debugText(expr)),
                 "decide by constants; in an index map use T.if_then_else or plain arithmetic");
}

Result<Value> Namespace::attribute(std::string_view part) {
  if (part == "AXIS_SEPARATOR") return Value(std::make_shared<AxisSeparator>());
  if (const auto known = contribModule(name + "." + std::string(part))) return *known;
  return Value(std::make_shared<Namespace>(name + "." + std::string(part), tensors));
}

Result<Value> Namespace::call(CallArgs& args, Caller& caller) {
  const std::string_view function = std::string_view(name).substr(name.rfind('.') + 1);
  const bool all = function == "all" || function == "And", any = function == "any" || function == "Or";
  if (!all && !any && function != "Not") return HostObject::call(args, caller);
  std::optional<Expr> result;
  for (const Value& item : args.positional) {
    const bool* fixed = item.as<bool>();
    const auto* object = item.hostAs<ExprObject>();
    if (!fixed && !(object && object->expr.dtype().isBool()))
      return explain(err::kTakesConditionsNot(name, script::typeName(item)), "compare indices: i == 0");
    const Expr condition = fixed ? boolConst(*fixed) : object->expr;
    result = !result ? condition : all ? logicalAnd(*result, condition) : logicalOr(*result, condition);
  }
  if (!result) return err::kScriptNeedsConditions(name);
  return Value(std::make_shared<ExprObject>(all || any ? *result : logicalNot(*result)));
}

namespace {

// The operands have the same type.
std::optional<Expr> binaryFunction(std::string_view name, const Expr& a, const Expr& b) {
  if (name == "min") return min(a, b);
  if (name == "max") return max(a, b);
  if (name == "floordiv" && !isZero(b)) return floordiv(a, b);
  if (name == "floormod" && !isZero(b)) return floormod(a, b);
  constexpr std::string_view kBitwise[] = {"bitwise_and", "bitwise_or", "bitwise_xor", "shift_left", "shift_right"};
  if (std::find(std::begin(kBitwise), std::end(kBitwise), name) == std::end(kBitwise)) return std::nullopt;
  return Expr(Call{a.dtype(), std::string(name), {a, b}});
}

}  // namespace

Result<Value> Namespace::callMethod(std::string_view function, CallArgs& args, Caller& caller) {
  if (function == "thread_axis" && tensors) return tensors->threadAxis(args);
  if (!args.named.empty() || args.positional.empty()) return HostObject::callMethod(function, args, caller);
  if (const auto type = parseDataType(function); type && args.positional.size() == 1)
    if (auto e = typedOperand(args.positional[0])) {
      if (const Misfit why = convert(*e, *type); !why.empty())
        return explain(err::kScriptTypeMisfit(why.message), why.hint);
      return Value(std::make_shared<ExprObject>(e->value));
    }
  if (function == "Cast" && args.positional.size() == 2 && args.positional[0].text())
    if (const auto type = parseDataType(*args.positional[0].text()))
      if (const auto e = operandOf(args.positional[1]))
        return Value(std::make_shared<ExprObject>(Cast{*type, e->value}));
  const bool immediate = function == "IntImm" || function == "FloatImm";
  if (immediate && args.positional.size() == 2 && args.positional[0].text())
    if (const auto type = parseDataType(*args.positional[0].text());
        type && (function == "IntImm" ? type->isInteger() || type->isBool() : type->isFloat()))
      if (auto e = typedOperand(args.positional[1])) {
        if (const Misfit why = convert(*e, *type); !why.empty())
          return explain(err::kScriptTypeMisfit(why.message), why.hint);
        return Value(std::make_shared<ExprObject>(e->value));
      }
  if (args.positional.size() == 2) {
    const auto a = operandOf(args.positional[0]), b = operandOf(args.positional[1]);
    if (a && b) {
      const auto both = matchedOperands(*a, *b);
      if (!both) return both.error();
      if (const auto e = binaryFunction(function, both->first, both->second)) return scalarOf(*e);
    }
  }
  return HostObject::callMethod(function, args, caller);
}

// The number of inputs of an index map of the step: as the primitive declares it, otherwise the number of the block's
// iters.
std::optional<size_t> ScheduleObject::mapInputs(const Primitive& primitive, const CallArgs& args,
                                                Caller& caller) const {
  const auto given = [&](std::string_view name) -> StepValue {
    const auto index = primitive.paramIndex(name);
    const Value* value = !index                            ? nullptr
                         : *index < args.positional.size() ? &args.positional[*index]
                                                           : args.find(name);
    const Result<StepValue> plain =
        value && !value->as<FunctionRef>() ? toStepValue(*value, caller) : Result<StepValue>(StepValue());
    return plain ? *plain : StepValue();
  };
  Schedule copy = schedule;
  StepValue block = given("block");
  if (block.as<std::string>()) {
    const Result<StepValue> found = copy.apply(kGetBlock, {block});
    if (!found) return std::nullopt;
    block = *found;
  }
  const Result<StepValue> id = block.as<BlockRv>() ? copy.resolve(block) : Result<StepValue>(StepValue());
  if (!id || !id->as<BlockId>()) return std::nullopt;
  const Block& b = copy.program().block(*id->as<BlockId>());
  const auto inputs = primitive.traits.mapInputs;
  if (!inputs) return b.iters.size();
  Arguments known{block};
  for (size_t i = 1; i < primitive.params.size(); ++i) known.push_back(given(primitive.params[i].name));
  return inputs(copy.program(), b, std::move(known));
}

Result<Arguments> ScheduleObject::bound(const Primitive& primitive, const CallArgs& args, Caller& caller) {
  const auto collects = [](const Value& v) {
    const auto* function = v.as<FunctionRef>();
    return function && std::any_of(function->object->params->begin(), function->object->params->end(),
                                   [](const py::Parameter& p) { return p.star; });
  };
  const bool star =
      std::any_of(args.positional.begin(), args.positional.end(), collects) ||
      std::any_of(args.named.begin(), args.named.end(), [&](const auto& n) { return collects(n.second); });
  const std::optional<size_t> inputs = star ? mapInputs(primitive, args, caller) : std::nullopt;
  std::vector<StepValue> positional;
  for (size_t i = 0; i < args.positional.size(); ++i) {
    Result<StepValue> value = toStepValue(args.positional[i], caller, inputs);
    if (!value) {
      Explanation error = std::move(value).error();
      if (!error.span.valid() && i < args.spans.size()) error.span = args.spans[i];
      return error;
    }
    positional.push_back(std::move(*value));
  }
  std::vector<std::pair<std::string, StepValue>> named;
  for (const auto& [name, value] : args.named) {
    Result<StepValue> converted = toStepValue(value, caller, inputs);
    if (!converted) return std::move(converted).error();
    named.emplace_back(name, std::move(*converted));
  }
  return bindArguments(primitive, positional, named);
}

Result<Value> ScheduleObject::canApply(const Primitive& primitive, const CallArgs& args, Caller& caller) {
  Result<Arguments> arguments = bound(primitive, args, caller);
  if (!arguments) return std::move(arguments).error();
  return Value(schedule.check(primitive, *arguments).ok());
}

// The result of a sampling step, for people.
static std::string chosenText(const Schedule& schedule, const StepValue& result) {
  if (const auto* list = result.as<StepValue::List>()) {
    std::string text = join(*list, [&](const StepValue& item) { return chosenText(schedule, item); });
    return "[" + text + "]";
  }
  const Result<StepValue> value = schedule.resolve(result);
  if (!value) return {};
  const auto* loop = value->as<LoopId>();
  if (!loop) return toText(*value);
  if (*loop == kAtRoot) return "where it is";
  if (*loop == kInlined) return "inlined";
  return "loop " + schedule.program().name(*loop);
}

Result<StepValue> ScheduleObject::sampledAs(const Primitive& primitive, size_t decision, const Arguments& arguments,
                                            const StepValue& near, const std::string& variables,
                                            const std::string& chosen) {
  constexpr int kGap = 16;  // positions in a row that are not possible: places behind unit loops
  Arguments with = arguments;
  std::vector<std::string> offered;
  const auto reads = [&](StepValue value) -> std::optional<std::string> {
    with[decision] = std::move(value);
    Schedule copy = schedule;
    const Result<StepValue> out = copy.apply(primitive, with);
    return out ? std::optional(chosenText(copy, *out)) : std::nullopt;
  };
  if (reads(near) == chosen) return schedule.apply(primitive, with);
  int64_t last = near.as<StepValue::List>() ? -3 : kGap;
  for (int64_t position = -2; position <= last; ++position) {
    const std::optional<std::string> text = reads(StepValue(position));
    if (text == chosen) return schedule.apply(primitive, with);
    if (!text) continue;
    offered.push_back(*text);
    last = std::max(last, position + kGap);
  }
  if (offered.empty()) return err::kChoiceNotOffered(variables, chosen);
  std::string all = join(offered);
  return explain(err::kChoiceNotOffered(variables, chosen), say("known: {0}", all));
}

// A sampling step without a decision asks limits.decisions for one.
Result<StepValue> ScheduleObject::sampled(const Primitive& primitive, size_t decision, const Arguments& arguments,
                                          const Caller& caller) {
  const std::string assigned = caller.assigned();
  const std::string& variables = assigned.empty() ? primitive.name : assigned;
  Result<StepValue> out = StepValue();
  bool done = false;
  const std::optional<DecisionMaker::Wish> wish = limits.decisions->decide(variables, schedule.stepCount());
  if (wish && !wish->chosen.empty()) {
    out = sampledAs(primitive, decision, arguments, wish->decision, variables, wish->chosen);
    if (!out) return out;
    done = true;
  } else if (wish) {
    Arguments with = arguments;
    with[decision] = wish->decision;
    out = schedule.apply(primitive, std::move(with));
    done = out.ok();
  }
  if (!done) out = schedule.apply(primitive, arguments);
  if (out)
    limits.decisions->decided(variables, schedule.step(schedule.stepCount() - 1).args[decision],
                              chosenText(schedule, *out));
  return out;
}

Result<Value> ScheduleObject::apply(const Primitive& primitive, CallArgs& args, Caller& caller) {
  Result<Arguments> arguments = bound(primitive, args, caller);
  if (!arguments) return std::move(arguments).error();
  const std::optional<size_t> decision = primitive.decisionIndex();
  const bool asks =
      limits.decisions && decision && (*decision >= arguments->size() || (*arguments)[*decision].isNone());
  Result<StepValue> out =
      asks ? sampled(primitive, *decision, *arguments, caller) : schedule.apply(primitive, *arguments);
  while (static_cast<int>(stepSpans.size()) < schedule.stepCount()) stepSpans.push_back(args.span);
  if (!out) {
    refused = Instruction{&primitive, std::move(*arguments), {}};
    return std::move(out).error();
  }
  return fromStepValue(*out);
}

Result<Value> ScheduleObject::get(const Value& handle) {
  const auto* object = handle.hostAs<HandleObject>();
  if (!object) return err::kGetNeedsHandle(script::typeName(handle));
  Result<StepValue> id = schedule.resolve(object->handle);
  if (!id) return std::move(id).error();
  if (const auto* loop = id->as<LoopId>()) return infoOf(schedule.program().loop(*loop));
  if (const auto* block = id->as<BlockId>()) return infoOf(schedule.program().block(*block));
  return fromStepValue(*id);
}

// seed(seed) and remove_rv(rv): they change the schedule but are not steps.
Result<Value> ScheduleObject::withOneArgument(std::string_view name, const CallArgs& args) {
  const Value* named = args.find(name == "seed" ? "seed" : "rv");
  if (args.positional.size() + args.named.size() != 1 || (args.positional.empty() && !named))
    return err::kMethodArgumentCount(name, name == "seed" ? "an integer" : "a handle");
  const Value& value = named ? *named : args.positional[0];
  if (name == "seed") {
    const auto* number = value.as<int64_t>();
    if (!number) return err::kSeedNoNumber(script::typeName(value));
    schedule.seed(static_cast<uint64_t>(*number));
    return Value();
  }
  const auto* object = value.hostAs<HandleObject>();
  if (!object) return err::kRemoveRvNeedsHandle(script::typeName(value));
  Status status = schedule.removeHandle(object->handle);
  if (!status) return std::move(status).error();
  return Value();
}

Result<Value> ScheduleObject::attribute(std::string_view name) {
  if (name == "mod" || name == "trace" || name == "state")
    return Value(std::make_shared<Shown>("sch." + std::string(name)));
  if (name == "func_working_on") return Value(schedule.program().functionName(schedule.currentFunction()));
  if (const Primitive* p = findPrimitive(name)) return Value(std::make_shared<BoundPrimitive>(shared_from_this(), *p));
  std::vector<std::string> known;
  for (const Primitive* p : allPrimitives()) known.push_back(p->name);
  return explain(err::kNoStepNamed(name),
                 didYouMean(name, known).empty() ? "`lw primitives` lists them" : didYouMean(name, known));
}

Result<Value> ScheduleObject::item(std::span<const Value> index) {
  if (!limits.tensors) return HostObject::item(index);
  if (index.size() != 1) return explain(err::kStageNeedsOneTensor(), "write s[C].split(...)");
  CallArgs key{{index[0]}, {}, {}, {}};
  if (Status known = limits.tensors->understand(shared_from_this(), key, ""); !known) return known.error();
  return limits.tensors->stageOf(shared_from_this(), key.positional[0]);
}

Result<Value> ScheduleObject::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (limits.tensors) {
    if (Status known = limits.tensors->understand(shared_from_this(), args, ""); !known) return known.error();
    Result<std::optional<Value>> ofTensors = limits.tensors->call(shared_from_this(), name, args, caller);
    if (!ofTensors) return std::move(ofTensors).error();
    if (*ofTensors) return std::move(**ofTensors);
  }
  if (const Primitive* p = findPrimitive(name)) return apply(*p, args, caller);
  if (isIgnored(name)) return Value();
  if (name == "show") {
    for (int i = 0; i < schedule.program().functionCount(); ++i) print(lw::print(schedule.program().function(i)).text);
    return Value();
  }
  if (name == "fork_seed") return Value(static_cast<int64_t>(schedule.forkSeed()));
  if (name == "seed" || name == "remove_rv") return withOneArgument(name, args);
  if (name == "copy") {  // the copy has its own random numbers
    auto other = std::make_shared<ScheduleObject>(*this);
    other->schedule.seed(schedule.forkSeed());
    return Value(other);
  }
  if (name == "can_decompose_padding") return canApply(kDecomposePadding, args, caller);
  if (name == "get" && args.positional.size() == 1) return get(args.positional[0]);
  if (name == "work_on") {
    const Value* named = args.find("func_name");
    const Value& function = named ? *named : args.positional.empty() ? Value() : args.positional[0];
    if (!function.text()) return err::kWorkOnNeedsName();
    Status status = schedule.workOn(*function.text());
    if (!status) return std::move(status).error();
    return Value();
  }
  return HostObject::callMethod(name, args, caller);
}

Result<std::optional<Value>> ScheduleHost::global(std::string_view name, bool called) {
  const bool module = name == "tvm" || name == "tir" || name == "T" || name == "s_tir" || name == "IndexMap";
  if (module && !steps_) return std::optional<Value>(moduleNamed(std::string(name)));
  if (steps_ && name == "sch") return std::optional<Value>(schedule_);
  if (steps_ && called)
    if (const Primitive* p = findPrimitive(name))
      return std::optional<Value>(std::make_shared<BoundPrimitive>(schedule_, *p));
  if (called)
    if (std::optional<Composite> c = findComposite(name, file_))
      return std::optional<Value>(std::make_shared<CompositeObject>(std::move(*c), steps_ ? schedule_ : nullptr));
  if (!steps_ && name == "te") return std::optional<Value>(moduleNamed("te"));
  if (!steps_) {
    const TensorCalls* tensors = schedule_ ? schedule_->limits.tensors : nullptr;
    return tensors && !called ? tensors->tensorNamed(schedule_, std::string(name)) : std::optional<Value>();
  }
  const Schedule& s = schedule_->schedule;
  const std::string text(name);
  if (!s.program().loopsNamed(text).empty() || !s.program().blocksNamed(text, s.currentFunction()).empty())
    return std::optional<Value>(std::make_shared<NameObject>(text));
  if (name.size() > 1 && name.size() < 9 && std::string_view("lbv").find(name[0]) != std::string_view::npos &&
      std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    const auto number = static_cast<uint32_t>(std::stoul(text.substr(1)));
    const StepValue handle = name[0] == 'l'   ? StepValue(LoopRv{number})
                             : name[0] == 'b' ? StepValue(BlockRv{number})
                                              : StepValue(ExprRv{number});
    const Result<StepValue> alive = s.resolve(handle);
    if (!alive) return alive.error();
    return std::optional<Value>(fromStepValue(handle));
  }
  if (module) return std::optional<Value>(moduleNamed(text));
  // If an earlier step removed the loop, the error names that step and what the loop became.
  if (const Result<LoopId> gone = s.loopNamed(text); !called && !gone && gone.error().kind == "schedule.consumed")
    return gone.error();
  return std::optional<Value>();
}

Value ScheduleHost::moduleNamed(std::string name) const {
  return Value(std::make_shared<Namespace>(std::move(name), schedule_ ? schedule_->limits.tensors : nullptr));
}

std::optional<Value> ScheduleHost::module(std::string_view name) {
  if (const auto known = contribModule(name)) return known;
  if (name.starts_with("tvm")) return moduleNamed(std::string(name));
  return std::nullopt;
}

Message ScheduleHost::namesHint() const {
  if (!steps_) return {};
  const Snapshot& program = schedule_->schedule.program();
  const int function = schedule_->schedule.currentFunction();
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end() && names.size() < 30) names.push_back(name);
  };
  for (const LoopId loop : program.loops(function)) add(program.name(loop));
  const size_t loops = names.size();
  for (const BlockId block : program.blocks(function)) add(program.name(block));
  const auto middle = names.begin() + static_cast<std::ptrdiff_t>(loops);
  const Idents loopNames(names.begin(), middle), blockNames(middle, names.end());
  if (names.empty()) return {};
  if (blockNames.empty()) return say("loops: {0}", loopNames);
  return loopNames.empty() ? say("blocks: {0}", blockNames) : say("loops: {0}; blocks: {1}", loopNames, blockNames);
}

Result<Value> ScheduleHost::binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) {
  const auto left = operandOf(a), right = operandOf(b);
  if (!left || !right) return Host::binary(op, a, b, inPlace);
  const auto both = matchedOperands(*left, *right);
  if (!both) return both.error();
  const auto& [x, y] = *both;
  switch (op) {
    case py::BinOp::Add:
      return scalarOf(x + y);
    case py::BinOp::Sub:
      return scalarOf(x - y);
    case py::BinOp::Mul:
      return scalarOf(x * y);
    case py::BinOp::FloorDiv:
    case py::BinOp::Mod:
      if (isZero(y)) return err::kDividesByZero(toText(x), py::symbolOf(op), toText(y));
      return scalarOf(op == py::BinOp::Mod ? floormod(x, y) : floordiv(x, y));
    case py::BinOp::BitAnd:
      if (x.dtype().isBool() && y.dtype().isBool()) return Value(std::make_shared<ExprObject>(logicalAnd(x, y)));
      return scalarOf(*binaryFunction("bitwise_and", x, y));
    case py::BinOp::BitOr:
      if (x.dtype().isBool() && y.dtype().isBool()) return Value(std::make_shared<ExprObject>(logicalOr(x, y)));
      return scalarOf(*binaryFunction("bitwise_or", x, y));
    case py::BinOp::Div:
      return explain(err::kBlockIndexNoNumber(), "use //");
    case py::BinOp::Pow:
    case py::BinOp::MatMul:
      break;
    case py::BinOp::LShift:
      return scalarOf(*binaryFunction("shift_left", x, y));
    case py::BinOp::RShift:
      return scalarOf(*binaryFunction("shift_right", x, y));
    case py::BinOp::BitXor:
      return scalarOf(*binaryFunction("bitwise_xor", x, y));
  }
  return Host::binary(op, a, b, inPlace);
}

// A comparison of indices is a condition; if its result is known, it is a plain bool.
Result<Value> ScheduleHost::compare(py::CompareOp op, const Value& a, const Value& b) {
  const auto left = operandOf(a), right = operandOf(b);
  if (!left || !right || left->value.dtype().isBool() || right->value.dtype().isBool()) return Host::compare(op, a, b);
  const auto both = matchedOperands(*left, *right);
  if (!both) return both.error();
  const auto& [x, y] = *both;
  const auto condition = [](const Expr& e) {
    return isTrue(e) || isFalse(e) ? Value(isTrue(e)) : Value(std::make_shared<ExprObject>(e));
  };
  switch (op) {
    case py::CompareOp::Eq:
      return condition(equal(x, y) ? boolConst(true) : eq(x, y));
    case py::CompareOp::Ne:
      return condition(equal(x, y) ? boolConst(false) : ne(x, y));
    case py::CompareOp::Lt:
      return condition(lt(x, y));
    case py::CompareOp::Le:
      return condition(le(x, y));
    case py::CompareOp::Gt:
      return condition(gt(x, y));
    case py::CompareOp::Ge:
      return condition(ge(x, y));
    case py::CompareOp::In:
    case py::CompareOp::NotIn:
    case py::CompareOp::Is:
    case py::CompareOp::IsNot:
      break;
  }
  return Host::compare(op, a, b);
}

Result<Value> ScheduleHost::unary(py::UnaryOp op, const Value& a) {
  const auto x = indexExpr(a);
  if (x && op == py::UnaryOp::Minus) return scalarOf(-*x);
  if (x && op == py::UnaryOp::Plus) return scalarOf(*x);
  return Host::unary(op, a);
}

// The steps of a function that is called with the schedule and further arguments form a group. The first function is
// the script itself.
void ScheduleHost::entered(const FunctionObject& function, const CallArgs& args, Caller& caller) {
  Call call{schedule_ ? schedule_->schedule.stepCount() : 0, ""};
  const bool takes =
      schedule_ && !args.positional.empty() && args.positional[0].hostAs<ScheduleObject>() == schedule_.get();
  if (takes && !calls_.empty() && schedule_->groupDepth == 0 && args.positional.size() + args.named.size() > 1)
    call.title = callTitle(function, args, schedule_->schedule, caller).value_or("");
  if (!call.title.empty()) ++schedule_->groupDepth;
  calls_.push_back(std::move(call));
}

void ScheduleHost::left() {
  const Call call = std::move(calls_.back());
  calls_.pop_back();
  if (call.title.empty()) return;
  --schedule_->groupDepth;
  const int count = schedule_->schedule.stepCount() - call.firstStep;
  if (count > 0) schedule_->groups.push_back({call.firstStep, count, call.title});
}

// int(v) of a sampled number.
Result<std::optional<Value>> ScheduleHost::builtin(Builtin builtin, CallArgs& args) {
  if (!schedule_ || builtin != Builtin::Int || args.positional.size() != 1) return std::optional<Value>();
  const auto* handle = args.positional[0].hostAs<HandleObject>();
  if (!handle || !handle->handle.as<ExprRv>()) return std::optional<Value>();
  Result<StepValue> value = schedule_->schedule.resolve(handle->handle);
  if (!value) return std::move(value).error();
  return std::optional<Value>(fromStepValue(*value));
}

}  // namespace lw::script
