#include "core/prove/certificate.h"

#include "core/support/json.h"
#include "core/support/json_depth.h"

namespace lw {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "loopwright-proof";
constexpr int kVersion = 1;

// Fields of JSON objects; the first that is missing or of another type is noted.
class Fields {
 public:
  std::string text(const Json& of, const char* name) {
    return has(of, name, of.is_object() && of.contains(name) && of[name].is_string()) ? of[name].get<std::string>()
                                                                                      : "";
  }
  bool flag(const Json& of, const char* name) {
    return has(of, name, of.is_object() && of.contains(name) && of[name].is_boolean()) && of[name].get<bool>();
  }
  size_t number(const Json& of, const char* name) {
    return has(of, name, of.is_object() && of.contains(name) && of[name].is_number_unsigned()) ? of[name].get<size_t>()
                                                                                               : 0;
  }
  const Json& list(const Json& of, const char* name) {
    return has(of, name, of.is_object() && of.contains(name) && of[name].is_array()) ? of[name] : none_;
  }
  std::vector<std::string> texts(const Json& of, const char* name) {
    std::vector<std::string> all;
    for (const Json& one : list(of, name))
      if (has(of, name, one.is_string())) all.push_back(one.get<std::string>());
    return all;
  }
  const std::optional<Message>& problem() const { return problem_; }

 private:
  bool has(const Json&, const char* name, bool is) {
    if (!is && !problem_) problem_ = say("{0} is missing or of another type", Ident(name));
    return is;
  }
  const Json none_ = Json::array();
  std::optional<Message> problem_;
};

Json jsonOf(const Certificate::Claim& claim) {
  Json j{{"first", claim.first}, {"second", claim.second}, {"relation", claim.relation}};
  if (claim.operation.empty()) {
    j["rule"] = "operands";
    return j;
  }
  j["rule"] = "sum";
  j["operation"] = claim.operation;
  j["ordered"] = claim.ordered;
  if (claim.outermost) j["outermost"] = true;
  j["pairings"] = Json::array();
  for (const Certificate::Pairing& p : claim.pairings)
    j["pairings"].push_back({{"first", p.first}, {"second", p.second}, {"relation", p.relation}});
  return j;
}

Certificate::Claim claimFrom(Fields& fields, const Json& j) {
  Certificate::Claim claim{
      fields.text(j, "first"), fields.text(j, "second"), fields.text(j, "relation"), {}, false, {}};
  if (fields.text(j, "rule") == "operands") return claim;
  claim.operation = fields.text(j, "operation");
  claim.ordered = fields.flag(j, "ordered");
  claim.outermost = j.contains("outermost") && fields.flag(j, "outermost");
  for (const Json& p : fields.list(j, "pairings"))
    claim.pairings.push_back({fields.number(p, "first"), fields.number(p, "second"), fields.text(p, "relation")});
  return claim;
}

}  // namespace

std::string toJson(const Certificate& certificate) {
  Json j{{"format", kFormat},
         {"version", kVersion},
         {"first", certificate.first},
         {"second", certificate.second},
         {"sizes", certificate.sizes}};
  if (certificate.same) j["same"] = true;
  if (certificate.finite) j["finite"] = true;
  j["sums"] = Json::array();
  for (const Certificate::Sum& s : certificate.sums)
    j["sums"].push_back({{"first", s.first}, {"second", s.second}, {"operation", s.operation}, {"type", s.type}});
  j["claims"] = Json::array();
  for (const Certificate::Claim& claim : certificate.claims) j["claims"].push_back(jsonOf(claim));
  return j.dump(1) + "\n";
}

std::variant<Certificate, Message> certificateFromJson(const std::string& text) {
  if (tooDeepInJson(text)) return say("brackets are nested more than {0} deep", kMostJsonDepth);
  const Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded()) return say("it is not JSON");
  Fields fields;
  if (fields.text(root, "format") != kFormat) return say("it is no certificate of a proof");
  if (fields.number(root, "version") != kVersion) return say("it is of another version");
  Certificate made;
  made.first = fields.texts(root, "first");
  made.second = fields.texts(root, "second");
  made.sizes = fields.text(root, "sizes");
  made.same = root.contains("same") && fields.flag(root, "same");
  made.finite = root.contains("finite") && fields.flag(root, "finite");
  for (const Json& s : fields.list(root, "sums"))
    made.sums.push_back(
        {fields.text(s, "first"), fields.text(s, "second"), fields.text(s, "operation"), fields.text(s, "type")});
  for (const Json& claim : fields.list(root, "claims")) made.claims.push_back(claimFrom(fields, claim));
  if (fields.problem()) return *fields.problem();
  return made;
}

}  // namespace lw
