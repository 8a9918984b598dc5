#include "core/session/session.h"

#include <cstdint>
#include <filesystem>

namespace lw {

namespace {

const std::string& titleOf(const History::Node& node) { return node.name.empty() ? node.title : node.name; }

// Carries a history over to another source, node by node: parents come before their children.
Workspace carriedOver(const Workspace& old, const Snapshot& source, const std::string& function, std::vector<Casualty>& casualties) {
  Workspace out{History(source), {}};
  std::vector<int> place(static_cast<size_t>(old.history.size()), 0);
  for (int i = 1; i < old.history.size(); ++i) {
    const History::Node& node = old.history.node(i);
    const int parent = node.parent < 0 ? 0 : place[static_cast<size_t>(node.parent)];
    place[static_cast<size_t>(i)] = parent;
    if (node.removed) continue;
    Replayed replayed = replayOnto(source, node.schedule);
    const History::Node& above = old.history.node(node.parent);
    for (Replayed::Casualty& step : replayed.casualties)
      if (step.step >= above.schedule.stepCount()) casualties.push_back({function, titleOf(node), std::move(step)});  // told once, where it belongs
    out.history.goTo(parent);
    const int made = out.history.add(std::move(replayed.schedule), node.title);
    place[static_cast<size_t>(i)] = made;
    if (!node.name.empty()) out.history.rename(made, node.name);
    if (!node.note.empty()) out.history.annotate(made, node.note);
  }
  out.history.goTo(place[static_cast<size_t>(old.history.current())]);
  for (RunRecord run : old.runs) {
    if (run.node >= 0 && run.node < old.history.size()) run.node = place[static_cast<size_t>(run.node)];
    out.runs.push_back(std::move(run));
  }
  return out;
}

}  // namespace

Session::Session(std::string path, std::string text) : path_(std::move(path)) {
  source_ = std::make_shared<const SourceFile>(parseSource(path_, std::move(text)));
  (void)choose("");
}

Status Session::choose(std::string_view function) {
  Result<PrimFunc> program = source_->select(function);
  if (!program && function.empty() && !source_->functions.empty()) program = source_->functions.front();
  if (!program) return program.error();
  function_ = function.empty() ? program->name : std::string(function);
  if (!workspaces_.contains(function_)) workspaces_.emplace(function_, Workspace{History(Snapshot(std::move(*program))), {}});
  return success();
}

std::vector<Casualty> Session::setText(std::string text) {
  std::vector<Casualty> casualties;
  source_ = std::make_shared<const SourceFile>(parseSource(path_, std::move(text)));
  if (source_->hasErrors()) return casualties;
  std::map<std::string, Workspace> carried;
  for (const auto& [function, workspace] : workspaces_) {
    Result<PrimFunc> program = source_->select(function);
    if (program) carried.emplace(function, carriedOver(workspace, Snapshot(std::move(*program)), function, casualties));
    else carried.emplace(function, workspace);  // gone or renamed: kept, should it come back
  }
  workspaces_ = std::move(carried);
  if (function_.empty()) (void)choose("");
  return casualties;
}

std::string autosavePath(const std::string& sourcePath) {
  const std::filesystem::path path(sourcePath);
  return (path.parent_path() / ("." + path.filename().string() + ".lwsession")).string();
}

std::string hashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out(16, '0');
  for (size_t i = 16; i-- > 0; hash >>= 4) out[i] = kDigits[hash & 15];
  return out;
}

}  // namespace lw
