// Writes the .lwsession file, and files in general. The session includes the source text, so that nothing is lost when
// the source file changes or disappears.
#include <filesystem>
#include <fstream>
#include <sstream>
#include "core/support/json.h"

#include "core/session/errors.h"
#include "core/session/exchange.h"
#include "core/session/session.h"
#include "core/support/replace_file.h"

namespace lw {

namespace {

using nlohmann::json;
constexpr int kVersion = 1;  // session_reader.cpp reads up to this

// An object that starts with the fields of a newer version.
json withUnknown(const std::string& unknown) {
  json j = unknown.empty() ? json::object() : json::parse(unknown, nullptr, false);
  return j.is_object() ? j : json::object();
}

json toJson(const RunRecord& r) {
  json j = withUnknown(r.unknown);
  j.update({{"node", r.node},
            {"function", r.function},
            {"program", r.program},
            {"state", r.state},
            {"context", r.context},
            {"when", r.when},
            {"target", r.target},
            {"device", r.device}});
  if (!r.math.empty()) j["math"] = r.math;
  if (!r.error.empty()) {
    j["error"] = r.error;
    return j;
  }
  j.update({{"threads", r.threads},
            {"runs", r.runs},
            {"compile_ms", r.compileMs},
            {"compiled_before", r.codeKnown},
            {"median_ms", r.medianMs},
            {"min_ms", r.minMs},
            {"max_ms", r.maxMs},
            {"low_ms", r.lowMs},
            {"high_ms", r.highMs},
            {"gflops", r.gflops},
            {"gbps", r.gbps},
            {"peak_fraction", r.peakFraction},
            {"checked", r.checked},
            {"ok", r.ok},
            {"max_abs_error", r.maxAbsError},
            {"max_rel_error", r.maxRelError},
            {"reference", r.referenceKind},
            {"reference_ms", r.referenceMs},
            {"baseline_ms", r.baselineMs}});
  if (r.referenceRuns > 0)
    j.update({{"reference_runs", r.referenceRuns},
              {"reference_low_ms", r.referenceLowMs},
              {"reference_high_ms", r.referenceHighMs}});
  if (!r.blasKernels.empty())
    j.update({{"blas", r.blasLibrary}, {"blas_kernels", r.blasKernels}, {"blas_expected", r.blasExpected}});
  if (r.otherCores >= 0) j["other_cores"] = r.otherCores;
  if (!r.code.empty()) j["code"] = r.code;
  if (r.abovePeak) j["above_peak"] = true;
  if (r.gops > 0) j["gops"] = r.gops;
  if (!r.packedOnce.empty()) j.update({{"packed_once", r.packedOnce}, {"packing_ms", r.packingMs}});
  if (!r.counts.empty()) j["counts"] = r.counts;
  if (!r.startCounts.empty()) j["start_counts"] = r.startCounts;
  if (!r.difference.empty()) j["difference"] = r.difference;
  if (const auto& s = r.sums)
    j["sums"] = {{"block", s->block}, {"type", s->type},           {"terms", s->terms}, {"error", s->own},
                 {"wide", s->wide},   {"tolerance", s->tolerance}, {"steps", s->steps}};
  return j;
}

json toJson(const EqualStates& p) {
  json j = withUnknown(p.unknown);
  j.update({{"first", p.first},
            {"second", p.second},
            {"function", p.function},
            {"first_state", p.firstState},
            {"second_state", p.secondState},
            {"when", p.when}});
  for (const auto& [first, second] : p.sums) j["sums"].push_back({first, second});
  return j;
}

uint32_t handlesAfter(const History& history, int node, uint32_t before) {
  const History::Node& n = history.node(node);
  uint32_t count = before;
  for (int i = history.node(n.parent).schedule.stepCount(); i < n.schedule.stepCount(); ++i)
    count += static_cast<uint32_t>(n.schedule.step(i).outputs.size());
  return count;
}

// The steps of the node's own action, whose handles continue the `outer` ones of its parent.
json stepsOf(const History& history, int index, uint32_t outer) {
  const History::Node& n = history.node(index);
  json steps = json::object();
  if (!n.schedule.program().isLoneFunction())
    steps["function"] = n.schedule.program().functionName(n.schedule.currentFunction());
  if (n.removed || !n.lost.empty()) return steps;
  steps["handles"] = outer;
  steps["steps"] =
      json::parse(toJson(traceOf(n.schedule, history.node(n.parent).schedule.stepCount(), outer)), nullptr, false);
  return steps;
}

// Whether a step after the first `from` was accepted although it was undecided.
bool assumes(const Schedule& schedule, int from) {
  for (int i = from; i < schedule.stepCount(); ++i)
    if (schedule.step(i).assumed) return true;
  return false;
}

// A node holds the steps of its own action; their handles continue those of its parent.
json nodesOf(const Workspace& w) {
  const History& history = w.history;
  std::vector<uint32_t> handles(static_cast<size_t>(history.size()), 0);
  json nodes = json::array();
  for (int i = 0; i < history.size(); ++i) {
    const History::Node& n = history.node(i);
    const auto extra = w.unknownInNodes.find(i);
    json node = withUnknown(extra == w.unknownInNodes.end() ? "" : extra->second);
    if (i > 0) node.update({{"parent", n.parent}, {"title", n.title}});
    if (!n.name.empty()) node["name"] = n.name;
    if (!n.note.empty()) node["note"] = n.note;
    if (n.lastChild >= 0) node["redo"] = n.lastChild;
    if (!n.lost.empty()) node["lost"] = n.lost;
    if (n.removed) node["removed"] = true;
    if (n.off) node["off"] = true;
    if (n.bookmark) node["bookmark"] = true;
    if (!n.by.empty()) node["by"] = n.by;
    if (i > 0 && assumes(n.schedule, history.node(n.parent).schedule.stepCount())) node["assumed"] = true;
    if (i > 0) {
      const uint32_t outer = handles[static_cast<size_t>(n.parent)];
      handles[static_cast<size_t>(i)] = handlesAfter(history, i, outer);
      node.update(stepsOf(history, i, outer));
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

json toJson(const Session& session, const std::string& name, const Workspace& w) {
  json runs = json::array();
  for (const RunRecord& r : w.runs) runs.push_back(toJson(r));
  json j = withUnknown(w.unknown);
  j.update({{"program", name},
            {"shown", w.shown},
            {"current", w.history.current()},
            {"nodes", nodesOf(w)},
            {"runs", std::move(runs)}});
  for (const EqualStates& proof : w.proofs) j["proofs"].push_back(toJson(proof));
  if (w.source->source.text != session.text())
    j["source"] = w.source->source.text;  // the session's text has errors, or no longer has the program
  return j;
}

}  // namespace

std::string actionToJson(const History& history, int node) {
  const History::Node& n = history.node(node);
  json action = stepsOf(history, node, handleCount(history.node(n.parent).schedule));
  action["title"] = n.title;
  for (const auto& [key, text] : {std::pair("name", &n.name), {"note", &n.note}, {"lost", &n.lost}, {"by", &n.by}})
    if (!text->empty()) action[key] = *text;
  const bool assumed = assumes(n.schedule, history.node(n.parent).schedule.stepCount());
  for (const auto& [key, flag] : {std::pair("off", n.off), {"removed", n.removed}, {"assumed", assumed}})
    if (flag) action[key] = true;
  return action.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string runToJson(const RunRecord& run) { return toJson(run).dump(-1, ' ', false, json::error_handler_t::replace); }

std::string toJson(const Session& session) {
  json workspaces = json::array();
  for (const auto& [name, workspace] : session.workspaces()) workspaces.push_back(toJson(session, name, workspace));
  for (const std::string& kept : session.unreadable) workspaces.push_back(json::parse(kept, nullptr, false));
  json j = withUnknown(session.unknown);
  j.update({{"format", "loopwright-session"},
            {"version", kVersion},
            {"source", {{"path", session.path()}, {"hash", session.savedHash}, {"text", session.text()}}},
            {"program", session.program()},
            {"workspaces", std::move(workspaces)},
            {"notes", session.notes},
            {"layout", session.layout},
            {"target", session.target}});
  if (!session.math.empty()) j["math"] = session.math;
  if (const auto& origin = session.origin)
    j["origin"] = {{"ran", origin->ran},   {"file", origin->file}, {"text", origin->text},
                   {"name", origin->name}, {"call", origin->call}, {"lines", origin->lines}};
  if (!session.document.empty()) j["document"] = {{"path", session.document}, {"hash", session.documentHash}};
  return j.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Status writeAtomically(const std::string& path, std::string_view content) {
  if (const std::string reason = replaceFile(path, content); !reason.empty())
    return explain(err::kSessionWrite(path, reason), "check the folder and its permissions");
  return success();
}

Status saveSession(const Session& session, const std::string& path) {
  Session copy = session;
  copy.document.clear();
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::filesystem::path source = std::filesystem::path(session.path()).lexically_relative(folder);
  if (!source.empty() && *source.begin() != ".." && !folder.empty()) copy.setPath(source.string());
  return writeAtomically(path, toJson(copy));
}

Result<LoadedSession> loadSession(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in) return explain(err::kSessionRead(path), "check that the file exists and can be read");
  Result<LoadedSession> loaded = sessionFromJson(text.str());
  if (!loaded) {
    Explanation e = loaded.error();
    e.setMessage(say("{0}: {1}", Snippet(path), e.reason));
    return e;
  }
  const std::filesystem::path source(loaded->session.path());
  if (source.is_relative() && !source.empty())
    loaded->session.setPath((std::filesystem::path(path).parent_path() / source).lexically_normal().string());
  return loaded;
}

}  // namespace lw
