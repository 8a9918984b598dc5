// Searches for GPU schedules on the emulator: what its model says of the best, beside one thread for each row, one for
// each element, and the sample's own schedule. No time is measured, so that any machine gives the same figures.
//   scripts/bench tune-gpu [trials] [sample]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "backends/emulator/device_time.h"
#include "backends/tune/emulator_runner.h"
#include "backends/tune/target_tuning.h"
#include "backends/tune/tuning_machine.h"
#include "core/ir/visit.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/tune/rules/rule.h"
#include "core/tune/search/tuner.h"

namespace lw::tune {
namespace {

namespace fs = std::filesystem;

// Sizes of the samples -> larger ones, as far as the emulator is quick with them: launches of many blocks.
const std::map<std::string, std::map<std::string, std::string>> kLarger = {
    {"batch_matmul", {{"4", "16"}, {"64", "256"}}},
    {"column_sums", {{"4", "16"}, {"256", "1024"}, {"64", "256"}}},
    {"conv2d", {{"2", "64"}}},
    {"layer_norm", {{"32", "8192"}}},
    {"matmul", {{"128", "1024"}}},
    {"reduction", {{"16", "8192"}}},
    {"softmax", {{"32", "8192"}}},
    {"split_k", {{"512", "8192"}}},
    {"transpose", {{"128", "4096"}}},
    {"window_sum", {{"1024", "4194304"}, {"1025", "4194305"}, {"1026", "4194306"}, {"1027", "4194307"}}},
};

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The program and its reference with their sizes replaced; the schedules stay as they are.
std::string larger(const std::string& name, const std::string& text) {
  const auto sizes = kLarger.find(name);
  const size_t reference = text.find("\ndef reference");
  if (sizes == kLarger.end() || reference == std::string::npos) return text;
  const size_t end = std::min(text.find("\ndef ", reference + 1), text.size());
  const std::string head = text.substr(0, end);
  static const std::regex number("\\b\\d+\\b");
  std::string made;
  auto last = head.begin();
  for (std::sregex_iterator m(head.begin(), head.end(), number), none; m != none; ++m) {
    made.append(last, m->prefix().second);
    const auto found = sizes->second.find(m->str());
    made += found == sizes->second.end() ? m->str() : found->second;
    last = (*m)[0].second;
  }
  made.append(last, head.end());
  return made + text.substr(end);
}

// A schedule function that binds the spatial loops of each block: one thread for each iteration of the outermost one,
// or one for each element.
enum class Naive : uint8_t { Rows, Elements };
std::string naiveText(const PrimFunc& f, Naive naive) {
  std::string text = "def naive(sch):\n";
  forEachStmt(f.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    if (!block || block->iters.empty()) return;
    std::vector<std::string> names, spatial, others;
    for (size_t i = 0; i < block->iters.size(); ++i) {
      names.push_back("l" + std::to_string(i));
      (block->iters[i].kind == IterKind::Spatial ? spatial : others).push_back(names.back());
    }
    const auto list = [](const std::vector<std::string>& all) {
      std::string joined;
      for (const std::string& one : all) joined += (joined.empty() ? "" : ", ") + one;
      return joined;
    };
    const std::string quoted = "\"" + block->name + "\"";
    if (spatial.empty()) {
      text += "    sch.bind(sch.add_unit_loop(sch.get_loops(" + quoted + ")[0]), \"threadIdx.x\")\n";
      return;
    }
    text += "    " + list(names) + (names.size() == 1 ? "," : "") + " = sch.get_loops(" + quoted + ")\n";
    std::vector<std::string> order = spatial;
    order.insert(order.end(), others.begin(), others.end());
    const bool rows = naive == Naive::Rows;
    if (!rows && order != names) text += "    sch.reorder(" + list(order) + ")\n";
    const std::string all = !rows && spatial.size() > 1 ? "sch.fuse(" + list(spatial) + ")" : spatial[0];
    text += "    b, t = sch.split(" + all +
            ", [None, 256])\n    sch.bind(b, \"blockIdx.x\")\n    sch.bind(t, \"threadIdx.x\")\n";
  });
  return text;
}

struct Quiet : TuneObserver {
  Status done(size_t, const Trial& trial, const TuneProgress&) override {
    ++counts[trial.outcome];
    return success();
  }
  std::map<Outcome, int> counts;
};

std::optional<std::array<double, 2>> failed(const std::string& name, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", name.c_str(), why.c_str());
  return std::nullopt;
}

// The space of a sample: by rules, or of samples/tuning.
std::shared_ptr<const SourceFile> spaceOf(const std::string& name, const Schedule& start, const Machine& machine) {
  const WrittenSpace written = writeSpace(start.program(), 0, machine, rulesFor(machine));
  if (!written.text.empty()) return std::make_shared<const SourceFile>(readProgram("space.py", written.text));
  const fs::path own = fs::path(LW_SOURCE_DIR "/samples/tuning") / ("gpu_" + name + "_space.py");
  if (!fs::exists(own)) return nullptr;
  return std::make_shared<const SourceFile>(readProgram(own.string(), contents(own)));
}

class Figure {
 public:
  explicit Figure(int trials) : trials_(trials) {}

