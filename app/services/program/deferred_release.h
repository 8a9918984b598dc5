// Frees large values of the previous state on another thread, after the next state is painted.
#pragma once

#include <memory>
#include <vector>

#include "app/models/support/deferred_call.h"

namespace lw {

class DeferredRelease {
 public:
  void add(std::shared_ptr<const void> value);

 private:
  void release();
  std::vector<std::shared_ptr<const void>> values_;
  DeferredCall afterPainting_{[this] { release(); }};
};

}  // namespace lw
