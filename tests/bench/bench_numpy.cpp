// The kernels of samples/kernels and the products of samples/mm_exp_mm.py beside their references in NumPy, one thread,
// and all samples beside the roofline of this machine.
//   scripts/bench [rounds]      writes tests/bench/RESULTS.md
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/reference/real_numpy.h"
#include "backends/runner/peak_kernels.h"
#include "backends/runner/runtime.h"
#include "core/analysis/cost/work.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "passes/pipeline.h"
#include "tests/bench/side_by_side.h"

namespace lw::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A sample with one of its schedules, its arguments, and memory that holds them.
class Program {
 public:
  // The reason why it cannot be timed here.
  static Result<Program> make(const SourceFile& file, const std::string& text, const std::string& schedule) {
    Program p;
    const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
    const ScriptRun run = interpretScheduleOf(file, schedule, start);
    if (run.error) return *run.error;
    p.source_ = start.program().function();
    Result<std::vector<Argument>> arguments = makeArguments(p.source_, inputsFromComments(text));
    if (!arguments) return arguments.error();
    Result<CpuModule> module = compileForCpu(lowerForCpu(run.schedule.program().function()));
    if (!module) return module.error();
    Result<LoadedObject> object = LoadedObject::load(module->object, findKernelSymbol);
    if (!object) return object.error();
    p.object_ = std::make_unique<LoadedObject>(std::move(*object));
    p.entry_ = reinterpret_cast<int (*)(void**, int64_t*)>(p.object_->find(module->symbol));
    p.arguments_ = std::move(*arguments);
    p.signature_ = signatureOf(p.source_);
    std::vector<std::vector<int64_t>> shapes;
    std::vector<int64_t> parameters;
    for (const Argument& a : p.arguments_) {
      if (const auto* array = std::get_if<NDArray>(&a)) {
        p.memory_.emplace_back(std::max<size_t>(array->data.size(), 64));
        std::memcpy(p.memory_.back().data, array->data.data(), array->data.size());
        shapes.push_back(array->shape);
      } else {
        parameters.push_back(std::holds_alternative<int64_t>(a) ? std::get<int64_t>(a)
                                                                : std::bit_cast<int64_t>(std::get<double>(a)));
      }
    }
    Result<std::vector<int64_t>> scalars = resolveScalars(p.signature_, shapes, parameters);
    if (!scalars) return scalars.error();
    p.scalars_ = std::move(*scalars);
    p.scalars_.push_back(0);
    for (Memory& m : p.memory_) p.buffers_.push_back(m.data);
    p.buffers_.push_back(nullptr);
    return p;
  }

  // Milliseconds of one call: the median of `samples`, of a millisecond each at least. Of what takes long, one.
  double time(int samples) {
    const double once = timed(1);
    if (once > 300) return once;
    const int calls = std::clamp(static_cast<int>(1.0 / std::max(once, 1e-6)), 1, 10000);
    std::vector<double> all;
    for (int i = 0; i < samples; ++i) all.push_back(timed(calls));
    return summarize(all).median;
  }
  const PrimFunc& source() const { return source_; }
  const std::vector<Argument>& arguments() const { return arguments_; }
  NDArray result(size_t argument) const {
    NDArray out = std::get<NDArray>(arguments_[argument]);
    size_t at = 0;
    for (size_t i = 0; i < argument; ++i) at += std::holds_alternative<NDArray>(arguments_[i]);
    std::memcpy(out.data.data(), memory_[at].data, out.data.size());
    return out;
  }

 private:
  Program() = default;
  double timed(int calls) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < calls; ++i)
      if (pool_->call(entry_, buffers_.data(), scalars_.data()) != 0) stop("a kernel failed");
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count() / calls;
  }
  PrimFunc source_{"", Evaluate{0}};
  std::vector<Argument> arguments_;
  KernelSignature signature_;
  std::unique_ptr<LoadedObject> object_;
  std::unique_ptr<KernelThreads> pool_ = std::make_unique<KernelThreads>(1);
  int (*entry_)(void**, int64_t*) = nullptr;
  std::vector<Memory> memory_;
  std::vector<void*> buffers_;
  std::vector<int64_t> scalars_;
};

struct Sample {
  std::string name;  // below samples/
  std::string text;
  SourceFile file;
};

std::vector<Sample> samples() {
  const fs::path root = fs::path(LW_SOURCE_DIR) / "samples";
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.path().extension() == ".py") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Sample> all;
  for (const fs::path& path : paths) {
    const std::string text = contents(path.string());
    SourceFile file = readProgram(path.filename().string(), text);
    if (!file.hasErrors())
      all.push_back({fs::relative(path, root).replace_extension("").string(), text, std::move(file)});
  }
  return all;
}

// Types that NumPy lacks.
bool isForeign(const Argument& argument) {
  const auto* array = std::get_if<NDArray>(&argument);
  return array && array->type.code == TypeCode::BFloat;
}

