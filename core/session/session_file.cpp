// The .lwsession file. The source text is stored with it, so that nothing is lost when the file changes or goes.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/session/session.h"

namespace lw {

namespace {

using nlohmann::json;
constexpr int kVersion = 1;

Explanation failed(const std::string& kind, const std::string& message, const std::string& hint = {}) {
  Explanation e;
  e.kind = "session." + kind;
  e.message = message;
  e.hint = hint;
  return e;
}

// The value under a key, or the fallback where it is absent or of another kind.
std::string textIn(const json& j, const char* key) { return j.contains(key) && j[key].is_string() ? j[key].get<std::string>() : std::string(); }
double realIn(const json& j, const char* key) { return j.contains(key) && j[key].is_number() ? j[key].get<double>() : 0; }
int wholeIn(const json& j, const char* key, int fallback) {
  if (!j.contains(key) || !j[key].is_number_integer()) return fallback;
  const int64_t value = j[key].get<int64_t>();
  return value < -1'000'000 || value > 1'000'000 ? fallback : static_cast<int>(value);
}
const json& listIn(const json& j, const char* key, const json& empty) { return j.contains(key) && j[key].is_array() ? j[key] : empty; }

json toJson(const RunRecord& r) {
  return {{"node", r.node}, {"when", r.when}, {"target", r.target}, {"device", r.device}, {"threads", r.threads}, {"runs", r.runs}, {"compile_ms", r.compileMs},
          {"median_ms", r.medianMs}, {"min_ms", r.minMs}, {"max_ms", r.maxMs}, {"gflops", r.gflops}, {"gbps", r.gbps}, {"peak_fraction", r.peakFraction}, {"ok", r.ok},
          {"max_abs_error", r.maxAbsError}, {"max_rel_error", r.maxRelError}, {"reference", r.referenceKind}, {"reference_ms", r.referenceMs}, {"baseline_ms", r.baselineMs}};
}
RunRecord runFrom(const json& j) {
  RunRecord r;
  r.node = wholeIn(j, "node", 0);
  r.when = textIn(j, "when"), r.target = textIn(j, "target"), r.device = textIn(j, "device");
  r.threads = wholeIn(j, "threads", 1), r.runs = wholeIn(j, "runs", 0);
  r.compileMs = realIn(j, "compile_ms"), r.medianMs = realIn(j, "median_ms"), r.minMs = realIn(j, "min_ms"), r.maxMs = realIn(j, "max_ms");
  r.gflops = realIn(j, "gflops"), r.gbps = realIn(j, "gbps"), r.peakFraction = realIn(j, "peak_fraction");
  r.ok = j.contains("ok") && j["ok"].is_boolean() && j["ok"].get<bool>();
  r.maxAbsError = realIn(j, "max_abs_error"), r.maxRelError = realIn(j, "max_rel_error");
  r.referenceKind = textIn(j, "reference"), r.referenceMs = realIn(j, "reference_ms"), r.baselineMs = realIn(j, "baseline_ms");
  return r;
}

// Nodes keep their numbers; removed ones are written as such, so that the numbers in runs stay right.
json toJson(const std::string& function, const Workspace& w) {
  json nodes = json::array();
  for (int i = 0; i < w.history.size(); ++i) {
    const History::Node& n = w.history.node(i);
    json node{{"parent", n.parent}, {"title", n.title}};
    if (!n.name.empty()) node["name"] = n.name;
    if (!n.note.empty()) node["note"] = n.note;
    if (n.removed) node["removed"] = true;
    else if (i > 0) node["trace"] = json::parse(toJson(traceOf(n.schedule)), nullptr, false);
    nodes.push_back(std::move(node));
  }
  json runs = json::array();
  for (const RunRecord& r : w.runs) runs.push_back(toJson(r));
  return {{"function", function}, {"current", w.history.current()}, {"nodes", std::move(nodes)}, {"runs", std::move(runs)}};
}

}  // namespace

class SessionReader {
 public:
  explicit SessionReader(const json& j) : json_(j) {}

  LoadedSession read() {
    const json source = json_.contains("source") && json_["source"].is_object() ? json_["source"] : json::object();
    Session session(textIn(source, "path"), textIn(source, "text"));
    session.workspaces_.clear();
    for (const json& w : listIn(json_, "workspaces", kNone_))
      if (w.is_object()) workspace(w, session);
    const std::string function = textIn(json_, "function");
    session.function_.clear();
    if (!session.choose(function)) (void)session.choose("");
    if (json_.contains("notes") && json_["notes"].is_object())
      for (const auto& [about, note] : json_["notes"].items())
        if (note.is_string()) session.notes[about] = note.get<std::string>();
    session.layout = textIn(json_, "layout");
    return {std::move(session), std::move(warnings_)};
  }

