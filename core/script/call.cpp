// Calls: binding of parameters, functions of the file, lambdas, host objects.
#include <algorithm>

#include "core/script/deeper.h"
#include "core/script/errors.h"
#include "core/script/methods.h"

namespace lw::script {

namespace {

class CountCall {
 public:
  explicit CountCall(int& calls) : calls_(calls) { ++calls_; }
  ~CountCall() { --calls_; }

 private:
  int& calls_;
};

}  // namespace

FunctionObject Interpreter::functionOf(const py::FunctionDef& def) {
  if (const Diagnostic* error = file_.errorIn(def)) fail(error->span, explanationOf(*error));
  if (!scopes_.functions.contains(&def.params)) resolveFunction(def.params, def.body, scopes_);
  FunctionObject function;
  function.name = def.name;
  function.params = &def.params;
  function.body = &def.body;
  function.info = scopes_.functions.at(&def.params);
  for (const py::Parameter& p : def.params)
    if (p.defaultValue) function.defaults.push_back(evalTopLevel(p.defaultValue));
  return function;
}

Value Interpreter::classOf(const py::ClassDef& definition) {
  std::vector<Value> bases;
  for (const py::Expr& base : definition.bases) bases.push_back(evalTopLevel(base));
  std::vector<std::pair<std::string, Value>> methods;
  for (const py::Stmt& s : definition.body)
    if (const auto* def = s->as<py::FunctionDef>())
      methods.emplace_back(def->name, FunctionRef{std::make_shared<FunctionObject>(functionOf(*def))});
  return take(host_.classOf(definition.name, bases, std::move(methods)), definition.nameSpan);
}

std::shared_ptr<Frame> Interpreter::newFrame(const FunctionObject& function) {
  auto frame = std::make_shared<Frame>();
  frame->info = function.info;
  frame->slots.resize(function.info->names.size());
  frame->bound.resize(function.info->names.size());
  frame->parent = function.scope;
  return frame;
}

void Interpreter::bindParameters(const FunctionObject& function, CallArgs& args, Frame& frame) {
  const std::vector<py::Parameter>& params = *function.params;
  size_t next = 0;
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].star) {
      std::vector<Value> rest;
      while (next < args.positional.size()) rest.push_back(args.positional[next++]);
      bind(&params[i], makeTuple(std::move(rest)), frame);
    } else if (next < args.positional.size() &&
               std::none_of(
                   params.begin(), params.begin() + static_cast<long>(i), [](const auto& p) { return p.star; })) {
      bind(&params[i], args.positional[next++], frame);
    }
  }
  if (next < args.positional.size())
    fail(args.span, err::kFunctionArgumentCount(function.name, std::to_string(params.size()),
                                                params.size() == 1 ? "" : "s", args.positional.size()));
  for (const auto& [name, value] : args.named) {
    const auto found =
        std::find_if(params.begin(), params.end(), [&](const auto& p) { return p.name == name && !p.star; });
    if (found == params.end()) {
      std::vector<std::string> names;
      for (const py::Parameter& p : params) names.push_back(p.name);
      fail(args.span, err::kHasNoParameterNamed(function.name, name), didYouMean(name, names));
    }
    const size_t slot = static_cast<size_t>(found - params.begin());
    if (frame.bound[slot]) fail(args.span, err::kGivenTwice(function.name, name));
    bind(&*found, value, frame);
  }
  size_t fromDefaults = function.defaults.size();
  for (size_t i = params.size(); i-- > 0;) {
    if (params[i].defaultValue) {
      --fromDefaults;
      if (!frame.bound[i]) bind(&params[i], function.defaults[fromDefaults], frame);
    } else if (!frame.bound[i]) {
      fail(args.span, err::kNoValueForParameter(function.name, params[i].name),
           "pass it, or give the parameter a default");
    }
  }
}

Value Interpreter::call(const FunctionObject& function, CallArgs& args) {
  if (calls_ >= limits_.calls)
    fail(args.span, err::kTooManyCalls(limits_.calls),
         say("check whether {0} calls itself endlessly", Ident(function.name)));
  const CountCall counted(calls_);
  const Deeper deeper(*this, args.span);
  tick(args.span);
  const std::shared_ptr<Frame> frame = newFrame(function);
  bindParameters(function, args, *frame);
  if (!function.body) return eval(function.result, *frame);
  host_.entered(function, args, *this);
  ++entered_;
  const Flow flow = block(*function.body, *frame);
  --entered_;
  host_.left();
  return flow == Flow::Return ? std::exchange(returned_, Value()) : Value();
}

