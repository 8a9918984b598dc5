// Reads the .lwsession file. A file of another kind is refused. A defect inside affects only the part that it is in,
// and is reported with its place ("workspaces[0].nodes[3].parent").
#include <algorithm>
#include <initializer_list>
#include "core/support/json.h"

#include "core/session/carry_over.h"
#include "core/session/errors.h"
#include "core/session/exchange.h"
#include "core/support/json_depth.h"

namespace lw {

namespace {

using nlohmann::json;
constexpr int kVersion = 1, kMostLine = 100'000'000, kMostTerms = 2'000'000'000;

// An object of the file, read field by field. A field that is absent or no good gives the fallback; the latter is told.
class Fields {
 public:
  Fields(const json& object, std::string place, std::vector<std::string>& warnings)
      : json_(object), place_(std::move(place)), warnings_(warnings) {}

  const json* find(const char* key, bool good(const json&), const char* wanted) {
    known_.push_back(key);
    const auto found = json_.find(key);
    if (found == json_.end()) return nullptr;
    if (good(*found)) return &*found;
    tell(key, std::string("this should be ") + wanted);
    return nullptr;
  }
  std::string text(const char* key) {
    const json* j = find(key, [](const json& v) { return v.is_string(); }, "a text");
    return j ? j->get<std::string>() : std::string();
  }
  double real(const char* key, double fallback = 0) {
    const json* j = find(key, [](const json& v) { return v.is_number(); }, "a number");
    return j ? j->get<double>() : fallback;
  }
  bool flag(const char* key) {
    const json* j = find(key, [](const json& v) { return v.is_boolean(); }, "true or false");
    return j && j->get<bool>();
  }
  // In [low, high].
  int whole(const char* key, int low, int high, int fallback) {
    const json* j = find(key, [](const json& v) { return v.is_number_integer(); }, "an integer");
    if (!j) return fallback;
    const int64_t value = j->get<int64_t>();
    if (value >= low && value <= high) return static_cast<int>(value);
    tell(key, std::to_string(value) + " is not between " + std::to_string(low) + " and " + std::to_string(high));
    return fallback;
  }
  const json& list(const char* key) {
    const json* j = find(key, [](const json& v) { return v.is_array(); }, "a list");
    return j ? *j : none_;
  }
  const json* object(const char* key) {
    return find(key, [](const json& v) { return v.is_object(); }, "an object");
  }
  Counts counts(const char* key) {
    Counts found;
    const json* j = object(key);
    if (!j) return found;
    for (const auto& [name, value] : j->items())
      if (value.is_number())
        found.emplace(name, value.get<double>());
      else
        tell(std::string(key) + "." + name, "this should be a number");
    return found;
  }
  // The fields that were not read, as JSON; empty: none.
  std::string rest() const {
    json other = json::object();
    for (const auto& [key, value] : json_.items())
      if (std::find(known_.begin(), known_.end(), key) == known_.end()) other[key] = value;
    return other.empty() ? std::string() : other.dump(-1, ' ', false, json::error_handler_t::replace);
  }
  void tell(const std::string& key, const std::string& what) {
    warnings_.push_back((place_.empty() ? "" : place_ + ".") + key + ": " + what);
  }
  std::vector<std::string>& warnings() { return warnings_; }
  std::string place(const char* key) const { return (place_.empty() ? "" : place_ + ".") + key; }
  std::string place(const char* key, size_t index) const { return place(key) + "[" + std::to_string(index) + "]"; }

