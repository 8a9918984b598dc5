#include "backends/reference/real_numpy.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include "core/support/json.h"

#include "backends/process/process.h"
#include "backends/reference/errors.h"
#include "backends/reference/npy.h"
#include "core/support/text.h"

namespace lw {

namespace {

// Threads for the libraries that NumPy may calculate with.
std::vector<std::string> threadVariables(int threads) {
  const std::string count = std::to_string(std::max(1, threads));
  std::vector<std::string> all{"OPENBLAS_NUM_THREADS=" + count, "OMP_NUM_THREADS=" + count, "MKL_NUM_THREADS=" + count};
  if (const std::string waits = blas::waitVariable(); !waits.empty()) all.push_back(waits);
  return all;
}

std::string readText(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}
std::string lastLine(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
}

// Runs the statements of the file one by one. Those that need TVM fail and are skipped. Annotations are not evaluated.
constexpr std::string_view kDriver = R"(import json, sys, time
import numpy as np
folder = sys.argv[1]
with open(folder + "/job.json") as f:
    job = json.load(f)
space = {"np": np, "numpy": np}
for text in job["statements"]:
    try:
        exec(compile("from __future__ import annotations\n" + text, "reference", "exec"), space)
    except Exception:
        pass
reference = space[job["function"]]
def arguments():
    values = {}
    for p in job["parameters"]:
        values[p["name"]] = np.load(folder + "/" + p["file"]) if "file" in p else p["value"]
    return values
times = []
for i in range(job["repeat"] + 1):
    values = arguments()
    start = time.perf_counter()
    result = reference(**values)
    times.append((time.perf_counter() - start) * 1000)
results = [] if result is None else list(result) if isinstance(result, tuple) else [result]
given = [values.get(name) for name in job["outputs"]]
if len(results) != len(given):
    rest = iter(results)
    if len(results) != sum(g is None for g in given):
        sys.exit("reference returns %d values for %d outputs" % (len(results), len(given)))
    results = [next(rest) if g is None else g for g in given]
for i, r in enumerate(results):
    np.save(folder + "/out%d.npy" % i, np.asarray(r, order="C"))
with open(folder + "/result.json", "w") as f:
    json.dump({"times": times[1:], "version": np.__version__}, f)
if job["stays"]:
    with open(folder + "/ask") as ask, open(folder + "/told", "w") as told:
        print("ready", file=told, flush=True)
        for _ in ask:
            values = arguments()
            start = time.perf_counter()
            reference(**values)
            print((time.perf_counter() - start) * 1000, file=told, flush=True)
)";

// Tells which kernels NumPy's OpenBLAS runs, if it has one, and whether they calculate right. Products of integers are
// NumPy's own.
constexpr std::string_view kProbe = R"(import ctypes, json
import numpy as np
told = {"version": "", "kernels": "", "right": True}
for m, k, n in ((1, 1, 1), (3, 7, 5), (33, 17, 65), (70, 258, 130)):
    a, b = (np.arange(m * k) * 5 % 13 - 6).reshape(m, k), (np.arange(k * n) * 7 % 13 - 6).reshape(k, n)
    for kind in ("float32", "float64"):
        x, y = a.astype(kind), b.astype(kind)
        for left, right in ((x, y), (np.asfortranarray(x), y), (x, np.asfortranarray(y))):
            told["right"] = told["right"] and bool(np.array_equal(left @ right, a @ b))
try:
    with open("/proc/self/maps") as f:
        paths = sorted({line.split()[-1] for line in f if "blas" in line and ".so" in line})
except OSError:
    paths = []
names = [p + "openblas_get_%s" + s for p in ("", "scipy_") for s in ("", "64_", "_64")]
for path in paths:
    library = ctypes.CDLL(path)
    for name in names:
        if not told["kernels"] and hasattr(library, name % "corename"):
            for key, what in (("kernels", "corename"), ("version", "config")):
                ask = getattr(library, name % what)
                ask.restype = ctypes.c_char_p
                told[key] = ask().decode()
told["version"] = (told["version"].split() + ["", ""])[1]
print(json.dumps(told))
)";

// nullopt: this Python has no NumPy.
std::optional<blas::Trial> tryPython(const std::string& python, const std::string& asked) {
  blas::Trial trial;
  trial.asked = asked;
  ProcessOptions options;
  options.timeoutSeconds = 30;
  options.variables = threadVariables(1);
  options.variables.push_back(asked.empty() ? "OPENBLAS_CORETYPE" : "OPENBLAS_CORETYPE=" + asked);
  const Result<ProcessResult> ended = runProcess({python, "-c", std::string(kProbe)}, options);
  if (!ended) return std::nullopt;
  const nlohmann::json told = nlohmann::json::parse(ended->out, nullptr, false);
  trial.started = ended->code > 128 || ended->code == 0;
  if (!trial.started) return std::nullopt;
  trial.right = ended->code == 0;
  if (!told.is_object()) return trial;
  trial.version = told.value("version", "");
  trial.kernels = told.value("kernels", "");
  trial.right = told.value("right", false);
  return trial;
}

