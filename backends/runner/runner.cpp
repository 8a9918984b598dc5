#include "backends/runner/runner.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include "core/support/json.h"

#include "backends/process/process.h"
#include "backends/runner/channel.h"
#include "backends/runner/crash.h"
#include "backends/runner/errors.h"

namespace lw {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

std::string programPath(const RunnerOptions& options) {
  return options.program.empty() ? runnerProgram() : options.program;
}

std::string trimmed(double seconds) {
  std::string text = std::to_string(seconds);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

// A kernel may write to the socket as well as the runner: a reply is read only if each field has the type that the
// protocol gives it.
bool isWellFormed(const json& reply) {
  const auto pairs = [](const json& list) {
    return std::all_of(list.begin(), list.end(), [](const json& pair) {
      return pair.is_array() && pair.size() == 2 && pair[0].is_number_unsigned() && pair[1].is_number_unsigned();
    });
  };
  const auto all = [](const json& list, bool (json::*is)() const noexcept) {
    return list.is_array() && std::all_of(list.begin(), list.end(), [&](const json& item) { return (item.*is)(); });
  };
  for (const auto& [key, value] : reply.items()) {
    const bool good = key == "ok" || key == "calls" || key == "files" || key == "write" ? value.is_boolean()
                      : key == "address" || key == "ip"                                 ? value.is_number_unsigned()
                      : key == "pid" || key == "kernel" || key == "buffer" || key == "crash" ? value.is_number_integer()
                      : key == "ns" || key == "gflops32" || key == "ghz" || key == "gflops64" || key == "memory_gbps" ||
                              key == "product_gflops"
                          ? value.is_number()
                      : key == "code"       ? value.is_number_integer() || (value.is_array() && pairs(value))
                      : key == "cache_gbps" ? all(value, &json::is_number)
                      : key == "holes"      ? all(value, &json::is_string)
                      : key == "devices"    ? value.is_array()
                                            : value.is_string();
    if (!good) return false;
  }
  return true;
}

}  // namespace

std::string runnerProgram() {
  if (const char* chosen = getenv("LW_RUNNER")) return chosen;
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  const std::string path(self, length > 0 ? static_cast<size_t>(length) : 0);
  return path.substr(0, path.rfind('/') + 1) + "lw-runner";
}

struct RunnerProcess::Impl {
  Fd socket, printed;
  pid_t pid = -1;
  RunnerOptions options;
  off_t printedRead = 0;
  bool filtersCalls = false, restrictsFiles = false;
  std::vector<KernelCode> kernels;  // without the code
  std::vector<CodeRange> ranges;
  struct Shared {
    std::string name;
    char* file = nullptr;
    size_t bytes = 0;
    uint64_t address = 0;
  };
  std::map<int, Shared> buffers;
  int jobs = 0, madeBuffers = 0;  // what the child has numbered so far

  ~Impl() {
    socket = Fd();
    stop();
    for (auto& [number, shared] : buffers) unmap(shared);
  }
  static void unmap(Shared& shared) { munmap(shared.file, std::max<size_t>(2 * shared.bytes, 1)); }

  std::string stop() {  // returns how it ended
    if (pid < 0) return {};
    kill(pid, SIGKILL);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    pid = -1;
    if (WIFSIGNALED(status)) return std::string("signal ") + strsignal(WTERMSIG(status));
    return "exit code " + std::to_string(WEXITSTATUS(status));
  }

  std::string readPrinted() {
    std::string text(64 << 10, '\0');
    const ssize_t got = pread(printed.get(), text.data(), text.size(), printedRead);
    text.resize(got > 0 ? static_cast<size_t>(got) : 0);
    struct stat state{};
    if (fstat(printed.get(), &state) == 0) printedRead = state.st_size;
    return text;
  }

  Explanation crashed(const json& report, const std::string& kernel) {
    CrashReport crash{report.value("crash", 0), report.value("address", uint64_t{0}), report.value("write", false),
                      report.value("ip", uint64_t{0})};
    std::vector<BufferRange> places;
    for (const auto& [number, shared] : buffers) places.push_back({shared.name, shared.address, shared.bytes});
    stop();
    return explainCrash(crash, kernel, places, ranges, readPrinted());
  }

