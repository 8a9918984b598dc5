// lw export: writes a schedule as a trace, as code for other systems, or as a page.
#include <filesystem>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/errors.h"
#include "app/lw/input_names.h"
#include "app/lw/models/model_export.h"
#include "app/lw/options/math_option.h"
#include "app/lw/proofs/proof.h"
#include "app/lw/steps.h"
#include "app/lw/tuned.h"
#include "app/shared/exports.h"
#include "app/shared/tuning/story_reasons.h"
#include "backends/cpu/object_store.h"
#include "backends/measure/measure.h"
#include "backends/target/peaks.h"
#include "backends/target/target.h"
#include "backends/targets/targets.h"
#include "backends/tune/tuning_machine.h"
#include "core/analysis/cost/roofline.h"
#include "core/support/text.h"

namespace lw {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value >= 100 ? "%.0f" : "%.3g", value);
  return text;
}

std::string formats() {
  return join(exportKinds(), [&](const ExportKind& kind) { return std::string(kind.name); });
}

// Options that say something about a model; of a package of a kernel, --bind gives sizes.
constexpr const char* kModelOptions[] = {"--params",     "--params-file", "--schedule", "--tuned",
                                         "--as-written", "--bind",        "--stage"};
bool isOfModels(const char* option, const ExportKind& kind) {
  return kind.format != ExportFormat::Package || std::string_view(option) != "--bind";
}

// The sizes of a package. An exit code: an error was printed.
std::optional<int> bindSizes(const CommandLine& arguments, const Loaded& loaded, const ExportKind& kind,
                             ExportInput& input) {
  if (kind.format != ExportFormat::Package) return std::nullopt;
  if (const auto code = refuseUnknownNames(arguments, inputNames(loaded.function))) return code;
  Result<std::map<std::string, int64_t>> sizes = readBinds(arguments);
  if (!sizes) return fail(arguments, sizes.error(), nullptr, kWrongUsage);
  input.sizes = std::move(*sizes);
  return std::nullopt;
}

// The schedules of a function that chooses among them by a size.
Result<std::string> textOf(const SizeVersions& versions, const ExportKind& kind, const Schedule& later,
                           Dialect dialect) {
  if (kind.format == ExportFormat::Cpp)
    return explain(err::kExportOneSchedule(kind.name, versions.versions.size(), versions.size),
                   "the formats python and json have all of them");
  if (later.stepCount() > 0)
    return explain(err::kExportStepsOfVersions(versions.size), "export code, or leave these steps out");
  return kind.format == ExportFormat::Python ? toPython(versions, dialect) : toJson(versions, dialect);
}

std::string machineOf(const Measurement& m) {
  return m.device + (m.threads == 1 ? ", 1 thread" : ", " + std::to_string(m.threads) + " threads");
}

// A run as a row of the page of a state.
PageRun rowOf(const Measurement& m, const std::string& label) {
  PageRun run{label, machineOf(m), timeText(m.time.median),
              m.time.count == 1 ? "1 run" : timeText(m.time.medianLow) + " to " + timeText(m.time.medianHigh),
              number(m.gflops)};
  if (m.referenceTime.count > 0) run.reference = timeText(m.referenceTime.median);
  if (m.referenceTime.count > 0 && m.blas) run.reference += " (" + blas::textOf(*m.blas) + ")";
  run.check = !m.checked ? "" : m.ok ? "✓" : "✗ wrong";
  run.wrong = m.checked && !m.ok;
  return run;
}

// This machine's roofs as far as they are known, for the threads of the run.
PageRoofline roofsFor(const Measurement& m) {
  PageRoofline roofline;
  roofline.machine = machineOf(m);
  const std::optional<Peaks> peaks = knownPeaks(m.threads), one = knownPeaks(1);
  if (!peaks) return roofline;
  roofline.peak = peaks->gflops(m.floatBits);
  if (one && m.threads > 1) roofline.peakOne = one->gflops(m.floatBits);
  for (size_t level = 1; level < peaks->caches.size(); ++level)
    roofline.roofs.push_back({"L" + std::to_string(level + 1), peaks->caches[level].gbps});
  roofline.roofs.push_back({"memory", peaks->gbps});
  return roofline;
}

// What all times of the page have in common, in words.
void addConditions(Story& story, const Measurement& m, const FloatMath& math) {
  story.subject = machineOf(m);
  const std::string allowed = toText(math);
  story.conditions = {{"Target", m.target}, {"Device", m.device}, {"Threads", std::to_string(m.threads)}};
  story.conditions.emplace_back("Times", "median of the calls of a state, with an interval that contains it");
  story.conditions.emplace_back("Arithmetic",
                                allowed.empty() ? "as written, products may be fused with sums" : allowed);
  if (m.checked) story.conditions.emplace_back("Compared with", "the " + m.referenceKind);
  if (m.blas) story.conditions.emplace_back("Reference by", blas::textOf(*m.blas));
}

