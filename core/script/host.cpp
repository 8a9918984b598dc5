#include "core/script/host.h"

#include "core/script/errors.h"
#include "core/script/interpreter.h"
#include "core/text/errors.h"

namespace lw::script {

Result<Value> HostObject::attribute(std::string_view name) { return err::kValueHasNoAttribute(typeName(), name); }
Result<Value> HostObject::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  Result<Value> value = attribute(name);
  if (!value) return value;
  if (HostObject* callee = value->host()) return callee->call(args, caller);
  return explain(err::kAttributeCannotBeCalled(name, script::typeName(*value)), "leave out the parentheses");
}
Result<Value> HostObject::call(CallArgs&, Caller&) { return err::kValueCannotBeCalled(typeName()); }
Result<Value> HostObject::item(std::span<const Value>) { return err::kValueCannotBeIndexed(typeName()); }
Status HostObject::setItem(std::span<const Value>, const Value&) { return err::kCannotBeChanged(typeName()); }
Status HostObject::setAttribute(std::string_view, const Value&) {
  return explain(err::kAssignedAttribute(), "assign to a variable or to an element");
}
Result<Value> HostObject::enter() { return explain(err::kWithUnsupported(), "write its statements without it"); }
Result<int64_t> HostObject::length() { return err::kHasNoItems(typeName()); }

Result<Value> Host::binary(py::BinOp op, const Value& a, const Value& b, bool) {
  return err::kOperatorDoesNotTakeBoth(symbolOf(op), typeName(a), typeName(b));
}
Result<Value> Host::compare(py::CompareOp op, const Value& a, const Value& b) {
  if (op == py::CompareOp::Eq || op == py::CompareOp::Ne) {
    const bool same = a.host() && b.host() && (a.host() == b.host() || a.host()->sameAs(*b.host()));
    return Value(same == (op == py::CompareOp::Eq));
  }
  return err::kNoOrder(typeName(a), typeName(b));
}
Result<Value> Host::classOf(const std::string& name, const std::vector<Value>&,
                            std::vector<std::pair<std::string, Value>>) {
  return explain(err::kClassUnsupported(name), "define plain functions");
}
Result<Value> Host::unary(py::UnaryOp op, const Value& a) { return err::kUnaryDoesNotTake(symbolOf(op), typeName(a)); }
Result<std::optional<Value>> Host::builtin(Builtin, CallArgs&) { return std::optional<Value>(); }

}  // namespace lw::script