 private:
  void workspace(const json& w, Session& session) {
    const std::string function = textIn(w, "function");
    Result<PrimFunc> program = session.source_->select(function);
    if (!program) return warnings_.push_back("the variants of " + function + " are left out: " + program.error().message);
    const Snapshot source(std::move(*program));
    Workspace out{History(source), {}};
    const json& nodes = listIn(w, "nodes", kNone_);
    std::vector<int> place(std::max<size_t>(nodes.size(), 1), 0);
    for (size_t i = 1; i < nodes.size(); ++i) node(nodes[i], i, source, function, out, place);
    const auto mapped = [&](int number) { return number >= 0 && number < static_cast<int>(place.size()) ? place[static_cast<size_t>(number)] : 0; };
    for (const json& run : listIn(w, "runs", kNone_)) {
      if (!run.is_object()) continue;
      out.runs.push_back(runFrom(run));
      out.runs.back().node = mapped(out.runs.back().node);
    }
    if (!nodes.empty() && nodes[0].is_object()) {
      if (const std::string name = textIn(nodes[0], "name"); !name.empty()) out.history.rename(0, name);
      if (const std::string note = textIn(nodes[0], "note"); !note.empty()) out.history.annotate(0, note);
    }
    out.history.goTo(mapped(wholeIn(w, "current", 0)));
    session.workspaces_.emplace(function, std::move(out));
  }

  void node(const json& n, size_t number, const Snapshot& source, const std::string& function, Workspace& out, std::vector<int>& place) {
    if (!n.is_object()) return;
    const int parent = wholeIn(n, "parent", 0);
    place[number] = parent >= 0 && parent < static_cast<int>(number) ? place[static_cast<size_t>(parent)] : 0;
    if (n.contains("removed") || !n.contains("trace")) return;
    const std::string title = textIn(n, "title");
    const Result<Trace> trace = traceFromJson(n["trace"].dump());
    const Result<Schedule> schedule = trace ? replay(source, *trace) : Result<Schedule>(trace.error());
    if (!schedule) return warnings_.push_back(function + ", " + title + ": " + schedule.error().message);
    out.history.goTo(place[number]);
    place[number] = out.history.add(*schedule, title);
    if (const std::string name = textIn(n, "name"); !name.empty()) out.history.rename(place[number], name);
    if (const std::string note = textIn(n, "note"); !note.empty()) out.history.annotate(place[number], note);
  }

  const json& json_;
  const json kNone_ = json::array();
  std::vector<std::string> warnings_;
};

std::string toJson(const Session& session) {
  json workspaces = json::array();
  for (const auto& [function, workspace] : session.workspaces()) workspaces.push_back(toJson(function, workspace));
  json j{{"format", "loopwright-session"}, {"version", kVersion}, {"source", {{"path", session.path()}, {"hash", hashOf(session.text())}, {"text", session.text()}}},
         {"function", session.function()}, {"workspaces", std::move(workspaces)}, {"notes", session.notes}, {"layout", session.layout}};
  return j.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<LoadedSession> sessionFromJson(std::string_view text) {
  const json j = json::parse(text, nullptr, false);
  if (j.is_discarded() || !j.is_object() || textIn(j, "format") != "loopwright-session") return failed("format", "this is no session of Loopwright", "sessions end in .lwsession and are JSON");
  if (const int version = wholeIn(j, "version", 0); version < 1 || version > kVersion)
    return failed("version", "the session has version " + std::to_string(version) + ", this program reads up to " + std::to_string(kVersion), "use a newer Loopwright");
  return SessionReader(j).read();
}

Status writeAtomically(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".new";
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (!file) return failed("write", "cannot write " + temporary, "is the folder there, and may it be written to?");
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const bool closed = std::fclose(file) == 0;
  std::error_code error;
  if (written && closed) std::filesystem::rename(temporary, path, error);
  if (!written || !closed || error) {
    std::filesystem::remove(temporary, error);
    return failed("write", "cannot write " + path, "is there space left on the disk?");
  }
  return success();
}

Status saveSession(const Session& session, const std::string& path) { return writeAtomically(path, toJson(session)); }

Result<LoadedSession> loadSession(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return failed("read", "cannot read " + path, "does the file exist?");
  std::ostringstream text;
  text << in.rdbuf();
  Result<LoadedSession> loaded = sessionFromJson(text.str());
  if (!loaded) {
    Explanation e = loaded.error();
    e.message = path + ": " + e.message;
    return e;
  }
  return loaded;
}

}  // namespace lw
