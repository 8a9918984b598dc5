// The last accesses to each element of a memory; finds two conflicting ones without a barrier between them. Private to
// backends/emulator.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir/stmt.h"

namespace lw::emulator {

// A moment of a thread: the block of a launch, the thread in it, and how many barriers it has passed.
struct Moment {
  int32_t launch = -1, block = 0, thread = 0, interval = 0;
  Origin origin;
  bool atomic = false;  // an atomic update
};

struct Race {
  Moment before;
  bool storeBefore = false;
};

class Races {
 public:
  // Adds a memory of this many elements. Memories that are not added are not checked for races.
  void watch(const void* memory, int64_t elements);
  void forget(const void* memory) { cells_.erase(memory); }
  bool watches(const void* memory) const { return cells_.contains(memory); }
  std::optional<Race> load(const void* memory, int64_t element, const Moment& now);
  std::optional<Race> store(const void* memory, int64_t element, double value, const Moment& now);
  // From now on the thread's asynchronous copy to this element is complete.
  void settle(const void* memory, int64_t element, const Moment& now);

 private:
  struct Cell {
    Moment writer, readers[2];
    Moment starter;  // the last writer that was not an atomic update; updates since then do not order its write
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
