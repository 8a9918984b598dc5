#include "core/schedule/value.h"

#include <charconv>
#include <cmath>

#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/quote.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

std::string shortest(double v) {
  if (std::isnan(v)) return "float(\"nan\")";
  if (std::isinf(v)) return v > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  char text[40];
  const auto [end, error] = std::to_chars(text, text + sizeof text, v);
  std::string s(text, end);
  if (s.find_first_of(".en") == std::string::npos) s += ".0";
  return s;
}

// Writes And, Or and Not as calls, because `and`, `or` and `not` do not work on expressions in Python.
std::string resultText(const Expr& e) {
  if (const auto* n = e.as<Not>()) return "T.Not(" + resultText(n->value) + ")";
  const auto* n = e.as<Binary>();
  if (!n || (n->op != BinaryOp::And && n->op != BinaryOp::Or)) return toText(e);
  return (n->op == BinaryOp::And ? "T.And(" : "T.Or(") + resultText(n->a) + ", " + resultText(n->b) + ")";
}

std::string lambdaText(const IndexMap& map) {
  std::string out = "lambda " + join(map.initial, [](const Var& v) { return v.name(); }) + ": (";
  for (size_t i = 0; i < map.final.size(); ++i) {
    for (const int at : map.separators)
      if (at == static_cast<int>(i)) out += "IndexMap.AXIS_SEPARATOR, ";
    out += resultText(map.final[i]) + (i + 1 < map.final.size() ? ", " : ",");
  }
  return out + ")";
}

bool equalMaps(const IndexMap& a, const IndexMap& b) {
  if (a.initial.size() != b.initial.size() || a.final.size() != b.final.size() || a.separators != b.separators)
    return false;
  VarMap rename;
  for (size_t i = 0; i < a.initial.size(); ++i) rename.insert_or_assign(b.initial[i].key(), Expr(a.initial[i]));
  for (size_t i = 0; i < a.final.size(); ++i)
    if (!equal(a.final[i], substitute(b.final[i], rename))) return false;
  return true;
}

}  // namespace

StepValue::StepValue(List v) : value_(std::move(v)) {}
StepValue::StepValue(Dict v) : value_(std::move(v)) {}
StepValue::StepValue(IndexMap v) : value_(std::move(v)) {}
StepValue::StepValue(Expr v) : value_(std::move(v)) {}
// Not in the header: a variant's copy operations compile to much code, and almost every file would contain them.
StepValue::StepValue(const StepValue&) = default;
StepValue::StepValue(StepValue&&) noexcept = default;
StepValue& StepValue::operator=(const StepValue&) = default;
StepValue& StepValue::operator=(StepValue&&) noexcept = default;
StepValue::~StepValue() = default;

bool equal(const StepValue& a, const StepValue& b) {
  return a.match(
      [&](const StepValue::List& x) {
        const auto* y = b.as<StepValue::List>();
        if (!y || x.size() != y->size()) return false;
        for (size_t i = 0; i < x.size(); ++i)
          if (!equal(x[i], (*y)[i])) return false;
        return true;
      },
      [&](const StepValue::Dict& x) {
        const auto* y = b.as<StepValue::Dict>();
        if (!y || x.size() != y->size()) return false;
        for (auto i = x.begin(), j = y->begin(); i != x.end(); ++i, ++j)
          if (i->first != j->first || !equal(i->second, j->second)) return false;
        return true;
      },
      [&](const IndexMap& x) { return b.as<IndexMap>() && equalMaps(x, *b.as<IndexMap>()); },
      [&](const Expr& x) { return b.as<Expr>() && equal(x, *b.as<Expr>()); },
      [&](const auto& x) {
        const auto* y = b.as<std::remove_cvref_t<decltype(x)>>();
        return y && x == *y;
      });
}

std::string toText(const StepValue& value) {
  return value.match(
      [](StepValue::None) -> std::string { return "None"; }, [](bool v) -> std::string { return v ? "True" : "False"; },
      [](int64_t v) { return std::to_string(v); }, [](double v) { return shortest(v); },
      [](const std::string& v) { return quoted(v); }, [](LoopRv v) { return "l" + std::to_string(v.number); },
      [](BlockRv v) { return "b" + std::to_string(v.number); }, [](ExprRv v) { return "v" + std::to_string(v.number); },
      [](LoopId v) { return "loop#" + std::to_string(v.value); },
      [](BlockId v) { return "block#" + std::to_string(v.value); },
      [](const StepValue::List& v) { return "[" + join(v, [](const StepValue& x) { return toText(x); }) + "]"; },
      [](const StepValue::Dict& v) {
        return "{" + join(v, [](const auto& x) { return quoted(x.first) + ": " + toText(x.second); }) + "}";
      },
      [](const IndexMap& v) { return lambdaText(v); }, [](const Expr& v) { return debugText(v); });
}

Message kindOf(const StepValue& value) {
  return value.match(
      [](StepValue::None) -> Message { return "None"; }, [](bool v) -> Message { return v ? "True" : "False"; },
      [](int64_t v) { return say("the number {0}", v); }, [](double v) { return say("the number {0}", shortest(v)); },
      [](const std::string& v) { return say("the string {0}", quoted(v)); }, [](LoopRv) -> Message { return "a loop"; },
      [](BlockRv) -> Message { return "a block"; }, [](ExprRv) -> Message { return "a sampled number"; },
      [](LoopId) -> Message { return "a loop"; }, [](BlockId) -> Message { return "a block"; },
      [&](const StepValue::List& v) { return say("a list of {0} values", v.size()); },
      [](const StepValue::Dict&) -> Message { return "a dictionary"; },
      [](const IndexMap&) -> Message { return "an index map"; },
      [](const Expr& e) { return say("the expression {0}", debugText(e)); });
}

AnnotationValue toAnnotation(const StepValue& value) {
  return value.match(
      [](StepValue::None) -> AnnotationValue { return 0; }, [](bool v) -> AnnotationValue { return v; },
      [](int64_t v) -> AnnotationValue { return v; }, [](double v) -> AnnotationValue { return v; },
      [](const std::string& v) -> AnnotationValue { return v; },
      [](const StepValue::List& v) -> AnnotationValue {
        AnnotationValue::List list;
        for (const StepValue& x : v) list.push_back(toAnnotation(x));
        return list;
      },
      [](const StepValue::Dict& v) -> AnnotationValue {
        AnnotationValue::Map map;
        for (const auto& [key, x] : v) map.emplace(key, toAnnotation(x));
        return map;
      },
      [](const Expr& e) -> AnnotationValue { return e; },
      [&](const auto&) -> AnnotationValue { return toText(value); });  // handles and maps have no other plain form
}

StepValue fromAnnotation(const AnnotationValue& value) {
  return std::visit(Overloaded{[](int64_t v) -> StepValue { return v; }, [](double v) -> StepValue { return v; },
                               [](const std::string& v) -> StepValue { return v; },
                               [](const AnnotationValue::List& v) -> StepValue {
                                 StepValue::List list;
                                 for (const AnnotationValue& x : v) list.push_back(fromAnnotation(x));
                                 return list;
                               },
                               [](const AnnotationValue::Map& v) -> StepValue {
                                 StepValue::Dict map;
                                 for (const auto& [key, x] : v) map.emplace(key, fromAnnotation(x));
                                 return map;
                               },
                               [](const Expr& e) -> StepValue { return e; }},
                    value.value);
}

}  // namespace lw
