// The last accesses to each element of a memory; finds two conflicting ones without a barrier between them. Private to
// backends/emulator.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir/stmt.h"

namespace lw::emulator {

// A moment of a thread: the block of a launch, the thread in it, and how many barriers it has passed: of the block, and
// named ones since the block started.
struct Moment {
  int32_t launch = -1, block = 0, thread = 0, interval = 0;
  Origin origin;
  bool atomic = false;  // an atomic update
  int32_t named = 0;
};
// The present one. `known`: of each thread of the block, how many named barriers it had reached when it was last in
// step with this thread, directly or through others; null: named barriers have not ordered it with any other.
struct Now : Moment {
  const std::vector<int32_t>* known = nullptr;
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
  std::optional<Race> load(const void* memory, int64_t element, const Now& now);
  std::optional<Race> store(const void* memory, int64_t element, double value, const Now& now);
  // From now on the thread's asynchronous copy to this element is complete.
  void settle(const void* memory, int64_t element, const Moment& now);

 private:
  struct Cell {
    Moment writer, readers[2];
    Moment starter;  // the last writer that was not an atomic update; updates since then do not order its write
    double value = 0;
  };
  static bool unordered(const Moment& a, const Now& b) {
    if (a.launch != b.launch || (a.atomic && b.atomic)) return false;
    if (a.block != b.block) return true;
    const bool inStep = b.known && (*b.known)[static_cast<size_t>(a.thread)] > a.named;
    return a.thread != b.thread && a.interval == b.interval && !inStep;
  }
  Cell* find(const void* memory, int64_t element);

  std::unordered_map<const void*, std::vector<Cell>> cells_;
};

}  // namespace lw::emulator
