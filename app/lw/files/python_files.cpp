#include "app/lw/files/python_files.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>

#include "app/lw/errors.h"
#include "app/lw/files/onnx_files.h"
#include "core/text/suggest.h"
#include "core/text/tir/factory_call.h"

namespace lw {
namespace {

constexpr const char* kCellSuffix = ".ipynb";
constexpr const char* kModuleSuffix = ".json";

// The characters of a line without the blanks around them.
Span lineSpan(const SourceText& source, int number) {
  const std::string_view line = source.line(number);
  const size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t");
  if (first == std::string_view::npos) return {};
  const int start = source.lineStarts[static_cast<size_t>(number - 1)];
  return {start + static_cast<int>(first), start + static_cast<int>(last) + 1};
}

// As it was run; the file may have changed since.
std::optional<SourceText> sourceOf(const Collected& collected, const std::string& path) {
  if (const auto run = collected.sources.find(path); run != collected.sources.end())
    return makeSource(path, run->second);
  if (path.ends_with(kCellSuffix)) return std::nullopt;
  Result<std::string> text = readFile(path);
  if (!text) return std::nullopt;
  return makeSource(path, std::move(*text));
}

void printAll(const Collected& collected) {
  if (!collected.output.empty()) std::cerr << collected.output << (collected.output.ends_with('\n') ? "" : "\n");
  for (const ScriptError& note : collected.notes)
    std::cerr << note.file << (note.file.empty() ? "" : ": ") << note.message << "\n";
  for (const ScriptError& error : collected.errors) {
    const RaisedError raised = raisedError(collected, error);
    std::cerr << render(raised.error, raised.source ? &*raised.source : nullptr) << "\n";
  }
}

// ---- names ----

struct Chosen {
  const CollectedProgram* program = nullptr;
  const CollectedSchedule* schedule = nullptr;
  std::string function;
};

std::vector<std::string> namesIn(const Collected& collected) {
  std::vector<std::string> names;
  for (const CollectedProgram& p : collected.programs) names.push_back(p.name);
  for (const CollectedSchedule& s : collected.schedules) names.push_back(s.name);
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  constexpr size_t kMost = 12;
  std::string all;
  for (size_t i = 0; i < names.size() && i < kMost; ++i) all += (i ? ", " : "") + names[i];
  return names.size() > kMost ? all + ", ..." : all;
}

Result<Chosen> onlyOne(const CommandLine& arguments, const Collected& collected, const std::string& path) {
  if (collected.programs.empty()) return nothingMade(collected, path);
  if (arguments.has("--call")) {
    if (collected.called.empty())
      return explain(err::kPythonCalled(arguments.get("--call")),
                     "it returns a function, a module, or several of them");
    if (collected.called.size() == 1) return Chosen{&collected.programs[static_cast<size_t>(collected.called[0])]};
  }
  if (arguments.takesSteps && collected.schedules.size() == 1)
    return Chosen{&collected.programs[static_cast<size_t>(collected.schedules[0].program)], &collected.schedules[0]};
  if (collected.programs.size() == 1) return Chosen{collected.programs.data()};
  const std::vector<std::string> names = namesIn(collected);
  return explain(err::kPythonSeveral(path, static_cast<int64_t>(collected.programs.size())),
                 say("name one of {0}, as in {1}:{2}", Snippet(joined(names)), Snippet(path), Ident(names.front())));
}

Result<Chosen> chosenIn(const CommandLine& arguments, const Collected& collected, const FileAndFunction& name) {
  if (name.function.empty()) return onlyOne(arguments, collected, name.file);
  for (const CollectedSchedule& s : collected.schedules)
    if (s.name == name.function) return Chosen{&collected.programs[static_cast<size_t>(s.program)], &s, s.function};
  Chosen longest;
  for (const CollectedProgram& p : collected.programs) {
    if (p.name == name.function) return Chosen{&p};
    if (name.function.starts_with(p.name + ".") && (!longest.program || longest.program->name.size() < p.name.size()))
      longest = {&p, nullptr, name.function.substr(p.name.size() + 1)};
  }
  if (longest.program) return longest;
  for (const CollectedProgram& p : collected.programs)
    if (std::find(p.functions.begin(), p.functions.end(), name.function) != p.functions.end())
      return Chosen{&p, nullptr, name.function};
  if (collected.programs.empty()) return nothingMade(collected, name.file);
  const std::vector<std::string> names = namesIn(collected);
  return explain(err::kPythonUnknown(name.file, name.function),
                 say("there are {0}; `lw programs` lists them", Snippet(joined(names))));
}

// What the call makes where reading alone can carry it out.
std::variant<OpenedFile, int> calledFile(const CommandLine& arguments, const SourceFile& file,
                                         const std::string& name) {
  Result<FactoryCall> called = callFactory(file, arguments.get("--call"));
  if (!called) return fail(arguments, called.error(), &file.source);
  const bool one = name.empty() && called->programs.size() == 1;
  return OpenedFile{std::move(called->file), one ? called->programs[0] : name};
}

}  // namespace

Explanation nothingMade(const Collected& collected, const std::string& path) {
  if (!collected.errors.empty())
    return explain(err::kPythonStopped(path), "the error is above; what comes before it was collected");
  if (collected.factories.empty())
    return explain(err::kPythonNothing(path), "a program is a @T.prim_func, a class, or the result of a call");
  return explain(err::kPythonFactories(path, static_cast<int64_t>(collected.factories.size())),
                 say("call one: --call '{0}'", Snippet(callOf(collected.factories.front()))));
}

std::vector<OptionSpec> pythonOptions() {
  return {{"--python",
           "have Python run FILE, confined, and take what it makes; also a notebook or a folder. With a path: that "
           "interpreter",
           "", OptionSpec::kOptionalValue},
          {"--call",
           "a function of FILE, called: 'make(128, dtype=\"float16\")', whose result is the program. What reading "
           "alone cannot call needs --python",
           "", OptionSpec::kValue},
          {"--tvm", "what FILE imports as tvm, with --python: facade (Loopwright), or real (Apache TVM)", "facade",
           OptionSpec::kValue},
          {"--python-time", "seconds after which FILE is stopped", "60", OptionSpec::kValue}};
}

Result<std::shared_ptr<const Collected>> collectFile(const CommandLine& arguments, const std::string& path) {
  if (arguments.opened)
    if (const auto found = arguments.opened->files.find(path); found != arguments.opened->files.end())
      return found->second;
  CollectRequest request;
  request.file = path;
  request.interpreter = arguments.get("--python");
  request.call = arguments.get("--call");
  request.tvm = arguments.get("--tvm");
  const Result<int64_t> seconds = arguments.integer("--python-time", 1, 86400);
  if (!seconds) return seconds.error();
  request.limits.seconds = static_cast<double>(*seconds);
  Result<Collected> collected = collect(request);
  if (!collected) return collected.error();
  auto made = std::make_shared<const Collected>(std::move(*collected));
  printAll(*made);
  if (arguments.opened) arguments.opened->files.emplace(path, made);
  return std::shared_ptr<const Collected>(made);
}

std::variant<OpenedFile, int> openFile(const CommandLine& arguments, const std::string& target) {
  const FileAndFunction name = splitTarget(target);
  const std::string& tvm = arguments.get("--tvm");
  if (!arguments.has("--python")) {
    if (name.file.ends_with(kModuleSuffix))
      return fail(arguments,
                  explain(err::kNeedsPython(name.file),
                          "Apache TVM reads its modules in JSON: add --python PATH --tvm real, where PATH is "
                          "an interpreter that has it"));
    if (isOnnxPath(name.file)) {
      Result<OpenedOnnx> model = openOnnx(arguments, name.file);
      if (!model) return fail(arguments, model.error());
      return OpenedFile{std::move(model->file), name.function};
    }
    std::error_code ignored;
    if (name.file.ends_with(kCellSuffix) || std::filesystem::is_directory(name.file, ignored))
      return fail(arguments, explain(err::kNeedsPython(name.file),
                                     "add --python: it is run without rights to write or "
                                     "to connect"));
    Result<std::string> text = readFile(name.file);
    if (!text) return fail(arguments, text.error());
    SourceFile file = readProgram(name.file, std::move(*text));
    if (arguments.has("--call")) return calledFile(arguments, file, name.function);
    return OpenedFile{std::move(file), name.function};
  }
  if (tvm != "facade" && tvm != "real") return fail(arguments, err::kUsageTvm(tvm), nullptr, kWrongUsage);
  const auto collected = collectFile(arguments, name.file);
  if (!collected) return fail(arguments, collected.error());
  const Result<Chosen> chosen = chosenIn(arguments, **collected, name);
  if (!chosen) return fail(arguments, chosen.error());
  OpenedFile opened{*chosen->program->source, chosen->function, true};
  if (chosen->schedule) {
    Result<Trace> trace = traceFromJson(chosen->schedule->trace);
    if (!trace) return fail(arguments, err::kPythonTrace(chosen->schedule->name, trace.error().reason));
    opened.steps = std::move(*trace);
  }
  return opened;
}

Place originalPlace(const CommandLine& arguments, const SourceText& source, Span span) {
  if (!arguments.opened || !span.valid()) return {source, span};
  for (const auto& [path, collected] : arguments.opened->files)
    for (const CollectedProgram& program : collected->programs) {
      if (program.source->source.text != source.text) continue;
      const LineColumn at = source.locate(span.begin);
      const int line =
          static_cast<size_t>(at.line) <= program.lines.size() ? program.lines[static_cast<size_t>(at.line - 1)] : 0;
      std::optional<SourceText> original = sourceOf(*collected, program.file);
      if (!original || line < 1 || lineSpan(*original, line).begin < 0) return {source, span};
      const Span whole = lineSpan(*original, line), here = lineSpan(source, at.line);
      const auto text = [](const SourceText& t, Span s) {
        return std::string_view(t.text).substr(static_cast<size_t>(s.begin), static_cast<size_t>(s.end - s.begin));
      };
      // The same words: the same columns.
      const bool same = here.valid() && text(source, here) == text(*original, whole);
      const int moved = whole.begin - here.begin;
      return {std::move(*original), same ? Span{span.begin + moved, std::min(span.end + moved, whole.end)} : whole};
    }
  return {source, span};
}

std::string callOf(const Factory& factory) {
  std::string call = factory.name + "(";
  for (size_t i = 0; i < factory.parameters.size(); ++i) {
    const Factory::Parameter& p = factory.parameters[i];
    call += (i ? ", " : "") + p.name + (p.defaultValue ? "=" + *p.defaultValue : "");
  }
  return call + ")";
}

InPlaceOfPrograms inPlaceOfPrograms(const SourceFile& file) {
  if (!file.functions.empty() || !file.modules.empty() || !file.graphs.empty()) return {};
  const std::vector<Factory> factories = factoriesIn(file);
  const std::vector<std::string> schedules = file.scheduleFunctions();
  const std::string& path = file.source.name;
  if (!factories.empty()) {
    std::vector<std::string> names;
    for (const Factory& f : factories) names.push_back(f.name);
    return {say("functions that make programs when they are called: {0}", Snippet(joined(names))),
            say("call one: `lw print {0} --call '{1}'`", Snippet(path), Snippet(callOf(factories.front())))};
  }
  if (!schedules.empty())
    return {say("schedule functions: {0}", Snippet(joined(schedules))),
            say("apply one to a program: `lw apply PROGRAM.py --script {0}:{1}`", Snippet(path), Ident(schedules[0]))};
  if (const Diagnostic* first = file.needsPython())
    return {say("line {0} needs Python", file.source.locate(first->span.begin).line),
            say("have Python run it: `lw programs {0} --python`", Snippet(path))};
  return {say("no function is marked @T.prim_func, and none makes a program"),
          say("a program is a function marked @T.prim_func, a class marked @I.ir_module, or te.create_prim_func(...)")};
}

std::string renderAtOrigin(const CommandLine& arguments, Diagnostic d, const SourceText& source) {
  const Place place = originalPlace(arguments, source, d.span);
  d.span = place.span;
  return render(d, place.source);
}

RaisedError raisedError(const Collected& collected, const ScriptError& error) {
  const Snippet words(error.message);
  RaisedError raised{error.cell ? err::kPythonCell(*error.cell, words) : err::kPythonRaised(words),
                     sourceOf(collected, error.file)};
  if (raised.source && error.line > 0) raised.error.span = lineSpan(*raised.source, error.line);
  return raised;
}

}  // namespace lw