bool usable(const SourceFile& file, const py::StmtNode& s) {
  if (const auto* def = s.as<py::FunctionDef>()) return def->decorators.empty() && !file.errorIn(def->name);
  return s.as<py::Assign>() || s.as<py::AnnAssign>() || s.as<py::Import>();
}

Result<nlohmann::json> writeJob(const SourceFile& file, const PreparedReference& prepared, const std::string& function,
                                int repeat, bool stays, const std::string& folder) {
  nlohmann::json job{{"function", function},
                     {"repeat", repeat},
                     {"stays", stays},
                     {"statements", nlohmann::json::array()},
                     {"parameters", nlohmann::json::array()},
                     {"outputs", nlohmann::json::array()}};
  for (const py::Stmt& s : file.syntax.body)
    if (usable(file, *s))
      job["statements"].push_back(file.source.text.substr(static_cast<size_t>(s->span.begin),
                                                          static_cast<size_t>(s->span.end - s->span.begin)));
  for (const PreparedReference::Input& input : prepared.inputs()) {
    nlohmann::json p{{"name", input.name}};
    const Argument& argument = prepared.arguments()[input.argument];
    if (const auto* array = std::get_if<NDArray>(&argument)) {
      p["file"] = "in" + std::to_string(input.argument) + ".npy";
      if (Status status = writeNpy(folder + "/" + p["file"].get<std::string>(), *array); !status) return status.error();
    } else if (const auto* whole = std::get_if<int64_t>(&argument)) {
      p["value"] = *whole;
    } else {
      p["value"] = std::get<double>(argument);
    }
    job["parameters"].push_back(p);
  }
  for (const size_t position : prepared.outputParameters()) {
    std::string name;  // of the reference's parameter, where there is one
    for (const PreparedReference::Input& input : prepared.inputs())
      if (input.argument == position) name = input.name;
    job["outputs"].push_back(name);
  }
  return job;
}

}  // namespace

Result<RealNumpy> findNumpy(const std::vector<std::string>& pythons) {
  const char* const variable = std::getenv("OPENBLAS_CORETYPE");
  const std::string set = variable ? variable : "";
  for (const std::string& python : pythons) {
    const std::optional<blas::Trial> first = tryPython(python, set);
    if (!first) continue;
    if (first->right && first->kernels.empty()) return RealNumpy{python, {}, std::nullopt};  // another library
    const blas::Choice choice = blas::choose(thisProcessor(), set, [&](const std::string& asked) {
      return asked == set ? *first : tryPython(python, asked).value_or(blas::Trial{});
    });
    if (choice.kernels.chosen == blas::Kernels::Chosen::ByLoopwright)
      return RealNumpy{python, {"OPENBLAS_CORETYPE=" + choice.variable}, choice.kernels};
    return RealNumpy{python, {}, choice.kernels};
  }
  std::string tried = join(pythons);
  return explain(err::kNoPython(tried), "install python3-numpy, or use the built-in reference: --reference auto");
}

namespace {

// What is run, in a folder with the files that it reads.
struct Job {
  std::vector<std::string> words;
  LoggedOptions options;
  std::optional<blas::Kernels> blas;
};

Result<Job> prepareJob(const SourceFile& file, const PreparedReference& prepared, const ReferenceOptions& options,
                       const RealNumpyOptions& numpy, bool stays, const std::string& folder) {
  const Result<RealNumpy> found = findNumpy(numpy.pythons);
  if (!found) return found.error();
  Result<nlohmann::json> job =
      writeJob(file, prepared, options.function, stays ? 0 : std::max(0, numpy.repeat), stays, folder);
  if (!job) return job.error();
  std::ofstream(folder + "/job.json") << job->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::ofstream(folder + "/driver.py") << kDriver;
  std::vector<std::string> variables = threadVariables(options.threads);
  variables.insert(variables.end(), found->variables.begin(), found->variables.end());
  return Job{{found->python, folder + "/driver.py", folder},
             {.log = folder + "/log.txt", .cancelled = options.cancelled, .variables = std::move(variables)},
             found->blas};
}

Explanation tooLate(double seconds) {
  return explain(err::kNumpyTimeout(static_cast<int>(seconds)), "use a smaller problem, or a longer --timeout");
}

Explanation refused(const std::string& folder, const std::string& python) {
  const std::string log = readText(folder + "/log.txt");
  return explain(err::kNumpyRefused(log.empty() ? Message("it was terminated by a signal") : Snippet(lastLine(log))),
                 say("the text runs under {0}: try it there", Snippet(python)));
}

Result<RealNumpyResult> readResult(const PreparedReference& prepared, const Job& job, const std::string& folder) {
  const nlohmann::json result = nlohmann::json::parse(readText(folder + "/result.json"), nullptr, false);
  if (result.is_discarded() || !result.contains("times")) return err::kNumpyWithoutResult();
  RealNumpyResult out;
  for (const auto& time : result["times"]) out.milliseconds.push_back(time.is_number() ? time.get<double>() : 0);
  out.version = result.value("version", "");
  out.blas = job.blas;
  for (size_t i = 0; i < prepared.outputParameters().size(); ++i) {
    Result<NDArray> array = readNpy(folder + "/out" + std::to_string(i) + ".npy");
    if (!array) return array.error();
    const auto& expected = std::get<NDArray>(prepared.arguments()[prepared.outputParameters()[i]]);
    const std::string& name = prepared.outputNames()[i];
    if (array->shape != expected.shape) return err::kNumpyShape(name);
    if (array->type != expected.type)
      return explain(err::kNumpyType(name, toString(array->type), toString(expected.type)),
                     say("write .astype(\"{0}\")", TypeName(toString(expected.type))));
    out.outputs.push_back(std::move(*array));
  }
  return out;
}

}  // namespace

