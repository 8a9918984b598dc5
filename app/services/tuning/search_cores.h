// Cores during a search: this thread and those that it starts leave the cores of kernels to them, until the guard ends,
// because the thread does other jobs later.
#pragma once

#include <sched.h>

#include "backends/tune/core_pool.h"

namespace lw {

class CoresOfSearch {
 public:
  explicit CoresOfSearch(const tune::CorePool& kernels) : known_(sched_getaffinity(0, sizeof before_, &before_) == 0) {
    tune::leaveCoresTo(kernels);
  }
  ~CoresOfSearch() {
    if (known_) sched_setaffinity(0, sizeof before_, &before_);
  }
  CoresOfSearch(const CoresOfSearch&) = delete;
  CoresOfSearch& operator=(const CoresOfSearch&) = delete;

 private:
  cpu_set_t before_;
  bool known_;
};

}  // namespace lw
