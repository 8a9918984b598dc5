// lw-runner: runs kernels in its own process, which may crash. Speaks the protocol of channel.h on descriptor 3; with
// arguments it is a program of its own that runs kernel packages.
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <thread>
#include "core/support/json.h"

#include "backends/blas/product.h"
#include "backends/runner/channel.h"
#include "backends/runner/confined_main.h"
#include "backends/runner/confinement.h"
#include "backends/runner/elf_loader.h"
#include "backends/runner/errors.h"
#include "backends/runner/gpu_job.h"
#include "backends/runner/guarded_buffer.h"
#include "backends/runner/package_main.h"
#include "backends/runner/peak_kernels.h"
#include "backends/runner/runtime.h"
#include "backends/target/memory.h"

namespace lw {
namespace {

using nlohmann::json;

json failure(const Explanation& e) {
  json holes = json::array();
  for (const MessageArgument& argument : e.reason.arguments) holes.push_back(argument.text);
  return {{"error", e.kind}, {"message", e.message}, {"hint", e.hint}, {"holes", std::move(holes)}};
}

// Only async-signal-safe calls: the message is put together on the stack.
void reportCrash(int signal, siginfo_t* info, void* context) {
  const auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  char text[200];
  char* out = text;
  const auto add = [&](const char* word) {
    while (*word) *out++ = *word++;
  };
  const auto number = [&](uint64_t n) {
    char digits[20];
    int count = 0;
    do digits[count++] = static_cast<char>('0' + n % 10);
    while (n /= 10);
    while (count) *out++ = digits[--count];
  };
  add("{\"crash\":");
  number(static_cast<uint64_t>(signal));
  add(",\"address\":");
  number(signal == SIGSEGV || signal == SIGBUS ? reinterpret_cast<uintptr_t>(info->si_addr)
         : signal == SIGSYS                    ? static_cast<uint64_t>(info->si_syscall)
                                               : 0);
  add(",\"write\":");
  add(registers[REG_ERR] & 2 ? "true" : "false");
  add(",\"ip\":");
  number(static_cast<uint64_t>(registers[REG_RIP]));
  add("}");
  send(kRunnerSocket, text, static_cast<size_t>(out - text), MSG_NOSIGNAL);
  _exit(128 + signal);
}

// The filter of confinement.h does not allow a system call.
void reportCall(int signal, siginfo_t* info, void* context) {
  auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto path = info->si_syscall == SYS_open ? registers[REG_RDI] : registers[REG_RSI];
  if (isLibraryProbe(info->si_syscall, reinterpret_cast<const char*>(path)))
    registers[REG_RAX] = -EACCES;
  else
    reportCrash(signal, info, context);
}

void installCrashHandler() {
  static char stack[64 << 10];  // the handler's stack, for stack overflows
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_sigaction = reportCrash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
  action.sa_sigaction = reportCall;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSYS, &action, nullptr);
}

// Ends this process when the app's end of the socket closes, even while a kernel runs. (PR_SET_PDEATHSIG would end it
// with the thread that started it, and the app starts it from short-lived workers.)
void watchParent() {
  std::thread([] {
    pollfd waiting{kRunnerSocket, POLLRDHUP, 0};
    while (poll(&waiting, 1, -1) < 0 || !(waiting.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL))) {
    }
    _exit(0);
  }).detach();
}

constexpr int64_t kMostMemory = int64_t{1} << 46;  // of an address space

bool isSandboxOff() {
  const char* chosen = getenv("LW_SANDBOX");
  return chosen && std::strcmp(chosen, "off") == 0;
}

struct HeldBuffer {
  std::string name;
  GuardedBuffer memory;
  char* file;  // 2 * bytes: the initial contents, then the copy for fetch
};

