// The choices that a form offers, read from the program when the form opens.
#pragma once

#include <string>
#include <vector>

#include "core/support/ids.h"

namespace lw {

struct FormContext {
  template <class Id>
  struct Choice {
    Id id;
    std::string name;
    int depth = 0;
  };
  std::vector<Choice<LoopId>> loops;  // in program order
  std::vector<Choice<BlockId>> blocks;
  struct BlockBuffers {
    BlockId block;
    std::vector<std::string> reads, writes;
  };
  std::vector<BlockBuffers> buffers;
  std::vector<std::string> functions;
};

}  // namespace lw