  // Sends a request and waits for the answer, in slices of time, so that a cancellation is noticed.
  Result<json> ask(const json& request, int fd = -1, const std::string& kernel = "?") {
    if (pid < 0) return err::kRunnerDead();
    if (!sendMessage(socket.get(), request, fd)) return err::kRunnerLost(Snippet(stop()));
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(options.timeoutSeconds));
    while (true) {
      const auto slice =
          options.cancelled ? std::min(deadline, Clock::now() + std::chrono::milliseconds(20)) : deadline;
      json reply;
      Fd none;
      switch (receiveMessage(socket.get(), reply, none, slice)) {
        case Received::Message:
          break;
        case Received::Closed:
          return lost();
        case Received::Malformed:
          return strange("its answer is not JSON");
        case Received::TimedOut:
          if (options.cancelled && options.cancelled()) {
            stop();
            return err::kRunnerCancelled(kernel);
          }
          if (Clock::now() < deadline) continue;
          stop();
          return explain(err::kRunnerTimeout(kernel, trimmed(options.timeoutSeconds)),
                         "allow more time, or look for a loop that does not end");
      }
      if (!isWellFormed(reply)) return strange("its answer is not one to this question");
      if (reply.contains("crash")) return crashed(reply, kernel);
      if (!reply.contains("error")) return reply;
      return receivedError(reply.value("error", ""), reply.value("message", ""), reply.value("hint", ""),
                           reply.value("holes", std::vector<std::string>()));
    }
  }

  // A child that answers like this is not asked again.
  Explanation strange(const char* why) {
    stop();
    return err::kRunnerLost(why);
  }
  // The number that the child gave; it counts.
  Result<int> numbered(const json& reply, const char* what, int expected) {
    if (reply.value(what, -1) != expected) return strange("its answer is not one to this question");
    return expected;
  }

  Explanation lost() {
    int status = 0;
    std::string how = "killed";
    if (waitpid(pid, &status, 0) == pid) {
      pid = -1;
      how = WIFSIGNALED(status) ? std::string("signal: ") + strsignal(WTERMSIG(status))
                                : "exit code " + std::to_string(WEXITSTATUS(status));
    }
    return explain(err::kRunnerLost(Snippet(how)), readPrinted());
  }
};

RunnerProcess::RunnerProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunnerProcess::RunnerProcess(RunnerProcess&&) noexcept = default;
RunnerProcess& RunnerProcess::operator=(RunnerProcess&&) noexcept = default;
RunnerProcess::~RunnerProcess() = default;

Result<RunnerProcess> RunnerProcess::start(const RunnerOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  const std::string program = programPath(options);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return err::kRunnerStart(program, Snippet(strerror(errno)));
  impl->socket = Fd(ends[0]);
  const timeval patience{10, 0};  // a child that reads nothing
  setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  // Descriptors above those of the child, so that no dup2 overwrites one that is still to be copied.
  const Fd theirs(fcntl(ends[1], F_DUPFD_CLOEXEC, 10));
  close(ends[1]);
  impl->printed = makeMemoryFile("lw-runner-output", 0);
  const Fd printed(fcntl(impl->printed.get(), F_DUPFD_CLOEXEC, 10));
  std::vector<std::string> variables = options.variables;
  variables.emplace_back("LW_QUEUE_PASSWORD=");  // kernels see the environment
  const int failed =
      spawnProcess({program},
                   {.descriptors = {{printed.get(), 1}, {printed.get(), 2}, {theirs.get(), kRunnerSocket}},
                    .input = "/dev/null",
                    .variables = std::move(variables),
                    .searchPath = false},
                   impl->pid);
  if (failed) {
    impl->pid = -1;
    return explain(err::kRunnerStart(program, Snippet(strerror(failed))),
                   "lw-runner is installed beside lw and loopwright; $LW_RUNNER names another path");
  }
  auto hello = impl->ask({{"do", "hello"}, {"threads", options.threads}});
  if (!hello) return err::kRunnerStart(program, hello.error().reason);
  impl->filtersCalls = hello->value("calls", false);
  impl->restrictsFiles = hello->value("files", false);
  for (const std::string& library : options.libraries)
    if (auto loaded = impl->ask({{"do", "library"}, {"path", library}}, -1, library); !loaded) {
      const Explanation& why = loaded.error();
      if (why.kind != err::kRunnerForbidden.id) return why;
      return explain(err::kLibraryForbidden(library, why.reason.arguments.back().phrase.front()),
                     "LW_SANDBOX=off lets it do all that you may do");
    }
  return RunnerProcess(std::move(impl));
}

Result<int> RunnerProcess::loadKernel(const KernelCode& code) {
  const Fd file = makeMemoryFile("lw-kernel", code.object.size());
  if (!file ||
      pwrite(file.get(), code.object.data(), code.object.size(), 0) != static_cast<ssize_t>(code.object.size()))
    return err::kRunnerMemory(code.object.size(), code.name, strerror(errno));
  auto reply =
      impl_->ask({{"do", "kernel"}, {"symbol", code.symbol}, {"bytes", code.object.size()}}, file.get(), code.name);
  if (!reply) return reply.error();
  Result<int> number = impl_->numbered(*reply, "kernel", static_cast<int>(impl_->kernels.size()));
  if (!number) return number;
  impl_->kernels.push_back({{}, code.symbol, code.failures, code.name});
  if (const auto ranges = reply->find("code"); ranges != reply->end() && ranges->is_array())
    for (const json& range : *ranges)
      impl_->ranges.push_back({code.name, range[0].get<uint64_t>(), range[1].get<uint64_t>()});
  return number;
}

