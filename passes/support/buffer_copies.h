// Several copies of a buffer along a first dimension, and statements that use one of them. Double buffers, software
// pipelines and virtual threads use these.
#pragma once

#include "core/ir/visit.h"

namespace lw {

// The buffer with `count` copies of itself, one after the other; `newData` gives it a new data pointer.
Buffer withCopies(const Buffer& b, int64_t count, bool newData);

using Copies = std::vector<std::pair<Buffer, Buffer>>;  // a buffer, and its version with copies

// Redirects loads, stores and the regions of blocks from a buffer to copy `number` of it. Two buffers are the same here
// if they have the same data pointer.
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

// The buffers that statements load and store, and the pointers that they use in other ways.
struct BufferUses {
  std::vector<Buffer> loads, stores;
  std::vector<Var> pointers;
  explicit BufferUses(const std::vector<Stmt>& list);
  bool touches(const Buffer& b) const;
};
bool isIn(const std::vector<Buffer>& list, const Buffer& b);  // compares data pointers

}  // namespace lw
