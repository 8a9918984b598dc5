// Converts values of scripts to arguments of steps and back; functions become index maps.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/script/errors.h"
#include "core/script/index_operands.h"
#include "core/script/node_info.h"
#include "core/script/schedule_host.h"

namespace lw::script {

namespace {

constexpr size_t kMaxIndexMapInputs = 64;
constexpr int kMaxValueDepth = 20;

// Adds the results of a map in order. Pairs are ranges: if there is one, a single index is a range of one element.
Status addResults(const std::vector<Value>& items, IndexMap& map) {
  map.ranges = std::any_of(items.begin(), items.end(), [](const Value& item) { return item.items() != nullptr; });
  const auto wrong = [](const Value& item) {
    return explain(err::kIndexMapGivesNoIndices(typeName(item)), "use +, -, *, // and % of its inputs");
  };
  for (const Value& item : items) {
    if (item.hostAs<AxisSeparator>()) {
      map.separators.push_back(static_cast<int>(map.final.size()));
      continue;
    }
    if (const std::vector<Value>* pair = item.items()) {
      if (pair->size() != 2) return err::kRangeMapParts(pair->size());
      for (const Value& end : *pair) {
        const auto e = indexExpr(end);
        if (!e) return wrong(end);
        map.final.push_back(*e);
      }
      continue;
    }
    const auto e = indexExpr(item);
    if (!e) return wrong(item);
    map.final.push_back(*e);
    if (map.ranges) map.final.push_back(*e + makeConst(e->dtype(), 1));
  }
  return success();
}

// A starred parameter collects the inputs that no other parameter takes.
Result<StepValue> indexMapOf(const FunctionRef& function, Caller& caller, std::optional<size_t> arity) {
  const std::vector<py::Parameter>& params = *function.object->params;
  if (params.size() > kMaxIndexMapInputs) return err::kIndexMapTooLong();
  IndexMap map;
  std::vector<Value> inputs;
  const auto add = [&](const std::string& name) {
    map.initial.emplace_back(name);
    inputs.push_back(Value(std::make_shared<ExprObject>(Expr(map.initial.back()))));
  };
  for (const py::Parameter& p : params) {
    if (!p.star) {
      add(p.name);
      continue;
    }
    if (&p != &params.back()) return explain(err::kCollectedInputsNotLast(), "write lambda i, *rest: ...", p.span);
    if (!arity) return explain(err::kIndexMapInputsUnknown(p.name), "name them one by one: lambda i, j: ...", p.span);
    if (*arity > kMaxIndexMapInputs || *arity + 1 < params.size())
      return explain(err::kIndexMapInputCount(params.size() - 1, *arity), "name as many as there are", p.span);
    for (size_t i = 0; inputs.size() < *arity; ++i) add(p.name + "_" + std::to_string(i));
  }
  Result<Value> out = caller.callFunction(Value(function), std::move(inputs));
  if (!out) return std::move(out).error();
  const std::vector<Value> single{*out};
  if (Status added = addResults(out->items() ? *out->items() : single, map); !added) return added.error();
  return StepValue(std::move(map));
}

Result<StepValue> convert(const Value& value, Caller& caller, std::optional<size_t> arity, int depth) {
  if (depth > kMaxValueDepth) return err::kArgumentTooDeep();
  if (value.isNone()) return StepValue();
  if (const auto* b = value.as<bool>()) return StepValue(*b);
  if (const auto* i = value.as<int64_t>()) return StepValue(*i);
  if (const auto* d = value.as<double>()) return StepValue(*d);
  if (value.text()) return StepValue(*value.text());
  if (value.items()) {
    StepValue::List list;
    for (const Value& item : *value.items()) {
      Result<StepValue> one = convert(item, caller, arity, depth + 1);
      if (!one) return one;
      list.push_back(std::move(*one));
    }
    return StepValue(std::move(list));
  }
  if (const auto* r = value.as<RangeRef>(); r && r->object->length() <= 100'000) {
    StepValue::List list;
    for (int64_t i = 0; i < r->object->length(); ++i) list.emplace_back(r->object->at(i));
    return StepValue(std::move(list));
  }
  if (const auto* dict = value.as<DictRef>()) {
    StepValue::Dict out;
    for (const auto& [key, item] : dict->object->items) {
      if (!key.text()) return err::kDictKeysNoStrings(typeName(key));
      Result<StepValue> one = convert(item, caller, arity, depth + 1);
      if (!one) return one;
      out[*key.text()] = std::move(*one);
    }
    return StepValue(std::move(out));
  }
  if (const auto* handle = value.hostAs<HandleObject>()) return handle->handle;
  if (const auto* name = value.hostAs<NameObject>()) return StepValue(name->name);
  if (const auto* e = value.hostAs<ExprObject>()) {
    // T.int32(8) and 8 are the same argument.
    if (const auto* whole = e->expr.as<IntImm>(); whole && whole->type.isInteger()) return StepValue(whole->value);
    if (const auto* real = e->expr.as<FloatImm>()) return StepValue(real->value);
    return StepValue(e->expr);
  }
  if (const auto* unusable = value.hostAs<UnusableObject>()) return unusable->error;
  if (const auto* function = value.as<FunctionRef>()) return indexMapOf(*function, caller, arity);
  return explain(err::kBadStepArgument(typeName(value)),
                 "steps take loops, blocks, numbers, strings, lists and lambdas");
}

}  // namespace

Result<StepValue> toStepValue(const Value& value, Caller& caller, std::optional<size_t> inputs) {
  return convert(value, caller, inputs, 0);
}

Value fromStepValue(const StepValue& value) {
  return value.match([](StepValue::None) { return Value(); }, [](bool v) { return Value(v); },
                     [](int64_t v) { return Value(v); }, [](double v) { return Value(v); },
                     [](const std::string& v) { return Value(v); },
                     [&](LoopRv) { return Value(std::make_shared<HandleObject>(value)); },
                     [&](BlockRv) { return Value(std::make_shared<HandleObject>(value)); },
                     [&](ExprRv) { return Value(std::make_shared<HandleObject>(value)); },
                     [&](LoopId) { return Value(std::make_shared<HandleObject>(value)); },
                     [&](BlockId) { return Value(std::make_shared<HandleObject>(value)); },
                     [](const StepValue::List& list) {
                       std::vector<Value> items;
                       for (const StepValue& item : list) items.push_back(fromStepValue(item));
                       return Value(ListRef{std::make_shared<ListObject>(std::move(items))});
                     },
                     [](const StepValue::Dict& dict) {
                       auto out = std::make_shared<DictObject>();
                       for (const auto& [key, item] : dict) out->items.emplace_back(key, fromStepValue(item));
                       return Value(DictRef{std::move(out)});
                     },
                     [](const IndexMap&) { return Value(); }, [](const Expr& e) { return scalarOf(e); });
}

}  // namespace lw::script
