// lw primitives: prints the catalogue, from the descriptions that menus, scripts and traces use too.
#include <algorithm>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "core/help/help.h"
#include "core/schedule/all_primitives.h"
#include "core/script/composite.h"

namespace lw {
namespace {

constexpr const char* kComposites = "composites";  // the group of composites

nlohmann::json paramsOf(const Primitive& p) {
  nlohmann::json params = nlohmann::json::array();
  for (const Param& param : p.params) {
    nlohmann::json j{{"name", param.name}, {"type", nameOf(param.type)}, {"help", param.help}};
    if (param.defaultValue) j["default"] = toText(*param.defaultValue);
    params.push_back(j);
  }
  return params;
}

nlohmann::json toJson(const Primitive& p) {
  nlohmann::json errors = nlohmann::json::array();
  for (const ErrorKind* kind : p.errors) errors.push_back({{"kind", kind->id}, {"message", kind->sentence}});
  const Result<std::string> page = helpPage(p);
  return {{"name", p.name},
          {"kind", p.kind},
          {"group", nameOf(p.group)},
          {"summary", p.summary},
          {"signature", p.signature()},
          {"page", page ? nlohmann::json(*page) : nlohmann::json()},
          {"query", p.query},
          {"params", paramsOf(p)},
          {"refusals", errors}};
}

nlohmann::json toJson(const Composite& c) {
  return {{"name", c.form->name},
          {"group", kComposites},
          {"summary", c.form->summary},
          {"signature", c.form->signature()},
          {"help", c.help},
          {"file", c.file->source.name},
          {"params", paramsOf(*c.form)}};
}

void printSignature(const Primitive& p) {
  std::cout << p.signature() << "\n  " << p.summary << "\n";
  for (const Param& param : p.params)
    std::cout << "  " << param.name << ": " << param.help << " (" << nameOf(param.type) << ")\n";
}

void printOne(const Composite& c) { std::cout << helpPage(c); }

// The help page; queries have none.
void printOne(const Primitive& p) {
  if (const Result<std::string> page = helpPage(p); page) {
    std::cout << *page;
    return;
  }
  printSignature(p);
}

// In the order in which the groups first occur in the catalogue.
void printAll(const std::vector<Composite>& composites) {
  size_t width = 0;
  for (const Composite& c : composites) width = std::max(width, c.form->name.size());
  std::vector<Group> groups;
  for (const Primitive* p : allPrimitives()) {
    width = std::max(width, p->name.size());
    if (std::find(groups.begin(), groups.end(), p->group) == groups.end()) groups.push_back(p->group);
  }
  const auto line = [&](const Primitive& p) {
    std::cout << "  " << p.name << std::string(width + 2 - p.name.size(), ' ') << p.summary << "\n";
  };
  for (const Group group : groups) {
    std::cout << (group == groups.front() ? "" : "\n") << nameOf(group) << "\n";
    for (const Primitive* p : allPrimitives())
      if (p->group == group) line(*p);
  }
  std::cout << "\n" << kComposites << "\n";
  for (const Composite& c : composites) line(*c.form);
}

int run(const CommandLine& arguments) {
  const std::string& name = arguments.get("NAME");
  const Primitive* one = name.empty() ? nullptr : findPrimitive(name);
  std::vector<Composite> composites = libraryComposites();
  if (!name.empty()) std::erase_if(composites, [&](const Composite& c) { return c.form->name != name; });
  if (!name.empty() && !one && composites.empty())
    return fail(arguments, explain(err::kPrimitivesUnknown(name), "`lw primitives` lists them"));
  if (arguments.json()) {
    nlohmann::json list = nlohmann::json::array();
    for (const Primitive* p : allPrimitives())
      if (name.empty() || p == one) list.push_back(toJson(*p));
    for (const Composite& c : composites) list.push_back(toJson(c));
    std::cout << nlohmann::json{{"ok", true}, {"primitives", list}}.dump(2) << "\n";
  } else if (one) {
    printOne(*one);
  } else if (!name.empty()) {
    printOne(composites.front());
  } else {
    printAll(composites);
  }
  return kDone;
}

}  // namespace

Command primitivesCommand() {
  return {"primitives",
          "list the steps that a schedule is made of, or describe one",
          {{"NAME", "a primitive or a composite; all when absent", "", OptionSpec::kValue}},
          run};
}

}  // namespace lw
