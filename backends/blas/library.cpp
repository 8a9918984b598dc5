#include "backends/blas/library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include "core/support/json.h"

#include "backends/process/process.h"
#include "backends/runner/runner.h"

namespace lw::blas {
namespace {

constexpr const char* kFile = "libopenblas.so.0";
constexpr const char* kVariable = "OPENBLAS_CORETYPE";
constexpr double kTrySeconds = 30;

// Below lw-runner, where a wheel has it; else the loader finds the system's.
const std::string& file() {
  static const std::string once = [] {
    const std::string runner = runnerProgram();
    const std::string own = runner.substr(0, runner.rfind('/') + 1) + "../lib/loopwright/" + kFile;
    return access(own.c_str(), R_OK) == 0 ? own : std::string(kFile);
  }();
  return once;
}

Trial tryInChild(const std::string& asked) {
  Trial trial;
  trial.asked = asked;
  ProcessOptions options;
  options.timeoutSeconds = kTrySeconds;
  options.variables = {asked.empty() ? kVariable : kVariable + ("=" + asked), "OPENBLAS_NUM_THREADS=1"};
  const Result<ProcessResult> ended = runProcess({runnerProgram(), std::string(kTryOption)}, options);
  if (!ended) return trial;
  const nlohmann::json told = nlohmann::json::parse(ended->out, nullptr, false);
  trial.started = told.is_object() || ended->code > 128;  // crashed: the library is there
  if (!told.is_object()) return trial;
  trial.version = told.value("version", "");
  trial.kernels = told.value("kernels", "");
  trial.right = ended->code == 0 && told.value("right", false);
  return trial;
}

std::string versionIn(const std::string& config) {  // "OpenBLAS 0.3.21 NO_LAPACKE ..."
  const size_t from = config.find(' ');
  return from == std::string::npos ? "" : config.substr(from + 1, config.find(' ', from + 1) - from - 1);
}

// The environment of this process with one more variable while it lives. The list is replaced and never freed, because
// another thread may be reading it; setenv() would change it under that thread's eyes.
class WithVariable {
 public:
  explicit WithVariable(const std::string& text) : before_(environ) {
    size_t count = 0;
    while (environ[count]) ++count;
    auto** list = static_cast<char**>(std::malloc((count + 2) * sizeof(char*)));
    size_t next = 0;
    for (size_t i = 0; i < count; ++i)
      if (std::strncmp(environ[i], text.c_str(), text.find('=') + 1) != 0) list[next++] = environ[i];
    list[next++] = strdup(text.c_str());
    list[next] = nullptr;
    environ = list;
  }
  ~WithVariable() { environ = before_; }
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;

