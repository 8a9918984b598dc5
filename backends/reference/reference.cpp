#include "backends/reference/reference.h"

#include <algorithm>
#include <chrono>

#include "backends/reference/errors.h"
#include "backends/reference/linalg.h"
#include "backends/reference/numpy_host.h"
#include "core/analysis/program/roles.h"
#include "core/support/text.h"

namespace lw {

namespace {

using reference::Array;
using reference::ArrayObject;
using script::Value;

const py::FunctionDef* findFunction(const SourceFile& file, std::string_view name) {
  const script::FileScope scope(file);
  return scope.function(std::string(name));
}

// The last `return` of the function, where a wrong result is reported.
void lastReturn(const py::Block& body, Span& span) {
  for (const py::Stmt& s : body) {
    if (s->as<py::Return>()) span = s->span;
    if (const auto* n = s->as<py::If>()) lastReturn(n->body, span), lastReturn(n->orElse, span);
    if (const auto* n = s->as<py::ForLoop>()) lastReturn(n->body, span);
    if (const auto* n = s->as<py::WhileLoop>()) lastReturn(n->body, span);
    if (const auto* n = s->as<py::Try>()) {
      lastReturn(n->body, span);
      for (const py::Handler& handler : n->handlers) lastReturn(handler.body, span);
      lastReturn(n->orElse, span), lastReturn(n->atEnd, span);
    }
  }
}

Explanation at(Explanation e, Span span) {
  if (!e.span.valid()) e.span = span;
  return e;
}

}  // namespace

bool hasReference(const SourceFile& file, std::string_view function) { return findFunction(file, function) != nullptr; }

Result<PreparedReference> PreparedReference::prepare(const SourceFile& file, const PrimFunc& function,
                                                     std::vector<Argument> arguments, const ReferenceOptions& options) {
  const std::vector<ParamRole> roles = paramRoles(function);
  std::vector<Parameter> parameters;
  for (const Var& param : function.params) {
    const Buffer* buffer = function.bufferOf(param);
    Parameter p{buffer ? (*buffer)->name : param.name(), param.name()};  // def f(a: T.handle): A = T.match_buffer(a)
    for (const ParamRole& role : roles) p.written |= buffer && role.buffer.sameAs(*buffer) && role.writes();
    parameters.push_back(std::move(p));
  }
  return prepare(file, function.name, parameters, std::move(arguments), options);
}

Result<PreparedReference> PreparedReference::prepare(const SourceFile& file, const std::string& of,
                                                     const std::vector<Parameter>& parameters,
                                                     std::vector<Argument> arguments, const ReferenceOptions& options) {
  PreparedReference r;
  r.syntax_ = file.syntax;
  r.scope_ = std::make_shared<const script::FileScope>(file);
  r.options_ = options;
  r.arguments_ = std::move(arguments);
  r.function_ = r.scope_->function(options.function);
  if (!r.function_)
    return explain(err::kNoReferenceFunction(options.function),
                   say("write def {0}(A, B, ...): ... with NumPy code, or run without a reference", options.function));
  if (r.arguments_.size() != parameters.size())
    return err::kReferenceArgumentCount(parameters.size(), r.arguments_.size());
  std::vector<std::string> names;
  for (size_t i = 0; i < parameters.size(); ++i) {
    names.push_back(parameters[i].name);
    if (!parameters[i].written) continue;
    r.outputParameters_.push_back(i);
    r.outputNames_.push_back(names.back());
  }
  for (const py::Parameter& p : r.function_->params) {
    auto found = std::find(names.begin(), names.end(), p.name);
    for (size_t i = 0; i < parameters.size() && found == names.end(); ++i)
      if (parameters[i].handle == p.name) found = names.begin() + static_cast<long>(i);
    if (found == names.end()) {
      if (p.defaultValue || p.star) continue;
      const Message near = script::didYouMean(p.name, names);
      const std::string all = join(names);
      return at(explain(err::kReferenceParameter(options.function, p.name, of),
                        near.empty() ? say("the parameters are {0}", Ident(all))
                                     : say("{0} the parameters are {1}", near, Ident(all))),
                p.span);
    }
    const auto position = static_cast<size_t>(found - names.begin());
    r.inputs_.push_back(
        {p.name, position,
         std::find(r.outputParameters_.begin(), r.outputParameters_.end(), position) != r.outputParameters_.end()});
  }
  for (const Argument& argument : r.arguments_) {
    const auto* array = std::get_if<NDArray>(&argument);
    if (array && !reference::supportedType(array->type))
      return explain(err::kReferenceElementType(toString(array->type)), "run without a reference");
    if (array && array->shape.size() > static_cast<size_t>(reference::kMaxRank))
      return explain(err::kTooManyDimensions(reference::kMaxRank), "run without a reference");
  }
  return r;
}

Result<double> PreparedReference::run() {
  std::vector<Value> passed;
  for (const Input& input : inputs_) {
    const Argument& argument = arguments_[input.argument];
    if (const auto* array = std::get_if<NDArray>(&argument))
      passed.push_back(Value(std::make_shared<ArrayObject>(reference::fromNDArray(*array))));
    else if (const auto* whole = std::get_if<int64_t>(&argument))
      passed.push_back(Value(*whole));
    else
      passed.push_back(Value(std::get<double>(argument)));
  }
  reference::setProductThreads(options_.threads);
  (void)reference::takeUsedProducts();
  reference::NumpyHost host;
  script::Limits limits;
  limits.steps = options_.steps;
  limits.totalItems = 2'000'000'000;
  limits.cancelled = options_.cancelled;
  // Unmatched parameters have defaults and come last; the others are passed by position.
  script::Interpreter interpreter(*scope_, host, limits);
  const auto start = std::chrono::steady_clock::now();
  Result<Value> returned = interpreter.run(*function_, passed);
  const double milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  printed_ = std::move(host.output);
  usedProducts_ = reference::takeUsedProducts();
  if (!returned) return std::move(returned).error();
  Result<std::vector<NDArray>> outputs = collect(*returned, passed);
  if (!outputs) return std::move(outputs).error();
  outputs_ = std::move(*outputs);
  return milliseconds;
}

Result<std::vector<NDArray>> PreparedReference::collect(const Value& returned, const std::vector<Value>& passed) const {
  Span place = function_->nameSpan;
  lastReturn(function_->body, place);
  std::vector<Value> values;
  if (const auto* tuple = returned.as<script::TupleRef>())
    values = tuple->object->items;
  else if (const auto* list = returned.as<script::ListRef>(); list && outputParameters_.size() > 1)
    values = list->object->items;
  else if (!returned.isNone())
    values = {returned};
  std::vector<Value> inPlace(outputParameters_.size());
  size_t open = 0;
  for (size_t k = 0; k < outputParameters_.size(); ++k) {
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].argument == outputParameters_[k]) inPlace[k] = passed[i];
    open += inPlace[k].isNone();
  }
  std::vector<Value> results = inPlace;
  if (values.size() == results.size())
    results = values;
  else if (values.size() == open)
    for (size_t k = 0, next = 0; k < results.size(); ++k) {
      if (results[k].isNone()) results[k] = values[next++];
    }
  else
    return at(explain(err::kReferenceOutputCount(
                          function_->name,
                          values.empty() ? "nothing"
                                         : std::to_string(values.size()) + (values.size() == 1 ? " value" : " values"),
                          results.size(), results.size() == 1 ? " output is" : " outputs are", join(outputNames_)),
                      say("return them in this order, or take {0} as parameters and write them in place",
                          join(outputNames_))),
              place);
  std::vector<NDArray> outputs;
  for (size_t k = 0; k < results.size(); ++k) {
    const auto& expected = std::get<NDArray>(arguments_[outputParameters_[k]]);
    Result<Array> array = reference::arrayOf(results[k]);
    if (!array) return at(std::move(array).error(), place);
    if (array->shape != expected.shape)
      return at(explain(err::kReferenceResultShape(outputNames_[k], reference::toString(array->shape),
                                                   reference::toString(expected.shape)),
                        array->size() == NDArray{expected.type, expected.shape, {}}.size()
                            ? say("use .reshape{0} or .T", reference::toString(expected.shape))
                            : "check the axes of the last operation"),
                place);
    if (array->type != expected.type)
      return at(explain(err::kReferenceResultType(outputNames_[k], toString(array->type), toString(expected.type)),
                        say("write .astype(\"{0}\")", TypeName(toString(expected.type)))),
                place);
    outputs.push_back(reference::toNDArray(*array));
  }
  return outputs;
}

Result<std::vector<NDArray>> evaluateReference(const SourceFile& file, const PrimFunc& function,
                                               const std::vector<Argument>& arguments,
                                               const ReferenceOptions& options) {
  Result<PreparedReference> prepared = PreparedReference::prepare(file, function, arguments, options);
  if (!prepared) return std::move(prepared).error();
  Result<double> time = prepared->run();
  if (!time) return std::move(time).error();
  return prepared->outputs();
}

}  // namespace lw
