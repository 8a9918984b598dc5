// Draws candidates of a program's search space, times each on one thread beside the program's NumPy reference, and
// prints what was refused, how the times are distributed, and the decisions of the best.
//   lw_tune_space FILE[:FUNC] N [--space FILE:FUNC] [--beside FILE:SCHEDULE] [--seed S] [--text] [--all]
// Without --space the rules write the space; --text prints it, --all
// every candidate. --beside times another schedule of the same arguments.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>

#include "backends/reference/real_numpy.h"
#include "backends/runner/runtime.h"
#include "backends/tune/tuning_machine.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/tune/rules/rule.h"
#include "core/tune/space.h"
#include "passes/pipeline.h"
#include "tests/bench/side_by_side.h"

namespace lw::bench {
namespace {

struct Options {
  std::string file, function, space, beside;
  int draws = 64;
  uint64_t seed = 1;
  bool text = false, all = false;
};

double processorMs() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

std::pair<std::string, std::string> fileAndName(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {text, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

// The memory of a call, shared by all kernels.
class Arguments {
 public:
  explicit Arguments(std::vector<Argument> values) : values_(std::move(values)) {
    for (const Argument& a : values_)
      if (const auto* array = std::get_if<NDArray>(&a)) memory_.emplace_back(std::max<size_t>(array->data.size(), 64));
    for (Memory& m : memory_) buffers_.push_back(m.data);
    buffers_.push_back(nullptr);
    restore();
  }
  void restore() {
    size_t at = 0;
    for (const Argument& a : values_)
      if (const auto* array = std::get_if<NDArray>(&a))
        std::memcpy(memory_[at++].data, array->data.data(), array->data.size());
  }
  NDArray result(size_t argument) const {
    NDArray out = std::get<NDArray>(values_[argument]);
    std::memcpy(out.data.data(), memory_[argument].data, out.data.size());
    return out;
  }
  double call(int (*entry)(void**, int64_t*)) {
    int64_t scalars[1] = {0};
    const double begin = processorMs();
    if (pool_.call(entry, buffers_.data(), scalars) != 0) stop("a kernel failed");
    return processorMs() - begin;
  }

 private:
  std::vector<Argument> values_;
  std::vector<Memory> memory_;
  std::vector<void*> buffers_;
  KernelThreads pool_{1};
};

struct Code {
  std::unique_ptr<LoadedObject> object;
  int (*entry)(void**, int64_t*) = nullptr;
};

Result<Code> compiled(const PrimFunc& function) {
  Result<CpuModule> module = compileForCpu(lowerForCpu(function), {.threads = 1, .maxSeconds = 20});
  if (!module) return module.error();
  Result<LoadedObject> object = LoadedObject::load(module->object, findKernelSymbol);
  if (!object) return object.error();
  Code code{std::make_unique<LoadedObject>(std::move(*object))};
  code.entry = reinterpret_cast<int (*)(void**, int64_t*)>(code.object->find(module->symbol));
  return code;
}

// The least of several calls; what takes much longer than `best` is called once.
double timed(Arguments& arguments, const Code& code, double best) {
  double least = arguments.call(code.entry);
  if (least > 1000) return least;
  least = std::min(least, arguments.call(code.entry));
  if (least > 1.5 * best) return least;
  double spent = 0;
  for (int i = 0; i < 200 && spent < 150; ++i) {
    const double ms = arguments.call(code.entry);
    least = std::min(least, ms);
    spent += ms;
  }
  return least;
}

struct Drawn {
  double ms = 0, compileMs = 0;
  Code code;
  std::string decisions;
};

class Search {
 public:
  Search(const Options& options, std::shared_ptr<const SourceFile> program, const std::string& text)
      : options_(options),
        program_(std::move(program)),
        start_(Schedule(programOf(*program_, options.function)->snapshot.withIntrinsics(program_->intrinsics))),
        values_(*makeArguments(start_.program().function(), inputsFromComments(text))),
        arguments_(values_) {
    Result<PreparedReference> prepared = PreparedReference::prepare(*program_, start_.program().function(), values_);
    if (!prepared) stop(toText(prepared.error()));
    prepared_ = std::move(*prepared);
    const double ms = numpy(1);
    std::printf("NumPy %.3f ms\n", ms);
  }

  double numpy(int repeat) {
    const auto run = runRealNumpy(*program_, *prepared_, {}, {.repeat = repeat});
    if (!run) stop(toText(run.error()));
    expected_ = run->outputs;
    return *std::min_element(run->milliseconds.begin(), run->milliseconds.end());
  }

  std::string writtenSpace() const {
    const tune::WrittenSpace written = tune::writeSpace(start_.program(), 0, tune::thisMachine(1), tune::cpuRules());
    for (const auto& [rule, why] : written.others)
      std::printf("%s: %s\n", std::string(rule).c_str(), why.text().c_str());
    if (written.text.empty()) stop("no rule fits");
    return written.text;
  }

  void run(const tune::Space& space) {
    for (int i = 0; i < options_.draws; ++i) draw(space, options_.seed * 100003 + static_cast<uint64_t>(i));
    std::printf("%zu of %d are legal", kept_.size(), options_.draws);
    std::printf("; schedule %.0f ms, compile %.0f ms each\n", scheduleMs_ / options_.draws,
                compileMs_ / options_.draws);
    for (const auto& [why, count] : refused_) std::printf("  refused %d: %s\n", count, why.c_str());
    std::sort(kept_.begin(), kept_.end(), [](const Drawn& a, const Drawn& b) { return a.ms < b.ms; });
    finish();
  }

  void beside(const std::string& what) {
    const auto [name, schedule] = fileAndName(what);
    const SourceFile file = readProgram(name, contents(name));
    const ScriptRun run =
        interpretScheduleOf(file, schedule, Schedule(programOf(file, "")->snapshot.withIntrinsics(file.intrinsics)));
    if (run.error) stop(toText(*run.error));
    Result<Code> code = compiled(run.schedule.program().function());
    if (!code) stop(toText(code.error()));
    beside_ = std::move(*code);
  }

 private:
  void draw(const tune::Space& space, uint64_t seed) {
    const double begin = processorMs();
    auto made = space.candidate({}, seed);
    const double scheduleMs = processorMs() - begin;
    scheduleMs_ += scheduleMs;
    if (const auto* refused = std::get_if<tune::RefusedCandidate>(&made)) {
      ++refused_[toText(refused->why)];
      if (refusals_++ < 3) std::printf("refused with %s\n", tune::toJson(refused->decisions).c_str());
      return;
    }
    const auto& candidate = std::get<tune::Candidate>(made);
    const double compile = processorMs();
    Result<Code> code = compiled(candidate.schedule.program().function());
    Drawn drawn;
    drawn.compileMs = processorMs() - compile;
    compileMs_ += drawn.compileMs;
    drawn.decisions = tune::toJson(candidate.decisions);
    if (!code) {
      ++refused_["not compiled: " + toText(code.error())];
      return;
    }
    arguments_.restore();
    arguments_.call(code->entry);
    for (size_t i = 0; i < expected_.size(); ++i)
      if (const Mismatch m =
              compareArrays(arguments_.result(prepared_->outputParameters()[i]), expected_[i], 1e-3, 1e-3);
          m.count > 0) {
        ++refused_["WRONG: " + drawn.decisions];
        return;
      }
    drawn.ms = timed(arguments_, *code, best_);
    if (drawn.ms < best_ || options_.all)
      std::printf("%4d %8.3f ms (schedule %.0f ms, compile %.0f ms) %s\n", static_cast<int>(kept_.size()), drawn.ms,
                  scheduleMs, drawn.compileMs, drawn.decisions.c_str());
    std::fflush(stdout);
    best_ = std::min(best_, drawn.ms);
    drawn.code = std::move(*code);
    kept_.push_back(std::move(drawn));
  }

  void finish() {
    constexpr size_t kBest = 10;
    double numpyMs = numpy(7), besideMs = INFINITY;
    for (int round = 0; round < 5; ++round) {
      for (size_t i = 0; i < std::min(kBest, kept_.size()); ++i)
        kept_[i].ms = std::min(kept_[i].ms, timed(arguments_, kept_[i].code, 1e9));
      if (beside_.entry) besideMs = std::min(besideMs, timed(arguments_, beside_, 1e9));
    }
    numpyMs = std::min(numpyMs, numpy(7));
    const double base = std::min(numpyMs, besideMs);
    std::printf("NumPy %.3f ms, hand-made %.3f ms\n", numpyMs, besideMs);
    for (size_t i = 0; i < std::min(kBest, kept_.size()); ++i)
      std::printf("x%.3f %8.3f ms (compile %.0f ms) %s\n", base / kept_[i].ms, kept_[i].ms, kept_[i].compileMs,
                  kept_[i].decisions.c_str());
    for (const double part : {1.05, 1.0, 0.95, 0.9, 0.8, 0.5, 0.25})
      std::printf("at least %.2f: %d\n", part,
                  static_cast<int>(
                      std::count_if(kept_.begin(), kept_.end(), [&](const Drawn& d) { return base / d.ms >= part; })));
    if (!kept_.empty()) std::printf("slowest %.3f ms %s\n", kept_.back().ms, kept_.back().decisions.c_str());
  }

  Options options_;
  std::shared_ptr<const SourceFile> program_;
  Schedule start_;
  std::vector<Argument> values_;
  Arguments arguments_;
  std::optional<PreparedReference> prepared_;
  std::vector<NDArray> expected_;
  std::vector<Drawn> kept_;
  std::map<std::string, int> refused_;
  int refusals_ = 0;
  double best_ = INFINITY, scheduleMs_ = 0, compileMs_ = 0;
  Code beside_;

 public:
  const Schedule& start() const { return start_; }
};

Options optionsOf(int argc, char** argv) {
  if (argc < 3)
    stop("lw_tune_space FILE[:FUNC] N [--space FILE:FUNC] [--beside FILE:SCHEDULE] [--seed S] [--text] [--all]");
  Options o;
  std::tie(o.file, o.function) = fileAndName(argv[1]);
  o.draws = std::atoi(argv[2]);
  for (int i = 3; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--text") o.text = true;
    if (name == "--all") o.all = true;
    if (i + 1 == argc) break;
    if (name == "--space") o.space = argv[i + 1];
    if (name == "--beside") o.beside = argv[i + 1];
    if (name == "--seed") o.seed = static_cast<uint64_t>(std::atoi(argv[i + 1]));
  }
  return o;
}

}  // namespace
}  // namespace lw::bench

int main(int argc, char** argv) {
  using namespace lw;
  using namespace lw::bench;
  const Options options = optionsOf(argc, argv);
  const std::string text = contents(options.file);
  const auto program = std::make_shared<const SourceFile>(readProgram(options.file, text));
  if (program->hasErrors()) stop(program->diagnostics.front().message);
  Search search(options, program, text);
  if (!options.beside.empty()) search.beside(options.beside);
  auto [spaceFile, function] = fileAndName(options.space);
  const std::string space = spaceFile.empty() ? search.writtenSpace() : contents(spaceFile);
  if (options.text) std::printf("%s\n", space.c_str());
  const auto file = std::make_shared<const SourceFile>(readProgram("space.py", space));
  if (file->hasErrors()) stop(file->diagnostics.front().message);
  search.run(tune::Space(file, function.empty() ? "space" : function, search.start()));
}
