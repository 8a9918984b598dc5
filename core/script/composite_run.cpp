// Applies composites: arguments become handles, the function runs in its own interpreter, and a refused step undoes all
// steps of the composite.
#include "core/script/composite_run.h"

#include <algorithm>

#include "core/script/errors.h"
#include "core/script/interpreter.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

Result<StepValue> blockHandle(Schedule& schedule, const StepValue& value) {
  std::optional<BlockId> id;
  if (const auto* block = value.as<BlockId>()) id = *block;
  if (const auto* name = value.as<std::string>()) {
    const std::vector<BlockId> named = schedule.program().blocksNamed(*name, schedule.currentFunction());
    if (named.size() != 1)
      return schedule.apply(kGetBlock, {*name});  // the error describes what is wrong with the name
    id = named.front();
  }
  if (!id) return value;
  Result<BlockRv> rv = schedule.rvFor(*id);
  return rv ? Result<StepValue>(*rv) : Result<StepValue>(rv.error());
}

Result<StepValue> loopHandle(Schedule& schedule, const StepValue& value) {
  std::optional<LoopId> id;
  if (const auto* loop = value.as<LoopId>()) id = *loop;
  if (const auto* name = value.as<std::string>()) {
    const Result<LoopId> named = schedule.loopNamed(*name);
    if (!named) return named.error();
    id = *named;
  }
  if (!id) return value;
  Result<LoopRv> rv = schedule.rvFor(*id);
  return rv ? Result<StepValue>(*rv) : Result<StepValue>(rv.error());
}

// The argument in the form in which the function receives it.
Result<StepValue> argumentFor(Schedule& schedule, const Primitive& form, const Param& param, const StepValue& value) {
  const bool left = value.isNone() && param.defaultValue && param.defaultValue->isNone();
  if (!left && !fits(param.type, value))
    return explain(kArgumentType(form.name, param.name, std::string(nameOf(param.type)), kindOf(value)),
                   say("the arguments are {0}", form.signature()));
  const bool loops = infoOf(param.type).loops, blocks = infoOf(param.type).blocks;
  if (loops == blocks) return value;
  const auto* list = value.as<StepValue::List>();
  if (!list) return loops ? loopHandle(schedule, value) : blockHandle(schedule, value);
  StepValue::List handles;
  for (const StepValue& item : *list) {
    Result<StepValue> one = loops ? loopHandle(schedule, item) : blockHandle(schedule, item);
    if (!one) return one;
    handles.push_back(std::move(*one));
  }
  return StepValue(std::move(handles));
}

// The call with names instead of handles, as a user would type it.
std::string titleOf(const Schedule& schedule, const Primitive& form, const Arguments& args) {
  Arguments resolved;
  for (const StepValue& arg : args) {
    const Result<StepValue> one = schedule.resolve(arg);
    resolved.push_back(one ? *one : arg);
  }
  return callText(schedule.program(), form, resolved);
}

int actions(const Schedule& schedule, int from) {
  int count = 0;
  for (int i = from; i < schedule.stepCount(); ++i) count += !schedule.step(i).primitive->query;
  return count;
}

// Turns an error inside the composite into an explanation for its caller. `failed`: the schedule at the error;
// `before`: the schedule that the caller keeps.
Explanation fromOutside(Explanation e, const Composite& composite, const script::ScheduleObject& failed,
                        const Schedule& before) {
  const std::string name = composite.form->name, place = composite.file->source.name;
  const Message line =
      e.span.valid() ? say(" in line {0} of {1}", composite.file->source.locate(e.span.begin).line, Snippet(place))
                     : Message();
  if (failed.refused) {
    const std::string call = titleOf(failed.schedule, *failed.refused->primitive, failed.refused->args);
    e.setMessage(say("step {0} of {1}, {2}{3}, is refused: {4}", actions(failed.schedule, before.stepCount()) + 1,
                     Ident(name), Snippet(call), line, e.reason));
  } else if (e.reason.sentence == err::kAssertionFailedWith.sentence) {
    const std::string condition = e.reason.arguments.front().text;
    e.kind = err::kRequires.id;
    e.setMessage(err::kRequires(Ident(name), Message(condition)).reason);
  } else {
    e.setMessage(say("{0} stops{1}: {2}", Ident(name), line, e.reason));
  }
  e.span = {};
  e.repairs.clear();  // they apply to a program that the caller does not have
  std::erase_if(e.loops, [&](LoopId loop) { return !before.program().contains(loop); });
  std::erase_if(e.blocks, [&](BlockId block) { return !before.program().contains(block); });
  return e;
}

}  // namespace

