#include "core/analysis/program/signatures.h"

#include <unordered_set>

#include "core/ir/visit.h"

namespace lw {

bool hidesAccesses(const Block& block) {
  std::unordered_set<const void*> read, written, own;
  const auto add = [](const std::vector<BufferRegion>& regions, std::unordered_set<const void*>& to) {
    for (const BufferRegion& r : regions) to.insert(r.buffer->data.key());
  };
  add(block.reads, read);
  add(block.writes, written);
  const auto declare = [&](const Block& b) {
    for (const Buffer& buffer : b.allocs) own.insert(buffer->data.key());
    for (const MatchBuffer& m : b.matches) own.insert(m.buffer->data.key());
  };
  declare(block);
  bool hidden = false;
  forEachStmt(block.body, [&](const Stmt& s) {
    const auto* inner = s.as<Block>();
    if (!inner) return;
    declare(*inner);
    const auto missing = [&](const std::vector<BufferRegion>& regions, const std::unordered_set<const void*>& known) {
      for (const BufferRegion& r : regions)
        hidden = hidden || (!known.contains(r.buffer->data.key()) && !own.contains(r.buffer->data.key()));
    };
    missing(inner->reads, read);
    missing(inner->writes, written);
  });
  return hidden;
}

std::string blockThatHidesAccesses(const PrimFunc& function) {
  std::string name;
  forEachStmt(function.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    if (!block || s.sameAs(function.body) || !name.empty() || !hidesAccesses(*block)) return;
    name = block->name;
  });
  return name;
}

}  // namespace lw