Value Interpreter::callValue(const Value& callee, CallArgs& args) {
  if (const auto* function = callee.as<FunctionRef>()) {
    const std::shared_ptr<const FunctionObject> keep = function->object;
    return call(*keep, args);
  }
  if (const auto* builtin = callee.as<Builtin>()) {
    if (auto special = take(host_.builtin(*builtin, args), args.span)) return std::move(*special);
    return callBuiltin(*builtin, args);
  }
  if (HostObject* object = callee.host()) {
    const std::shared_ptr<HostObject> keep = callee.as<HostRef>()->object;
    return take(object->call(args, *this), args.span);
  }
  fail(args.span, err::kValueCannotBeCalled(typeName(callee)));
}

CallArgs Interpreter::arguments(const py::Call& call, Span span, Frame& frame) {
  CallArgs args;
  args.span = span;
  args.positional.reserve(call.args.size());
  for (const py::Expr& arg : call.args) {
    if (const auto* star = arg->as<py::Starred>()) {
      for (Value& item : itemsOf(eval(star->value, frame), arg->span)) {
        args.positional.push_back(std::move(item));
        args.spans.push_back(arg->span);
      }
      continue;
    }
    args.positional.push_back(eval(arg, frame));
    args.spans.push_back(arg->span);
  }
  for (const py::Keyword& keyword : call.keywords) {
    Value value = eval(keyword.value, frame);
    if (!keyword.name.empty()) {
      args.named.emplace_back(keyword.name, std::move(value));
      continue;
    }
    const auto* dict = value.as<DictRef>();
    if (!dict) fail(keyword.span, err::kUnpackNeedsDict(typeName(value)));
    for (const auto& [key, item] : dict->object->items) {
      if (!key.text()) fail(keyword.span, err::kUnpackedKeysNoStrings(typeName(key)));
      args.named.emplace_back(*key.text(), item);
    }
  }
  return args;
}

Value Interpreter::evalCall(const py::Expr& e, const py::Call& call, Frame& frame) {
  if (const auto* attribute = call.function->as<py::Attribute>()) {
    const Value object = eval(attribute->object, frame);
    CallArgs args = arguments(call, e->span, frame);
    return callMethod(object, *attribute, args);
  }
  const Value callee = call.function->as<py::Name>() ? name(call.function, *call.function->as<py::Name>(), frame, true)
                                                     : eval(call.function, frame);
  CallArgs args = arguments(call, e->span, frame);
  return callValue(callee, args);
}

Value Interpreter::callMethod(const Value& object, const py::Attribute& attribute, CallArgs& args) {
  if (object.host()) {
    const std::shared_ptr<HostObject> keep = object.as<HostRef>()->object;
    return take(keep->callMethod(attribute.name, args, *this), args.span);
  }
  Result<std::optional<Value>> result = callPlainMethod(object, attribute.name, args);
  if (!result) throw Raised{located(std::move(result).error(), args.span)};
  if (*result) {
    if (const auto* items = (*result)->items()) charge(static_cast<int64_t>(items->size()), args.span);
    if (const auto* text = (*result)->text()) charge(static_cast<int64_t>(text->size()), args.span);
    if (object.as<ListRef>())
      charge(static_cast<int64_t>(object.items()->size()) > limits_.items ? limits_.items + 1 : 0, args.span);
    if (const auto* list = (*result)->as<ListRef>()) lists_.push_back(list->object);
    return std::move(**result);
  }
  if (object.as<ListRef>() && attribute.name == "sort") {
    CallArgs sorted{{object}, args.named, {}, args.span};
    const Value result = callBuiltin(Builtin::Sorted, sorted);
    object.as<ListRef>()->object->items = *result.items();
    return {};
  }
  if (const auto* scalar = object.as<Scalar>(); scalar || object.as<double>() || object.as<int64_t>()) {
    CallArgs inner = args;  // NumPy scalars have the same methods as arrays
    if (auto special = take(host_.scalarMethod(object, attribute.name, inner), args.span)) return std::move(*special);
  }
  fail(attribute.nameSpan, err::kHasNoMethod(typeName(object), attribute.name),
       didYouMean(attribute.name, plainMethodsOf(object)));
}

}  // namespace lw::script
