#include "app/serve/memory_watch.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace lw::serve {
namespace {

constexpr std::chrono::milliseconds kInterval{50};

}  // namespace

int64_t residentMemory() {
  long long all = 0, resident = 0;
  FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return 0;
  const int read = std::fscanf(file, "%lld %lld", &all, &resident);
  std::fclose(file);
  return read == 2 ? int64_t{resident} * sysconf(_SC_PAGESIZE) : 0;
}

MemoryWatch::MemoryWatch(int64_t bytes, std::function<void()> exceeded)
    : bytes_(bytes), exceeded_(std::move(exceeded)), thread_([this] { watch(); }) {}

MemoryWatch::~MemoryWatch() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void MemoryWatch::watch() {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kInterval, [this] { return ending_; })) {
    const int64_t used = residentMemory();
    if (used / 2 > bytes_) {
      std::fputs("lw serve: more memory is used than --memory allows\n", stderr);
      std::_Exit(1);
    }
    if (used > bytes_) exceeded_();
  }
}

}  // namespace lw::serve
