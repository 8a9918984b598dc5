// The one selection of the window: loops and blocks in the order of selection (the last is the main one), or a buffer.
// Every view shows it and can change it.
#pragma once

#include <QMetaType>
#include <string>

#include "core/schedule/primitive.h"

namespace lw {

struct LinkedSelection {
  Selection nodes;
  std::string buffer;
  LoopId loop() const { return nodes.loops.empty() ? LoopId{} : nodes.loops.back(); }
  BlockId block() const { return nodes.blocks.empty() ? BlockId{} : nodes.blocks.back(); }
  bool empty() const { return nodes.loops.empty() && nodes.blocks.empty() && buffer.empty(); }
  bool holds(LoopId id) const {
    for (const LoopId l : nodes.loops)
      if (l == id) return true;
    return false;
  }
  bool holds(BlockId id) const {
    for (const BlockId b : nodes.blocks)
      if (b == id) return true;
    return false;
  }
  static LinkedSelection of(LoopId loop) { return {{{loop}, {}}, {}}; }
  static LinkedSelection of(BlockId block) { return {{{}, {block}}, {}}; }
  static LinkedSelection ofBuffer(std::string name) { return {{}, std::move(name)}; }
};

}  // namespace lw
Q_DECLARE_METATYPE(lw::LinkedSelection)
