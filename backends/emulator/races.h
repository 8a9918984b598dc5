// Who touched an element last, by memory: finds two accesses without a barrier between. Private to backends/emulator.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir/stmt.h"

namespace lw::emulator {

// A moment of a thread: which block of which launch, which thread of it, after how many barriers.
struct Moment {
  int32_t launch = -1, block = 0, thread = 0, interval = 0;
  Origin origin;
  bool atomic = false;  // an update that others may make at the same time
};

struct Race {
  Moment before;
  bool storeBefore = false;
};

class Races {
 public:
  // Memory with so many elements; what is not watched has no races.
  void watch(const void* memory, int64_t elements);
  void forget(const void* memory) { cells_.erase(memory); }
  bool watches(const void* memory) const { return cells_.contains(memory); }
  std::optional<Race> load(const void* memory, int64_t element, const Moment& now);
  std::optional<Race> store(const void* memory, int64_t element, double value, const Moment& now);
  // What the thread wrote by an asynchronous copy is there from now on.
  void settle(const void* memory, int64_t element, const Moment& now);

 private:
  struct Cell {
    Moment writer, readers[2];
    Moment starter;  // the last writer that was no atomic update: updates since then do not order it
    double value = 0;
  };
  static bool unordered(const Moment& a, const Moment& b) {
    if (a.launch != b.launch || (a.atomic && b.atomic)) return false;
    return a.block != b.block || (a.thread != b.thread && a.interval == b.interval);
  }
  Cell* find(const void* memory, int64_t element);

  std::unordered_map<const void*, std::vector<Cell>> cells_;
};

}  // namespace lw::emulator
