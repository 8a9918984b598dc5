// What steps did to programs, so that schedules which begin alike do not check and rewrite again. A search runs one
// schedule function hundreds of times, and most of its first steps are the same.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "core/schedule/schedule.h"

namespace lw {

class StepCache {
 public:
  struct Entry {
    Snapshot before, after;  // `before` keeps the address in the key from being used again
    std::vector<StepValue> outputs;
    StepChange change;
    std::optional<Explanation> refused;  // then the others do not count
    std::vector<ProofRecord> proofs = {};
  };

  // `resolved`: the arguments without handles. Null: unknown, or such a step is not kept.
  std::shared_ptr<const Entry> find(const Snapshot& program, const Primitive& primitive,
                                    const Arguments& resolved) const;
  void add(const Primitive& primitive, const Arguments& resolved, Entry entry);
  size_t size() const;

 private:
  static constexpr size_t kLimit = 5000;  // entries; then all are dropped
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const Entry>> entries_;
};

}  // namespace lw
