#include "core/tune/decisions.h"

#include <algorithm>
#include "core/support/json.h"

#include "core/tune/errors.h"

namespace lw::tune {
namespace {

using Json = nlohmann::ordered_json;

// Handles do not occur in decisions.
Json encode(const StepValue& value) {
  if (const auto* number = value.as<int64_t>()) return *number;
  if (const auto* list = value.as<StepValue::List>()) {
    Json items = Json::array();
    for (const StepValue& item : *list) items.push_back(encode(item));
    return items;
  }
  return nullptr;
}

std::optional<StepValue> decode(const Json& json) {
  if (json.is_null()) return StepValue();
  if (json.is_number_integer()) return StepValue(json.get<int64_t>());
  if (!json.is_array()) return std::nullopt;
  StepValue::List list;
  for (const Json& item : json) {
    std::optional<StepValue> value = decode(item);
    if (!value) return std::nullopt;
    list.push_back(std::move(*value));
  }
  return StepValue(std::move(list));
}

}  // namespace

std::string Decision::text() const { return chosen.empty() ? toText(value) : chosen; }

const StepValue* find(const Decisions& decisions, std::string_view name) {
  const auto found =
      std::find_if(decisions.begin(), decisions.end(), [&](const Decision& d) { return d.name == name; });
  return found == decisions.end() ? nullptr : &found->value;
}

std::string toJson(const Decisions& decisions) {
  Json json = Json::object();
  for (const Decision& d : decisions) json[d.name] = encode(d.value);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Decisions> decisionsFromJson(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return err::kDecisionsNotAnObject();
  Decisions decisions;
  for (const auto& [name, item] : json.items()) {
    std::optional<StepValue> value = decode(item);
    if (!value) return err::kDecisionValue(name);
    decisions.push_back({name, std::move(*value)});
  }
  return decisions;
}

}  // namespace lw::tune
