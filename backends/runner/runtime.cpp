#include "backends/runner/runtime.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmath>
#include <utility>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "backends/runner/team.h"
#include "backends/runner/team_plain.h"

namespace lw {
namespace {

// Set while a thread runs a kernel, or a part of one.
thread_local KernelThreads* currentThreads = nullptr;
thread_local bool insideParallel = false;

constexpr size_t kHuge = 2u << 20;  // bytes of a huge page
constexpr size_t kWorthHuge =
    kHuge / 16;  // fills much of a second-level cache, whose sets scattered small pages would use unevenly
constexpr unsigned char kCanary = 0xa5;

// Precedes each allocation, so that its data is 64-byte aligned; 64 bytes of canary follow the data.
struct alignas(64) Header {
  size_t bytes;     // requested
  size_t capacity;  // of the data, without the canary
};

// Freed blocks are kept for the next allocation of their size: a kernel that allocates in a loop, or runs repeatedly,
// must not measure the page faults of fresh memory.
struct FreeList {
  std::vector<Header*> blocks;
  ~FreeList() {
    for (Header* block : blocks) std::free(block);
  }
};
thread_local FreeList freeList;
constexpr size_t kKeptBlocks = 16;

Header* fresh(size_t capacity) {
  const size_t total = sizeof(Header) + capacity + 64;
  const size_t alignment = total >= kWorthHuge ? kHuge : 64;
  void* memory = std::aligned_alloc(alignment, (total + alignment - 1) / alignment * alignment);
  if (!memory) {
    std::fprintf(stderr, "out of memory: a kernel allocates %zu bytes\n", capacity);
    std::abort();
  }
  if (total >= kWorthHuge) madvise(memory, (total + kHuge - 1) / kHuge * kHuge, MADV_HUGEPAGE);
  return static_cast<Header*>(memory);
}

}  // namespace

extern "C" {

void* lw_alloc(int64_t bytes) {
  if (bytes < 0) {
    std::fprintf(stderr, "a kernel allocates %lld bytes: its sizes overflow\n", static_cast<long long>(bytes));
    std::abort();
  }
  const auto wanted = static_cast<size_t>(bytes);
  const size_t capacity = (wanted + 63) / 64 * 64;
  Header* header = nullptr;
  for (size_t i = freeList.blocks.size(); i-- > 0;)
    if (freeList.blocks[i]->capacity == capacity) {
      header = freeList.blocks[i];
      freeList.blocks.erase(freeList.blocks.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  if (!header) header = fresh(capacity);
  header->bytes = wanted;
  header->capacity = capacity;
  char* data = reinterpret_cast<char*>(header + 1);
  std::memset(data + wanted, kCanary, capacity - wanted + 64);
  return data;
}

void lw_free(void* data) {
  Header* header = static_cast<Header*>(data) - 1;
  const auto* tail = static_cast<const unsigned char*>(data) + header->bytes;
  const size_t slack = header->capacity - header->bytes + 64;
  for (size_t i = 0; i < slack; ++i)
    if (tail[i] != kCanary) {
      std::fprintf(stderr, "a kernel wrote past the end of an allocation of %zu bytes\n", header->bytes);
      std::abort();
    }
  if (freeList.blocks.size() >= kKeptBlocks) {
    std::free(freeList.blocks.front());
    freeList.blocks.erase(freeList.blocks.begin());
  }
  freeList.blocks.push_back(header);
}

int lw_parallel_for(int (*body)(int64_t, int64_t, void*), int64_t begin, int64_t end, void* captures) {
  if (begin >= end) return 0;
  if (insideParallel || !currentThreads) return body(begin, end, captures);
  return currentThreads->parallelFor(body, begin, end, captures);
}

// From the compiler's library; x86-64 code for float16 calls them if the processor lacks the instruction.
float __extendhfsf2(_Float16);
_Float16 __truncsfhf2(float);
_Float16 __truncdfhf2(double);

}  // extern "C"

struct KernelThreads::Impl {
  std::unique_ptr<KernelTeam> team;
};

namespace {

// From the library beside this program, as it is built, or below ../lib, as it is installed; where this program is
// Python, from there beside lw-runner. Without oneTBB where it is in neither place, as on a machine that lw-runner was
// copied to.
std::unique_ptr<KernelTeam> openTeam(int threads) {
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  const char* runner = getenv("LW_RUNNER");
  void* library = nullptr;
  for (const std::string& path :
       {std::string(self, length > 0 ? static_cast<size_t>(length) : 0), std::string(runner ? runner : "")}) {
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    for (const char* place : {"lw-threads.so", "../lib/loopwright/lw-threads.so"})
      if (!library && !folder.empty()) library = dlopen((folder + place).c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  auto* make = library ? reinterpret_cast<decltype(&lwMakeTeam)>(dlsym(library, "lwMakeTeam")) : nullptr;
  if (make) return std::unique_ptr<KernelTeam>(make(threads));
  return makePlainTeam(threads);
}

}  // namespace

KernelThreads::KernelThreads(int threads) : threads_(threads < 1 ? 1 : threads) {
  if (threads_ == 1) return;
  impl_ = std::make_unique<Impl>(openTeam(threads_));
}

KernelThreads::KernelThreads(int threads, const KernelThreads& all) : threads_(std::clamp(threads, 1, all.threads_)) {
  if (threads_ > 1) impl_ = std::make_unique<Impl>(all.impl_->team->sharing(threads_));
}

KernelThreads::~KernelThreads() = default;

bool KernelThreads::wake() {
  if (!impl_) return true;
  struct Meeting {
    KernelTeam& team;
    int wanted;
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    std::atomic<int> there{0};
  } meeting{*impl_->team, threads_};
  const auto wait = [](int64_t, int64_t, void* context) {
    auto* m = static_cast<Meeting*>(context);
    ++m->there;
    while (m->there < m->wanted && std::chrono::steady_clock::now() < m->until) std::this_thread::yield();
  };
  impl_->team->execute(
      [](void* context) {
        auto* m = static_cast<Meeting*>(context);
        m->team.parallelFor(0, m->wanted, decltype(wait)(), m);
      },
      &meeting);
  return meeting.there >= meeting.wanted;
}

int KernelThreads::call(int (*kernel)(void**, int64_t*), void** buffers, int64_t* scalars) {
  KernelThreads* outer = currentThreads;
  currentThreads = this;
  struct Call {
    int (*kernel)(void**, int64_t*);
    void** buffers;
    int64_t* scalars;
    int code;
  } c{kernel, buffers, scalars, 0};
  const auto run = [](void* context) {
    auto* call = static_cast<Call*>(context);
    call->code = call->kernel(call->buffers, call->scalars);
  };
  if (impl_)
    impl_->team->execute(run, &c);
  else
    run(&c);
  currentThreads = outer;
  return c.code;
}

double KernelThreads::leftOutNs() { return std::exchange(leftOut_, 0.0); }

int KernelThreads::parallelFor(int (*body)(int64_t, int64_t, void*), int64_t begin, int64_t end, void* captures) {
  const int64_t all = end - begin;
  const int64_t some = std::clamp(static_cast<int64_t>(std::ceil(part_ * static_cast<double>(all))), int64_t{1}, all);
  if (some == all) return runAll(body, begin, end, captures);
  const auto start = std::chrono::steady_clock::now();
  const int code = runAll(body, begin, begin + some, captures);
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
  leftOut_ += spent.count() * static_cast<double>(all - some) / static_cast<double>(some);
  return code;
}

int KernelThreads::runAll(int (*body)(int64_t, int64_t, void*), int64_t begin, int64_t end, void* captures) {
  if (!impl_) {
    insideParallel = true;
    const int code = body(begin, end, captures);
    insideParallel = false;
    return code;
  }
  struct Loop {
    KernelThreads* threads;
    int (*body)(int64_t, int64_t, void*);
    void* captures;
    std::atomic<int> failure{0};
  } loop{this, body, captures};
  impl_->team->parallelFor(
      begin, end,
      [](int64_t first, int64_t last, void* context) {
        auto* l = static_cast<Loop*>(context);
        KernelThreads* outer = currentThreads;
        currentThreads = l->threads;
        insideParallel = true;
        if (const int code = l->body(first, last, l->captures)) l->failure = code;
        insideParallel = false;
        currentThreads = outer;
      },
      &loop);
  return loop.failure;
}

namespace {

// A program may name any function in T.call_extern, but running a kernel must not give it access to files, processes or
// the network. From the system's libraries it gets mathematics and functions without effects beyond the child, and in
// addition the functions of libraries that the user named.
bool mayBeCalled(const std::string& name, void* address) {
  for (const char* harmless :
       {"memcpy", "memmove", "memset", "memcmp", "bcmp", "abort", "exit", "puts", "putchar", "printf"})
    if (name == harmless) return true;
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname) return false;
  const std::string_view path = info.dli_fname;
  const std::string_view file = path.substr(path.rfind('/') + 1);
  for (const std::string_view system :
       {"libc.so", "libpthread", "libdl.so", "libstdc++", "libgcc_s", "libtbb", "ld-linux", "lw-runner", "lw-threads"})
    if (file.starts_with(system)) return false;
  return true;
}

}  // namespace

void* findKernelSymbol(const std::string& name) {
  static constexpr struct {
    const char* name;
    void* (*address)();
  } kOwn[] = {
      {"lw_alloc", [] { return reinterpret_cast<void*>(&lw_alloc); }},
      {"lw_free", [] { return reinterpret_cast<void*>(&lw_free); }},
      {"lw_parallel_for", [] { return reinterpret_cast<void*>(&lw_parallel_for); }},
      {"__extendhfsf2", [] { return reinterpret_cast<void*>(&__extendhfsf2); }},
      {"__truncsfhf2", [] { return reinterpret_cast<void*>(&__truncsfhf2); }},
      {"__truncdfhf2", [] { return reinterpret_cast<void*>(&__truncdfhf2); }},
  };
  for (const auto& own : kOwn)
    if (name == own.name) return own.address();
  void* found = dlsym(RTLD_DEFAULT, name.c_str());
  if (!found)
    if (void* libm = dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL)) found = dlsym(libm, name.c_str());
  return found && mayBeCalled(name, found) ? found : nullptr;
}

}  // namespace lw
