#include "app/serve/protocol/parameters.h"

#include <algorithm>

#include "app/serve/errors.h"
#include "core/support/text.h"

namespace lw::serve {
namespace {

constexpr size_t kMostItems = 1000, kShown = 100;

lw::Message wordsOf(const Parameter& p) {
  switch (p.kind) {
    case ParameterKind::Text:
      if (!p.choices.empty()) return say("one of {0}", Snippet(join(p.choices)));
      return say("a string");
    case ParameterKind::Integer:
      return say("an integer");
    case ParameterKind::Flag:
      return say("true or false");
    case ParameterKind::Texts:
      return say("a list of strings");
    case ParameterKind::Sizes:
      return say("an object with an integer for each name");
  }
  return say("a string");
}

bool isText(const Json& v) { return v.is_string(); }

bool fits(const Parameter& p, const Json& v) {
  switch (p.kind) {
    case ParameterKind::Text:
      return v.is_string() &&
             (p.choices.empty() || std::find(p.choices.begin(), p.choices.end(), v) != p.choices.end());
    case ParameterKind::Integer:
      return v.is_number_integer();
    case ParameterKind::Flag:
      return v.is_boolean();
    case ParameterKind::Texts:
      return v.is_array() && v.size() <= kMostItems && std::all_of(v.begin(), v.end(), isText);
    case ParameterKind::Sizes:
      return v.is_object() && v.size() <= kMostItems &&
             std::all_of(v.begin(), v.end(), [](const Json& n) { return n.is_number_integer(); });
  }
  return false;
}

// An integer above the largest signed one is out of range, too.
bool inRange(const Parameter& p, const Json& v) {
  if (v.is_number_unsigned() && v.get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return false;
  const auto value = v.get<int64_t>();
  return value >= p.least && value <= p.most;
}

std::string shown(const Json& value) {
  std::string text = textOf(value);
  return text.size() > kShown ? text.substr(0, kShown) + "..." : text;
}

Failure wrong(const Parameter& p, Explanation why, const Json& value) {
  return {kInvalidParams,
          explain(std::move(why), say("{0}: {1}", Ident(p.name), Snippet(p.help))),
          {},
          p.name,
          shown(value)};
}

Json typeOf(const Parameter& p) {
  switch (p.kind) {
    case ParameterKind::Text: {
      Json j{{"type", "string"}};
      if (!p.choices.empty()) j["enum"] = p.choices;
      return j;
    }
    case ParameterKind::Integer: {
      Json j{{"type", "integer"}, {"minimum", p.least}};
      if (p.most != std::numeric_limits<int64_t>::max()) j["maximum"] = p.most;
      return j;
    }
    case ParameterKind::Flag:
      return {{"type", "boolean"}};
    case ParameterKind::Texts:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case ParameterKind::Sizes:
      return {{"type", "object"}, {"additionalProperties", {{"type", "integer"}}}};
  }
  return {};
}

}  // namespace

Json schemaOf(const std::vector<Parameter>& parameters) {
  Json properties = Json::object(), required = Json::array();
  for (const Parameter& p : parameters) {
    Json one = typeOf(p);
    one["description"] = p.help;
    if (!p.defaultValue.is_null()) one["default"] = p.defaultValue;
    properties[p.name] = std::move(one);
    if (p.required) required.push_back(p.name);
  }
  Json schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

std::variant<Json, Failure> checkedArguments(const std::string& method, const std::vector<Parameter>& parameters,
                                             const Json& given) {
  Json checked = Json::object();
  for (const auto& [name, value] : given.items()) {
    const bool known =
        std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.name == name; });
    if (known || name == "_meta") continue;
    const std::string names = join(parameters, [](const Parameter& p) { return p.name; });
    const std::string place = name.substr(0, kShown);
    return Failure{kInvalidParams,
                   explain(err::kParameterUnknown(method, place), say("its parameters are: {0}", Snippet(names))),
                   {},
                   place,
                   shown(value)};
  }
  for (const Parameter& p : parameters) {
    const auto found = given.find(p.name);
    if (found == given.end() || (found->is_null() && !p.required)) {
      if (p.required)
        return Failure{kInvalidParams,
                       explain(err::kParameterMissing(method, p.name), say("{0}: {1}", Ident(p.name), Snippet(p.help))),
                       {},
                       p.name};
      if (!p.defaultValue.is_null()) checked[p.name] = p.defaultValue;
      continue;
    }
    if (!fits(p, *found)) return wrong(p, err::kParameterType(p.name, method, shown(*found), wordsOf(p)), *found);
    if (p.kind == ParameterKind::Integer && !inRange(p, *found))
      return wrong(p, err::kParameterRange(p.name, method, shown(*found), p.least, p.most), *found);
    checked[p.name] = *found;
  }
  return checked;
}

}  // namespace lw::serve
