#include "core/graph/operators.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "core/graph/infer/infer.h"

namespace lw::graph {
namespace {

ParamKind kindOf(char letter) {
  switch (letter) {
    case 'v':
      return ParamKind::Values;
    case 's':
      return ParamKind::Shape;
    case 'n':
      return ParamKind::Scalar;
    case 'd':
      return ParamKind::Type;
    case 't':
      return ParamKind::Text;
    case 'f':
      return ParamKind::Function;
    case 'i':
      return ParamKind::Infos;
    default:
      return ParamKind::Value;
  }
}

// A single number of an attribute that is a list, for as many places.
Attribute widened(Attribute value, int width) {
  const bool number = value.as<int64_t>() || value.as<double>();
  if (width == 0 || !number) return value;
  return {AttributeList(static_cast<size_t>(width), value)};
}

OperatorParam valueParam(std::string_view word) {
  OperatorParam param;
  if (word.ends_with('?')) {
    param.optional = true;
    word.remove_suffix(1);
  }
  if (word.starts_with('*')) {
    param.kind = ParamKind::Variadic;
    word.remove_prefix(1);
  }
  if (const size_t colon = word.find(':'); colon != std::string_view::npos) {
    param.kind = kindOf(word[colon + 1]);
    word = word.substr(0, colon);
  }
  param.name = word;
  return param;
}

OperatorParam attributeParam(std::string_view word) {
  OperatorParam param;
  param.kind = ParamKind::Attribute;
  std::string_view value;
  if (const size_t equal = word.find('='); equal != std::string_view::npos) {
    param.optional = true;
    value = word.substr(equal + 1);
    word = word.substr(0, equal);
  }
  if (const size_t star = word.find('*'); star != std::string_view::npos) {
    std::from_chars(word.data() + star + 1, word.data() + word.size(), param.width);
    word = word.substr(0, star);
  }
  param.name = word;
  if (param.optional) param.defaultValue = widened(attributeFrom(value), param.width);
  return param;
}

std::vector<OperatorParam> paramsFrom(std::string_view text) {
  std::vector<OperatorParam> params;
  bool attributes = false;
  while (!text.empty()) {
    // A default may be a list with spaces: [1.0, 1.0].
    size_t end = std::min(text.find(' '), text.size());
    if (const size_t open = text.substr(0, end).find('['); open != std::string_view::npos) end = text.find(']') + 1;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + 1));
    if (word == "|")
      attributes = !attributes;
    else if (!word.empty())
      params.push_back(attributes ? attributeParam(word) : valueParam(word));
  }
  return params;
}

}  // namespace

Attribute normalised(const OperatorParam& param, Attribute value) {
  if (const auto* text = value.as<std::string>();
      text && (*text == "void" || text->empty()) && param.name.ends_with("dtype"))
    return {NoneAttribute{}};
  if (param.width == 0) return value;
  const auto* list = value.as<AttributeList>();
  // Padding on one side stands for both.
  if (list && param.name == "padding" && 2 * list->size() == static_cast<size_t>(param.width)) {
    AttributeList both = *list;
    both.insert(both.end(), list->begin(), list->end());
    return {std::move(both)};
  }
  return list ? value : widened(std::move(value), param.width);
}

const OperatorParam* Operator::find(std::string_view param) const {
  if (param == "out_ty") param = "out_sinfo";
  if (param == "ty_args") param = "sinfo_args";
  const auto at = std::find_if(params.begin(), params.end(), [&](const OperatorParam& p) { return p.name == param; });
  return at == params.end() ? nullptr : &*at;
}

std::span<const Operator> operators() {
  static const std::vector<Operator> kOperators = [] {
    std::vector<Operator> list;
#define LW_OPERATOR(NAME, PARAMS, INFER) list.push_back({NAME, paramsFrom(PARAMS), infer::INFER});
#include "core/graph/operators.def"
#undef LW_OPERATOR
    return list;
  }();
  return kOperators;
}

const Operator* findOperator(std::string_view name) {
  static const std::unordered_map<std::string_view, const Operator*> kByName = [] {
    std::unordered_map<std::string_view, const Operator*> map;
    for (const Operator& op : operators()) map.emplace(op.name, &op);
    return map;
  }();
  const auto at = kByName.find(name);
  return at == kByName.end() ? nullptr : at->second;
}

bool hasEffects(const Operator& op) {
  static const std::unordered_set<std::string_view> kNames = {
      "call_tir_inplace", "call_packed", "call_inplace_packed", "call_builtin_with_ctx", "call_py_func", "make_closure",
      "invoke_closure",   "print",       "assert_op",           "builtin.alloc_tensor",
  };
  const std::string_view family = std::string_view(op.name).substr(0, op.name.find('.'));
  return kNames.contains(op.name) || family == "memory" || family == "vm" || family == "ccl";
}

}  // namespace lw::graph
