// How a value came about: the statement instance that wrote it last, the one that wrote what it read, and so on, down
// to the inputs. Of two runs whose values differ, the chains follow reads that are not the same in both.
#pragma once

#include "backends/interpreter/recording.h"

namespace lw {

struct ChainLink {
  std::string buffer, index;  // the element: "C", "0, 3"
  double value = 0;
  enum class Source : uint8_t { Block, Statement, Input, Unwritten } source = Source::Input;
  BlockId block;     // of Source::Block: that wrote the element last
  std::string name;  // of the block
  std::vector<std::pair<LoopId, std::pair<std::string, int64_t>>> loops;  // around it, with their values then
  int64_t executions = 0;  // so many of the block, one after another, added to the element: a sum
};

struct ValueChain {
  std::vector<ChainLink> links;  // the value that differs first
  bool more = false;             // links beyond the limit are left out
};

struct DifferenceChains {
  ValueChain first, second;
};

inline constexpr size_t kMostLinks = 8;

// The values of an element at the end of two recordings, which are complete: `first` and `second` are its places among
// their memories.
DifferenceChains chainsOf(const Recording& a, int first, const Recording& b, int second, int64_t element,
                          size_t most = kMostLinks);

}  // namespace lw