  // The modelled times of one thread for each row, and for each element, as multiples of the best candidate's.
  std::optional<std::array<double, 2>> search(const fs::path& path, std::string& row) {
    const std::string name = path.stem().string(), text = contents(path);
    const SourceFile file = readProgram(path.string(), larger(name, text));
    const Result<Program> program = programOf(file, "");
    if (!program) return failed(name, program.error().message);
    const Schedule start(program->snapshot);
    const Machine machine = machineFor(*findTarget("gpu-emulator"), "", 1);
    const std::shared_ptr<const SourceFile> space = spaceOf(name, start, machine);
    if (!space) return failed(name, "there is no space yet");
    const PrimFunc& original = program->snapshot.function(0);
    auto runner = EmulatorRunner::start(file, original, {.measure = {.target = "gpu-emulator"}});
    if (!runner) return failed(name, runner.error().message);
    std::array<double, 2> naive{};
    for (const Naive one : {Naive::Rows, Naive::Elements})
      naive[size_t(one)] = timeOf(**runner, readProgram("naive.py", naiveText(original, one)), "naive", start);
    const auto& [rows, elements] = naive;
    if (rows <= 0 || elements <= 0) return failed(name, "the loops cannot be bound");
    const double own = timeOf(**runner, file, "schedule", start);
    std::vector<TuneTask> tasks;
    tasks.push_back({.name = name, .space = Space(space, "space", start)});
    Quiet quiet;
    const TuneResult result = tuneTasks(tasks, {.trials = trials_, .seed = 1}, machine, *evolutionarySearch(),
                                        *learnedModel(), **runner, quiet, {});
    const TuneResult::Task& task = result.tasks.front();
    if (task.best < 0) return failed(name, "no candidate is right");
    const double best = task.trials[static_cast<size_t>(task.best)].medianMs();
    const double least = leastMs(countWork(original), defaultGpuDevice());
    char line[240];
    std::snprintf(
        line, sizeof line, "| %s | %.4f | %.4f | %s | %.4f | %.4f | %.1f | %.1f | %.1f | %.0f | %d of %zu | %d of %d |",
        name.c_str(), rows, elements, own > 0 ? text4(own).c_str() : "", best, least, rows / best, elements / best,
        elements / least, result.seconds, static_cast<int>(task.trials.size()) - quiet.counts[Outcome::Measured],
        task.trials.size(), task.refused, task.drawn);
    row = line;
    return std::array{rows / best, elements / best};
  }

 private:
  static std::string text4(double ms) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", ms);
    return text;
  }

  // 0: there is none.
  static double timeOf(TrialRunner& runner, const SourceFile& file, const std::string& function,
                       const Schedule& start) {
    const ScriptRun run = interpretScheduleOf(file, function, start);
    if (run.error) {
      std::fprintf(stderr, "%s: %s\n", function.c_str(), run.error->message.c_str());
      return 0;
    }
    runner.submit({-1, run.schedule.program().function(), "", 0});
    const std::optional<TrialResult> result = runner.next();
    if (result && result->outcome == Outcome::Measured) return result->ms.front();
    if (result && result->why) std::fprintf(stderr, "%s: %s\n", function.c_str(), result->why->message.c_str());
    return 0;
  }

  int trials_;
};

int run(int argc, char** argv) {
  const int trials = argc > 1 ? std::atoi(argv[1]) : 64;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(LW_SOURCE_DIR "/samples/gpu"))
    if (entry.path().extension() == ".py" && (argc < 4 || entry.path().stem() == argv[3]))
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::ostringstream out;
  out << "# Searches for GPUs by the emulator's model\n\nPrograms of samples/gpu in larger sizes, " << trials
      << " trials each, seed 1: times on an A100 (sm_80) by the model of backends/emulator/device_time.h, not "
         "measured.\n\"Rows\": one thread for each iteration of the outermost loop. \"Elements\": one thread for each "
         "element. \"Least\": one launch, and the\nmultiply-adds of the program on all multiprocessors or its "
         "compulsory "
         "traffic with memory; no schedule takes less by the model.\n\n| program | rows, ms | elements, ms | its "
         "schedule, ms | best, ms | least, ms | rows beside best | elements beside best | elements beside least | s | "
         "failed | refused |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  std::printf("%s", out.str().c_str());
  std::array<double, 2> logs{};
  std::array<int, 2> tenfold{};
  int count = 0;
  Figure figure(trials);
  for (const fs::path& path : paths) {
    std::string row;
    const auto gains = figure.search(path, row);
    if (!gains) continue;
    std::printf("%s\n", row.c_str());
    std::fflush(stdout);
    out << row << "\n";
    for (size_t i = 0; i < logs.size(); ++i) {
      logs[i] += std::log((*gains)[i]);
      tenfold[i] += (*gains)[i] >= 10;
    }
    ++count;
  }
  const auto mean = [&](size_t i) { return count ? std::exp(logs[i] / count) : 0; };
  char last[240];
  std::snprintf(
      last, sizeof last,
      "\nGeometric means: %.1f beside rows, %.1f beside elements; at least 10 times as fast: %d and %d of %d.\n",
      mean(0), mean(1), tenfold[0], tenfold[1], count);
  out << last;
  std::printf("%s", last);
  if (argc > 2 && std::string(argv[2]) != "-") std::ofstream(argv[2], std::ios::app) << out.str();
  return count > 0 ? 0 : 1;
}

}  // namespace
}  // namespace lw::tune

int main(int argc, char** argv) { return lw::tune::run(argc, argv); }
