// Object in Python: attributes, calls, items and operators of the engine's objects.
#include <algorithm>

#include "app/python/bindings.h"
#include "app/python/bridge.h"
#include "app/python/errors.h"
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"
#include "core/trace/trace.h"

namespace lw::python {
namespace {

using lw::py::BinOp;
using lw::py::CompareOp;
using lw::py::UnaryOp;
using script::Value;
using ObjectPtr = std::shared_ptr<Object>;

const Value& valueOf(const Object& object) {
  if (object.value.isNone())
    throw Refusal{
        explain(err::kPythonAttribute(script::typeName(object.parent->value).text(), object.member), "call it")};
  return object.value;
}
script::HostObject& hostOf(const Object& object) { return *valueOf(object).host(); }

py::object attribute(const ObjectPtr& self, const std::string& name) {
  const auto noAttribute = [&](const std::string& why) { return py::attribute_error(why); };
  if (self->value.isNone()) throw noAttribute("the method '" + self->member + "' has no attribute '" + name + "'");
  if (name.starts_with("_"))
    throw noAttribute(script::typeName(self->value).text() + " has no attribute '" + name + "'");
  const Value keep = self->value;
  Result<Value> found = keep.host()->attribute(name);
  if (found && !found->host()) return toPython(*found, self->owner);
  if (found) {
    py::object out = toPython(*found, self->owner);
    if (py::isinstance<Object>(out)) {
      auto object = py::cast<ObjectPtr>(out);
      object->parent = self;
      object->member = name;
    }
    return out;
  }
  // The methods of an object are known only when they are called.
  auto method = std::make_shared<Object>();
  method->owner = self->owner;
  method->parent = self;
  method->member = name;
  return py::cast(std::move(method));
}

py::object call(const ObjectPtr& self, const py::args& args, const py::kwargs& kwargs) {
  if (self->owner && self->owner->fromTensors) learnIntrinsics(*self->owner);
  const std::string place = !self->member.empty() ? self->member : script::typeName(self->value).text();
  script::CallArgs given = argumentsOf(args, kwargs, place, self->owner);
  PythonCaller caller(self->owner);
  const ObjectPtr keep = self;
  Result<Value> result = self->parent ? self->parent->value.host()->callMethod(self->member, given, caller)
                                      : self->value.host()->call(given, caller);
  caller.finish();
  return toPython(taken(std::move(result)), self->owner);
}

std::vector<Value> indices(const ObjectPtr& self, py::handle index) {
  const Value value = fromPython(index, "an index", self->owner);
  if (value.as<script::TupleRef>()) return *value.items();
  return {value};
}

Value operand(py::handle value, const OwnerPtr& owner) { return fromPython(value, "an operator", owner); }

bool isOperand(py::handle other) {
  return py::isinstance<Object>(other) || PyIndex_Check(other.ptr()) || PyFloat_Check(other.ptr()) ||
         PyBool_Check(other.ptr()) || PyUnicode_Check(other.ptr()) || PyTuple_Check(other.ptr()) ||
         PyList_Check(other.ptr());
}

template <bool reflected>
auto binary(BinOp op) {
  return [op](const ObjectPtr& self, const py::object& other) -> py::object {
    if (!isOperand(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
    const Value a = valueOf(*self), b = operand(other, nullptr);
    return toPython(taken(reflected ? language().binary(op, b, a, false) : language().binary(op, a, b, false)),
                    self->owner);
  };
}

auto compare(CompareOp op) {
  return [op](const ObjectPtr& self, const py::object& other) -> py::object {
    const bool equality = op == CompareOp::Eq || op == CompareOp::Ne;
    if (self->value.isNone() || !isOperand(other) ||
        (py::isinstance<Object>(other) && py::cast<const Object&>(other).value.isNone())) {
      if (!equality) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
      return py::bool_((self.get() == (py::isinstance<Object>(other) ? &py::cast<const Object&>(other) : nullptr)) ==
                       (op == CompareOp::Eq));
    }
    const Value b = operand(other, nullptr);
    const auto* mine = self->value.hostAs<script::HandleObject>();
    if (mine && equality) {  // handles of two schedules differ, even with the same number
      const auto* yours = b.hostAs<script::HandleObject>();
      const bool same =
          yours && equal(mine->handle, yours->handle) && py::cast<const Object&>(other).owner == self->owner;
      return py::bool_(same == (op == CompareOp::Eq));
    }
    return toPython(taken(language().compare(op, self->value, b)), self->owner);
  };
}

auto unary(UnaryOp op) {
  return [op](const ObjectPtr& self) { return toPython(taken(language().unary(op, valueOf(*self))), self->owner); };
}

std::string text(const Object& self) {
  if (self.value.isNone()) return "<method " + self.member + ">";
  return self.value.host()->text();
}

// "loop i: 64 iterations, parallel"; of a handle whose loop a step has removed, "loop l1: no longer valid".
std::string handleText(const Object& self, const StepValue& handle, bool withFacts) {
  const Schedule& schedule = self.owner->object->schedule;
  const auto gone = [&](const char* what) {
    return withFacts ? std::string(what) + " " + toText(handle) + ": no longer valid" : toText(handle);
  };
  if (const auto* rv = handle.as<LoopRv>()) {
    const Result<LoopId> id = schedule.resolve(*rv);
    if (!id) return gone("loop");
    const For& loop = schedule.program().loop(*id);
    if (!withFacts) return loop.var.name();
    return "loop " + loop.var.name() + ": " + toText(loop.extent) +
           (isOne(loop.extent) ? " iteration" : " iterations") +
           (loop.kind == ForKind::Serial          ? ""
            : loop.kind == ForKind::ThreadBinding ? ", " + loop.thread
                                                  : ", " + std::string(nameOf(loop.kind)));
  }
  if (const auto* rv = handle.as<BlockRv>()) {
    const Result<BlockId> id = schedule.resolve(*rv);
    if (!id) return gone("block");
    const Block& block = schedule.program().block(*id);
    if (!withFacts) return block.name;
    const auto buffers = [](const std::vector<BufferRegion>& regions) {
      std::string names;
      for (const BufferRegion& region : regions) addItem(names, region.buffer->name);
      return names;
    };
    const std::string reads = buffers(block.reads), writes = buffers(block.writes);
    return "block " + block.name + (reads.empty() && writes.empty() ? "" : ": ") +
           (reads.empty() ? "" : "reads " + reads) + (reads.empty() || writes.empty() ? "" : "; ") +
           (writes.empty() ? "" : "writes " + writes);
  }
  const auto* rv = handle.as<ExprRv>();
  const Result<int64_t> value = rv ? schedule.resolve(*rv) : Result<int64_t>(int64_t{0});
  if (!rv || !value) return gone("number");
  return (withFacts ? "number " : "") + std::to_string(*value);
}

std::string shown(const Object& self, bool withFacts) {
  const auto* handle = self.value.isNone() ? nullptr : self.value.hostAs<script::HandleObject>();
  const std::string words = handle && self.owner ? handleText(self, handle->handle, withFacts) : text(self);
  return !withFacts || words.starts_with("<") ? words : "<" + words + ">";
}

int64_t sampled(const NumberObject& self) {
  const auto* handle = self.value.hostAs<script::HandleObject>();
  return *taken(self.owner->object->schedule.resolve(handle->handle)).as<int64_t>();
}

size_t hashOf(const Object& self) {
  if (const auto* handle = self.value.hostAs<script::HandleObject>())
    return std::hash<uint64_t>{}(uint64_t{handleNumber(handle->handle)} * 2 + (handle->handle.as<LoopRv>() ? 1 : 0));
  return std::hash<const void*>{}(self.value.host());
}

}  // namespace

void bindObjects(py::module_& m) {
  py::class_<Object, ObjectPtr> object(m, "Object", "An object of the engine: a tensor, an axis, an index expression.");
  object.def("__getattr__", attribute)
      .def("__call__", call)
      .def("__getitem__",
           [](const ObjectPtr& self, const py::object& index) {
             const std::vector<Value> at = indices(self, index);
             const Value keep = valueOf(*self);
             return toPython(taken(keep.host()->item(at)), self->owner);
           })
      .def("__setitem__",
           [](const ObjectPtr& self, const py::object& index, const py::object& value) {
             const std::vector<Value> at = indices(self, index);
             taken(hostOf(*self).setItem(at, fromPython(value, "an assignment", self->owner)));
           })
      .def("__len__", [](const ObjectPtr& self) { return taken(hostOf(*self).length()); })
      .def("__iter__",
           [](const ObjectPtr& self) {
             const int64_t length = taken(hostOf(*self).length());
             py::list items;
             for (int64_t i = 0; i < length; ++i) {
               const Value at(i);
               items.append(toPython(taken(hostOf(*self).item({&at, 1})), self->owner));
             }
             return py::iter(items);
           })
      .def("__bool__", [](const ObjectPtr& self) { return taken(hostOf(*self).truth()); })
      .def("__enter__", [](const ObjectPtr& self) { return toPython(taken(hostOf(*self).enter()), self->owner); })
      .def("__exit__",
           [](const ObjectPtr& self, const py::object& type, const py::object&, const py::object&) {
             if (type.is_none()) taken(hostOf(*self).leave());
           })
      .def("__hash__", hashOf)
      .def("__str__", [](const Object& self) { return shown(self, false); })
      .def("__repr__", [](const Object& self) { return shown(self, true); });
  const std::pair<const char*, BinOp> operators[] = {
      {"add", BinOp::Add},           {"sub", BinOp::Sub},    {"mul", BinOp::Mul},  {"truediv", BinOp::Div},
      {"floordiv", BinOp::FloorDiv}, {"mod", BinOp::Mod},    {"pow", BinOp::Pow},  {"lshift", BinOp::LShift},
      {"rshift", BinOp::RShift},     {"and", BinOp::BitAnd}, {"or", BinOp::BitOr}, {"xor", BinOp::BitXor},
      {"matmul", BinOp::MatMul}};
  for (const auto& [name, op] : operators) {
    object.def(("__" + std::string(name) + "__").c_str(), binary<false>(op));
    object.def(("__r" + std::string(name) + "__").c_str(), binary<true>(op));
  }
  const std::pair<const char*, CompareOp> comparisons[] = {{"eq", CompareOp::Eq}, {"ne", CompareOp::Ne},
                                                           {"lt", CompareOp::Lt}, {"le", CompareOp::Le},
                                                           {"gt", CompareOp::Gt}, {"ge", CompareOp::Ge}};
  for (const auto& [name, op] : comparisons) object.def(("__" + std::string(name) + "__").c_str(), compare(op));
  object.def("__neg__", unary(UnaryOp::Minus))
      .def("__pos__", unary(UnaryOp::Plus))
      .def("__invert__", unary(UnaryOp::Invert));
  // __eq__ alone would leave the class without a hash.
  py::class_<LoopObject, Object, std::shared_ptr<LoopObject>>(m, "Loop", "A loop of a schedule.");
  py::class_<BlockObject, Object, std::shared_ptr<BlockObject>>(m, "Block", "A block of a schedule.");
  py::class_<NumberObject, Object, std::shared_ptr<NumberObject>>(m, "Number", "A number that a sampling step drew.")
      .def("__int__", sampled)
      .def("__index__", sampled);
  // tvm, te, topi and their submodules, as schedules and tensor expressions use them.
  m.def("language", [](const std::string& name) -> py::object {
    const std::optional<Value> known = language().module(name);
    return known ? toPython(*known, nullptr) : py::none();
  });
  m.def("global_name", [](const std::string& name) -> py::object {
    const std::optional<Value> known = taken(language().global(name, false));
    return known ? toPython(*known, nullptr) : py::none();
  });
}

}  // namespace lw::python