class Runner {
 public:
  json handle(const json& request, Fd fd) {
    const std::string what = request.value("do", "");
    if (what == "hello") return hello(request);
    if (what == "library") return library(request.value("path", ""));
    if (what == "kernel") return kernel(request, fd);
    if (what == "buffer") return buffer(request, fd);
    if (what == "run") return run(request);
    if (what == "fetch") return fetch(request.value("buffer", -1));
    if (what == "fill") return fill(request.value("buffer", -1));
    if (what == "drop") return drop(request.value("buffer", -1));
    if (what == "drop_original") return dropOriginal(request.value("buffer", -1));
    if (what == "peaks") return peaks(request);
    if (what == "devices") return {{"ok", true}, {"devices", gpuDevicesJson()}};
    if (what == "gpu") return gpu(request, fd);
    if (what == "gpu_run") return gpuRun(request);
    return failure(err::kUnknownRequest(what));
  }

 private:
  using Kernel = int (*)(void**, int64_t*);

  json hello(const json& request) {
    mostThreads_ = request.value("threads", 1);
    const Confinement possible = possibleConfinement();
    return {{"ok", true},
            {"pid", getpid()},
            {"calls", confined_ && possible.calls},
            {"files", confined_ && possible.files}};
  }

  // Before the first code of others: libraries of the user, then kernels. A driver for GPUs needs files and threads
  // whenever it wants, so what runs on a device is not confined.
  void restrictOnce(bool readAnywhere) {
    if (!confined_ || restricted_ || !jobs_.empty()) return;
    restricted_ = true;
    restrictFiles(readAnywhere);
  }

  // A filter that this system has, but that it does not load, is no reason to run without one.
  static void filter(Calls allowed) {
    if (filterCalls(allowed) || !possibleConfinement().calls) return;
    std::fputs("the filter of system calls cannot be loaded; LW_SANDBOX=off runs kernels without one\n", stderr);
    _exit(1);
  }

  // With all threads that runs will want, as none can be started afterwards.
  void filterOnce(int threads) {
    if (!restricted_ || filtered_) return;
    filtered_ = true;
    all_ = std::make_unique<KernelThreads>(std::max(threads, mostThreads_));
    const bool all = all_->wake();
    limitResources(static_cast<size_t>(std::max<int64_t>(0, std::min(availableMemory(), kMostMemory))));
    filter(libraries_ || !all ? Calls::KernelThreads : Calls::Kernels);
  }

  json library(const std::string& path) {
    restrictOnce(true);
    if (restricted_ && !libraries_) filter(Calls::Loading);
    libraries_ = true;
    if (dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) return {{"ok", true}};
    return failure(err::kLibraryNotLoaded(path, dlerror()));
  }

  json kernel(const json& request, const Fd& fd) {
    restrictOnce(false);
    const size_t bytes = request.value("bytes", size_t{0});
    void* file = fd ? mmap(nullptr, std::max<size_t>(bytes, 1), PROT_READ, MAP_SHARED, fd.get(), 0) : MAP_FAILED;
    if (file == MAP_FAILED) return failure(err::kCodeNotRead());
    auto object = LoadedObject::load({static_cast<const char*>(file), bytes}, findKernelSymbol);
    munmap(file, std::max<size_t>(bytes, 1));
    if (!object) return failure(object.error());
    const std::string symbol = request.value("symbol", "");
    void* entry = object->find(symbol);
    if (!entry) return failure(err::kSymbolMissing(symbol));
    kernels_.push_back(reinterpret_cast<Kernel>(entry));
    objects_.push_back(std::move(*object));
    json code = json::array();
    for (const LoadedObject::Range& range : objects_.back().code()) code.push_back({range.begin, range.end});
    return {{"ok", true}, {"kernel", kernels_.size() - 1}, {"code", code}};
  }