Result<RealNumpyResult> runRealNumpy(const SourceFile& file, const PreparedReference& prepared,
                                     const ReferenceOptions& options, const RealNumpyOptions& numpy) {
  const Result<TemporaryFolder> made = TemporaryFolder::make();
  if (!made) return made.error();
  Result<Job> job = prepareJob(file, prepared, options, numpy, false, made->path());
  if (!job) return job.error();
  job->options.timeoutSeconds = numpy.timeoutSeconds;
  const LoggedResult ended = runLogged(job->words, job->options);
  if (ended.killed) return tooLate(numpy.timeoutSeconds);
  if (!ended.succeeded()) return refused(made->path(), job->words.front());
  return readResult(prepared, *job, made->path());
}

Result<std::shared_ptr<RealNumpyTurns>> RealNumpyTurns::start(const SourceFile& file, const PreparedReference& prepared,
                                                              const ReferenceOptions& options,
                                                              const RealNumpyOptions& numpy) {
  Result<TemporaryFolder> made = TemporaryFolder::make();
  if (!made) return made.error();
  const std::shared_ptr<RealNumpyTurns> turns(new RealNumpyTurns(std::move(*made)));
  const std::string& folder = turns->folder_.path();
  Result<Job> job = prepareJob(file, prepared, options, numpy, true, folder);
  if (!job) return job.error();
  turns->python_ = job->words.front();
  turns->timeoutSeconds_ = numpy.timeoutSeconds;
  // Open at both ends here, so that neither side waits for the other to open its own.
  for (const auto& [name, descriptor] : {std::pair("/ask", &turns->ask_), std::pair("/told", &turns->told_)}) {
    if (::mkfifo((folder + name).c_str(), 0600) != 0) return err::kNumpyWithoutResult();
    *descriptor = ::open((folder + name).c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (*descriptor < 0) return err::kNumpyWithoutResult();
  }
  job->options.cancelled = [t = turns.get(), asked = options.cancelled] { return t->stop_ || (asked && asked()); };
  turns->child_ = std::thread([t = turns.get(), words = job->words, logged = job->options] {
    t->killed_ = runLogged(words, logged).killed;
    t->ended_ = true;
  });
  if (const Result<std::string> ready = turns->answer(); !ready) return ready.error();
  Result<RealNumpyResult> first = readResult(prepared, *job, folder);
  if (!first) return first.error();
  turns->first_ = std::move(*first);
  return turns;
}

RealNumpyTurns::~RealNumpyTurns() {
  stop_ = true;
  if (child_.joinable()) child_.join();
  for (const int descriptor : {ask_, told_})
    if (descriptor >= 0) ::close(descriptor);
}

Result<double> RealNumpyTurns::run() {
  if (::write(ask_, "\n", 1) != 1) return refused(folder_.path(), python_);
  const Result<std::string> told = answer();
  if (!told) return told.error();
  return std::strtod(told->c_str(), nullptr);
}

// The next line that the child writes.
Result<std::string> RealNumpyTurns::answer() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(timeoutSeconds_);
  while (true) {
    const bool ended = ended_;  // what it wrote before is read below
    char bytes[256];
    for (ssize_t count; (count = ::read(told_, bytes, sizeof bytes)) > 0;) said_.append(bytes, size_t(count));
    if (const size_t line = said_.find('\n'); line != std::string::npos) {
      const std::string text = said_.substr(0, line);
      said_.erase(0, line + 1);
      return text;
    }
    if (ended) return killed_ ? tooLate(timeoutSeconds_) : refused(folder_.path(), python_);
    if (std::chrono::steady_clock::now() > end) {
      stop_ = true;
      return tooLate(timeoutSeconds_);
    }
    pollfd wait{told_, POLLIN, 0};
    ::poll(&wait, 1, 50);
  }
}

}  // namespace lw