// Times every state once: a page needs no precise times.
void time(ExportInput& input, const Loaded& loaded) {
  Story& story = input.story;
  const std::vector<int64_t> caches = cacheSizes();
  std::optional<double> busiest;  // cores that other programs kept busy meanwhile
  for (size_t i = 0; i < story.steps.size(); ++i) {
    StoryStep& step = story.steps[i];
    MeasureOptions options;
    options.repeat = 5;
    options.maxSeconds = 2;
    options.baseline = false;
    options.inputs = inputsFromComments(loaded.file.source.text);
    options.cpu.allows = input.allows;
    options.cpu.objects = objectFolder();
    const PrimFunc& function = step.program.function(input.function);
    const Result<Measurement> m =
        measure(loaded.file, loaded.program.snapshot.function(input.function), function, options);
    if (!m) {
      std::cerr << "not timed: " << (step.title.empty() ? "as written" : step.title) << ": " << m.error().message
                << "\n";
      continue;
    }
    step.ms = m->time.median, step.low = m->time.medianLow, step.high = m->time.medianHigh;
    step.runs = m->time.count;
    if (m->checked) step.right = m->ok;
    if (m->load) busiest = std::max(busiest.value_or(0), m->load->busy());
    addConditions(story, *m, input.math);
    const std::string label = i == 0 ? "as written" : "step " + std::to_string(i);
    input.runs.push_back(rowOf(*m, label));
    if (m->checked) input.compared = "the " + m->referenceKind;
    if (input.roofline.machine.empty()) input.roofline = roofsFor(*m);
    const WorkProfile profile = profileOf(function, caches);
    const double bytes = profile.traffic.empty() ? 0 : profile.traffic.back();
    input.roofline.points.push_back({label, m->gflops, m->gflops * m->time.median / m->time.medianHigh,
                                     m->gflops * m->time.median / m->time.medianLow, bytes > 0 ? m->flops / bytes : 0,
                                     input.runs.back().wrong});
    if (i + 1 == story.steps.size()) input.runs.back().here = input.roofline.points.back().here = true;
  }
  if (busiest) story.conditions.emplace_back("Other programs", "kept up to " + number(*busiest) + " cores busy");
}

}  // namespace

int writeExported(const CommandLine& arguments, const ExportKind& kind, const std::vector<ExportedFile>& files) {
  if (!arguments.has("-o")) {
    if (arguments.json())
      std::cout << nlohmann::json{{"ok", true}, {"format", kind.name}, {"text", files.front().content}}.dump(2) << "\n";
    else
      std::cout << files.front().content;
    return kDone;
  }
  nlohmann::json paths = nlohmann::json::array();
  for (const ExportedFile& file : files) {
    if (const Status written = writeFile(file.path, file.content); !written) return fail(arguments, written.error());
    paths.push_back(file.path);
  }
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true}, {"format", kind.name}, {"files", paths}}.dump(2) << "\n";
  return kDone;
}

