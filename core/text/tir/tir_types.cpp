#include "core/text/tir/tir_types.h"

#include "core/ir/equal.h"
#include "core/text/tir/linear.h"

namespace lw::tir {

std::string describe(const Value& value) {
  return std::visit(Overloaded{[](const NoneValue&) -> std::string { return "None"; },
                               [](const Poison&) -> std::string { return "an error"; },
                               [](bool b) -> std::string { return b ? "True" : "False"; },
                               [](int64_t i) { return "the number " + std::to_string(i); },
                               [](double) -> std::string { return "a number"; },
                               [](const std::string& s) { return "the string \"" + s + "\""; },
                               [](const Expr& e) { return "an expression of type " + toString(e.dtype()); },
                               [](const Buffer& b) { return "the buffer " + b->name; },
                               [](const SliceValue& s) { return "a region of the buffer " + s.buffer->name; },
                               [](const ListValue&) -> std::string { return "a list"; },
                               [](const MapValue&) -> std::string { return "a map"; },
                               [](const FunctionName& f) { return "the function " + f.path; },
                               [](const ThreadValue& t) { return "the thread " + t.tag; },
                               [](const Method& m) { return "the method " + m.name; }},
                    value.kind);
}

std::optional<Number> numberOf(const Value& value) {
  if (const bool* b = value.as<bool>()) return *b;
  if (const int64_t* i = value.as<int64_t>()) return *i;
  if (const double* d = value.as<double>()) return *d;
  return std::nullopt;
}

Expr extentBetween(const Expr& start, const Expr& stop) {
  if (isZero(start)) return stop;
  if (const auto* sum = stop.as<Binary>(); sum && sum->op == BinaryOp::Add && equal(sum->a, start)) return sum->b;
  Expr a = stop, b = start;
  if (!matchTypes(a, b).empty()) return stop;
  const Linear left = toLinear(a), right = toLinear(b);
  const Linear difference = add(left, right, -1);
  if (difference.terms.size() < left.terms.size() + right.terms.size()) return cast(a.dtype(), toExpr(difference));
  return binary(BinaryOp::Sub, a, b);
}

}  // namespace lw::tir
