// lw primitives: the catalogue, from the descriptions that menus, scripts and traces use too.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "core/help/help.h"
#include "core/schedule/all_primitives.h"

namespace lw {
namespace {

constexpr ErrorKind kUnknown{"primitives.unknown", "there is no primitive named \"{0}\""};

nlohmann::json toJson(const Primitive& p) {
  nlohmann::json params = nlohmann::json::array();
  for (const Param& param : p.params) {
    nlohmann::json j{{"name", param.name}, {"type", nameOf(param.type)}, {"help", param.help}};
    if (param.defaultValue) j["default"] = toText(*param.defaultValue);
    params.push_back(j);
  }
  nlohmann::json errors = nlohmann::json::array();
  for (const ErrorKind* kind : p.errors) errors.push_back({{"kind", kind->id}, {"message", kind->sentence}});
  const Result<std::string> page = helpPage(p);
  return {{"name", p.name}, {"kind", p.kind}, {"group", nameOf(p.group)}, {"summary", p.summary},
          {"signature", p.signature()}, {"page", page ? nlohmann::json(*page) : nlohmann::json()}, {"query", p.query}, {"params", params}, {"refusals", errors}};
}

// The help page; queries have none.
void printOne(const Primitive& p) {
  if (const Result<std::string> page = helpPage(p); page) {
    std::cout << *page;
    return;
  }
  std::cout << p.signature() << "\n  " << p.summary << "\n";
  for (const Param& param : p.params) std::cout << "  " << param.name << ": " << param.help << " (" << nameOf(param.type) << ")\n";
}

// The groups in the order in which the catalogue first names them.
void printAll() {
  size_t width = 0;
  std::vector<Group> groups;
  for (const Primitive* p : allPrimitives()) {
    width = std::max(width, p->name.size());
    if (std::find(groups.begin(), groups.end(), p->group) == groups.end()) groups.push_back(p->group);
  }
  for (const Group group : groups) {
    std::cout << (group == groups.front() ? "" : "\n") << nameOf(group) << "\n";
    for (const Primitive* p : allPrimitives())
      if (p->group == group) std::cout << "  " << p->name << std::string(width + 2 - p->name.size(), ' ') << p->summary << "\n";
  }
}

int run(const CommandLine& arguments) {
  const std::string& name = arguments.get("NAME");
  const Primitive* one = name.empty() ? nullptr : findPrimitive(name);
  if (!name.empty() && !one) return fail(arguments, explain(kUnknown, {name}, "`lw primitives` lists them"));
  if (arguments.json()) {
    nlohmann::json list = nlohmann::json::array();
    for (const Primitive* p : allPrimitives())
      if (!one || p == one) list.push_back(toJson(*p));
    std::cout << nlohmann::json{{"ok", true}, {"primitives", list}}.dump(2) << "\n";
  } else if (one) {
    printOne(*one);
  } else {
    printAll();
  }
  return kDone;
}

}  // namespace

Command primitivesCommand() {
  return {"primitives", "list the steps that a schedule is made of, or describe one",
          {{"NAME", "a primitive; all when absent", "", OptionSpec::kValue}}, run};
}

}  // namespace lw