  json gpu(const json& request, const Fd& fd) {
    const size_t bytes = request.value("bytes", size_t{0});
    void* file = fd && bytes ? mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fd.get(), 0) : MAP_FAILED;
    if (file == MAP_FAILED) return failure(err::kCodeNotRead());
    const json description =
        json::parse(static_cast<const char*>(file), static_cast<const char*>(file) + bytes, nullptr, false);
    munmap(file, bytes);
    Result<GpuJob> job = GpuJob::load(description);
    if (!job) return failure(job.error());
    jobs_.push_back(std::move(*job));
    return {{"ok", true}, {"kernel", jobs_.size() - 1}};
  }

  json gpuRun(const json& request) {
    const size_t which = request.value("kernel", size_t{0});
    if (which >= jobs_.size()) return failure(err::kUnknownKernel(which));
    const auto restored = request.value("restore", std::vector<int>());
    const auto results = request.value("results", std::vector<int>());
    std::vector<GpuHostBuffer> buffers;
    for (const int number : request.value("buffers", std::vector<int>())) {
      const auto found = buffers_.find(number);
      if (found == buffers_.end()) return failure(err::kUnknownBufferNumber(number));
      const GuardedBuffer& memory = found->second.memory;
      const bool restore = std::find(restored.begin(), restored.end(), number) != restored.end();
      if (restore) memcpy(memory.data(), found->second.file, memory.bytes());
      const bool result = results.empty() || std::find(results.begin(), results.end(), number) != results.end();
      buffers.push_back({memory.data(), memory.bytes(), restore, result});
    }
    const Result<double> ns =
        jobs_[which].run(buffers, request.value("loops", int64_t{1}), request.value("download", false),
                         request.value("first", 0), request.value("last", -1));
    if (!ns) return failure(ns.error());
    return {{"ok", true}, {"ns", *ns}};
  }

  json buffer(const json& request, const Fd& fd) {
    const size_t bytes = request.value("bytes", size_t{0});
    void* file = fd ? mmap(nullptr, std::max<size_t>(2 * bytes, 1), PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0)
                    : MAP_FAILED;
    if (file == MAP_FAILED) return failure(err::kDataNotMapped());
    HeldBuffer held{request.value("name", ""), GuardedBuffer(bytes, request.value("alignment", size_t{64})),
                    static_cast<char*>(file)};
    if (!held.memory.valid()) return failure(err::kRunnerOutOfMemory(held.name, bytes));
    memcpy(held.memory.data(), held.file, bytes);
    const int number = nextBuffer_++;
    const auto address = reinterpret_cast<uintptr_t>(held.memory.data());
    buffers_.emplace(number, std::move(held));
    return {{"ok", true}, {"buffer", number}, {"address", address}};
  }

  json run(const json& request) {
    const size_t which = request.value("kernel", size_t{0});
    if (which >= kernels_.size()) return failure(err::kUnknownKernel(which));
    std::vector<void*> pointers;
    for (const int number : request.value("buffers", std::vector<int>())) {
      const auto found = buffers_.find(number);
      if (found == buffers_.end()) return failure(err::kUnknownBufferNumber(number));
      pointers.push_back(found->second.memory.data());
    }
    for (const int number : request.value("restore", std::vector<int>()))
      if (const auto found = buffers_.find(number); found != buffers_.end())
        memcpy(found->second.memory.data(), found->second.file, found->second.memory.bytes());
    auto scalars = request.value("scalars", std::vector<int64_t>());
    const int threads = std::max(request.value("threads", 1), 1);
    filterOnce(threads);
    if (filtered_ && threads > all_->count()) return failure(err::kThreadsFixed(threads, all_->count()));
    KernelThreads* team = all_ && all_->count() == threads ? all_.get() : threads_.get();
    if (!team || team->count() != threads) {
      threads_ = all_ ? std::make_unique<KernelThreads>(threads, *all_) : std::make_unique<KernelThreads>(threads);
      team = threads_.get();
    }
    pointers.push_back(nullptr);
    scalars.push_back(0);
    int code = 0;
    const int64_t loops = request.value("loops", int64_t{1});
    team->setPart(request.value("part", 1.0));
    const auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < loops && code == 0; ++i)
      code = team->call(kernels_[which], pointers.data(), scalars.data());
    const auto ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
    for (const auto& [number, held] : buffers_) {
      const auto damage = held.memory.check();
      if (damage != GuardedBuffer::Damage::None)
        return failure(damage == GuardedBuffer::Damage::Behind ? err::kWrotePastEnd(held.name)
                                                               : err::kWroteBeforeStart(held.name));
    }
    team->setPart(1);
    return {{"ok", true}, {"code", code}, {"ns", static_cast<double>(ns) + team->leftOutNs()}};
  }

  json fetch(int number) {
    const auto found = buffers_.find(number);
    if (found == buffers_.end()) return failure(err::kUnknownBufferNumber(number));
    const size_t bytes = found->second.memory.bytes();
    memcpy(found->second.file + bytes, found->second.memory.data(), bytes);
    return {{"ok", true}};
  }

  json fill(int number) {
    const auto found = buffers_.find(number);
    if (found == buffers_.end()) return failure(err::kUnknownBufferNumber(number));
    memcpy(found->second.memory.data(), found->second.file, found->second.memory.bytes());
    return {{"ok", true}};
  }

  json peaks(const json& request) {
    const int threads = request.value("threads", 1);
    PeakKernelResults found = runPeakKernels(threads, request.value("caches", std::vector<int64_t>()));
    if (const blas::Functions* const f = request.value("product", false) ? blas::open() : nullptr) {
      found.productGflops = blas::productGflops(*f, threads);
      found.productKernels = f->kernels();
    }
    return {{"ok", true},
            {"gflops32", found.gflops32},
            {"gflops64", found.gflops64},
            {"ghz", found.ghz},
            {"cache_gbps", found.cacheGbps},
            {"memory_gbps", found.memoryGbps},
            {"product_gflops", found.productGflops},
            {"product_kernels", found.productKernels}};
  }

  json drop(int number) {
    const auto found = buffers_.find(number);
    if (found == buffers_.end()) return failure(err::kUnknownBufferNumber(number));
    munmap(found->second.file, std::max<size_t>(2 * found->second.memory.bytes(), 1));
    buffers_.erase(found);
    return {{"ok", true}};
  }

  json dropOriginal(int number) {
    const auto found = buffers_.find(number);
    if (found == buffers_.end()) return failure(err::kUnknownBufferNumber(number));
    // Where this fails the copy stays, which only costs memory.
    if (const size_t bytes = found->second.memory.bytes() / 4096 * 4096; bytes > 0)
      madvise(found->second.file, bytes, MADV_REMOVE);
    return {{"ok", true}};
  }

  std::vector<LoadedObject> objects_;
  std::vector<GpuJob> jobs_;
  std::vector<Kernel> kernels_;
  std::map<int, HeldBuffer> buffers_;
  int nextBuffer_ = 0;
  // Those that exist since the first run; and those of the last run, which share them.
  std::unique_ptr<KernelThreads> all_, threads_;
  int mostThreads_ = 1;
  const bool confined_ = !isSandboxOff();
  bool libraries_ = false, restricted_ = false, filtered_ = false;
};

