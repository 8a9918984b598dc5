#include "app/lw/options/tune_options.h"

#include <limits>
#include <set>

#include "app/lw/errors.h"
#include "app/lw/options/math_option.h"
#include "app/lw/tuned.h"
#include "backends/measure/errors.h"
#include "backends/runner/runner.h"
#include "backends/targets/targets.h"
#include "core/support/text.h"
#include "core/tune/errors.h"
#include "core/tune/pins.h"

namespace lw {
namespace {

constexpr int64_t kMostTrials = 1'000'000, kMostSeconds = 10'000'000, kMostThreads = 1024;

// Sets `slot`; the error is about a value that is no integer from `least` to `most`.
template <class T>
std::optional<Explanation> number(const CommandLine& arguments, const char* name, int64_t least, int64_t most,
                                  T& slot) {
  const Result<int64_t> value = arguments.integer(name, least, most);
  if (!value) return value.error();
  slot = static_cast<T>(*value);
  return std::nullopt;
}

Status checkQueue(const CommandLine& arguments, const TargetDescriptor& target) {
  if (!arguments.has("--queue")) return success();
  if (Status s = measuredByWorkers(target); !s) return s;
  if (arguments.has("--host"))
    return explain(err::kUsageCombined("--host", "--queue"), "start `lw worker` on that machine");
  if (arguments.has("--device") && arguments.has("--class"))
    return explain(err::kUsageCombined("--device", "--class"), "the workers of a class have one device each");
  return success();
}

// Where the kernels of a target can be measured.
Status checkTarget(const CommandLine& arguments) {
  const std::string& name = arguments.get("--target");
  const TargetDescriptor* target = findTarget(name);
  if (!target) return explain(err::kRunTarget(name, "there is no such target"), "run `lw devices` for a list");
  if (Status s = checkQueue(arguments, *target); !s) return s;
  if (arguments.get("--workers") != "1" && !target->onThisProcessor)
    return explain(err::kUsageCombined("--workers", "--target " + name),
                   "candidates on a device are measured one by one");
  if (!arguments.has("--host") || target->driverText) return success();
  std::string others;
  for (const TargetDescriptor* other : allTargets())
    if (other->driverText) addItem(others, other->name, " and ");
  return explain(err::kRunHost(others, name), "`lw worker` measures on the processor of another machine");
}

}  // namespace

std::vector<OptionSpec> tuneOptions() {
  return {
      {"--space", "FILE:FUNCTION, a schedule function with sampling steps; without it, rules write one", "",
       OptionSpec::kValue},
      {"--print-space", "print the space and end", "", OptionSpec::kFlag},
      {"--pin", "NAME=VALUE, a decision that every candidate keeps: lanes=16, rows=[4, 8]; repeatable", "",
       OptionSpec::kRepeated},
      {"--trials", "candidates that are measured", "64", OptionSpec::kValue},
      {"--seconds", "time limit of the search; 0: none", "0", OptionSpec::kValue},
      {"--seed", "of the search", "1", OptionSpec::kValue},
      {"--threads", "of the kernel; 0: all cores", "1", OptionSpec::kValue},
      {"--workers",
       "candidates measured at a time, each on its own core; with as many as cores, one shares it with the search", "1",
       OptionSpec::kValue},
      {"--target", "whose kernels are tuned", std::string(defaultTarget().name), OptionSpec::kValue},
      {"--device", "number of the device, from 0; the emulator takes a model: sm_80", "", OptionSpec::kValue},
      {"--host", "another machine whose device measures, by ssh: user@box; lw-runner is copied there", "",
       OptionSpec::kValue},
      {"--search", "evolution, beam or random", "evolution", OptionSpec::kValue},
      {"--model", "off, draft or learned", "learned", OptionSpec::kValue},
      {"--params", "of a model: values of its parameters by name, which become constants: FILE.npz", ""},
      {"--bind", "value of a symbolic size or scalar parameter: n=37; repeatable", "", OptionSpec::kRepeated},
      {"--dispatch",
       "schedules for the values that --bind lists (n=1,2,4,8), and which of them runs for which sizes; -o writes both",
       "", OptionSpec::kFlag},
      {"--resume", "go on with what was recorded of this space; it counts as trials", "", OptionSpec::kFlag},
      databaseOption(),
      mathOption(),
      {"-o", "write the best trace: FILE.json or FILE.py", "", OptionSpec::kValue}};
}

Result<TuneSettings> readTuneOptions(const CommandLine& arguments) {
  TuneSettings settings;
  if (auto e = number(arguments, "--trials", 1, kMostTrials, settings.search.trials)) return *e;
  if (auto e = number(arguments, "--seconds", 0, kMostSeconds, settings.search.seconds)) return *e;
  if (auto e = number(arguments, "--seed", 0, std::numeric_limits<int64_t>::max(), settings.search.seed)) return *e;
  if (auto e = number(arguments, "--threads", 0, kMostThreads, settings.runner.measure.threads)) return *e;
  if (arguments.has("--queue") && arguments.get("--workers") != "1")
    return explain(err::kUsageCombined("--workers", "--queue"), "start workers of the queue by `lw worker`");
  if (arguments.get("--workers") != "1" && settings.runner.measure.threads != 1)
    return explain(err::kUsageCombined("--workers", "--threads " + arguments.get("--threads")),
                   "kernels of several threads are measured one at a time: leave out --workers");
  if (auto e = number(arguments, "--workers", 1, tune::mostWorkers(), settings.workers))
    return explain(std::move(*e),
                   say("this machine has {0} cores, and each candidate is measured on its own", onlineCores()));
  settings.strategy = tune::strategyNamed(arguments.get("--search"));
  if (!settings.strategy) return err::kTuneStrategy(arguments.get("--search"));
  settings.model = tune::costModelNamed(arguments.get("--model"));
  if (!settings.model) return err::kTuneModel(arguments.get("--model"));
  MeasureOptions& measure = settings.runner.measure;
  measure.target = arguments.get("--target");
  measure.device = arguments.get("--device");
  measure.host = arguments.get("--host");
  if (Status s = checkTarget(arguments); !s) return s.error();
  Result<FloatMath> math = mathOf(arguments, *findTarget(measure.target));
  if (!math) return std::move(math).error();
  measure.cpu.math = *math;
  Result<std::map<std::string, int64_t>> binds = readBinds(arguments);
  if (!binds) return std::move(binds).error();
  if (const auto bounds = readBounds(arguments); !bounds || !bounds->empty())
    return explain(err::kUsagePair("--bind", arguments.all("--bind").front()), "for example --bind n=128");
  measure.inputs.bind = std::move(*binds);
  measure.minMs = 1;
  measure.peaks = false;
  return settings;
}

Result<std::vector<tune::Decisions>> readPins(const CommandLine& arguments, const std::vector<tune::TuneTask>& tasks) {
  std::vector<tune::Decisions> pins(tasks.size());
  std::set<std::string> names;
  for (const std::string& text : arguments.all("--pin")) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      return explain(err::kUsagePair("--pin", text), "for example --pin lanes=16");
    const std::string name = text.substr(0, equals);
    if (!names.insert(name).second) return explain(err::kUsagePinTwice(name), "a decision has one choice");
    std::optional<Explanation> none;
    bool found = false;
    for (size_t i = 0; i < tasks.size(); ++i) {
      tune::Space space = tasks[i].space;
      for (const tune::Decision& earlier : pins[i]) space.pin(earlier);
      Result<tune::Decision> pin = tune::pinnedTo(space, name, text.substr(equals + 1));
      if (pin) {
        pins[i].push_back(std::move(*pin));
        found = true;
      } else if (pin.error().kind != err::kPinName.id || !none) {
        none = pin.error();
      }
    }
    if (!found) return *none;
  }
  return pins;
}

}  // namespace lw
