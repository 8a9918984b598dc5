#include "app/python/bridge.h"

#include <algorithm>
#include <atomic>

#include "app/python/errors.h"
#include "app/python/schedule.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw::python {

using script::HostRef;
using script::Value;

namespace {

constexpr int kMaxDepth = 20;
constexpr size_t kMaxItems = 1'000'000;

// A Python function as a function of the script language: its parameters are known, its body is called.
struct PythonFunction : script::FunctionObject {
  std::vector<lw::py::Parameter> own;
  py::object callable;
  ~PythonFunction() {
    if (!Py_IsInitialized()) {
      callable.release();
      return;
    }
    const py::gil_scoped_acquire gil;
    callable = py::object();
  }
};

uint32_t handleCount(const Schedule& schedule) {
  uint32_t count = 0;
  const std::function<void(const StepValue&)> look = [&](const StepValue& v) {
    if (const auto* list = v.as<StepValue::List>())
      for (const StepValue& item : *list) look(item);
    else if (v.isHandle())
      count = std::max(count, handleNumber(v) + 1);
  };
  for (int i = 0; i < schedule.stepCount(); ++i)
    for (const StepValue& output : schedule.step(i).outputs) look(output);
  return count;
}

std::string typeNameOf(py::handle value) { return std::string(py::str(py::type::of(value).attr("__name__"))); }

Value functionOf(py::handle value, const std::string& place) {
  auto function = std::make_shared<PythonFunction>();
  function->callable = py::reinterpret_borrow<py::object>(value);
  function->name = py::str(py::getattr(value, "__name__", py::str("a function")));
  try {
    for (const py::handle parameter :
         py::module_::import("inspect").attr("signature")(value).attr("parameters").attr("values")()) {
      const auto kind = py::cast<int>(py::int_(parameter.attr("kind")));
      if (kind > 2) continue;  // by name only
      lw::py::Parameter p;
      p.name = py::str(parameter.attr("name"));
      p.star = kind == 2;
      function->own.push_back(std::move(p));
    }
  } catch (py::error_already_set&) {
    throw Refusal{explain(err::kPythonArgument(place, typeNameOf(value)), "pass a function that is written in Python")};
  }
  function->params = &function->own;
  return Value(script::FunctionRef{std::move(function)});
}

Value convert(py::handle value, const std::string& place, const OwnerPtr& target, int depth);

std::shared_ptr<script::ListObject> listOf(py::handle value, const std::string& place, const OwnerPtr& target,
                                           int depth) {
  std::vector<Value> items;
  for (const py::handle item : value) {
    if (items.size() >= kMaxItems) throw Refusal{err::kPythonDepth(place)};
    items.push_back(convert(item, place, target, depth + 1));
  }
  return std::make_shared<script::ListObject>(std::move(items));
}

Value ofObject(const Object& object, const std::string& place, const OwnerPtr& target) {
  if (object.value.isNone()) {
    const Value& parent = object.parent->value;
    throw Refusal{explain(err::kPythonAttribute(script::typeName(parent).text(), object.member), "call it")};
  }
  if (const auto* handle = object.value.hostAs<script::HandleObject>())
    if (target && object.owner && !target->has(object.owner->id, handle->handle))
      throw Refusal{explain(err::kPythonHandle(place, toText(handle->handle)),
                            "get it from this schedule: sch.get_block(...), sch.get_loops(...)")};
  return object.value;
}

Value convert(py::handle value, const std::string& place, const OwnerPtr& target, int depth) {
  if (depth > kMaxDepth) throw Refusal{err::kPythonDepth(place)};
  if (value.is_none()) return {};
  if (PyBool_Check(value.ptr())) return Value(value.ptr() == Py_True);
  if (py::isinstance<Object>(value)) return ofObject(py::cast<const Object&>(value), place, target);
  if (py::isinstance<PySchedule>(value)) return Value(py::cast<const PySchedule&>(value).owner->object);
  if (PyFloat_Check(value.ptr())) return Value(PyFloat_AS_DOUBLE(value.ptr()));
  if (PyUnicode_Check(value.ptr())) return Value(py::cast<std::string>(value));
  if (value.ptr() == Py_Ellipsis) return Value(script::Ellipsis());
  if (PyList_Check(value.ptr())) return Value(script::ListRef{listOf(value, place, target, depth)});
  if (PyTuple_Check(value.ptr())) return Value(script::TupleRef{listOf(value, place, target, depth)});
  if (PyRange_Check(value.ptr())) {
    script::RangeObject range;
    range.start = py::cast<int64_t>(value.attr("start"));
    range.stop = py::cast<int64_t>(value.attr("stop"));
    range.step = py::cast<int64_t>(value.attr("step"));
    return Value(script::RangeRef{std::make_shared<const script::RangeObject>(range)});
  }
  if (PySlice_Check(value.ptr())) {
    auto slice = std::make_shared<script::SliceObject>();
    slice->start = convert(value.attr("start"), place, target, depth + 1);
    slice->stop = convert(value.attr("stop"), place, target, depth + 1);
    slice->step = convert(value.attr("step"), place, target, depth + 1);
    return Value(script::SliceRef{std::move(slice)});
  }
  if (PyDict_Check(value.ptr())) {
    auto dict = std::make_shared<script::DictObject>();
    for (const auto& [key, item] : py::reinterpret_borrow<py::dict>(value))
      dict->items.emplace_back(convert(key, place, target, depth + 1), convert(item, place, target, depth + 1));
    return Value(script::DictRef{std::move(dict)});
  }
  if (PyIndex_Check(value.ptr())) {  // int, and the integers of NumPy
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!index) throw py::error_already_set();
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow) throw Refusal{err::kPythonInteger(place)};
    return Value(static_cast<int64_t>(number));
  }
  if (py::hasattr(value, "__array_interface__") && py::hasattr(value, "item") && py::hasattr(value, "ndim") &&
      py::cast<int>(value.attr("ndim")) == 0)
    return convert(value.attr("item")(), place, target, depth + 1);  // np.float32(0.5)
  if (PyCallable_Check(value.ptr()) && !PyType_Check(value.ptr())) return functionOf(value, place);
  throw Refusal{explain(err::kPythonArgument(place, typeNameOf(value)),
                        "steps take loops, blocks, numbers, strings, lists and lambdas")};
}

