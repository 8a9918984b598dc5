// lw run: builds, runs in a child process, checks against the reference, and times.
#include <algorithm>
#include <cmath>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/grading/by_hand.h"
#include "app/lw/input_names.h"
#include "app/lw/models/model_run.h"
#include "app/lw/options/input_pairs.h"
#include "app/lw/options/math_option.h"
#include "app/lw/output/emulated.h"
#include "app/lw/output/measurement_text.h"
#include "app/lw/steps.h"
#include "app/lw/tuned.h"
#include "backends/cpu/object_store.h"
#include "backends/measure/counts.h"
#include "backends/measure/estimate.h"
#include "backends/measure/model_beside_times.h"
#include "backends/measure/model_costs.h"
#include "backends/reference/npy.h"
#include "backends/targets/targets.h"
#include "core/ir/size_row.h"
#include "core/text/challenge.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

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
  options.interleavings = arguments.has("--interleavings");
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

// Of --estimate.
int runEstimate(const CommandLine& arguments, const Loaded& program, const PrimFunc& scheduled,
                const MeasureOptions& options) {
  const Result<RunEstimate> found = estimate(program.file, program.function, scheduled, options);
  if (!found) return fail(arguments, found.error(), nullptr, codeOf(found.error()));
  if (arguments.json()) {
    const nlohmann::json j{{"estimate_ms", found->ms},   {"low_ms", found->lowMs},
                           {"high_ms", found->highMs},   {"share", found->share},
                           {"spent_ms", found->spentMs}, {"compile_ms", found->compileMs},
                           {"threads", found->threads},  {"checked", false}};
    std::cout << j.dump(2) << "\n";
    return kDone;
  }
  std::cout << program.function.name << "\n";
  printRow("estimate", estimateText(*found));
  printRow("", format(found->share < 0.1 ? "from %.2g %% of the iterations" : "from %.0f %% of the iterations",
                      100 * found->share) +
                   ", in " + timeText(found->spentMs) + "; the result is not checked");
  return kDone;
}

// Of --sweep. A size at which the run fails does not end the row, but one that takes too long does.
int runSweep(const CommandLine& arguments, const Loaded& program, const PrimFunc& scheduled, MeasureOptions options) {
  const Result<SizeRow> row = parseSizeRow(arguments.get("--sweep"), program.function);
  if (!row) return fail(arguments, row.error(), nullptr, kWrongUsage);
  options.baseline = false;
  if (!arguments.json()) printSweepTitle(program.function.name, row->size, countWork(program.function).flops == 0);
  std::vector<SweptSize> points;
  int code = kDone;
  for (const int64_t value : row->values) {
    options.inputs.bind[row->size] = value;
    points.push_back({value, measure(program.file, program.function, scheduled, options)});
    const Result<Measurement>& m = points.back().measured;
    if (!arguments.json()) printSwept(points.back());
    if (!m || (m->checked && !m->ok)) code = std::max(code, m ? int(kWrongResult) : codeOf(m.error()));
    if (!m && m.error().kind == "runner.timeout") break;
  }
  if (arguments.json()) std::cout << sweepJson(row->size, points).dump(2) << "\n";
  return code;
}

// Options that say different things; a program by hand takes the place of steps.
std::optional<Explanation> wronglyCombined(const CommandLine& arguments) {
  for (const char* several : {"--estimate", "--sweep"})
    for (const char* option : {"--save", "--challenge", "--sweep"})
      if (arguments.has(several) && arguments.has(option) && several != std::string_view(option))
        return explain(err::kUsageCombined(several, option), "leave one of them out");
  for (const char* option : {"--script", "--trace", "--do", "--tuned", "--estimate", "--sweep"})
    if (arguments.has("--by-hand") && arguments.has(option))
      return explain(err::kUsageCombined("--by-hand", option), "leave one of them out");
  const TargetDescriptor* target = findTarget(arguments.get("--target"));
  if (arguments.has("--interleavings") && target && !target->emulated)
    return explain(err::kUsageCombined("--interleavings", "--target " + arguments.get("--target")),
                   "the emulator visits the interleavings of threads: --target gpu-emulator");
  return std::nullopt;
}

