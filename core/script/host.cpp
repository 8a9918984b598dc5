#include "core/script/host.h"

#include "core/script/interpreter.h"

namespace lw::script {

Explanation scriptError(std::string kind, std::string message, std::string hint, Span span) {
  Explanation e;
  e.kind = std::move(kind);
  e.message = std::move(message);
  e.hint = std::move(hint);
  e.span = span;
  return e;
}

Result<Value> HostObject::attribute(std::string_view name) {
  return scriptError("script.attribute", typeName() + " has no attribute '" + std::string(name) + "'");
}
Result<Value> HostObject::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  Result<Value> value = attribute(name);
  if (!value) return value;
  if (HostObject* callee = value->host()) return callee->call(args, caller);
  return scriptError("script.call",
                     "'" + std::string(name) + "' is " + script::typeName(*value) + " and cannot be called",
                     "leave out the parentheses");
}
Result<Value> HostObject::call(CallArgs&, Caller&) {
  return scriptError("script.call", typeName() + " cannot be called");
}
Result<Value> HostObject::item(std::span<const Value>) {
  return scriptError("script.type", typeName() + " cannot be indexed");
}
Status HostObject::setItem(std::span<const Value>, const Value&) {
  return scriptError("script.type", typeName() + " cannot be changed");
}
Result<int64_t> HostObject::length() { return scriptError("script.type", typeName() + " has no items"); }

Result<Value> Host::binary(py::BinOp op, const Value& a, const Value& b, bool) {
  return scriptError("script.type",
                     "`" + std::string(symbolOf(op)) + "` does not take " + typeName(a) + " and " + typeName(b));
}
Result<Value> Host::compare(py::CompareOp op, const Value& a, const Value& b) {
  if (op == py::CompareOp::Eq || op == py::CompareOp::Ne) {
    const bool same = a.host() && b.host() && (a.host() == b.host() || a.host()->sameAs(*b.host()));
    return Value(same == (op == py::CompareOp::Eq));
  }
  return scriptError("script.type", typeName(a) + " and " + typeName(b) + " have no order");
}
Result<Value> Host::unary(py::UnaryOp, const Value& a) {
  return scriptError("script.type", "the operator does not take " + typeName(a));
}
Result<std::optional<Value>> Host::builtin(Builtin, CallArgs&) { return std::optional<Value>(); }

}  // namespace lw::script
