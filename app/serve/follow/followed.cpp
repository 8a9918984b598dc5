#include "app/serve/follow/followed.h"

#include "app/serve/errors.h"
#include "app/serve/follow/touched.h"
#include "core/session/exchange.h"
#include "core/support/text.h"

namespace lw::serve {
namespace {

constexpr size_t kMostPins = 64, kMostName = 200;

std::string idIn(const Json& arguments) {
  const Json id = arguments.value("document", Json());
  return id.is_string() ? id.get<std::string>() : std::string();
}

Json parsed(const std::string& line) {
  const std::variant<Json, Failure> message = parseMessage(line);
  const auto* json = std::get_if<Json>(&message);
  return json && json->is_object() ? *json : Json::object();
}

}  // namespace

Followed::Followed(ServeSession& session, std::function<void(std::function<void()>)> post)
    : session_(session),
      post_(std::move(post)),
      link_({.greeting = [this] { return greeting(); },
             .received =
                 [this](std::string line) {
                   Json message = parsed(line);
                   if (message.value("kind", Json()) == "take") taken_ = true;
                   post_([this, message = std::move(message)] { received(message); });
                 },
             .left =
                 [this] {
                   taken_ = false;
                   post_([this] { left(); });
                 }}) {
  session_.guard = this;
}

// Made in the session's turn, read by the link's thread.
std::string Followed::greeting() const {
  const std::lock_guard lock(greetingMutex_);
  Json hello = greeting_.empty() ? Json::object() : Json::parse(greeting_, nullptr, false);
  hello["kind"] = "hello";
  hello["followed"] = link_.followed();
  return textOf(hello);
}

void Followed::withdraw() {
  tell("withdrawn", Json::object());
  link_.close();
  left();
}

// What a window that looks for sessions is told of this one.
void Followed::introduce() {
  if (!link_.isOpen()) return;
  Json list = Json::array();
  for (const auto& [id, document] : session_.documents())
    list.push_back({{"title", document->title},
                    {"name", document->session.path().substr(0, kMostName)},
                    {"steps", document->schedule().changeCount()}});
  const std::lock_guard lock(greetingMutex_);
  greeting_ = textOf({{"client", session_.client}, {"documents", std::move(list)}});
}

Status Followed::announce() {
  const Status opened = link_.open();
  introduce();
  return opened;
}

Document* Followed::shown() const {
  const auto found = session_.documents().find(shown_);
  return found == session_.documents().end() ? nullptr : found->second.get();
}

void Followed::tell(std::string kind, Json message) {
  message["kind"] = std::move(kind);
  link_.send(textOf(message));
}

// ---- calls of the client ----

std::optional<Failure> Followed::begin(const Method& method, const Json& arguments) {
  const std::string id = idIn(arguments);
  const auto about = [&](Explanation why) { return Failure{kRefused, std::move(why), {}, "document", id}; };
  if (method.effect != Effect::Reads)
    tell("working", {{"method", method.name}, {"steps", arguments.value("steps", Json::array())}});
  if (id.empty()) return std::nullopt;
  const auto known = persons_.find(id);
  const bool told = known != persons_.end() && known->second.news;
  if (method.effect != Effect::Changes) {
    if (told && (method.name == "read" || method.name == "variants")) known->second.news.reset();
    return std::nullopt;
  }
  if (taken_ && id == shown_)
    return about(explain(err::kTakenOver(id), "wait, and call again later; reads and runs are answered meanwhile"));
  if (!told) return std::nullopt;
  const Message news = *known->second.news;
  known->second.news.reset();
  return about(
      explain(err::kPersonChanged(id, news), "read or variants say where it is; call again to go on from there"));
}

void Followed::end(const Method& method, const Json& arguments, const Failure* failure) {
  std::string id = method.name == "open" ? session_.latest : idIn(arguments);
  if (method.effect != Effect::Reads && session_.documents().contains(id)) session_.latest = id;
  introduce();
  if (!link_.followed() || method.effect == Effect::Reads) return;
  if (failure) {
    Json refused{{"method", method.name}, {"error", failureJson(*failure)}};
    for (const char* key : {"steps", "step"})
      if (arguments.contains(key)) refused[key] = arguments[key];
    tell("refused", std::move(refused));
    return;
  }
  // What the client works on is shown, unless the person works on another document.
  if (!taken_ && id != shown_ && session_.documents().contains(id)) show(id);
  if (!shown()) {
    if (!shown_.empty()) tell("closed", {{"document", shown_}});
    shown_.clear();
    return;
  }
  publish(session_.client, method.name, arguments);
}

void Followed::progressed(double share, const std::string& what) {
  if (link_.followed()) tell("progress", {{"share", share}, {"what", what}});
}

std::optional<Failure> Followed::refuses(const Document& document, const Schedule& next, int from) const {
  if (!link_.followed()) return std::nullopt;
  // The person may have taken over while the step was proved.
  if (taken_ && document.id == shown_)
    return Failure{
        kRefused,
        explain(err::kTakenOver(document.id), "wait, and call again later; reads and runs are answered meanwhile"),
        {},
        "document",
        document.id};
  const auto known = persons_.find(document.id);
  if (known == persons_.end()) return std::nullopt;
  for (const Pin& pin : known->second.pins)
    if (const auto how = touches(document.schedule().program(), next, from, pin.loop))
      return Failure{kRefused,
                     explain(err::kLoopPinned(pin.name, *how),
                             "leave this loop as it is, or ask the person at the window to unpin it"),
                     {},
                     "loop",
                     pin.name};
  return std::nullopt;
}

// ---- what the window is told ----

Json Followed::nodeJson(const Document& document, int node) const {
  Json j = Json::parse(actionToJson(document.history(), node), nullptr, false);
  j["node"] = node;
  j["parent"] = document.history().node(node).parent;
  const auto known = persons_.find(document.id);
  if (known == persons_.end() || !known->second.states.contains(node)) j["by"] = session_.client;
  return j;
}

// The whole document.
void Followed::show(const std::string& id) {
  shown_ = id;
  known_ = {};
  refs_.clear();
  const Document* document = shown();
  if (!document) return tell("waiting", {{"client", session_.client}});
  const History& history = document->history();
  tell("document", {{"document", id},
                    {"client", session_.client},
                    {"name", document->session.path()},
                    {"text", document->session.text()},
                    {"function", document->title}});
  known_.nodes = 1;
  known_.names.push_back(history.node(0).name);
  known_.removed.push_back(false);
  publish(session_.client, "", Json::object());
}

// What has changed since the window was told last.
void Followed::publish(const std::string& by, const std::string& what, const Json& said) {
  const Document* document = shown();
  if (!document) return;
  const History& history = document->history();
  Json message{{"document", shown_}, {"by", by}, {"what", what}, {"nodes", Json::array()}, {"runs", Json::array()}};
  for (int i = known_.nodes; i < history.size(); ++i) {
    message["nodes"].push_back(nodeJson(*document, i));
    known_.names.push_back(history.node(i).name);
    known_.removed.push_back(history.node(i).removed);
  }
  for (int i = 0; i < known_.nodes; ++i) {
    const auto at = static_cast<size_t>(i);
    if (history.node(i).name != known_.names[at])
      message["names"].push_back({i, known_.names[at] = history.node(i).name});
    if (history.node(i).removed && !known_.removed[at]) {
      known_.removed[at] = true;
      message["removed"].push_back(i);
    }
  }
  known_.nodes = history.size();
  const std::vector<RunRecord>& runs = document->session.workspace().runs;
  for (; known_.runs < runs.size(); ++known_.runs)
    message["runs"].push_back(Json::parse(runToJson(runs[known_.runs]), nullptr, false));
  message["from"] = std::exchange(known_.current, history.current());
  message["current"] = history.current();
  if (said.contains("steps")) message["steps"] = said["steps"];
  tell("change", std::move(message));
}

// ---- what the person does ----

void Followed::received(const Json& message) {
  const std::string kind = message.value("kind", "");
  if (kind == "follow") return followedAgain();
  if (kind == "take" || kind == "give") return take(kind == "take");
  Document* document = shown();
  if (!document || idIn(message) != shown_) return;
  if (kind == "undo" || kind == "redo") return move(*document, kind == "undo");
  if (kind == "change") return change(*document, message);
  if (kind == "pin" || kind == "unpin") return pin(*document, message);
}

void Followed::followedAgain() {
  taken_ = false;
  show(session_.latest);
  tell("control", {{"person", false}});
}

void Followed::left() {
  taken_ = false;
  shown_.clear();
  for (auto& [id, person] : persons_) person.pins.clear();
}

void Followed::take(bool taken) {
  taken_ = taken;
  tell("control", {{"person", taken}});
}

void Followed::move(Document& document, bool back) {
  const int from = document.history().current();
  if (!(back ? document.history().undo() : document.history().redo())) return;
  const std::string title = document.history().node(back ? from : document.history().current()).title;
  person(document).news = back ? say("{0} was undone", Snippet(title)) : say("{0} was redone", Snippet(title));
  publish("", back ? "undo" : "redo", Json::object());
}

// States that the person made in the window, where the person has taken over. They are checked as a client's are; what
// is refused is not in the session, so that the window is shown what is.
void Followed::change(Document& document, const Json& message) {
  if (!taken_) return;
  const int from = document.history().current();
  std::optional<std::string> why;
  try {
    if (const auto refused = carryOut(document, message)) why = toText(*refused);
  } catch (const nlohmann::json::exception&) {
    why = "the message is not understood";
  }
  if (why) {
    tell("failed", {{"why", *why}});
    show(shown_);
  }
  if (document.history().current() == from) return;
  const History::Node& now = document.history().node(document.history().current());
  person(document).news = say("it is at state {0} now, {1}", document.history().current(),
                              Snippet(now.parent < 0 ? std::string("as opened") : now.title));
}

std::optional<Explanation> Followed::carryOut(Document& document, const Json& message) {
  History& history = document.history();
  const auto nodeOf = [&](const Json& place) -> std::optional<int> {
    int node = place.value("node", -1);
    if (const auto found = refs_.find(place.value("ref", int64_t{-1})); found != refs_.end()) node = found->second;
    if (node < 0 || node >= history.size() || history.node(node).removed) return std::nullopt;
    return node;
  };
  const int before = history.current();
  Json numbers = Json::array();
  for (const Json& one : message.value("nodes", Json::array())) {
    const auto parent = nodeOf(one.at("parent"));
    Result<History::Node> made = parent ? actionFromJson(history.node(*parent).schedule, textOf(one.at("action")))
                                        : Result<History::Node>(err::kNoState(document.id, "?"));
    if (!made) return made.error();
    if (const auto refused = unproved(made->schedule, history.node(*parent).schedule.stepCount())) return refused->why;
    if (history.size() >= session_.limits().states)
      return err::kLimitReached(session_.limits().states, say("states of a document"));
    const std::string name = made->name;
    history.goTo(*parent);
    const int node = history.append(std::move(*made));
    if (!name.empty()) history.rename(node, name);
    refs_[one.at("ref").get<int64_t>()] = node;
    person(document).states.insert(node);
    numbers.push_back({one.at("ref"), node});
  }
  for (const Json& named : message.value("names", Json::array()))
    if (const auto node = nodeOf(named.at(0))) history.rename(*node, named.at(1).get<std::string>());
  for (const Json& place : message.value("removed", Json::array()))
    if (const auto node = nodeOf(place)) history.remove(*node);
  const auto current = nodeOf(message.at("current"));
  history.goTo(current ? *current : history.node(before).removed ? 0 : before);
  tell("numbers", {{"document", document.id}, {"numbers", std::move(numbers)}});
  // The window has these already.
  known_.nodes = history.size();
  known_.current = history.current();
  known_.names.clear(), known_.removed.clear();
  for (int i = 0; i < history.size(); ++i) {
    known_.names.push_back(history.node(i).name);
    known_.removed.push_back(history.node(i).removed);
  }
  return std::nullopt;
}

void Followed::pin(const Document& document, const Json& message) {
  std::vector<Pin>& pins = person(document).pins;
  const Json number = message.value("loop", Json());
  if (!number.is_number_unsigned()) return;
  const LoopId loop{number.get<uint32_t>()};
  std::erase_if(pins, [&](const Pin& one) { return one.loop == loop; });
  if (message["kind"] == "pin" && document.schedule().program().contains(loop) && pins.size() < kMostPins)
    pins.push_back({loop, document.schedule().program().name(loop)});
  Json list = Json::array();
  for (const Pin& one : pins) list.push_back({{"loop", one.loop.value}, {"name", one.name}});
  tell("pins", {{"document", document.id}, {"pins", std::move(list)}});
}

}  // namespace lw::serve
