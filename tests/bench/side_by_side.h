// A kernel and its peer in one process: each round runs both, one after the other, and gives a ratio of their times, so
// that a busy machine disturbs both. A result that differs ends the program with 1.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/runner/elf_loader.h"
#include "backends/runner/statistics.h"
#include "core/script/schedule_script.h"

namespace lw::bench {

[[noreturn]] void stop(const std::string& why);
std::string contents(const std::string& path);

// Zeroed, in pages as large as they come, as the runner gives them to kernels.
struct Memory {
  explicit Memory(size_t bytes);
  Memory(Memory&& other) noexcept : data(std::exchange(other.data, nullptr)), bytes(other.bytes) {}
  ~Memory();
  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }
  void* data;
  size_t bytes;
};

template <class T>
void fill(const Memory& memory, double width) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> value(-width, width);
  for (size_t i = 0; i < memory.bytes / sizeof(T); ++i) memory.as<T>()[i] = static_cast<T>(value(random));
}

// The largest difference, relative to the largest value.
template <class T>
double difference(const Memory& a, const Memory& b) {
  double most = 0, size = 1e-30;
  for (size_t i = 0; i < a.bytes / sizeof(T); ++i) {
    most = std::max(most, std::abs(static_cast<double>(a.as<T>()[i]) - static_cast<double>(b.as<T>()[i])));
    size = std::max(size, std::abs(static_cast<double>(b.as<T>()[i])));
  }
  return most / size;
}

struct Kernel {
  CpuModule module;
  std::optional<LoadedObject> object;
  double prepareMs = 0;  // schedule, lower, compile: by the clock, the median of several
  int (*entry)(void**, int64_t*) = nullptr;
};
Kernel build(const std::string& text, const std::function<ScriptRun(const SourceFile&, Schedule)>& apply);

struct Row {
  std::string name;
  int threads;
  double work;  // operations or bytes of one call
  double ourMs, theirMs, prepareMs;
  TimeSummary ratio;                  // how many times as fast
  std::vector<double> ofBounds = {};  // the part of each bound's speed, the median over the rounds
};

struct Pair {
  std::string name;
  int threads = 1;
  double work = 0;
  const Kernel& kernel;
  std::vector<void*> buffers;
  std::function<void()> theirs;
  std::function<double()> error;  // after both have run
  double allowed = 0;
  std::vector<std::function<void()>> bounds =
      {};  // more in each turn, which do boundWork of the same kind as fast as can be
  double boundWork = 0;
};
// Calls both often enough for a sample of a millisecond. One thread is timed by the processor's time.
Row compare(Pair pair, int rounds);

double geometricMean(const std::vector<Row>& rows, size_t from);

}  // namespace lw::bench