template <class T>
py::object wrapped(const Value& value, const OwnerPtr& owner) {
  auto object = std::make_shared<T>();
  object->value = value;
  object->owner = owner;
  return py::cast(std::move(object));
}

py::object listed(const std::vector<Value>& items, const OwnerPtr& owner) {
  py::list list;
  for (const Value& item : items) list.append(toPython(item, owner));
  return list;
}

py::object ofHost(const Value& value, const OwnerPtr& owner) {
  if (const auto* handle = value.hostAs<script::HandleObject>())
    return handle->handle.as<LoopRv>()    ? wrapped<LoopObject>(value, owner)
           : handle->handle.as<BlockRv>() ? wrapped<BlockObject>(value, owner)
                                          : wrapped<NumberObject>(value, owner);
  if (auto* schedule = value.hostAs<script::ScheduleObject>()) {
    if (owner && owner->object.get() == schedule) return scheduleOf(owner);
    auto made = std::make_shared<Owner>(std::static_pointer_cast<script::ScheduleObject>(value.as<HostRef>()->object),
                                        owner.get());
    made->fromTensors = !owner || owner->fromTensors;
    return scheduleOf(std::move(made));
  }
  return wrapped<Object>(value, owner);
}

}  // namespace

Owner::Owner(std::shared_ptr<script::ScheduleObject> s, const Owner* copiedFrom) : object(std::move(s)) {
  static std::atomic<uint64_t> last{0};
  id = ++last;
  if (!copiedFrom) return;
  known = copiedFrom->known;
  known.emplace_back(copiedFrom->id, handleCount(copiedFrom->object->schedule));
}

bool Owner::has(uint64_t owner, const StepValue& handle) const {
  if (owner == id) return true;
  const uint32_t number = handleNumber(handle);
  return std::any_of(known.begin(), known.end(), [&](const auto& k) { return k.first == owner && number < k.second; });
}

namespace {

struct Language {
  SourceFile file;  // whose intrinsics schedules of tensors may use
  te::ScheduleCodeHost host{file, nullptr, [] {
                              script::Limits limits;
                              limits.lowered = [](const PrimFunc& f) { return print(lowerForCpu(f)).text; };
                              return limits;
                            }()};
};

// Never destroyed: Python objects may outlive the end of the program.
Language& theLanguage() {
  static auto* all = new Language;
  return *all;
}

}  // namespace

te::ScheduleCodeHost& language() { return theLanguage().host; }

void addIntrinsics(const std::vector<TensorIntrin>& intrinsics) {
  std::vector<TensorIntrin>& known = theLanguage().file.intrinsics;
  for (const TensorIntrin& one : intrinsics) {
    std::erase_if(known, [&](const TensorIntrin& other) { return other.name == one.name; });
    known.push_back(one);
  }
}

