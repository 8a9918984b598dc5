#include "app/services/follow/followed_states.h"

#include "core/session/exchange.h"
#include "core/support/json.h"

namespace lw {
namespace {

using nlohmann::json;

std::string textOf(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace

// Without a path: the file may be open elsewhere, with work of its own.
Session sessionFrom(const json& message) {
  Session session({}, message.value("text", ""));
  (void)session.choose(message.value("function", ""));
  return session;
}

FollowedNumbers::FollowedNumbers(const History& history) {
  for (int i = 0; i < history.size(); ++i) {
    remote.push_back(i == 0 ? 0 : kUnsent);
    names.push_back(history.node(i).name);
    removed.push_back(history.node(i).removed);
  }
  local[0] = 0;
}

void FollowedNumbers::pair(int remoteNode, int localNode, const History& history) {
  const auto at = static_cast<size_t>(localNode);
  while (remote.size() <= at) {
    const int node = static_cast<int>(remote.size());
    remote.push_back(kUnsent);
    names.push_back(history.node(node).name);
    removed.push_back(history.node(node).removed);
  }
  remote[at] = remoteNode;
  local[remoteNode] = localNode;
}

json FollowedNumbers::placeOf(int localNode) const {
  const int number = remote[static_cast<size_t>(localNode)];
  return number >= 0 ? json{{"node", number}} : json{{"ref", localNode}};
}

FollowedChange changed(History history, FollowedNumbers numbers, const json& message) {
  FollowedChange made{std::move(history), std::move(numbers), 0, {}, {}};
  History& all = made.history;
  FollowedNumbers& known = made.numbers;
  const int shown = all.current();
  for (const json& one : message.value("nodes", json::array())) {
    const auto parent = known.local.find(one.value("parent", 0));
    if (parent == known.local.end()) continue;
    Result<History::Node> action = actionFromJson(all.node(parent->second).schedule, textOf(one));
    if (!action) {
      made.error = action.error();
      return made;
    }
    const std::string name = action->name, by = action->by;
    const bool removed = action->removed;
    all.goTo(parent->second);
    const int node = all.append(std::move(*action));
    if (!name.empty()) all.rename(node, name);
    known.pair(one.value("node", 0), node, all);
    known.names[static_cast<size_t>(node)] = name;
    known.removed[static_cast<size_t>(node)] = removed;
    ++made.added;
  }
  for (const json& named : message.value("names", json::array()))
    if (const auto node = known.local.find(named.at(0).get<int>()); node != known.local.end()) {
      all.rename(node->second, named.at(1).get<std::string>());
      known.names[static_cast<size_t>(node->second)] = all.node(node->second).name;
    }
  all.goTo(shown);
  for (const json& number : message.value("removed", json::array()))
    if (const auto node = known.local.find(number.get<int>()); node != known.local.end()) {
      all.remove(node->second);
      known.removed[static_cast<size_t>(node->second)] = true;
    }
  if (const auto node = known.local.find(message.value("current", 0)); node != known.local.end())
    known.current = node->second;
  for (const json& run : message.value("runs", json::array()))
    if (std::optional<RunRecord> record = runFromJson(textOf(run), 1 << 30)) {
      const auto node = known.local.find(record->node);
      if (node == known.local.end()) continue;
      record->node = node->second;
      made.runs.push_back(std::move(*record));
    }
  return made;
}

std::optional<json> unsentOf(const History& history, FollowedNumbers& numbers) {
  json message{{"nodes", json::array()}, {"names", json::array()}, {"removed", json::array()}};
  bool any = history.current() != numbers.current;
  for (int i = 0; i < history.size(); ++i) {
    const auto at = static_cast<size_t>(i);
    const History::Node& node = history.node(i);
    if (at >= numbers.remote.size()) {
      numbers.remote.push_back(FollowedNumbers::kUnsent);
      numbers.names.push_back(node.name);
      numbers.removed.push_back(node.removed);
    }
    if (numbers.remote[at] == FollowedNumbers::kUnsent) {
      message["nodes"].push_back({{"ref", i},
                                  {"parent", numbers.placeOf(node.parent)},
                                  {"action", json::parse(actionToJson(history, i), nullptr, false)}});
      numbers.remote[at] = FollowedNumbers::kSent;
      any = true;
    }
    if (node.name != numbers.names[at]) {
      message["names"].push_back({numbers.placeOf(i), node.name});
      numbers.names[at] = node.name;
      any = true;
    }
    if (node.removed && !numbers.removed[at]) {
      message["removed"].push_back(numbers.placeOf(i));
      numbers.removed[at] = true;
      any = true;
    }
  }
  if (!any) return std::nullopt;
  numbers.current = history.current();
  message["current"] = numbers.placeOf(numbers.current);
  return message;
}

}  // namespace lw
