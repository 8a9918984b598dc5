#include "core/text/tir/tir_types.h"

#include <algorithm>
#include <charconv>

#include "core/ir/equal.h"
#include "core/text/python/arithmetic.h"
#include "core/text/tir/term_sum.h"

namespace lw::tir {

namespace {

std::string realText(double d) {
  char buffer[32];
  const std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, d).ptr);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

}  // namespace

Message describe(const ParsedValue& value) {
  return std::visit(
      Overloaded{
          [](const NoneValue&) -> Message { return "None"; }, [](const Poison&) -> Message { return "an error"; },
          [](bool b) -> Message { return b ? "True" : "False"; }, [](int64_t i) { return say("the number {0}", i); },
          [](double d) { return say("the number {0}", Snippet(realText(d))); },
          [](const std::string& s) { return say("the string \"{0}\"", s); },
          [](const Expr& e) { return say("an expression of type {0}", TypeName(toString(e.dtype()))); },
          [](const Buffer& b) { return say("the buffer {0}", Ident(b->name)); },
          [](const SliceValue& s) { return say("a region of the buffer {0}", Ident(s.buffer->name)); },
          [](const ListValue&) -> Message { return "a list"; }, [](const MapValue&) -> Message { return "a map"; },
          [](const FunctionName& f) { return say("the function {0}", f.path); },
          [](const ThreadValue& t) { return say("the thread {0}", Ident(t.tag)); },
          [](const Method& m) { return say("the method {0}", Ident(m.name)); },
          [](const ScalarValue& s) { return say("the scalar {0}", Ident(s.buffer->name)); },
          [](const InlineFunction&) -> Message { return "an inline function"; },
          [](const FileFunction& f) {
            return say("the function {0}", Snippet(f.definition->as<py::FunctionDef>()->name));
          }},
      value.kind);
}

std::optional<Number> numberOf(const ParsedValue& value) {
  if (const bool* b = value.as<bool>()) return *b;
  if (const int64_t* i = value.as<int64_t>()) return *i;
  if (const double* d = value.as<double>()) return *d;
  return std::nullopt;
}

std::optional<bool> truthOf(const ParsedValue& value) {
  if (const auto number = numberOf(value)) return py::truth(*number);
  if (value.as<NoneValue>()) return false;
  if (const auto* s = value.as<std::string>()) return !s->empty();
  if (const auto* l = value.as<ListValue>()) return !l->items.empty();
  if (const auto* m = value.as<MapValue>()) return !m->items.empty();
  return std::nullopt;
}

bool isPlace(const ParsedValue& value) {
  const auto* s = value.as<SliceValue>();
  return s && std::all_of(s->isPoint.begin(), s->isPoint.end(), [](bool point) { return point; });
}

std::optional<DataType> typeNamed(std::string_view name) {
  if (const auto type = parseDataType(name)) return type;
  if (name == "bf16") return dtype::BFloat16();
  if (name.size() < 2 || name[1] < '1' || name[1] > '9') return std::nullopt;
  const std::string_view rest = name.substr(1);
  const char* kind = name[0] == 'f' ? "float" : name[0] == 'i' ? "int" : name[0] == 'u' ? "uint" : nullptr;
  return kind ? parseDataType(std::string(kind) + std::string(rest)) : std::nullopt;
}

Expr extentBetween(const Expr& start, const Expr& stop) {
  if (isZero(start)) return stop;
  if (const auto* sum = stop.as<Binary>(); sum && sum->op == BinaryOp::Add && equal(sum->a, start)) return sum->b;
  Expr a = stop, b = start;
  if (!matchTypes(a, b).empty()) return stop;
  const TermSum left = termSum(a), right = termSum(b);
  const TermSum difference = add(left, right, -1);
  if (difference.terms.size() < left.terms.size() + right.terms.size()) return cast(a.dtype(), toExpr(difference));
  return binary(BinaryOp::Sub, a, b);
}

}  // namespace lw::tir
