// lw run: builds, runs in a child process, checks against the reference, and times.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/lw/command.h"
#include "app/lw/commands/math_option.h"
#include "app/lw/emulated.h"
#include "app/lw/errors.h"
#include "app/lw/steps.h"
#include "app/lw/tuned.h"
#include "backends/cpu/object_store.h"
#include "backends/measure/measure.h"
#include "backends/reference/npy.h"
#include "backends/targets/targets.h"
#include "core/text/challenge.h"

namespace lw {
namespace {

std::optional<Explanation> readPairs(const CommandLine& arguments, InputSpec& spec) {
  const auto split = [](const std::string& text) {
    const size_t at = text.find('=');
    return at == std::string::npos ? std::pair<std::string, std::string>{"", ""}
                                   : std::pair{text.substr(0, at), text.substr(at + 1)};
  };
  Result<std::map<std::string, int64_t>> binds = readBinds(arguments);
  if (!binds) return std::move(binds).error();
  spec.bind = std::move(*binds);
  for (const std::string& text : arguments.all("--input")) {
    const auto [name, value] = split(text);
    if (name.empty()) return explain(err::kUsagePair("--input", text), "for example --input A=positive");
    Result<ValueRange> range = parseValueRange(value);
    if (!range) return std::move(range).error();
    spec.ranges[name] = *range;
  }
  return std::nullopt;
}

Result<MeasureOptions> readOptions(const CommandLine& arguments) {
  MeasureOptions options;
  options.target = arguments.get("--target");
  options.device = arguments.get("--device");
  options.host = arguments.get("--host");
  const std::string& reference = arguments.get("--reference");
  if (reference == "auto")
    options.reference = ReferenceKind::Auto;
  else if (reference == "numpy")
    options.reference = ReferenceKind::Numpy;
  else if (reference == "none")
    options.reference = ReferenceKind::None;
  else
    return err::kBadReference(reference);
  const auto number = [&](const char* name, auto& slot) -> std::optional<Explanation> {
    Result<int64_t> value = arguments.integer(name);
    if (!value) return std::move(value).error();
    slot = static_cast<std::remove_reference_t<decltype(slot)>>(*value);
    return std::nullopt;
  };
  if (auto e = number("--repeat", options.repeat)) return *e;
  if (auto e = number("--min-ms", options.minMs)) return *e;
  if (auto e = number("--threads", options.threads)) return *e;
  if (auto e = number("--seed", options.inputs.seed)) return *e;
  if (auto e = number("--timeout", options.timeoutSeconds)) return *e;
  if (auto e = readPairs(arguments, options.inputs)) return *e;
  options.baseline = !arguments.has("--no-baseline");
  options.keepValues = arguments.has("--save") && !options.host.empty();  // without --host they stay in the runner
  const TargetDescriptor* target = findTarget(options.target);
  Result<FloatMath> math = target ? mathOf(arguments, *target) : parseFloatMath(arguments.get("--math"));
  if (!math) return std::move(math).error();
  options.cpu.math = *math;
  options.cpu.objects = objectFolder();
  if (arguments.has("--allow-c")) options.cpu.allows = [](const std::string&) { return true; };
  if (arguments.has("--inputs")) {
    Result<NamedArrays> arrays = readNpz(arguments.get("--inputs"));
    if (!arrays) return std::move(arrays).error();
    for (auto& [name, array] : *arrays) options.given.insert_or_assign(name, std::move(array));
  }
  return options;
}

std::string indexText(const FirstDifference& d) {
  std::string text = d.buffer + "[";
  for (size_t i = 0; i < d.index.size(); ++i) text += (i ? ", " : "") + std::to_string(d.index[i]);
  return text + "]";
}

Attempt attemptOf(const Measurement& m, int steps) {
  return {steps, m.checked && m.ok && !m.emulated, m.time.median, steps == 0 ? m.time.median : m.baselineMs,
          m.referenceTime.median};
}

nlohmann::json toJson(const Measurement& m, const PrimFunc& scheduled, int steps, const std::string& math) {
  nlohmann::json j{{"target", m.target},
                   {"math", math},
                   {"device", m.device},
                   {"threads", m.threads},
                   {"compile_ms", m.compileMs},
                   {"compiled_before", m.codeKnown},
                   {"median_ms", m.time.median},
                   {"min_ms", m.time.min},
                   {"max_ms", m.time.max},
                   {"median_low_ms", m.time.medianLow},
                   {"median_high_ms", m.time.medianHigh},
                   {"runs", m.time.count},
                   {"gflops", m.gflops},
                   {"gbps", m.gbps},
                   {"peak_fraction", m.peakFraction},
                   {"checked", m.checked},
                   {"ok", !m.checked || m.ok},
                   {"max_abs_error", m.maxAbsError},
                   {"max_rel_error", m.maxRelError},
                   {"baseline_ms", steps == 0 && m.baselineMs <= 0 ? m.time.median : m.baselineMs},
                   {"steps", steps}};
  j["reference"] = {{"kind", m.referenceKind}, {"median_ms", m.referenceTime.median}};
  if (m.difference)
    j["first_difference"] = {{"element", indexText(*m.difference)},
                             {"got", m.difference->got},
                             {"expected", m.difference->expected},
                             {"count", m.difference->count}};
  if (!m.packedOnce.empty()) j["packed_once"] = {{"weights", m.packedOnce}, {"ms", m.packingMs}};
  if (!m.output.empty()) j["output"] = m.output;
  if (m.emulated) j["emulated"] = emulatedJson(*m.emulated, scheduled);
  return j;
}

void row(const char* label, const std::string& text) { std::printf("  %-12s %s\n", label, text.c_str()); }

std::string format(const char* pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

// For example "the unscheduled program", "numpy 2.1.3".
std::string referenceName(const std::string& kind) { return kind.starts_with("numpy") ? kind : "the " + kind; }

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string resultText(const Measurement& m) {
  if (!m.checked) return "not checked";
  if (!m.ok)
    return m.difference ? "WRONG, compared with " + referenceName(m.referenceKind) : "WRONG: the emulator found errors";
  return "ok, max error " + format("%.2g", m.maxAbsError) + " (relative " + format("%.2g", m.maxRelError) +
         "), compared with " + referenceName(m.referenceKind);
}

bool onThisProcessor(const Measurement& m) {
  const TargetDescriptor* target = findTarget(m.target);
  return target && target->onThisProcessor;
}

// The time of a wrong result is printed, but not compared.
void printTimes(const Measurement& m) {
  const bool right = !m.checked || m.ok;
  row("time",
      timeText(m.time.median) + "  (" + timeText(m.time.min) + " to " + timeText(m.time.max) + ", " +
          std::to_string(m.time.count) + " runs" +
          (!onThisProcessor(m) ? std::string(")")
                               : ", " + std::to_string(m.threads) + (m.threads == 1 ? " thread)" : " threads)")) +
          (right ? "" : "; the result is wrong"));
  if (right)
    row("speed",
        format("%.1f GFLOP/s", m.gflops) +
            (m.peakFraction > 0 ? format(", %.0f %% of this machine's measured peak", 100 * m.peakFraction) : "") +
            format(", %.2f GB/s", m.gbps));
  if (!m.packedOnce.empty()) row("packed once", joined(m.packedOnce) + ", " + timeText(m.packingMs) + ", not counted");
  if (m.referenceTime.count > 0) {
    const Comparison c = compareTimes(m.time, m.referenceTime);
    const std::string ratio = c == Comparison::Indistinguishable
                                  ? "; indistinguishable"
                                  : format("; this is %.2fx its speed", m.referenceTime.median / m.time.median);
    row("reference", timeText(m.referenceTime.median) + "  (" + m.referenceKind + ", " + timeText(m.referenceTime.min) +
                         " to " + timeText(m.referenceTime.max) + ")" + (right ? ratio : ""));
  }
  if (m.baselineMs > 0)
    row("start", timeText(m.baselineMs) + "  (unscheduled program)" +
                     (right ? format("; this is %.2fx its speed", m.baselineMs / m.time.median) : ""));
}

void printTable(const std::string& title, const Measurement& m, const std::string& math) {
  std::printf("%s\n", title.c_str());
  row("result", resultText(m));
  if (m.difference)
    row("", std::to_string(m.difference->count) + " elements differ; worst: " + indexText(*m.difference) + " is " +
                format("%.9g", m.difference->got) + ", expected " + format("%.9g", m.difference->expected));
  if (m.emulated)
    return row("emulated", m.device + " in " + timeText(m.time.median) + ", which says nothing about a GPU");
  if (!m.host.empty()) row("ran at", m.host);
  printTimes(m);
  if (!math.empty()) row("arithmetic", math);
  row("compiled", timeText(m.compileMs) + (m.codeKnown ? "  (kept from before)" : "") + "  for " + m.device);
}

struct TunedSteps {
  tune::Record record;
  Trace trace;
};

// Of --tuned; nothing without that option.
Result<std::optional<TunedSteps>> tunedSteps(const CommandLine& arguments, const Loaded& loaded) {
  if (!arguments.has("--tuned")) return std::optional<TunedSteps>();
  for (const char* option : {"--script", "--trace"})
    if (arguments.has(option))
      return explain(err::kUsageTuned(option), "leave one of them out; --do adds steps to the recorded ones");
  if (arguments.has("--host"))
    return explain(err::kUsageTuned("--host"),
                   "`lw best --processor NAME -o best.json` writes a trace, and `lw run --trace` runs it there");
  Result<tune::Record> best = bestRecord(arguments, loaded);
  if (!best) return std::move(best).error();
  Result<Trace> trace = traceOf(*best);
  if (!trace) return std::move(trace).error();
  std::cerr << recordTitle(*best) << " of " << recordFile(arguments) << "\n";
  return std::optional(TunedSteps{std::move(*best), std::move(*trace)});
}

// The exit code of an error of tunedSteps() or measure().
int codeOf(const Explanation& error) {
  if (error.kind == "usage.tuned") return kWrongUsage;
  return error.kind == "run.target" ? kNoTarget : error.kind.starts_with("runner.") ? kWrongResult : kInputAtFault;
}

int run(const CommandLine& arguments) {
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& program = std::get<Loaded>(loaded);
  Result<MeasureOptions> options = readOptions(arguments);
  if (!options) return fail(arguments, options.error(), nullptr, kWrongUsage);
  const Result<std::optional<TunedSteps>> tuned = tunedSteps(arguments, program);
  if (!tuned) return fail(arguments, tuned.error(), nullptr, codeOf(tuned.error()));
  const SteppedSchedule stepped = applySteps(arguments, program, *tuned ? &(*tuned)->trace : nullptr);
  if (stepped.error) return failSteps(arguments, stepped);
  const std::optional<Result<Challenge>> asked = challengeFromComments(program.file.source.text);
  if (arguments.has("--challenge") && !asked)
    return fail(
        arguments,
        explain(err::kChallengeNone(arguments.get("FILE")), "write for example: # challenge: 20x start, 12 steps"),
        nullptr, kInputAtFault);
  if (arguments.has("--challenge") && !*asked) return fail(arguments, asked->error(), nullptr, kInputAtFault);
  const PrimFunc& scheduled = stepped.schedule.program().function(program.program.function.value_or(0));
  Result<Measurement> m = measure(program.file, program.function, scheduled, *options);
  if (!m) return fail(arguments, m.error(), m.error().span.valid() ? &program.file.source : nullptr, codeOf(m.error()));
  if (arguments.has("--save"))
    if (Status s = writeNpz(arguments.get("--save"), NamedArrays(m->outputs.begin(), m->outputs.end())); !s)
      return fail(arguments, s.error());
  std::optional<ChallengeVerdict> verdict;
  if (asked && *asked) verdict = judge(**asked, attemptOf(*m, stepped.schedule.changeCount()));
  if (arguments.json()) {
    nlohmann::json j = toJson(*m, scheduled, stepped.schedule.stepCount(), toText(options->cpu.math));
    if (*tuned) j["tuned"] = recordJson((*tuned)->record);
    if (verdict) j["challenge"] = {{"asked", toText(**asked)}, {"met", verdict->met}, {"words", verdict->words}};
    std::cout << j.dump(2) << "\n";
  } else
    printTable(program.function.name +
                   (arguments.has("--script") ? "  " + splitTarget(arguments.get("--script")).function : ""),
               *m, toText(options->cpu.math));
  if (asked && !arguments.json()) row("challenge", *asked ? toText(**asked) : asked->error().message);
  if (verdict && !arguments.json()) row("", verdict->words);
  if (m->emulated && !arguments.json()) printEmulated(*m->emulated, scheduled);
  const bool found = m->emulated && !m->emulated->clean();
  const bool missed = arguments.has("--challenge") && !(verdict && verdict->met);
  return found || missed || (m->checked && !m->ok) ? kWrongResult : kDone;
}

}  // namespace

Command runCommand() {
  Command c{"run",
            "build, run, check against the reference and time a program",
            {{"FILE", "FILE[:FUNC]", "", OptionSpec::kRequired}},
            run};
  for (OptionSpec& option : stepOptions()) c.options.push_back(std::move(option));
  const std::vector<OptionSpec> own = {
      {"--target", targetNames() + "; `lw devices` lists what is here", std::string(defaultTarget().name),
       OptionSpec::kValue},
      {"--device", "number of the device, from 0; the emulator takes a model: sm_80", "", OptionSpec::kValue},
      {"--host", "another machine, by ssh: user@box; lw-runner is copied there", "", OptionSpec::kValue},
      {"--repeat", "samples", "10", OptionSpec::kValue},
      {"--min-ms", "least time of a sample; short kernels are called several times", "0", OptionSpec::kValue},
      {"--threads", "of the kernel and the reference; 0: all cores", "0", OptionSpec::kValue},
      {"--seed", "of random inputs", "1", OptionSpec::kValue},
      {"--reference", "auto, numpy or none", "auto", OptionSpec::kValue},
      {"--inputs", "arrays by name that replace random ones: FILE.npz", "", OptionSpec::kValue},
      {"--save", "writes the outputs: FILE.npz", "", OptionSpec::kValue},
      {"--bind", "value of a symbolic size or scalar parameter: n=37; repeatable", "", OptionSpec::kRepeated},
      {"--input", "range of an input's values: A=positive, ids=0..19, X=tenths; repeatable", "", OptionSpec::kRepeated},
      {"--timeout", "seconds for one request to the child process", "120", OptionSpec::kValue},
      mathOption(),
      {"--allow-c", "compile and run the C code that the program contains", "", OptionSpec::kFlag},
      {"--challenge", "exit with 3 unless the challenge that the file sets is met (# challenge: 20x start, 12 steps)",
       "", OptionSpec::kFlag},
      {"--tuned", "the steps of the fastest tuning record for this target, processor, threads, sizes and arithmetic",
       "", OptionSpec::kFlag},
      databaseOption(),
      {"--no-baseline", "do not time the unscheduled program", "", OptionSpec::kFlag}};
  c.options.insert(c.options.end(), own.begin(), own.end());
  return c;
}

}  // namespace lw
