// Values of Python and of the engine's script language in each other's place. A Python script drives the objects that
// the interpreter drives (core/script, core/te), so that both give the same program.
#pragma once

#include <pybind11/pybind11.h>

#include "core/te/schedule_host_te.h"

namespace lw::python {

namespace py = pybind11;

// What a call of the module ends with in Python: an exception with these fields.
struct Refusal {
  Explanation why;
  std::shared_ptr<const SourceText> source = {};  // that why.span refers to
  std::optional<Schedule> schedule = {};          // where a step was refused
  std::optional<Instruction> step = {};           // that step
};

// A schedule with its identity: handles are numbers, with a meaning only in their schedule.
struct Owner {
  Owner(std::shared_ptr<script::ScheduleObject> s, const Owner* copiedFrom = nullptr);
  std::shared_ptr<script::ScheduleObject> object;
  uint64_t id;
  // Of the schedules that this one is a copy of, and the number of handles that each had.
  std::vector<std::pair<uint64_t, uint32_t>> known;
  bool fromTensors = false;  // made by te.create_schedule
  bool has(uint64_t owner, const StepValue& handle) const;
};
using OwnerPtr = std::shared_ptr<Owner>;

// An object of the engine: a loop, a tensor, a module of tvm. An attribute that is called is a method of `parent`, so
// both are kept.
struct Object {
  script::Value value;  // None: only a method
  OwnerPtr owner;       // may be null
  std::shared_ptr<Object> parent = {};
  std::string member = {};  // the name of the attribute of `parent`
};
struct LoopObject : Object {};
struct BlockObject : Object {};
struct NumberObject : Object {};

// Calls Python functions for the engine. An exception of such a function ends the engine's call and is thrown again
// by finish().
class PythonCaller : public script::Caller {
 public:
  explicit PythonCaller(OwnerPtr owner) : owner_(std::move(owner)) {}
  Result<script::Value> callFunction(const script::Value& function, std::vector<script::Value> args) override;
  void finish();

 private:
  OwnerPtr owner_;
  std::exception_ptr raised_;
};

// The language of tensor expressions, with its operators. One for the process.
te::ScheduleCodeHost& language();
// Schedules of tensors know these from now on; others of the same name are replaced.
void addIntrinsics(const std::vector<TensorIntrin>& intrinsics);
std::vector<TensorIntrin> knownIntrinsics();  // those, and the ones that te.decl_tensor_intrin declared

// `place`: for messages, "split". `target`: the schedule that takes the value; handles of others are refused.
script::Value fromPython(py::handle value, const std::string& place, const OwnerPtr& target);
py::object toPython(const script::Value& value, const OwnerPtr& owner);
script::CallArgs argumentsOf(const py::args& args, const py::kwargs& kwargs, const std::string& place,
                             const OwnerPtr& target);

// The value, or an exception.
template <class T>
T taken(Result<T> result) {
  if (!result) throw Refusal{std::move(result).error()};
  return *std::move(result);
}
inline void taken(Status status) {
  if (!status) throw Refusal{std::move(status).error()};
}

// Lets a schedule know the intrinsics that were registered or declared after it was created; `lw` reads the whole file
// before it carries out a step.
void learnIntrinsics(Owner& owner);

// A method of a schedule, with the refused step as part of its exception.
py::object callSchedule(const OwnerPtr& owner, const std::string& name, const py::args& args, const py::kwargs& kwargs);

// The refusal as an exception of Python.
py::object exceptionOf(Refusal refusal);
// Throws an ArgumentError. Requires the lock of Python.
[[noreturn]] void refuseArgument(const std::string& words);

}  // namespace lw::python