Result<int> RunnerProcess::loadGpu(const std::string& name, const std::string& description) {
  const Fd file = makeMemoryFile("lw-gpu", description.size());
  if (!file ||
      pwrite(file.get(), description.data(), description.size(), 0) != static_cast<ssize_t>(description.size()))
    return err::kRunnerMemory(description.size(), name, strerror(errno));
  auto reply = impl_->ask({{"do", "gpu"}, {"bytes", description.size()}}, file.get(), name);
  if (!reply) return reply.error();
  Result<int> number = impl_->numbered(*reply, "kernel", impl_->jobs);
  if (number) ++impl_->jobs;
  return number;
}

Result<std::string> RunnerProcess::gpuDevices() {
  auto reply = impl_->ask({{"do", "devices"}}, -1, "the search for devices");
  if (!reply) return reply.error();
  const auto devices = reply->find("devices");
  return devices == reply->end() ? std::string("[]") : devices->dump();
}

Result<int> RunnerProcess::addBuffer(const std::string& name, const void* data, size_t bytes, size_t alignment) {
  const Fd file = makeMemoryFile("lw-buffer", 2 * bytes);
  void* mapped = file ? mmap(nullptr, std::max<size_t>(2 * bytes, 1), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0)
                      : MAP_FAILED;
  if (mapped == MAP_FAILED) return err::kRunnerMemory(bytes, name, strerror(errno));
  Impl::Shared shared{name, static_cast<char*>(mapped), bytes, 0};
  if (data && bytes) memcpy(shared.file, data, bytes);
  auto reply = impl_->ask({{"do", "buffer"}, {"name", name}, {"bytes", bytes}, {"alignment", alignment}}, file.get());
  if (!reply) {
    Impl::unmap(shared);
    return reply.error();
  }
  Result<int> number = impl_->numbered(*reply, "buffer", impl_->madeBuffers);
  if (!number) {
    Impl::unmap(shared);
    return number;
  }
  ++impl_->madeBuffers;
  shared.address = reply->value("address", uint64_t{0});
  impl_->buffers.emplace(*number, shared);
  return number;
}

Status RunnerProcess::dropBuffer(int buffer) {
  const auto found = impl_->buffers.find(buffer);
  if (found == impl_->buffers.end()) return success();
  auto reply = impl_->ask({{"do", "drop"}, {"buffer", buffer}});
  Impl::unmap(found->second);
  impl_->buffers.erase(found);
  if (!reply) return reply.error();
  return success();
}

Status RunnerProcess::dropOriginal(int buffer) {
  auto reply = impl_->ask({{"do", "drop_original"}, {"buffer", buffer}});
  if (!reply) return reply.error();
  return success();
}

Result<double> RunnerProcess::run(const Launch& launch) {
  if (launch.gpu) {
    auto reply = impl_->ask({{"do", "gpu_run"},
                             {"kernel", launch.kernel},
                             {"buffers", launch.buffers},
                             {"restore", launch.restore},
                             {"loops", launch.loops},
                             {"download", launch.download},
                             {"results", launch.results},
                             {"first", launch.firstStep},
                             {"last", launch.lastStep}},
                            -1, "on the device");
    if (!reply) return reply.error();
    return reply->value("ns", 0.0);
  }
  const bool known = launch.kernel >= 0 && launch.kernel < static_cast<int>(impl_->kernels.size());
  const std::string name = known ? impl_->kernels[static_cast<size_t>(launch.kernel)].name : "?";
  auto reply = impl_->ask({{"do", "run"},
                           {"kernel", launch.kernel},
                           {"buffers", launch.buffers},
                           {"scalars", launch.scalars},
                           {"threads", launch.threads},
                           {"loops", launch.loops},
                           {"part", launch.part},
                           {"restore", launch.restore}},
                          -1, name);
  if (!reply) return reply.error();
  const auto told = reply->find("code");
  if (const int code = told != reply->end() && told->is_number_integer() ? told->get<int>() : 0) {
    if (!known) return impl_->strange("its answer is not one to this question");
    const auto& failures = impl_->kernels[static_cast<size_t>(launch.kernel)].failures;
    const bool listed = code > 0 && code <= static_cast<int>(failures.size());
    return err::kRunnerAssertion(name, listed ? failures[static_cast<size_t>(code - 1)] : say("code {0}", code));
  }
  return reply->value("ns", 0.0);
}