namespace script {

namespace {

// What the function returns, without objects of its interpreter.
Value plainResult(const Value& value, Caller& caller) {
  const Result<StepValue> plain =
      value.hostAs<ScheduleObject>() ? Result<StepValue>(StepValue()) : toStepValue(value, caller);
  if (!plain) return {};
  Value out = fromStepValue(*plain);
  return value.as<TupleRef>() && out.items() ? makeTuple(*out.items()) : out;
}

Result<Value> runSteps(const Composite& composite, const Arguments& args, ScheduleObject& schedule) {
  std::vector<Value> values{Value(schedule.shared_from_this())};
  const std::vector<Param>& params = composite.form->params;
  for (size_t i = 0; i < params.size(); ++i) {
    Result<StepValue> one = argumentFor(schedule.schedule, *composite.form, params[i], args[i]);
    if (!one) return std::move(one).error();
    values.push_back(fromStepValue(*one));
  }
  const auto print = schedule.print;
  ScheduleHost host(schedule.shared_from_this(), false);
  const FileScope scope(*composite.file);
  Limits limits = schedule.limits;
  limits.breakpoint = nullptr;  // of another text
  limits.depth /= 2;            // the stack also contains the calling interpreter
  Interpreter interpreter(scope, host, limits);
  const Schedule before = schedule.schedule;
  schedule.refused.reset();
  Result<Value> out = interpreter.run(*composite.function, std::move(values));
  schedule.print = print;
  for (const std::string& text : host.output) print(text);
  if (!out) return fromOutside(std::move(out).error(), composite, schedule, before);
  return plainResult(*out, interpreter);
}

}  // namespace

std::optional<std::string> callTitle(const FunctionObject& function, const CallArgs& args, const Schedule& schedule,
                                     Caller& caller) {
  if (findPrimitive(function.name)) return std::nullopt;  // the text would call another step
  Primitive form;
  form.name = function.name;
  Arguments values;
  for (size_t i = 1; i < function.params->size(); ++i) {
    const py::Parameter& p = (*function.params)[i];
    if (p.star) return std::nullopt;
    Param param{p.name, ParamType::Annotation, ""};
    const Value* value = i < args.positional.size() ? &args.positional[i] : args.find(p.name);
    if (!value) param.defaultValue = StepValue();  // the text omits it
    Result<StepValue> plain = value ? toStepValue(*value, caller) : Result<StepValue>(StepValue());
    if (!plain) return std::nullopt;
    form.params.push_back(std::move(param));
    values.push_back(std::move(*plain));
  }
  return titleOf(schedule, form, values);
}

Result<Value> runComposite(const Composite& composite, const Arguments& args, ScheduleObject& schedule, Span call) {
  const Schedule before = schedule.schedule;
  const size_t groups = schedule.groups.size();
  const int depth = schedule.groupDepth++;
  const std::string title = titleOf(before, *composite.form, args);
  Result<Value> out = runSteps(composite, args, schedule);
  schedule.groupDepth = depth;
  schedule.groups.resize(groups);
  if (!out) {
    schedule.schedule = before;
    schedule.stepSpans.resize(std::min(schedule.stepSpans.size(), static_cast<size_t>(before.stepCount())));
    schedule.refused.reset();
    return out;
  }
  const int count = schedule.schedule.stepCount() - before.stepCount();
  schedule.stepSpans.resize(static_cast<size_t>(before.stepCount()), call);
  schedule.stepSpans.resize(static_cast<size_t>(schedule.schedule.stepCount()), call);
  if (schedule.groupDepth == 0 && count > 0) schedule.groups.push_back({before.stepCount(), count, title});
  return out;
}

Result<Value> CompositeObject::call(CallArgs& args, Caller& caller) {
  std::shared_ptr<ScheduleObject> target = schedule;
  size_t first = 0;
  if (!args.positional.empty() && args.positional[0].hostAs<ScheduleObject>()) {
    target = std::static_pointer_cast<ScheduleObject>(args.positional[0].as<HostRef>()->object);
    first = 1;
  }
  if (!target)
    return explain(err::kFirstArgumentNoSchedule(composite.form->name),
                   say("write {0}(sch, ...)", Ident(composite.form->name)));
  const auto plain = [&](const Value& value) -> Result<StepValue> {
    if (value.as<FunctionRef>())
      return explain(err::kCompositeTakesNoFunction(), "pass numbers, strings, lists, loops and blocks");
    return toStepValue(value, caller);
  };
  std::vector<StepValue> positional;
  std::vector<std::pair<std::string, StepValue>> named;
  for (size_t i = first; i < args.positional.size(); ++i) {
    Result<StepValue> one = plain(args.positional[i]);
    if (!one) return std::move(one).error();
    positional.push_back(std::move(*one));
  }
  for (const auto& [name, value] : args.named) {
    Result<StepValue> one = plain(value);
    if (!one) return std::move(one).error();
    named.emplace_back(name, std::move(*one));
  }
  Result<Arguments> bound = bindArguments(*composite.form, positional, named);
  if (!bound) return std::move(bound).error();
  return runComposite(composite, *bound, *target, args.span);
}

}  // namespace script

ScriptRun applyComposite(const Composite& composite, const Arguments& args, const Schedule& start,
                         const script::Limits& limits) {
  const auto object = std::make_shared<script::ScheduleObject>(start);
  object->limits = limits;
  std::vector<std::string> output;
  object->print = [&output](const std::string& text) { output.push_back(text); };
  object->stepSpans.resize(static_cast<size_t>(start.stepCount()));
  Result<Arguments> complete = completeArguments(*composite.form, args);
  Result<script::Value> out =
      complete ? script::runComposite(composite, *complete, *object, {}) : Result<script::Value>(complete.error());
  ScriptRun run{object->schedule, std::nullopt, std::move(output), {}, std::nullopt, std::move(object->groups)};
  if (!out) run.error = std::move(out).error();
  return run;
}

}  // namespace lw
