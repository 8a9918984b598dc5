#include "core/session/session.h"

#include <algorithm>
#include <cstdint>

#include "core/ir/ndarray.h"
#include "core/session/carry_over.h"
#include "core/session/errors.h"

namespace lw {
namespace {}  // namespace

Session::Session(std::string path, std::string text) : path_(std::move(path)) {
  source_ = std::make_shared<const SourceFile>(readProgram(path_, std::move(text)));
  (void)choose("");
}

Session::Session(std::string path, std::shared_ptr<const SourceFile> source)
    : path_(std::move(path)), source_(std::move(source)) {
  (void)choose("");
}

std::string Session::function() const {
  if (!hasWorkspace()) return "";
  const Snapshot& program = workspace().history.node(0).schedule.program();
  return program.isLoneFunction() ? program_ : program_ + "." + program.functionName(workspace().shown);
}

std::vector<std::string> Session::functions() const {
  std::vector<std::string> names;
  const auto add = [&](std::string name) {
    if (!source_->errorIn(name)) names.push_back(std::move(name));
  };
  for (const PrimFunc& f : source_->functions) add(f.name);
  for (const Module& m : source_->modules)
    for (const PrimFunc& f : m.functions) add(m.name + "." + f.name);
  return names;
}

Status Session::choose(std::string_view function) {
  Result<Program> program = programOf(*source_, function);
  if (!program && function.empty())
    if (const std::vector<std::string> names = functions(); !names.empty())
      program = programOf(*source_, names.front());
  if (!program) return program.error();
  const auto [place, made] = workspaces_.try_emplace(
      program->name, Workspace{History(program->snapshot), {}, source_, 0, hashOf(program->snapshot), {}, {}});
  if (program->function && (made || !function.empty())) {
    // A class with an error stays as it was, since it may have other functions than the text.
    const std::string shown = program->snapshot.functionName(*program->function);
    const std::optional<int> index = place->second.history.node(0).schedule.program().findFunction(shown);
    if (!index)
      return explain(err::kSessionLaterFunction(shown, program->name),
                     say("correct the errors of {0}", Ident(program->name)));
    place->second.shown = *index;
  }
  program_ = program->name;
  return success();
}

Workspace* Session::workspaceOf(const std::string& program) {
  const auto found = workspaces_.find(program);
  return found == workspaces_.end() ? nullptr : &found->second;
}

std::vector<DroppedStep> Session::setText(std::string text) {
  return setSource(std::make_shared<const SourceFile>(readProgram(path_, std::move(text))));
}

std::vector<DroppedStep> Session::setSource(std::shared_ptr<const SourceFile> source) {
  std::vector<DroppedStep> droppedSteps;
  source_ = std::move(source);
  if (source_->errorAtTop()) return droppedSteps;
  std::map<std::string, Workspace> carried;
  std::string chosen = program_;
  for (auto& [name, workspace] : workspaces_) {
    const Result<Program> program = programOf(*source_, name);
    if (!program || carried.contains(program->name)) {
      carried.insert_or_assign(name, std::move(workspace));  // gone or renamed: kept in case it comes back
      continue;
    }
    if (name == program_) chosen = program->name;  // a class that got a second function is named by its own name
    carried.insert_or_assign(program->name, carriedOver(workspace, *program, source_, droppedSteps));
  }
  workspaces_ = std::move(carried);
  program_ = chosen;
  if (source_->hasErrors()) {
    if (!hasWorkspace()) (void)choose("");
    return droppedSteps;  // the chosen one may be the one with the error
  }
  followRename(droppedSteps);
  if (!hasWorkspace() || workspace().source != source_) (void)choose("");  // the chosen one is gone
  return droppedSteps;
}

// The chosen program is gone and there is one new program: it was renamed.
void Session::followRename(std::vector<DroppedStep>& droppedSteps) {
  if (!hasWorkspace() || workspace().source == source_) return;
  std::optional<Program> renamed;
  for (const std::string& name : functions()) {
    Result<Program> program = programOf(*source_, name);
    if (!program || workspaces_.contains(program->name)) continue;
    if (renamed && renamed->name != program->name) return;
    renamed = std::move(*program);
  }
  if (!renamed) return;
  workspaces_.emplace(renamed->name, carriedOver(workspace(), *renamed, source_, droppedSteps));
  workspaces_.erase(program_);
  program_ = renamed->name;
}

bool Session::textIsSaved() const { return savedHash.empty() ? text().empty() : savedHash == hashOf(text()); }

bool Session::hasWork() const {
  return !textIsSaved() || !notes.empty() || std::any_of(workspaces_.begin(), workspaces_.end(), [](const auto& entry) {
    return entry.second.history.size() > 1 || !entry.second.runs.empty() || !entry.second.history.node(0).note.empty();
  });
}

std::string contextHash(const SourceFile& file) {
  const InputSpec inputs = inputsFromComments(file.source.text);
  const auto textOf = [&file](Span span) {
    return file.source.text.substr(size_t(span.begin), size_t(span.end - span.begin));
  };
  std::string context;
  for (const auto& [name, value] : inputs.bind) context += "bind " + name + "=" + std::to_string(value) + "\n";
  for (const auto& [name, range] : inputs.ranges)
    context += "input " + name + "=" + std::to_string(int(range.kind)) + " " + std::to_string(range.low) + " " +
               std::to_string(range.high) + "\n";
  const std::vector<std::string> schedules = file.scheduleFunctions();
  for (const py::Stmt& statement : file.otherFunctions) {
    const auto* function = statement->as<py::FunctionDef>();
    if (function && std::find(schedules.begin(), schedules.end(), function->name) != schedules.end()) continue;
    context += textOf(statement->span) + "\n";
  }
  for (const auto& [name, value] : file.constants)
    if (context.find(name) != std::string::npos) context += name + "=" + textOf(value->span) + "\n";
  return hashOf(context);
}

std::string conditionsOf(const RunRecord& run) {
  std::string text;
  for (const std::string& part :
       {run.function, run.program, run.context, run.target, run.device, std::to_string(run.threads)})
    text += part + "\n";
  return text;
}

}  // namespace lw