Status RunnerProcess::fetch(int buffer, void* data) {
  auto reply = impl_->ask({{"do", "fetch"}, {"buffer", buffer}});
  if (!reply) return reply.error();
  const auto found = impl_->buffers.find(buffer);
  if (found == impl_->buffers.end()) return err::kUnknownBufferNumber(buffer);
  const Impl::Shared& shared = found->second;
  if (shared.bytes) memcpy(data, shared.file + shared.bytes, shared.bytes);
  return success();
}

Status RunnerProcess::fill(int buffer, const void* data) {
  const auto found = impl_->buffers.find(buffer);
  if (found == impl_->buffers.end()) return err::kUnknownBufferNumber(buffer);
  const Impl::Shared& shared = found->second;
  if (shared.bytes) memcpy(shared.file, data, shared.bytes);
  auto reply = impl_->ask({{"do", "fill"}, {"buffer", buffer}});
  if (!reply) return reply.error();
  return success();
}

Result<PeakKernelResults> RunnerProcess::measurePeaks(int threads, const std::vector<int64_t>& caches, bool product) {
  auto reply = impl_->ask({{"do", "peaks"}, {"threads", threads}, {"caches", caches}, {"product", product}}, -1,
                          "the measurement of the machine's peaks");
  if (!reply) return reply.error();
  PeakKernelResults found{reply->value("gflops32", 0.0),      reply->value("gflops64", 0.0),
                          reply->value("ghz", 0.0),           reply->value("cache_gbps", std::vector<double>()),
                          reply->value("memory_gbps", 0.0),   reply->value("product_gflops", 0.0),
                          reply->value("product_kernels", "")};
  if (found.cacheGbps.size() != caches.size() || found.memoryGbps <= 0)
    return err::kRunnerLost("its answer is incomplete");
  return found;
}

std::string RunnerProcess::output() { return impl_->readPrinted(); }
bool RunnerProcess::alive() const { return impl_->pid >= 0; }
int RunnerProcess::pid() const { return impl_->pid; }
bool RunnerProcess::filtersCalls() const { return impl_->filtersCalls; }
bool RunnerProcess::restrictsFiles() const { return impl_->restrictsFiles; }

int onlineCores() {
  cpu_set_t set;  // the cores this process may use, not those of the machine
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

Result<int64_t> callsPerSample(RunnerProcess& process, Launch launch, double minMs) {
  constexpr int64_t kMost = 1 << 24;
  for (launch.loops = 1; minMs > 0 && launch.loops < kMost;) {
    double ns = 0;
    for (int attempt = 0; attempt < 3; ++attempt) {  // an interrupted call takes too long, so the least time counts
      Result<double> once = process.run(launch);
      if (!once) return std::move(once).error();
      ns = attempt == 0 ? *once : std::min(ns, *once);
      if (ns >= 10 * minMs * 1e6) break;
    }
    if (ns >= minMs * 1e6) break;
    const double wanted = std::ceil(1.1 * minMs * 1e6 / std::max(ns, 1.0) * static_cast<double>(launch.loops));
    launch.loops = std::clamp(static_cast<int64_t>(std::min(wanted, static_cast<double>(kMost))), launch.loops + 1,
                              20 * launch.loops);
  }
  return std::min(launch.loops, kMost);
}

Result<RunReport> runKernel(const RunRequest& request) {
  auto process = RunnerProcess::start(request.runner);
  if (!process) return process.error();
  auto kernel = process->loadKernel(request.kernel);
  if (!kernel) return kernel.error();
  Launch launch{
      .kernel = *kernel, .scalars = request.scalars, .threads = request.threads > 0 ? request.threads : onlineCores()};
  for (const RunBuffer& buffer : request.buffers) {
    auto number = process->addBuffer(buffer.name, buffer.data, buffer.bytes);
    if (!number) return number.error();
    launch.buffers.push_back(*number);
  }
  RunReport report;
  auto first = process->run(launch);
  if (!first) return first.error();
  report.firstMs = *first * 1e-6;
  report.output = process->output();
  for (size_t i = 0; i < request.buffers.size(); ++i) {
    if (!request.buffers[i].written) continue;
    if (auto fetched = process->fetch(launch.buffers[i], request.buffers[i].data); !fetched) return fetched.error();
    launch.restore.push_back(launch.buffers[i]);
  }
  if (request.repeat > 0) {
    auto loops = callsPerSample(*process, launch, request.minMs);
    if (!loops) return loops.error();
    launch.loops = *loops;
  }
  report.loopsPerSample = launch.loops;
  for (int i = 0; i < request.repeat; ++i) {
    if (request.between) request.between();
    auto ns = process->run(launch);
    if (!ns) return ns.error();
    report.ms.push_back(*ns * 1e-6 / static_cast<double>(launch.loops));
  }
  return report;
}

}  // namespace lw
