// The states of a document: a tree, as in the window.
#include "app/serve/method.h"
#include "app/serve/session.h"

namespace lw::serve {
namespace {

Reply variants(ServeSession& session, const Json& arguments, Context&) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  const Document& document = *std::get<0>(found);
  const History& history = document.history();
  Json list = Json::array();
  for (int i = 0; i < history.size(); ++i) {
    if (history.node(i).removed) continue;
    Json one = stateJson(document, i);
    for (const RunKept& run : document.runs)
      if (run.state == i) one["run"] = run.result;  // the last one
    list.push_back(std::move(one));
  }
  Json j = placeJson(document);
  j["states"] = std::move(list);
  return j;
}

Reply branch(ServeSession& session, const Json& arguments, Context&) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  Document& document = *std::get<0>(found);
  const auto state = stateOf(document, arguments.value("state", ""));
  if (const auto* failure = std::get_if<Failure>(&state)) return *failure;
  const Schedule& next = document.history().node(std::get<int>(state)).schedule;
  if (std::get<int>(state) != document.history().current())
    if (auto failure = session.refuses(document, next, next.stepCount())) return *failure;
  document.history().goTo(std::get<int>(state));
  if (arguments.contains("name")) document.history().rename(std::get<int>(state), arguments["name"]);
  return placeJson(document);
}

const Parameter kDocument{.name = "document", .help = "its id", .required = true};

}  // namespace

Method variantsMethod() {
  return {"variants",    "List states", "All states of a document with their last runs, as a tree.",
          Effect::Reads, {kDocument},   variants};
}

Method branchMethod() {
  return {"branch",
          "Go to a state",
          "Goes to a state, and gives it a name. Steps that follow begin a branch there; all other states stay.",
          Effect::Changes,
          {kDocument,
           {.name = "state", .help = "number or name of a state; the current one if none is given"},
           {.name = "name", .help = "a name for the state, for later calls"}},
          branch};
}

}  // namespace lw::serve