 private:
  char** before_;
};

struct Loaded {
  const Functions* functions = nullptr;
  Kernels kernels;
  std::string variable;  // the value that was chosen for OPENBLAS_CORETYPE; empty: none
};

Loaded load() {
  const Processor processor = thisProcessor();
  const char* set = std::getenv(kVariable);
  // Opened by another part of the process, such as a NumPy beside the Python module: its kernels are what they are.
  void* const opened = dlopen(kFile, RTLD_NOW | RTLD_NOLOAD);
  Loaded loaded;
  if (!opened) {
    const Choice choice = choose(processor, set ? set : "", tryInChild);
    if (!choice.usable) return {nullptr, choice.kernels, ""};
    loaded.kernels = choice.kernels;
    if (choice.kernels.chosen == Kernels::Chosen::ByLoopwright) loaded.variable = choice.variable;
  }
  const std::optional<WithVariable> waits =
      waitVariable().empty() ? std::nullopt : std::optional<WithVariable>(std::in_place, waitVariable());
  if (loaded.variable.empty()) {
    loaded.functions = open();
  } else {
    const WithVariable variable(kVariable + ("=" + loaded.variable));
    loaded.functions = open();
  }
  if (!loaded.functions) return {nullptr, {"", "", "OpenBLAS"}, ""};
  loaded.kernels.name = loaded.functions->kernels();
  loaded.kernels.library = "OpenBLAS " + versionIn(loaded.functions->config());
  const std::vector<std::string> better = candidates(processor);
  loaded.kernels.expected = fit(loaded.kernels.name, processor) || better.empty() ? "" : better.front();
  return loaded;
}

const Loaded& loaded() {
  static const Loaded once = load();
  return once;
}

// Values that are exact in float32, and differ between neighbours.
template <class T>
std::vector<T> matrix(int rows, int columns, int step) {
  std::vector<T> values(static_cast<size_t>(rows) * static_cast<size_t>(columns));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(static_cast<int>(i * static_cast<size_t>(step) % 13) - 6);
  return values;
}

template <class T>
T element(const std::vector<T>& a, bool transposed, int rows, int columns, int i, int j) {
  return transposed ? a[static_cast<size_t>(j) * static_cast<size_t>(rows) + static_cast<size_t>(i)]
                    : a[static_cast<size_t>(i) * static_cast<size_t>(columns) + static_cast<size_t>(j)];
}

template <class T, class Gemm>
bool productIsRight(Gemm gemm, int m, int n, int k, bool ta, bool tb) {
  const std::vector<T> a = matrix<T>(m, k, 5), b = matrix<T>(k, n, 7);
  std::vector<T> c(static_cast<size_t>(m) * static_cast<size_t>(n), T{77});
  gemm(kRowMajor, ta ? kTrans : kNoTrans, tb ? kTrans : kNoTrans, m, n, k, T{1}, a.data(), ta ? m : k, b.data(),
       tb ? k : n, T{0}, c.data(), n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      T sum = 0;
      for (int p = 0; p < k; ++p) sum += element(a, ta, m, k, i, p) * element(b, tb, k, n, p, j);
      if (c[static_cast<size_t>(i) * static_cast<size_t>(n) + static_cast<size_t>(j)] != sum) return false;
    }
  return true;
}

bool vectorIsRight(const Functions& f, int m, int n) {
  const std::vector<float> a = matrix<float>(m, n, 5), x = matrix<float>(n, 1, 7);
  std::vector<float> y(static_cast<size_t>(m), 77);
  f.sgemv(kRowMajor, kNoTrans, m, n, 1, a.data(), n, x.data(), 1, 0, y.data(), 1);
  for (int i = 0; i < m; ++i) {
    float sum = 0;
    for (int j = 0; j < n; ++j) sum += element(a, false, m, n, i, j) * x[static_cast<size_t>(j)];
    if (y[static_cast<size_t>(i)] != sum) return false;
  }
  return true;
}

}  // namespace

const Functions* functions() { return loaded().functions; }
const Kernels& kernels() { return loaded().kernels; }
std::string libraryName() { return loaded().functions ? file() : ""; }

std::vector<std::string> variables() {
  if (loaded().variable.empty()) return {};
  return {kVariable + ("=" + loaded().variable)};
}

const Functions* open() {
  static const Functions* const once = []() -> const Functions* {
    static Functions f;
    void* const library = dlopen(file().c_str(), RTLD_NOW | RTLD_LOCAL);
    const auto take = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      return function != nullptr;
    };
    return library && take(f.sgemm, "cblas_sgemm") && take(f.dgemm, "cblas_dgemm") && take(f.sgemv, "cblas_sgemv") &&
                   take(f.setThreads, "openblas_set_num_threads") && take(f.kernels, "openblas_get_corename") &&
                   take(f.config, "openblas_get_config")
               ? &f
               : nullptr;
  }();
  return once;
}

bool calculatesRight(const Functions& f) {
  constexpr int kSizes[][3] = {{1, 1, 1}, {3, 5, 7}, {16, 16, 16}, {33, 65, 17}, {64, 48, 96}, {70, 130, 258}};
  for (const auto& [m, n, k] : kSizes) {
    for (const int order : {0, 1, 2, 3})
      if (!productIsRight<float>(f.sgemm, m, n, k, order & 1, order & 2) ||
          !productIsRight<double>(f.dgemm, m, n, k, order & 1, order & 2))
        return false;
    if (!vectorIsRight(f, m, k)) return false;
  }
  return true;
}

int tryMain() {
  const Functions* f = open();
  if (!f) return 1;
  const nlohmann::json told{
      {"version", versionIn(f->config())}, {"kernels", f->kernels()}, {"right", calculatesRight(*f)}};
  const std::string text = told.dump() + "\n";
  return write(1, text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1;
}

}  // namespace lw::blas
