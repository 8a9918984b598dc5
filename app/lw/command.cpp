#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/files/python_files.h"
#include "app/shared/json/explanation_json.h"

#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include "core/support/json.h"

#include "core/support/replace_file.h"
#include "core/support/text.h"

namespace lw {
const std::string& CommandLine::get(const std::string& name) const {
  static const std::string kNone;
  const auto found = values.find(name);
  return found == values.end() || found->second.empty() ? kNone : found->second.back();
}

std::vector<std::string> CommandLine::all(const std::string& name) const {
  const auto found = values.find(name);
  return found == values.end() ? std::vector<std::string>{} : found->second;
}

Result<int64_t> CommandLine::integer(const std::string& name) const {
  const std::string& text = get(name);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return err::kUsageNoNumber(name, text);
  return value;
}

Result<int64_t> CommandLine::integer(const std::string& name, int64_t least, int64_t most) const {
  Result<int64_t> value = integer(name);
  if (value && (*value < least || *value > most)) return err::kUsageRange(name, least, most, *value);
  return value;
}

FileAndFunction splitTarget(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size()) return {text, ""};
  for (size_t i = colon + 1; i < text.size(); ++i)
    if (!std::isalnum(static_cast<unsigned char>(text[i])) && text[i] != '_' && text[i] != '.') return {text, ""};
  if (text.compare(colon + 1, std::string::npos, "py") == 0) return {text, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

Result<std::string> readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in || in.bad())
    return explain(err::kFileCannotRead(path, std::strerror(errno ? errno : EIO)), "give the path of a TVMScript file");
  return std::move(text).str();
}

Status writeFile(const std::string& path, const std::string& text) {
  if (const std::string reason = replaceFile(path, text); !reason.empty())
    return explain(err::kFileCannotWrite(path, reason), "check the folder and its permissions");
  return success();
}

int fail(const CommandLine& arguments, const Explanation& error, const SourceText* source, int code) {
  if (source && arguments.opened) {
    const Place place = originalPlace(arguments, *source, error.span);
    if (place.source.text != source->text) {
      Explanation there = error;
      there.span = place.span;
      return fail(arguments, there, &place.source, code);
    }
  }
  if (arguments.json()) {
    nlohmann::json j = errorJson(error.kind, error.message, error.hint, error.span, source);
    if (error.witness) j["witness"] = error.witness->sentence();
    if (!error.repairs.empty()) addRepairs(j, error.repairs);
    if (error.conservative) j["conservative"] = true;
    std::cout << nlohmann::json{{"ok", false}, {"errors", {j}}}.dump(2) << "\n";
  } else {
    std::cerr << render(error, source) << "\n";
  }
  return code;
}

namespace {

// A hint that lists the functions of the file without errors; empty if there are none.
std::string wholeFunctions(const SourceFile& file) {
  std::string names;
  if (file.errorAtTop()) return names;
  for (const PrimFunc& f : file.functions)
    if (!file.errorIn(f.name)) addItem(names, f.name);
  for (const Module& m : file.modules)
    for (const PrimFunc& f : m.functions)
      if (!file.errorIn(m.name + "." + f.name)) addItem(names, m.name + "." + f.name);
  return names;
}

}  // namespace

void warnOfOthers(const CommandLine& arguments, const SourceFile& file) {
  for (Diagnostic d : file.diagnostics) {
    if (d.severity != Diagnostic::Severity::Error) continue;
    d.severity = Diagnostic::Severity::Warning;
    d.reason = say("{0} is skipped: {1}", Ident(file.ownerOf(d.span)), d.reason);
    d.message = d.reason.text();
    std::cerr << renderAtOrigin(arguments, d, file.source) << "\n";
  }
}

int fail(const CommandLine& arguments, const SourceFile& file, const Explanation* more) {
  if (arguments.json()) {
    nlohmann::json errors = nlohmann::json::array();
    for (const Diagnostic& d : file.diagnostics) {
      const Place place = originalPlace(arguments, file.source, d.span);
      errors.push_back(errorJson(d.kind, d.message, d.hint, place.span, &place.source));
      errors.back()["severity"] = d.severity == Diagnostic::Severity::Error ? "error" : "warning";
    }
    if (more) errors.push_back(errorJson(more->kind, more->message, more->hint, more->span, &file.source));
    std::cout << nlohmann::json{{"ok", false}, {"errors", errors}}.dump(2) << "\n";
  } else {
    for (const Diagnostic& d : file.diagnostics) std::cerr << renderAtOrigin(arguments, d, file.source) << "\n";
    if (more) std::cerr << render(*more, &file.source) << "\n";
  }
  return kInputAtFault;
}

namespace {

// Of a schedule that Python made: its steps are carried out, or kept for a command that shows them.
std::optional<Explanation> useSteps(const CommandLine& arguments, std::optional<Trace> steps, Loaded& loaded) {
  if (!steps) return std::nullopt;
  if (arguments.takesSteps) {
    loaded.steps = std::move(steps);
    return std::nullopt;
  }
  Schedule schedule(loaded.program.snapshot);
  if (loaded.program.function) (void)schedule.workOn(schedule.program().functionName(*loaded.program.function));
  const Result<Schedule> replayed = replay(schedule, *steps);
  if (!replayed) return replayed.error();
  loaded.scheduled = true;
  loaded.program.snapshot = replayed->program();
  loaded.function = loaded.program.snapshot.function(loaded.program.function.value_or(0));
  return std::nullopt;
}

}  // namespace

std::variant<Loaded, int> loadProgram(const CommandLine& arguments, const std::string& target) {
  std::variant<OpenedFile, int> opened = openFile(arguments, target);
  if (const int* code = std::get_if<int>(&opened)) return *code;
  auto& [file, name, collected, steps] = std::get<OpenedFile>(opened);
  Result<Program> program = programOf(file, name);
  if (!program && file.hasErrors()) {
    const std::string whole = wholeFunctions(file);
    const bool unknown = program.error().kind == "select.unknown";
    const Explanation open =
        explain(err::kSelectErrors(file.source.name), say("functions without errors: {0}; name one, as in {1}:{2}",
                                                          whole, file.source.name, whole.substr(0, whole.find(','))));
    return fail(arguments, file, unknown ? &program.error() : name.empty() && !whole.empty() ? &open : nullptr);
  }
  if (!program && !collected)
    if (InPlaceOfPrograms instead = inPlaceOfPrograms(file); !instead.what.empty())
      return fail(arguments,
                  explain(err::kNothingRead(file.source.name, std::move(instead.what)), std::move(instead.remedy)));
  if (!program && !collected && file.needsPython() && program.error().kind == "select.unknown") {
    // It may be made by what was passed over.
    const int line = file.source.locate(file.needsPython()->span.begin).line;
    return fail(arguments,
                explain(program.error(), say("line {0} needs Python: add --python to have it carried out", line)),
                &file.source);
  }
  if (!program) return fail(arguments, program.error(), &file.source);
  warnOfOthers(arguments, file);
  PrimFunc function = program->snapshot.function(program->function.value_or(0));
  Loaded loaded{std::move(file), std::move(*program), std::move(function), name, collected};
  if (const auto wrong = useSteps(arguments, std::move(steps), loaded)) return fail(arguments, *wrong);
  return loaded;
}

std::variant<Loaded, int> load(const CommandLine& arguments, const std::string& target) {
  std::variant<Loaded, int> loaded = loadProgram(arguments, target);
  if (const auto* found = std::get_if<Loaded>(&loaded))
    if (const Result<int> one = onlyFunction(found->program); !one) return fail(arguments, one.error());
  return loaded;
}

}  // namespace lw