// Options that apply to models, or not together.
std::optional<Explanation> wrongOptions(const CommandLine& arguments, const Loaded& program) {
  for (const char* option : {"--params", "--kernels", "--schedule", "--as-written"})
    if (arguments.has(option)) return explain(err::kUsageKernel(option, program.function.name), "leave it out");
  if (const auto bounds = readBounds(arguments); !bounds || !bounds->empty())
    return explain(err::kUsageKernel("--bind SIZE<=N", program.function.name), "write --bind SIZE=N");
  return wronglyCombined(arguments);
}

struct Judged {
  ChallengeVerdict verdict;
  Message missing, beside;  // what most is spent on; what the model says beside the times
};

nlohmann::json verdictJson(const Challenge& challenge, const Judged& judged) {
  const ChallengeVerdict& verdict = judged.verdict;
  nlohmann::json goals = nlohmann::json::array();
  for (const JudgedGoal& goal : verdict.goals) {
    nlohmann::json one{{"what", goal.what}, {"goal", goal.goal}, {"bound", goal.bound}, {"met", goal.met}};
    one["value"] = goal.known && std::isfinite(goal.value) ? nlohmann::json(goal.value) : nlohmann::json();
    goals.push_back(std::move(one));
  }
  nlohmann::json j = {{"asked", toText(challenge)}, {"met", verdict.met},     {"words", verdict.words},
                      {"goals", std::move(goals)},  {"steps", verdict.steps}, {"most_steps", challenge.steps},
                      {"share", verdict.share}};
  if (!judged.missing.empty()) j["missing"] = judged.missing.text();
  if (!judged.beside.empty()) j["model"] = judged.beside.text();
  return j;
}

Judged judged(const Challenge& challenge, const Measurement& m, const PrimFunc& original, const PrimFunc& scheduled,
              int steps, const MeasureOptions& options) {
  const Attempt attempt = attemptOf(challenge, m, original, scheduled, steps);
  Judged out{judge(challenge, attempt), {}, {}};
  if (challenge.counted.empty() || m.emulated) return out;
  if (!out.verdict.met && attempt.correct) out.missing = missingWords(challenge, attempt, modelledCosts(scheduled));
  if (countsCycles(challenge))
    out.beside =
        modelBesideTimes(attempt, measuredSpeed(scheduled, m.threads, sizesNamed(scheduled, options.inputs.bind)));
  return out;
}

void printJudged(const Judged& judged) {
  printRow("", judged.verdict.words);
  if (!judged.missing.empty()) printRow("", judged.missing.text());
  if (!judged.beside.empty()) printRow("model", judged.beside.text());
}

// Also compares a program by hand, and says how.
Result<Measurement> measured(const CommandLine& arguments, const Loaded& program, const PrimFunc& scheduled,
                             const MeasureOptions& options, std::optional<ByHandCheck::By>& byHand) {
  Result<Measurement> m = measure(program.file, program.function, scheduled, options);
  if (!m || !m->ok || !arguments.has("--by-hand")) return m;
  Result<ByHandCheck> check = checkByHand(program.file, program.function, scheduled, options, std::move(*m));
  if (!check) return check.error();
  if (check->measurement.ok) byHand = check->by;
  return std::move(check->measurement);
}

