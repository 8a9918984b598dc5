// lw programs: lists what a file holds, or what it makes when Python runs it.
#include <algorithm>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/files/python_files.h"
#include "core/support/text.h"

namespace lw {
namespace {

// As the trace of the window counts them: without queries such as get_block.
int stepsOf(const CollectedSchedule& schedule) {
  const Result<Trace> trace = traceFromJson(schedule.trace);
  if (!trace) return schedule.steps;
  return static_cast<int>(std::count_if(trace->instructions.begin(), trace->instructions.end(),
                                        [](const Instruction& step) { return !step.primitive->query; }));
}

struct Listed {
  struct Entry {
    std::string name;
    int line = 0;
    std::vector<std::string> functions;  // of a program
    std::string program;                 // of a schedule; empty: any
    int steps = -1;                      // of a schedule; -1: not known before it is applied
    bool hasErrors = false;
  };
  std::vector<Entry> programs, schedules;
  std::vector<Factory> factories;
};

int lineOf(const SourceFile& file, const std::string& name) {
  for (const py::Stmt& s : file.syntax.body) {
    const auto* f = s->as<py::FunctionDef>();
    const auto* c = s->as<py::ClassDef>();
    if (f && f->name == name) return file.source.locate(f->nameSpan.begin).line;
    if (c && c->name == name) return file.source.locate(c->nameSpan.begin).line;
  }
  return 0;
}

Listed inText(const SourceFile& file) {
  Listed listed;
  const bool unread = file.errorAtTop() != nullptr;
  for (const Module& m : file.modules) {
    Listed::Entry entry{m.name, lineOf(file, m.name), {}, "", -1, unread || file.errorIn(m.name)};
    for (const PrimFunc& f : m.functions) entry.functions.push_back(f.name);
    listed.programs.push_back(std::move(entry));
  }
  for (const PrimFunc& f : file.functions)
    listed.programs.push_back({f.name, lineOf(file, f.name), {f.name}, "", -1, unread || file.errorIn(f.name)});
  for (const std::string& name : file.scheduleFunctions())
    listed.schedules.push_back({name, lineOf(file, name), {}, "", -1, unread || file.errorIn(name)});
  listed.factories = factoriesIn(file);
  const auto byLine = [](const Listed::Entry& a, const Listed::Entry& b) { return a.line < b.line; };
  std::stable_sort(listed.programs.begin(), listed.programs.end(), byLine);
  std::stable_sort(listed.schedules.begin(), listed.schedules.end(), byLine);
  return listed;
}

Listed inCollected(const Collected& collected) {
  Listed listed;
  for (const CollectedProgram& p : collected.programs)
    listed.programs.push_back({p.name, p.line, p.functions, "", -1, p.source->hasErrors()});
  for (const CollectedSchedule& s : collected.schedules)
    listed.schedules.push_back(
        {s.name, s.line, {}, collected.programs[static_cast<size_t>(s.program)].name, stepsOf(s), false});
  for (const CollectedFactory& f : collected.factories) listed.factories.push_back(f);
  return listed;
}

nlohmann::json toJson(const Listed& listed) {
  nlohmann::json programs = nlohmann::json::array(), schedules = programs, factories = programs;
  for (const Listed::Entry& p : listed.programs)
    programs.push_back({{"name", p.name}, {"line", p.line}, {"functions", p.functions}, {"errors", p.hasErrors}});
  for (const Listed::Entry& s : listed.schedules) {
    schedules.push_back({{"name", s.name}, {"line", s.line}, {"program", nullptr}, {"steps", nullptr}});
    if (!s.program.empty()) schedules.back()["program"] = s.program;
    if (s.steps >= 0) schedules.back()["steps"] = s.steps;
  }
  for (const Factory& f : listed.factories) {
    nlohmann::json parameters = nlohmann::json::array();
    for (const Factory::Parameter& p : f.parameters) {
      parameters.push_back({{"name", p.name}, {"default", nullptr}, {"annotation", p.annotation}});
      if (p.defaultValue) parameters.back()["default"] = *p.defaultValue;
    }
    factories.push_back(
        {{"name", f.name}, {"line", f.line}, {"parameters", std::move(parameters)}, {"programs", f.programs}});
  }
  return {{"programs", std::move(programs)}, {"schedules", std::move(schedules)}, {"factories", std::move(factories)}};
}

std::string signatureOf(const Factory& f) {
  std::string text = f.name + "(";
  for (size_t i = 0; i < f.parameters.size(); ++i) {
    const Factory::Parameter& p = f.parameters[i];
    text += (i ? ", " : "") + p.name + (p.annotation.empty() ? "" : ": " + p.annotation);
    if (p.defaultValue) text += (p.annotation.empty() ? "=" : " = ") + *p.defaultValue;
  }
  return text + ")";
}

void print(const Listed& listed) {
  const auto at = [](int line) { return line > 0 ? "line " + std::to_string(line) : std::string(); };
  const auto row = [&](const std::string& what, const std::string& name, int line, const std::string& more) {
    std::string text = what + std::string(10 - what.size(), ' ') + name;
    for (const std::string& part : {at(line), more})
      if (!part.empty()) text += "  " + part;
    std::cout << text << "\n";
  };
  for (const Listed::Entry& p : listed.programs) {
    std::string more = p.hasErrors ? "has errors" : "";
    if (p.functions.size() > 1) addItem(more, std::to_string(p.functions.size()) + " functions");
    row("program", p.name, p.line, more);
  }
  for (const Listed::Entry& s : listed.schedules) {
    std::string more = s.program.empty() ? "" : "of " + s.program;
    if (s.steps >= 0) more += ", " + std::to_string(s.steps) + (s.steps == 1 ? " step" : " steps");
    row("schedule", s.name, s.line, more);
  }
  for (const Factory& f : listed.factories) row("factory", signatureOf(f), f.line, "");
}

nlohmann::json errorsJson(const Collected& collected) {
  nlohmann::json errors = nlohmann::json::array();
  for (const ScriptError& e : collected.errors) {
    errors.push_back({{"message", e.message}, {"file", e.file}, {"line", e.line}, {"traceback", e.traceback}});
    if (e.cell) errors.back()["cell"] = *e.cell;
  }
  return errors;
}

int listCollected(const CommandLine& arguments, const std::string& path) {
  const auto collected = collectFile(arguments, path);
  if (!collected) return fail(arguments, collected.error());
  const Collected& made = **collected;
  const Listed listed = inCollected(made);
  if (arguments.json()) {
    nlohmann::json j = toJson(listed);
    j["ok"] = made.errors.empty();
    j["called"] = nlohmann::json::array();
    for (const int i : made.called) j["called"].push_back(made.programs[static_cast<size_t>(i)].name);
    j["errors"] = errorsJson(made);
    j["output"] = made.output;
    j["notes"] = nlohmann::json::array();
    for (const ScriptError& note : made.notes) j["notes"].push_back({{"message", note.message}, {"line", note.line}});
    std::cout << j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  } else {
    print(listed);
  }
  return made.errors.empty() ? kDone : kInputAtFault;
}

int run(const CommandLine& arguments) {
  const FileAndFunction name = splitTarget(arguments.get("FILE"));
  if (arguments.has("--python")) return listCollected(arguments, name.file);
  const auto opened = openFile(arguments, name.file);
  if (const int* code = std::get_if<int>(&opened)) return *code;
  const SourceFile& file = std::get<OpenedFile>(opened).file;
  const Listed listed = inText(file);
  if (arguments.json()) {
    nlohmann::json j = toJson(listed);
    j["ok"] = !file.hasErrors();
    std::cout << j.dump(2) << "\n";
    return kDone;
  }
  print(listed);
  return kDone;
}

}  // namespace

Command programsCommand() {
  return {"programs",
          "List the programs, schedules and functions that make programs (factories) of a file.",
          {{"FILE", "source file; with --python also a notebook or a folder", "", OptionSpec::kRequired}},
          run};
}

}  // namespace lw