namespace {

// Of a page. `proved`: what was proved of the scheduled program, as StoryStep::proved.
void addStory(ExportInput& input, const std::string& file, const std::string& proved) {
  Story& story = input.story;
  story.title =
      std::filesystem::path(file).filename().string() + ": " + input.schedule.program().function(input.function).name;
  story.caches = cacheSizes();
  story.steps = storyOf(input.schedule, input.groups);
  if (story.steps.size() > 1) story.steps.back().proved = proved;
  story.function = input.function;
  addReasons(story, tune::thisMachine(0));
}

int run(const CommandLine& arguments) {
  const ExportKind* kind = exportKind(arguments.get("--format"));
  if (!kind)
    return fail(arguments, explain(err::kExportFormat(arguments.get("--format")), say("known: {0}", formats())),
                nullptr, kWrongUsage);
  if (!kind->text && !arguments.has("-o"))
    return fail(arguments, explain(err::kExportNoOutput(kind->name), say("for example -o kernel{0}", kind->suffix)),
                nullptr, kWrongUsage);
  const std::string& target = arguments.get("FILE");
  if (const std::optional<int> code = exportModel(arguments, *kind)) return *code;
  if (kind->model)
    return fail(arguments, explain(err::kExportOfModels(kind->name), "name a graph function: FILE:Class.main"), nullptr,
                kWrongUsage);
  for (const char* option : kModelOptions)
    if (arguments.has(option) && isOfModels(option, *kind))
      return fail(arguments, explain(err::kUsageKernel(option, splitTarget(target).function), "leave it out"), nullptr,
                  kWrongUsage);
  // A trace contains all functions of a class; code and pages contain one.
  const bool whole =
      kind->format == ExportFormat::Python || kind->format == ExportFormat::Json || kind->format == ExportFormat::Cpp;
  std::variant<Loaded, int> found = whole ? loadProgram(arguments, target) : load(arguments, target);
  if (const int* code = std::get_if<int>(&found)) return *code;
  const Loaded& loaded = std::get<Loaded>(found);
  const SteppedSchedule stepped = applySteps(arguments, loaded);
  if (stepped.error) return failSteps(arguments, stepped);
  const Dialect dialect = arguments.get("--dialect") == "tvm" ? Dialect::Tvm : Dialect::Classic;
  if (whole && stepped.versions) {
    Result<std::string> text = textOf(*stepped.versions, *kind, stepped.schedule, dialect);
    return text ? writeExported(arguments, *kind, {{arguments.get("-o"), std::move(*text)}})
                : fail(arguments, text.error());
  }
  std::string proved;
  if (const auto code = certify(arguments, loaded, stepped.schedule, proved)) return *code;
  ExportInput input{stepped.schedule, stepped.groups, loaded.program.function.value_or(0)};
  input.dialect = dialect;
  if (const std::optional<int> code = bindSizes(arguments, loaded, *kind, input)) return *code;
  input.cpu = arguments.get("--cpu");
  input.light = arguments.has("--light");
  const Result<FloatMath> math = mathOf(arguments, defaultTarget());
  if (!math) return fail(arguments, math.error(), nullptr, kWrongUsage);
  input.math = *math;
  input.file = std::make_shared<const SourceFile>(loaded.file);
  if (arguments.has("--allow-c")) input.allows = [](const std::string&) { return true; };
  if (isPage(kind->format)) {
    addStory(input, splitTarget(target).file, proved);
    input.chosen = splitTarget(target).function;
    input.target = arguments.get("--target");
    if (!findTarget(input.target))
      return fail(arguments, explain(err::kLowerTarget(input.target), say("known: {0}", targetNames(", "))), nullptr,
                  kNoTarget);
    if (arguments.has("--measure")) time(input, loaded);
  }
  const Result<std::vector<ExportedFile>> files =
      exportFiles(*kind, input, arguments.has("-o") ? arguments.get("-o") : "");
  return files ? writeExported(arguments, *kind, *files) : fail(arguments, files.error());
}

}  // namespace

Command exportCommand() {
  Command c{"export",
            "a schedule or a model as code for other programs, as a page, or as a trace",
            {{"FILE", "FILE.py[:FUNC]", "", OptionSpec::kRequired}},
            run};
  for (OptionSpec& option : stepOptions()) c.options.push_back(std::move(option));
  c.options.push_back({"--format", formats(), "python", OptionSpec::kValue});
  c.options.push_back(
      {"-o", "where to write; object and shared also write a header beside it", "", OptionSpec::kValue});
  c.options.push_back({"--certificate",
                       "write the proof that the schedule keeps all results there; `lw check-proof` verifies it", "",
                       OptionSpec::kValue});
  c.options.push_back({"--dialect", "classic or tvm: the names in traces", "classic", OptionSpec::kValue});
  c.options.push_back({"--cpu", "object, shared: LLVM's name of the processor, for example x86-64-v3 (this machine)",
                       "", OptionSpec::kValue});
  c.options.push_back(mathOption());
  c.options.push_back({"--light",
                       "package: say how the inputs are made, and have some of the results only; for large arrays", "",
                       OptionSpec::kFlag});
  const std::vector<OptionSpec> ofModels = {
      {"--params", "of a model: values of its parameters by name, which become constants: FILE.npz", "",
       OptionSpec::kValue},
      {"--params-file", "of a model: write its constants to this file, not into the code", "", OptionSpec::kValue},
      {"--as-written", "of a model: kernels without a schedule get none from the cost model", "", OptionSpec::kFlag},
      {"--schedule", "of a model: KERNEL=FILE.py[:FUNCTION], or a trace, FILE.json; repeatable", "",
       OptionSpec::kRepeated},
      {"--bind",
       "of a model: value of a symbolic size, n=37, or upper bound, n<=64, which makes it an argument; of a package: "
       "value of a size; repeatable",
       "", OptionSpec::kRepeated},
      {"--stage", "relax: the pass after which the model is written, as `lw lower --stage list` names it", "",
       OptionSpec::kValue},
      {"--tuned", "of a model: its kernels by the fastest tuning records", "", OptionSpec::kFlag},
      {"--threads", "--tuned: of the records; 0: all cores", "0", OptionSpec::kValue},
      databaseOption()};
  c.options.insert(c.options.end(), ofModels.begin(), ofModels.end());
  c.options.push_back({"--target", "state: " + targetNames(), std::string(defaultTarget().name), OptionSpec::kValue});
  c.options.push_back({"--measure", "html, sheet, state: check and time every step", "", OptionSpec::kFlag});
  c.options.push_back(
      {"--allow-c", "object, shared: compile the C code that the program contains", "", OptionSpec::kFlag});
  return c;
}

}  // namespace lw