int run(const CommandLine& arguments) {
  if (const std::optional<int> code = runModel(arguments, [&] { return readOptions(arguments); })) return *code;
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& program = std::get<Loaded>(loaded);
  if (const auto wrong = wrongOptions(arguments, program)) return fail(arguments, *wrong, nullptr, kWrongUsage);
  Result<MeasureOptions> options = readOptions(arguments);
  if (!options) return fail(arguments, options.error(), nullptr, kWrongUsage);
  if (const auto code = refuseUnknownNames(arguments, inputNames(program.function))) return *code;
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
  std::variant<PrimFunc, int> chosen = stepped.schedule.program().function(program.program.function.value_or(0));
  if (arguments.has("--by-hand")) chosen = loadByHand(arguments, program.function);
  if (const int* code = std::get_if<int>(&chosen)) return *code;
  const PrimFunc& scheduled = std::get<PrimFunc>(chosen);
  if (arguments.has("--estimate")) return runEstimate(arguments, program, scheduled, *options);
  if (arguments.has("--sweep")) return runSweep(arguments, program, scheduled, *options);
  std::optional<ByHandCheck::By> byHand;
  const Result<Measurement> m = measured(arguments, program, scheduled, *options, byHand);
  if (!m) return fail(arguments, m.error(), m.error().span.valid() ? &program.file.source : nullptr, codeOf(m.error()));
  if (arguments.has("--save"))
    if (Status s = writeNpz(arguments.get("--save"), NamedArrays(m->outputs.begin(), m->outputs.end())); !s)
      return fail(arguments, s.error());
  std::optional<Judged> verdict;
  if (asked && *asked)
    verdict = judged(**asked, *m, program.function, scheduled, stepped.schedule.changeCount(), *options);
  if (arguments.json()) {
    nlohmann::json j = measurementJson(*m, stepped.schedule.stepCount(), toText(options->cpu.math));
    if (m->emulated) j["emulated"] = emulatedJson(*m->emulated, scheduled);
    if (byHand) j["checked_by"] = std::string(toText(*byHand));
    if (*tuned) j["tuned"] = recordJson((*tuned)->record);
    if (verdict) {
      j["challenge"] = verdictJson(**asked, *verdict);
      if (arguments.has("--challenge"))
        j["challenge"]["trace"] = nlohmann::json::parse(toJson(traceOf(stepped.schedule)));
    }
    std::cout << j.dump(2) << "\n";
  } else
    printMeasurement(program.function.name +
                         (arguments.has("--script") ? "  " + splitTarget(arguments.get("--script")).function : ""),
                     *m, toText(options->cpu.math));
  if (byHand && !arguments.json()) printRow("equal by", std::string(toText(*byHand)));
  if (asked && !arguments.json()) printRow("challenge", *asked ? toText(**asked) : asked->error().message);
  if (verdict && !arguments.json()) printJudged(*verdict);
  if (m->emulated && !arguments.json()) printEmulated(*m->emulated, scheduled);
  const bool found = m->emulated && !m->emulated->clean();
  const bool missed = arguments.has("--challenge") && !(verdict && verdict->verdict.met);
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
      {"--params", "of a model: values of its parameters by name, which become constants: FILE.npz", "",
       OptionSpec::kValue},
      {"--schedule", "of a model: KERNEL=FILE.py[:FUNCTION], or a trace, FILE.json; repeatable", "",
       OptionSpec::kRepeated},
      {"--as-written", "of a model: kernels without a schedule get none from the cost model", "", OptionSpec::kFlag},
      {"--kernels", "of a model: the time of each of its kernels, in their place", "", OptionSpec::kFlag},
      {"--bind",
       "value of a symbolic size or scalar parameter: n=37; of a model also an upper bound: n<=64; repeatable", "",
       OptionSpec::kRepeated},
      {"--input", "range of an input's values: A=positive, ids=0..19, X=tenths; repeatable", "", OptionSpec::kRepeated},
      {"--timeout", "seconds for one request to the child process", "120", OptionSpec::kValue},
      mathOption(),
      {"--allow-c", "compile and run the C code that the program contains", "", OptionSpec::kFlag},
      {"--challenge", "exit with 3 unless the challenge that the file sets is met (# challenge: 20x start, 12 steps)",
       "", OptionSpec::kFlag},
      {"--by-hand",
       "a program that is run in the place of this one, checked against its reference, and proved equal or run on "
       "further inputs: FILE.py[:FUNCTION]",
       "", OptionSpec::kValue},
      {"--tuned", "the steps of the fastest tuning record for this target, processor, threads, sizes and arithmetic",
       "", OptionSpec::kFlag},
      databaseOption(),
      {"--estimate", "estimate the time from parts of the loops, for programs that take long; nothing is checked", "",
       OptionSpec::kFlag},
      {"--sweep", "run at a row of sizes: n=64..1024 (doubled), n=64..512+64 or n=100,200,400", "", OptionSpec::kValue},
      {"--interleavings", "on the emulator: also visit every interleaving of threads and copies", "",
       OptionSpec::kFlag},
      {"--no-baseline", "do not time the unscheduled program", "", OptionSpec::kFlag}};
  c.options.insert(c.options.end(), own.begin(), own.end());
  return c;
}

}  // namespace lw
