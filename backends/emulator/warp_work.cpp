#include "backends/emulator/warp_work.h"

#include <algorithm>

#include "backends/interpreter/machine.h"

namespace lw::emulator {
namespace {

constexpr size_t kRegisters = 32;  // for elements of memory that a thread accesses again
constexpr int64_t kSectorSize = 32;
constexpr uint8_t kLoaded = 1, kStored = 2;

}  // namespace

WarpWork::WarpWork(const Stmt& body, int64_t threads, int warpSize)
    : table_(body), warpSize_(warpSize), kept_(static_cast<size_t>(threads)) {}

bool WarpWork::staysInRegister(int64_t thread, const ElementAccess& access) {
  std::vector<Kept>& kept = kept_[static_cast<size_t>(thread)];
  const auto found = std::find_if(
      kept.begin(), kept.end(), [&](const Kept& k) { return k.element == access.element && k.memory == access.owner; });
  if (access.atomic) {
    if (found != kept.end()) kept.erase(found);
    return false;
  }
  if (found == kept.end()) {
    if (kept.size() == kRegisters) kept.pop_back();
    kept.insert(kept.begin(), {access.owner, access.element, access.store});
    return false;
  }
  const bool again = !access.store || found->stored;
  found->stored |= access.store;
  std::rotate(kept.begin(), found, found + 1);
  return again;
}

void WarpWork::execute(int64_t thread, const void* key, const GpuInstructions* each) {
  if (key != lastKey_) {
    std::unique_ptr<Site>& site = sites_[key];
    if (!site) {
      site = std::make_unique<Site>(Site{each, std::vector<int32_t>(kept_.size(), 0)});
      order_.push_back(site.get());
    }
    lastKey_ = key;
    last_ = site.get();
  }
  ++last_->times[static_cast<size_t>(thread)];
}

void WarpWork::store(int64_t thread, const void* site) {
  if (const GpuInstructions* each = table_.ofStore(site)) execute(thread, site, each);
}

void WarpWork::iteration(int64_t thread, const For* loop) {
  if (const GpuInstructions* each = table_.ofIteration(loop)) execute(thread, loop, each);
}

void WarpWork::touch(const ElementAccess& access) {
  Sectors& s = sectors_.try_emplace(access.owner, Sectors{work.memories.size(), {}, {}}).first->second;
  if (s.number == work.memories.size()) {
    const auto* memory = static_cast<const interpreter::Memory*>(access.owner);
    work.memories.push_back({access.memory, static_cast<int64_t>(memory->bytes.size())});
    s.seen.assign(memory->bytes.size() / kSectorSize + 2, 0);
  }
  const int64_t bytes = (*access.buffer)->dtype.bytes();
  const auto sector = static_cast<size_t>(access.element * bytes / kSectorSize);
  const uint8_t bit = access.store ? kStored : kLoaded;
  if (s.seen[sector] & bit) return;
  if (s.seen[sector] == 0) s.list.push_back(static_cast<int64_t>(sector));
  s.seen[sector] |= bit;
  GpuWork::Memory& m = work.memories[s.number];
  ++(access.store ? m.stored : m.loaded);
}

void WarpWork::barrier() {
  for (Site* site : order_) {
    int64_t together = 0;
    for (size_t first = 0; first < site->times.size(); first += static_cast<size_t>(warpSize_)) {
      const auto begin = site->times.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = site->times.begin() + static_cast<std::ptrdiff_t>(
                                                 std::min(site->times.size(), first + static_cast<size_t>(warpSize_)));
      together += *std::max_element(begin, end);
    }
    if (together > 0) {
      work.instructions.add(*site->each, static_cast<double>(together));
      std::fill(site->times.begin(), site->times.end(), 0);
    }
  }
  for (std::vector<Kept>& kept : kept_) kept.clear();
  ++work.intervals;
}

void WarpWork::endBlock() {
  ++work.blocks;
  for (auto& [memory, s] : sectors_) {
    for (const int64_t sector : s.list) s.seen[static_cast<size_t>(sector)] = 0;
    s.list.clear();
  }
}

}  // namespace lw::emulator