int serve() {
  syscall(SYS_close_range, kRunnerSocket + 1, ~0U, 0);  // what the parent, or its shell, left open
  static char printed[BUFSIZ];
  std::setvbuf(stdout, printed, _IOLBF, sizeof printed);  // of its own, for which the C library need not ask the file
  const rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  installCrashHandler();
  signal(SIGINT, SIG_IGN);  // Ctrl-C is for the program that started this one, which decides when a kernel ends
  watchParent();
  Runner runner;
  while (true) {
    json request;
    Fd fd;
    const Received received = receiveMessage(kRunnerSocket, request, fd);
    if (received == Received::Closed) return 0;
    const json reply =
        received == Received::Message ? runner.handle(request, std::move(fd)) : failure(err::kRequestNotJson());
    std::fflush(nullptr);  // output of a kernel is part of this run
    if (!sendMessage(kRunnerSocket, reply)) return 1;
  }
}

}  // namespace
}  // namespace lw

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == lw::blas::kTryOption) return lw::blas::tryMain();
  if (argc > 1 && argv[1] == lw::kConfinedOption) return lw::confinedMain(argc, argv);
  if (argc > 1) return lw::packageMain(argc, argv);
  int type = 0;
  socklen_t length = sizeof type;
  if (getsockopt(lw::kRunnerSocket, SOL_SOCKET, SO_TYPE, &type, &length) != 0) {
    std::fputs(
        "lw-runner runs kernels for Loopwright and is started by it; `lw-runner --help` says what else it does\n",
        stderr);
    return 2;
  }
  return lw::serve();
}