std::vector<TensorIntrin> knownIntrinsics() {
  std::vector<TensorIntrin> all = theLanguage().file.intrinsics;
  const std::vector<TensorIntrin>& declared = language().declared();
  all.insert(all.end(), declared.begin(), declared.end());
  return all;
}

Value fromPython(py::handle value, const std::string& place, const OwnerPtr& target) {
  return convert(value, place, target, 0);
}

py::object toPython(const Value& value, const OwnerPtr& owner) {
  if (value.isNone()) return py::none();
  if (const auto* b = value.as<bool>()) return py::bool_(*b);
  if (const auto* i = value.as<int64_t>()) return py::int_(*i);
  if (const auto* d = value.as<double>()) return py::float_(*d);
  if (value.text()) return py::str(*value.text());
  if (value.as<script::TupleRef>()) return py::tuple(listed(*value.items(), owner));
  if (value.items()) return listed(*value.items(), owner);
  if (value.as<script::Ellipsis>()) return py::ellipsis();
  if (const auto* s = value.as<script::Scalar>()) {
    if (s->type.isFloat()) return py::float_(s->real);
    return s->type.isBool() ? py::object(py::bool_(s->integer != 0)) : py::object(py::int_(s->integer));
  }
  if (const auto* dict = value.as<script::DictRef>()) {
    py::dict out;
    for (const auto& [key, item] : dict->object->items) out[toPython(key, owner)] = toPython(item, owner);
    return out;
  }
  if (const auto* range = value.as<script::RangeRef>())
    return py::module_::import("builtins")
        .attr("range")(range->object->start, range->object->stop, range->object->step);
  if (const auto* function = value.as<script::FunctionRef>())
    return static_cast<const PythonFunction*>(function->object.get())->callable;
  if (value.host()) return ofHost(value, owner);
  return py::none();
}

script::CallArgs argumentsOf(const py::args& args, const py::kwargs& kwargs, const std::string& place,
                             const OwnerPtr& target) {
  script::CallArgs out;
  for (const py::handle arg : args) out.positional.push_back(fromPython(arg, place, target));
  for (const auto& [name, value] : kwargs)
    out.named.emplace_back(py::cast<std::string>(name), fromPython(value, place, target));
  return out;
}

Result<Value> PythonCaller::callFunction(const Value& function, std::vector<Value> args) {
  if (script::HostObject* object = function.host()) {
    script::CallArgs given{std::move(args), {}, {}, {}};
    const Value keep = function;
    return object->call(given, *this);
  }
  // All functions that reach the engine of this process were made by functionOf().
  if (!function.as<script::FunctionRef>())
    return err::kPythonArgument("a call", TypeName(script::typeName(function).text()));
  const auto* known = static_cast<const PythonFunction*>(function.as<script::FunctionRef>()->object.get());
  try {
    py::tuple given(args.size());
    for (size_t i = 0; i < args.size(); ++i) given[i] = toPython(args[i], owner_);
    return fromPython(known->callable(*given), known->name, owner_);
  } catch (Refusal& refusal) {
    return refusal.why;
  } catch (py::error_already_set&) {
    raised_ = std::current_exception();
    return err::kPythonArgument(known->name, TypeName("function"));
  }
}

void PythonCaller::finish() {
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
}

void learnIntrinsics(Owner& owner) {
  Schedule& schedule = owner.object->schedule;
  std::vector<TensorIntrin> all = schedule.program().intrinsics();
  const size_t known = all.size();
  for (const TensorIntrin& one : knownIntrinsics())
    if (std::none_of(all.begin(), all.end(), [&](const TensorIntrin& other) { return other.name == one.name; }))
      all.push_back(one);
  if (all.size() == known) return;
  Replayed again = replayOnto(schedule.source().withIntrinsics(std::move(all)), schedule);
  if (again.droppedSteps.empty()) schedule = std::move(again.schedule);
}

py::object callSchedule(const OwnerPtr& owner, const std::string& name, const py::args& args,
                        const py::kwargs& kwargs) {
  script::CallArgs given = argumentsOf(args, kwargs, name, owner);
  if (name == "tensorize") learnIntrinsics(*owner);
  owner->object->refused.reset();
  PythonCaller caller(owner);
  const OwnerPtr keep = owner;
  Result<Value> result = keep->object->callMethod(name, given, caller);
  caller.finish();
  if (!result) throw Refusal{std::move(result).error(), {}, owner->object->schedule, owner->object->refused};
  return toPython(*result, owner);
}

}  // namespace lw::python
