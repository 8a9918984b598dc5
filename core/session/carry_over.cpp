#include "core/session/carry_over.h"
#include "core/script/schedule_script.h"
#include "core/session/errors.h"
#include "core/te/te_stages.h"

namespace lw {

void redoAction(History::Node& node, const Schedule& start, const History::Node& old, int from,
                const std::shared_ptr<const SourceFile>& file) {
  Replayed replayed = replayOnto(start, old.schedule, from);
  if (replayed.droppedSteps.empty()) {
    node.lost.clear();
    node.schedule = std::move(replayed.schedule);
    return;
  }
  redoByTitle(node, start, file);
  if (!node.lost.empty()) node.lost = replayed.droppedSteps.front().why.message;
}

Schedule workingOn(Schedule schedule, const std::string& function) {
  if (schedule.program().findFunction(function)) (void)schedule.workOn(function);
  return schedule;
}

void redoByTitle(History::Node& node, const Schedule& start, const std::shared_ptr<const SourceFile>& file) {
  const ScriptRun run = interpretStep(node.title, start, te::withTensors(), file);
  node.lost = run.error ? run.error->message : "";
  node.schedule = run.error ? start : run.schedule;
}

Workspace carriedOver(const Workspace& old, const Program& program, std::shared_ptr<const SourceFile> source,
                      std::vector<DroppedStep>& droppedSteps) {
  Workspace out = old;
  out.source = std::move(source);
  const std::string hash = hashOf(program.snapshot);
  if (hash == old.hash) return out;  // only comments or other functions changed
  out.hash = hash;
  out.shown =
      program.snapshot.findFunction(old.history.node(0).schedule.program().functionName(old.shown)).value_or(old.shown);
  if (out.shown >= program.snapshot.functionCount()) out.shown = 0;
  std::vector<History::Node> nodes;
  for (int i = 0; i < old.history.size(); ++i) {
    const History::Node& before = old.history.node(i);
    History::Node node = before;
    if (i == 0) {
      node.schedule = Schedule(program.snapshot);
    } else {
      const std::string function = before.schedule.program().functionName(before.schedule.currentFunction());
      const Schedule start = workingOn(nodes[static_cast<size_t>(before.parent)].schedule, function);
      if (before.removed || before.off)
        node.schedule = start;
      else if (!before.lost.empty())
        redoByTitle(node, start, out.source);
      else
        redoAction(node, start, before, old.history.node(before.parent).schedule.stepCount(), out.source);
    }
    if (!node.lost.empty() && !node.removed) {
      Explanation why = err::kLostStep(node.lost);
      droppedSteps.push_back({program.name, node.title, std::move(why)});
    }
    nodes.push_back(std::move(node));
  }
  out.history = History(std::move(nodes), old.history.current());
  return out;
}

}  // namespace lw
