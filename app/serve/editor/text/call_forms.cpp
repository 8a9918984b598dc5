#include "app/serve/editor/text/call_forms.h"

#include <map>

#include "core/ir/intrinsics.h"

namespace lw::serve {
namespace {

// "shape, dtype='float32'" names shape and dtype.
std::vector<std::string> namesOf(const std::string& params) {
  std::vector<std::string> names;
  for (size_t at = 0; at < params.size();) {
    const size_t end = std::min(params.find(", ", at), params.size());
    const std::string one = params.substr(at, end - at);
    names.push_back(one.substr(0, one.find('=')));
    at = end + 2;
  }
  return names;
}

CallForm formOf(const std::string& name, const std::string& params, std::string help) {
  return {name + "(" + params + ")", std::move(help), namesOf(params)};
}

std::string helpOf(const IntrinsicInfo& i) {
  if (i.effect == lw::Effect::Pure) return "An intrinsic without side effects.";
  if (i.effect == lw::Effect::Reads) return "An intrinsic that reads memory.";
  return "An intrinsic that may write memory; it is neither moved nor left out.";
}

CallForm formOf(const IntrinsicInfo& i) {
  std::string params;
  for (int n = 0; n < std::max(i.minArgs, i.maxArgs); ++n)
    params += std::string(n ? ", " : "") + "x" + std::to_string(n) + (n < i.minArgs ? "" : "=None");
  if (i.maxArgs < 0) params += params.empty() ? "*args" : ", *args";
  return formOf("T." + std::string(i.name), params, helpOf(i));
}

std::map<std::string, CallForm> allForms() {
  std::map<std::string, CallForm> forms;
#define FORM(name, params, help) forms.emplace(name, formOf(name, params, help));
#include "app/serve/editor/text/call_forms.def"
#undef FORM
  for (const IntrinsicInfo& i : allIntrinsics()) forms.emplace("T." + std::string(i.name), formOf(i));
  return forms;
}

}  // namespace

const CallForm* findCallForm(const std::string& name) {
  static const std::map<std::string, CallForm> forms = allForms();
  const auto found = forms.find(name.starts_with("tir.") ? "T." + name.substr(4) : name);
  return found == forms.end() ? nullptr : &found->second;
}

}  // namespace lw::serve
