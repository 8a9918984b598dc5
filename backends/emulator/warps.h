// Counts what the threads of a warp access together: memory transactions and passes over the banks. Private to
// backends/emulator.
#pragma once

#include <unordered_map>
#include <vector>

#include "backends/emulator/emulator.h"
#include "backends/emulator/requests.h"

namespace lw::emulator {

class Warps {
 public:
  explicit Warps(int warpSize) : warpSize_(warpSize) {}
  struct Touch {
    const void* site;
    const Buffer* buffer;
    Origin origin;
    bool store;
    int lane;  // of a vector access
    int64_t element;
    bool kept = false;  // in a register: nothing is issued
    bool atomic = false;
  };
  void touch(int64_t thread, const Touch& t);
  void flush();  // at a barrier and at the end of a block, where the threads of a warp are in step again
  std::vector<GpuAccessCount> counts;

 private:
  struct Site {
    size_t count;  // into counts
    int bytes = 4;
    std::vector<int64_t> made, issued;             // by lane: accesses since the last flush
    std::vector<std::vector<LaneBytes>> together;  // by number of the access
  };
  struct Key {
    const void* site;
    int64_t warp;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& k) const {
      return std::hash<const void*>()(k.site) * 31 + static_cast<size_t>(k.warp);
    }
  };
  Site& siteOf(const Key& key, const Touch& t);

  static constexpr size_t kMostAccesses =
      4096;  // of one site by one warp between two barriers; the others count like these
  int warpSize_;
  std::unordered_map<const void*, size_t> known_;  // site -> counts
  std::unordered_map<Key, Site, Hash> open_;
  std::vector<Key> order_;
};

}  // namespace lw::emulator
