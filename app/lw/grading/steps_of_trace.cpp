#include "app/lw/grading/steps_of_trace.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/support/json.h"
#include "core/support/json_depth.h"

namespace lw {

using nlohmann::json;

namespace {

bool isQuery(const std::string& kind) { return kind.starts_with("Get"); }

// Handles are texts without quotes; what a person wrote as a text has quotes inside.
bool isHandle(const json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return text.size() > 1 && (text[0] == 'l' || text[0] == 'b' || text[0] == 'v') &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void forEachHandle(json& value, const auto& visit) {
  if (isHandle(value)) return visit(value);
  if (value.is_array())
    for (json& item : value) forEachHandle(item, visit);
}

// The names of variables of an index map, which is a text inside the trace.
void dropNames(json& value) {
  if (value.is_array())
    for (json& item : value) dropNames(item);
  if (!value.is_string() || !value.get_ref<const std::string&>().starts_with("{\"root_index\"")) return;
  json map = json::parse(value.get<std::string>(), nullptr, false);
  if (!map.is_object() || !map.contains("nodes") || !map["nodes"].is_array()) return;
  for (json& node : map["nodes"])
    if (node.is_object() && node.value("type", "") == "ffi.String") node["data"] = "";
  value = map.dump();
}

}  // namespace

std::string stepsOfTrace(const std::string& text) {
  if (tooDeepInJson(text)) return {};
  json trace = json::parse(text, nullptr, false);
  if (!trace.is_array() || trace.empty() || !trace[0].is_array()) return {};
  std::vector<json> kept;
  std::set<std::string> used;
  bool steps = false;
  for (size_t i = trace[0].size(); i-- > 0;) {
    json& instruction = trace[0][i];
    if (!instruction.is_array() || instruction.size() != 4 || !instruction[0].is_string()) return {};
    const bool query = isQuery(instruction[0].get<std::string>());
    bool wanted = !query;
    forEachHandle(instruction[3], [&](const json& handle) { wanted = wanted || used.contains(handle); });
    if (!wanted) continue;
    forEachHandle(instruction[1], [&](const json& handle) { used.insert(handle.get<std::string>()); });
    steps = steps || !query;
    kept.push_back(std::move(instruction));
  }
  if (!steps) return {};
  std::map<std::string, std::string> numbers;
  std::string result;
  for (auto instruction = kept.rbegin(); instruction != kept.rend(); ++instruction) {
    dropNames((*instruction)[1]);
    for (const size_t part : {3, 1})
      forEachHandle((*instruction)[part], [&](json& handle) {
        const std::string name = handle.get<std::string>();
        handle = numbers.emplace(name, name[0] + std::to_string(numbers.size())).first->second;
      });
    result += (*instruction)[0].get<std::string>();
    for (const size_t part : {1, 2}) result += " " + (*instruction)[part].dump();
    result += "\n";
  }
  return result;
}

std::vector<std::string> primitivesOf(const std::string& steps) {
  std::vector<std::string> kinds;
  for (size_t at = 0; at < steps.size();) {
    const size_t end = std::min(steps.find('\n', at), steps.size());
    std::string kind = steps.substr(at, std::min(steps.find(' ', at), end) - at);
    at = end + 1;
    if (isQuery(kind)) continue;
    std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(std::move(kind));
  }
  return kinds;
}

}  // namespace lw
