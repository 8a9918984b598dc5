#include "app/shared/json/explanation_json.h"

#include "core/support/json.h"

namespace lw {

using nlohmann::json;

json errorJson(const std::string& kind, const std::string& message, const std::string& hint, Span span,
               const SourceText* source) {
  json j{{"kind", kind}, {"message", message}};
  if (!hint.empty()) j["hint"] = hint;
  if (source && span.valid()) {
    const LineColumn at = source->locate(span.begin);
    j["file"] = source->name;
    j["line"] = at.line;
    j["column"] = at.column;
  }
  return j;
}

void addRepairs(json& to, const std::vector<Repair>& repairs) {
  json steps = json::array(), warnings = json::object();
  for (const Repair& repair : repairs) {
    steps.push_back(repair.text());
    if (!repair.warning.empty()) warnings[repair.text()] = repair.warning.text();
  }
  to["repairs"] = std::move(steps);
  if (!warnings.empty()) to["repair_warnings"] = std::move(warnings);
}

json explanationJson(const Explanation& refused) {
  json j{{"kind", refused.kind},
         {"message", refused.message},
         {"hint", refused.hint},
         {"conservative", refused.conservative}};
  addRepairs(j, refused.repairs);
  const auto point = [](const Witness::Point& p) {
    json iteration = json::object();
    for (const auto& [loop, value] : p.iteration) iteration[loop] = value;
    return json{{"block", p.block}, {"iteration", iteration}};
  };
  if (refused.witness)
    j["witness"] = {{"sentence", refused.witness->sentence()},
                    {"dependence", refused.witness->dependence},
                    {"element", refused.witness->element},
                    {"first", point(refused.witness->first)},
                    {"second", point(refused.witness->second)}};
  return j;
}

json legalJson(const std::vector<LegalAnswer>& answers) {
  json list = json::array();
  for (const LegalAnswer& a : answers) {
    json j{{"primitive", a.primitive->name}, {"step", a.step}, {"legal", !a.why.has_value()}};
    if (a.undecided) j["legal"] = nullptr, j["undecided"] = true;
    if (a.conservative) j["conservative"] = true;
    if (a.why) {
      j["kind"] = a.why->kind;
      j["why"] = a.why->message;
      if (a.why->witness) j["witness"] = a.why->witness->sentence();
      if (!a.why->hint.empty()) j["hint"] = a.why->hint;
      if (!a.why->repairs.empty()) addRepairs(j, a.why->repairs);
    }
    list.push_back(std::move(j));
  }
  return list;
}

}  // namespace lw
