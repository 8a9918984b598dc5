// Pages of 2 MB for large programs, whose nodes are spread over more memory than the processor's tables of small pages
// reach: verifying and replaying 8,192 blocks takes a quarter to a third less time (tests/bench/RESULTS.md).
#pragma once

#ifdef LW_SMALL_MEMORY
#include <mimalloc.h>
#endif

namespace lw {

// Asks the allocator for them, where the program has one that can (lw_small_memory in cmake/LoopwrightTargets.cmake).
// Called first in main(): what is allocated before keeps small pages.
inline void useLargePages() {
#ifdef LW_SMALL_MEMORY
  mi_option_enable(mi_option_large_os_pages);
#endif
}

}  // namespace lw