std::string besideNumpy(const std::vector<Sample>& all, int rounds) {
  std::ostringstream out;
  std::string version;
  double logs = 0;
  int count = 0;
  for (const Sample& s : all) {
    const bool product = s.name == "mm_exp_mm";
    if (!product && !s.name.starts_with("kernels/")) continue;
    const char* schedule = product ? "gebp" : "schedule";
    Result<Program> ours = Program::make(s.file, s.text, schedule);
    if (!ours) stop(s.name + ": " + toText(ours.error()));
    if (std::any_of(ours->arguments().begin(), ours->arguments().end(), isForeign)) {
      std::printf("%s: left out, NumPy has no bfloat16\n", s.name.c_str());
      continue;
    }
    const auto prepared = PreparedReference::prepare(s.file, ours->source(), ours->arguments());
    if (!prepared) stop(s.name + ": " + toText(prepared.error()));
    ours->time(1);
    std::vector<double> our, their, ratios;
    for (int r = 0; r < rounds; ++r) {
      const double a = r % 2 == 0 ? ours->time(5) : 0;
      const auto numpy = runRealNumpy(s.file, *prepared, {}, {.repeat = 5});
      if (!numpy) stop(s.name + ": " + toText(numpy.error()));
      for (size_t i = 0; i < numpy->outputs.size() && r == 0; ++i)
        if (const Mismatch m =
                compareArrays(ours->result(prepared->outputParameters()[i]), numpy->outputs[i], 1e-3, 1e-3);
            m.count > 0)
          stop(s.name + ": results differ");
      version = numpy->version + (numpy->blas ? " over " + blas::textOf(*numpy->blas) : "");
      our.push_back(r % 2 == 0 ? a : ours->time(5));
      their.push_back(summarize(numpy->milliseconds).median);
      ratios.push_back(their.back() / our.back());
    }
    const TimeSummary ratio = summarize(ratios);
    char line[200];
    std::snprintf(line, sizeof line, "| %s %s | %.3f | %.3f | %.2f (%.2f to %.2f) |\n", s.name.c_str(), schedule,
                  summarize(our).median, summarize(their).median, ratio.median, ratio.medianLow, ratio.medianHigh);
    std::fputs(line, stdout);
    std::fflush(stdout);
    out << line;
    logs += std::log(ratio.median), ++count;
  }
  char mean[80];
  std::snprintf(mean, sizeof mean, "\nGeometric mean: %.2f times as fast.\n", std::exp(logs / std::max(count, 1)));
  return "\n# Kernels beside NumPy\n\nThe `reference` of each sample under NumPy " + version +
         " in a child process, and the kernel, in turns; one thread each, by the clock.\n\n"
         "| kernel | ours ms | NumPy ms | times as fast |\n|---|---|---|---|\n" +
         out.str() + mean;
}

std::string underTheRoof(const std::vector<Sample>& all) {
  const PeakKernelResults peak = runPeakKernels(1, {});
  std::ostringstream out, left;
  char line[400];
  for (const Sample& s : all) {
    if (s.name.starts_with("gpu/")) continue;  // written for GPUs
    for (const std::string& schedule : s.file.scheduleFunctions()) {
      Result<Program> program = Program::make(s.file, s.text, schedule);
      if (!program) {
        left << "- " << s.name << " " << schedule << ": " << program.error().message << "\n";
        continue;
      }
      const Work work = countWork(program->source());
      const double ms = program->time(7), bandwidth = work.bytes / ms * 1e-6, rate = work.flops / ms * 1e-6,
                   intensity = work.bytes > 0 ? work.flops / work.bytes : 0;
      const double roof = std::min(peak.gflops32, intensity * peak.memoryGbps);
      std::snprintf(line, sizeof line, "| %s %s | %.4f | %.2f | %.2f | %.1f | %.1f | %.0f %% |\n", s.name.c_str(),
                    schedule.c_str(), ms, intensity, rate, bandwidth, roof,
                    roof > 0 ? 100 * rate / roof
                             : 100 * bandwidth / peak.memoryGbps);  // without operations, the memory is all there is
      out << line;
    }
  }
  std::snprintf(
      line, sizeof line,
      "\n# Samples under the roofline\n\n%.1f GFLOP/s float32 and %.1f GB/s of memory (triad), one thread. Bytes are "
      "those that must be read or written once; what fits\n"
      "into caches can be above the roof of memory. Most samples show one step and are not made to be fast.\n\n",
      peak.gflops32, peak.memoryGbps);
  std::string text =
      std::string(line) +
      "| sample | ms | operations per byte | GFLOP/s | GB/s | roof GFLOP/s | of it |\n|---|---|---|---|---|---|---|\n" +
      out.str();
  if (!left.str().empty()) text += "\nNot timed:\n\n" + left.str();
  return text;
}

}  // namespace
}  // namespace lw::bench

int main(int argc, char** argv) {
  using namespace lw::bench;
  const int rounds = argc > 1 ? std::max(5, std::atoi(argv[1]) / 3) : 7;
  const std::vector<Sample> all = samples();
  const std::string numpy = besideNumpy(all, rounds), text = numpy + underTheRoof(all);  // in this order
  std::fputs(text.c_str(), stdout);
  if (argc > 2) std::ofstream(argv[2], std::ios::app) << text;
}
