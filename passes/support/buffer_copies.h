// Several copies of a buffer along a first dimension, and statements that use one of them: what double buffers,
// software pipelines and virtual threads are made of.
#pragma once

#include "core/ir/visit.h"

namespace lw {

// The buffer with `count` copies one after the other, as memory of its own (`newData`) or under the same pointer.
Buffer withCopies(const Buffer& b, int64_t count, bool newData);

using Copies = std::vector<std::pair<Buffer, Buffer>>;  // a buffer, and what has its copies

// Puts copy `number` in the place of the buffers: in loads, stores and the regions of blocks. Buffers are told apart by
// their pointers.
class UseCopy : public Rewriter {
 public:
  UseCopy(const Copies& copies, Expr number) : copies_(copies), number_(std::move(number)) {}
  Expr expr(const Expr& e) override;
  Stmt stmt(const Stmt& s) override;

 private:
  const Buffer* find(const Buffer& b) const;
  std::vector<Expr> at(std::vector<Expr> indices) const;
  const Copies& copies_;
  const Expr number_;
};

// What statements load, store, and name by pointers.
struct BufferUses {
  std::vector<Buffer> loads, stores;
  std::vector<Var> pointers;
  explicit BufferUses(const std::vector<Stmt>& list);
  bool touches(const Buffer& b) const;
};
bool isIn(const std::vector<Buffer>& list, const Buffer& b);  // or one with the same pointer

}  // namespace lw