 private:
  const json& json_;
  std::string place_;
  std::vector<std::string>& warnings_;
  std::vector<std::string> known_;
  const json none_ = json::array();
};

SumNote sumNoteFrom(Fields f) {
  SumNote note{f.text("block"), f.text("type")};
  note.terms = f.whole("terms", 0, kMostTerms, 0);
  note.own = f.real("error"), note.tolerance = f.real("tolerance"), note.wide = f.real("wide", -1);
  note.steps = f.text("steps");
  return note;
}

RunRecord runFrom(Fields f, int nodes) {
  RunRecord r;
  r.node = f.whole("node", 0, nodes - 1, 0);
  r.function = f.text("function"), r.program = f.text("program"), r.state = f.text("state"),
  r.context = f.text("context"), r.error = f.text("error");
  r.when = f.text("when"), r.target = f.text("target"), r.device = f.text("device"), r.math = f.text("math");
  r.threads = f.whole("threads", 0, 1'000'000, 1), r.runs = f.whole("runs", 0, 1'000'000'000, 0);
  r.compileMs = f.real("compile_ms"), r.medianMs = f.real("median_ms"), r.minMs = f.real("min_ms"),
  r.maxMs = f.real("max_ms");
  r.lowMs = f.real("low_ms"), r.highMs = f.real("high_ms");
  r.packedOnce = f.text("packed_once"), r.packingMs = f.real("packing_ms");
  r.gops = f.real("gops");
  r.gflops = f.real("gflops"), r.gbps = f.real("gbps"), r.peakFraction = f.real("peak_fraction");
  r.codeKnown = f.flag("compiled_before");
  r.checked = f.flag("checked"), r.ok = f.flag("ok");
  r.maxAbsError = f.real("max_abs_error"), r.maxRelError = f.real("max_rel_error");
  r.counts = f.counts("counts"), r.startCounts = f.counts("start_counts");
  r.difference = f.text("difference");
  r.referenceKind = f.text("reference"), r.referenceMs = f.real("reference_ms"), r.baselineMs = f.real("baseline_ms");
  r.referenceRuns = f.whole("reference_runs", 0, 1'000'000'000, 0);
  r.referenceLowMs = f.real("reference_low_ms"), r.referenceHighMs = f.real("reference_high_ms");
  r.blasLibrary = f.text("blas"), r.blasKernels = f.text("blas_kernels"), r.blasExpected = f.text("blas_expected");
  r.otherCores = f.real("other_cores", -1);
  r.code = f.text("code"), r.abovePeak = f.flag("above_peak");
  if (const json* sums = f.object("sums")) r.sums = sumNoteFrom(Fields(*sums, f.place("sums"), f.warnings()));
  r.unknown = f.rest();
  return r;
}

EqualStates proofFrom(Fields f, int nodes) {
  EqualStates p;
  p.first = f.whole("first", 0, nodes - 1, 0), p.second = f.whole("second", 0, nodes - 1, 0);
  p.function = f.text("function"), p.firstState = f.text("first_state"), p.secondState = f.text("second_state");
  p.when = f.text("when");
  for (const json& sum : f.list("sums"))
    if (sum.is_array() && sum.size() == 2 && sum[0].is_string() && sum[1].is_string())
      p.sums.emplace_back(sum[0].get<std::string>(), sum[1].get<std::string>());
    else
      f.tell("sums", "this should be a list of two names each");
  p.unknown = f.rest();
  return p;
}

// Reads the nodes of one workspace in order, so that parents exist before their children.
// `assumed`: steps that nothing decides were accepted.
Result<Trace> stepsFrom(const json& list, uint32_t outer, bool assumed) {
  Result<Trace> trace = traceFromJson(list.dump(), outer);
  if (trace && assumed)
    for (Instruction& step : trace->instructions) step.assumed = true;
  return trace;
}

class NodeReader {
 public:
  NodeReader(const Snapshot& source, Workspace& out) : source_(source), out_(out) {}

  void read(const json& nodes, Fields& workspace) {
    nodes_.push_back({-1, Schedule(source_), "", "", "", false, -1, ""});
    handles_.push_back(0);
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (!nodes[i].is_object()) {
        workspace.warnings().push_back(workspace.place("nodes", i) + ": this should be an object; the step is skipped");
        if (i > 0) add({0, nodes_[0].schedule, "", "", "", true, -1, ""});
        continue;
      }
      Fields node(nodes[i], workspace.place("nodes", i), workspace.warnings());
      i == 0 ? about(node, 0, nodes.size()) : one(node, i, nodes.size());
      if (std::string unknown = node.rest(); !unknown.empty())
        out_.unknownInNodes.emplace(static_cast<int>(i), std::move(unknown));
    }
    const int current = workspace.whole("current", 0, static_cast<int>(nodes_.size()) - 1, 0);
    History history(std::move(nodes_), 0);
    // The targets of redo are restored from the leaves up, because going to a node sets them for all nodes above.
    for (size_t i = redo_.size(); i-- > 0;)
      if (const int child = redo_[i]; child > static_cast<int>(i) && child < history.size() &&
                                      history.node(child).parent == static_cast<int>(i) && !history.node(child).removed)
        history.goTo(child);
    history.goTo(history.node(current).removed ? 0 : current);
    out_.history = std::move(history);
  }

 private:
  void add(History::Node node) {
    handles_.push_back(handleCount(node.schedule, nodes_[static_cast<size_t>(node.parent)].schedule.stepCount(),
                                   handles_[static_cast<size_t>(node.parent)]));
    nodes_.push_back(std::move(node));
  }
  void about(Fields& f, size_t number, size_t count) {
    History::Node& node = nodes_[number];
    node.name = f.text("name");
    node.note = f.text("note");
    node.bookmark = f.flag("bookmark");
    node.by = f.text("by");
    redo_.resize(number + 1, -1);
    redo_[number] = f.whole("redo", -1, static_cast<int>(count) - 1, -1);
  }
  void one(Fields& f, size_t number, size_t count) {
    const int parent = f.whole("parent", 0, static_cast<int>(number) - 1, 0);
    const History::Node& above = nodes_[static_cast<size_t>(parent)];
    const Schedule start = workingOn(above.schedule, f.text("function"));
    History::Node node{parent, start, f.text("title"), "", "", f.flag("removed") || above.removed, -1, f.text("lost")};
    const int outer = f.whole("handles", 0, 1'000'000'000, 0);
    const json* steps = f.find("steps", [](const json& v) { return v.is_array(); }, "a trace");
    node.off = f.flag("off");
    const bool assumed = f.flag("assumed");
    if (!node.removed && !node.off)
      carryOut(f, node, start, steps, assumed, outer == static_cast<int>(handles_[static_cast<size_t>(parent)]));
    add(std::move(node));
    about(f, number, count);
  }
  // Exactly as recorded; else by the title, as after an edit.
  void carryOut(Fields& f, History::Node& node, const Schedule& start, const json* steps, bool assumed,
                bool handlesAgree) {
    if (steps && handlesAgree && node.lost.empty()) {
      const Result<Trace> trace = stepsFrom(*steps, handles_[static_cast<size_t>(node.parent)], assumed);
      Result<Schedule> schedule = trace ? replay(start, *trace) : Result<Schedule>(trace.error());
      if (schedule) {
        node.schedule = std::move(*schedule);
        return;
      }
      f.tell("steps", schedule.error().message);
    }
    const bool wasLost = !node.lost.empty();
    redoByTitle(node, start, out_.source);
    if (!node.lost.empty() && !wasLost) f.tell("title", node.title + " is kept, but cannot be applied: " + node.lost);
  }

  const Snapshot& source_;
  Workspace& out_;
  std::vector<History::Node> nodes_;
  std::vector<uint32_t> handles_;
  std::vector<int> redo_;
};

// "line 3, column 7" of a byte.
std::string placeOf(std::string_view text, size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const size_t line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const size_t start = before.rfind('\n');
  const size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

class SessionReader {
 public:
  LoadedSession read(const json& root) {
    Fields f(root, "", warnings_);
    for (const char* key : {"format", "version"}) (void)f.find(key, [](const json&) { return true; }, "");
    const json nothing = json::object();
    const json* source = f.object("source");
    if (!source) warnings_.push_back("source: there is none, so the session has no program");
    Fields s(source ? *source : nothing, "source", warnings_);
    const std::string path = s.text("path");
    Session session(path, s.text("text"));
    session.savedHash = s.text("hash");
    session.workspaces_.clear();
    session.program_.clear();
    const json& workspaces = f.list("workspaces");
    for (size_t i = 0; i < workspaces.size(); ++i) {
      if (workspaces[i].is_object())
        workspace(workspaces[i], f.place("workspaces", i), session);
      else
        warnings_.push_back(f.place("workspaces", i) + ": this should be an object");
    }
    chooseProgram(f.text("program"), session);
    if (const json* notes = f.object("notes"))
      for (const auto& [about, note] : notes->items())
        if (note.is_string()) session.notes[about] = note.get<std::string>();
    session.layout = f.text("layout");
    session.target = f.text("target");
    session.math = f.text("math");
    if (const json* origin = f.object("origin")) {
      Fields o(*origin, "origin", warnings_);
      session.origin = TextOrigin{o.text("ran"), o.text("file"), o.text("text"), o.text("name"), o.text("call"), {}};
      for (const json& line : o.list("lines"))
        session.origin->lines.push_back(line.is_number_integer() && line >= 0 && line <= kMostLine ? line.get<int>()
                                                                                                   : 0);
    }
    if (const json* document = f.object("document")) {
      Fields d(*document, "document", warnings_);
      session.document = d.text("path"), session.documentHash = d.text("hash");
    }
    session.unknown = f.rest();
    return {std::move(session), std::move(warnings_)};
  }

 private:
  void workspace(const json& w, const std::string& place, Session& session) {
    Fields f(w, place, warnings_);
    const std::string name = f.text("program"), text = f.text("source");
    std::shared_ptr<const SourceFile> source = session.source_;
    if (!text.empty()) source = std::make_shared<const SourceFile>(readProgram(session.path_, text));
    const Result<Program> program =
        name.empty() ? Result<Program>(err::kProgramWithoutName()) : programOf(*source, name);
    if (!program || session.workspaces_.contains(program->name)) {
      f.tell("program", "the variants of \"" + name + "\" cannot be shown (they stay in the session): " +
                            (program ? "there are others for it" : program.error().message));
      session.unreadable.push_back(w.dump(-1, ' ', false, json::error_handler_t::replace));
      return;
    }
    Workspace out{History(program->snapshot), {}, source, 0, hashOf(program->snapshot), {}, {}};
    NodeReader(program->snapshot, out).read(f.list("nodes"), f);
    out.shown = f.whole("shown", 0, program->snapshot.functionCount() - 1, 0);
    const json& runs = f.list("runs");
    for (size_t i = 0; i < runs.size(); ++i)
      if (runs[i].is_object())
        out.runs.push_back(runFrom(Fields(runs[i], f.place("runs", i), warnings_), out.history.size()));
      else
        warnings_.push_back(f.place("runs", i) + ": this should be an object");
    const json& proofs = f.list("proofs");
    for (size_t i = 0; i < proofs.size(); ++i)
      if (proofs[i].is_object())
        out.proofs.push_back(proofFrom(Fields(proofs[i], f.place("proofs", i), warnings_), out.history.size()));
      else
        warnings_.push_back(f.place("proofs", i) + ": this should be an object");
    out.unknown = f.rest();
    session.workspaces_.emplace(program->name, std::move(out));
  }

  static void chooseProgram(const std::string& name, Session& session) {
    if (session.workspaces_.contains(name))
      session.program_ = name;
    else if (name.empty() || !session.choose(name))
      (void)session.choose("");
    if (session.program_.empty() && !session.workspaces_.empty()) session.program_ = session.workspaces_.begin()->first;
  }

  std::vector<std::string> warnings_;
};

uint32_t handleCount(const Schedule& schedule, int from, uint32_t before) {
  for (int i = from; i < schedule.stepCount(); ++i) before += static_cast<uint32_t>(schedule.step(i).outputs.size());
  return before;
}

Result<History::Node> actionFromJson(const Schedule& parent, std::string_view text) {
  std::vector<std::string> warnings;
  const json action = tooDeepInJson(text) ? json() : json::parse(text, nullptr, false);
  if (!action.is_object()) return explain(err::kSessionFormat(), "sessions end in .lwsession and are JSON");
  Fields f(action, "action", warnings);
  History::Node node{-1, workingOn(parent, f.text("function")), f.text("title"), f.text("name"), f.text("note")};
  node.lost = f.text("lost"), node.by = f.text("by");
  node.removed = f.flag("removed"), node.off = f.flag("off");
  if (node.removed || node.off || !node.lost.empty()) return node;
  const uint32_t outer = handleCount(parent);
  const Result<Trace> trace = stepsFrom(f.list("steps"), outer, f.flag("assumed"));
  Result<Schedule> made = trace ? replay(node.schedule, *trace) : Result<Schedule>(trace.error());
  if (!made) return made.error();
  node.schedule = std::move(*made);
  return node;
}

std::optional<RunRecord> runFromJson(std::string_view text, int nodes) {
  std::vector<std::string> warnings;
  const json run = tooDeepInJson(text) ? json() : json::parse(text, nullptr, false);
  if (!run.is_object() || nodes < 1) return std::nullopt;
  return runFrom(Fields(run, "run", warnings), nodes);
}

Result<LoadedSession> sessionFromJson(std::string_view text) {
  if (const auto deep = tooDeepInJson(text))
    return explain(err::kSessionTooDeep(placeOf(text, *deep), kMostJsonDepth),
                   "the latest changes are also kept beside the settings: open the source file itself");
  json root;
  try {
    root = json::parse(text);
  } catch (const json::parse_error& e) {
    const size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '{')
      return explain(err::kSessionBroken(placeOf(text, e.byte > 0 ? e.byte - 1 : 0)),
                     "the latest changes are also kept beside the settings: open the source file itself");
  } catch (const json::exception&) {
  }
  if (!root.is_object() || !root.contains("format") || root["format"] != "loopwright-session")
    return explain(err::kSessionFormat(), "sessions end in .lwsession and are JSON");
  const bool numbered = root.contains("version") && root["version"].is_number_integer();
  const int64_t version = numbered ? root["version"].get<int64_t>() : 0;
  if (version < 1) return explain(err::kSessionWithoutVersion(), "it was not written by this program");
  if (version > kVersion) return explain(err::kSessionVersion(version, kVersion), "use a newer Loopwright");
  return SessionReader().read(root);
}

}  // namespace lw
