// The buffers of a function by the pointers that opaque calls name, and elements of them by their number.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

class PointedBuffers {
 public:
  explicit PointedBuffers(const PrimFunc& f);

  // nullptr: the expression is not the pointer of a buffer.
  const Buffer* find(const Expr& pointer) const;
  // The pointer of the memory, for the pointer of a view.
  Var owner(Var data) const;

 private:
  std::unordered_map<const void*, Buffer> buffers_;  // by data pointer
  std::unordered_map<const void*, Var> sources_;     // of views: the pointer that they view
};

// Does the buffer begin elsewhere than its pointer, or have distances of its own?
bool isView(const BufferNode& b);

// The indices of an element of a compact buffer, by its number.
std::vector<Expr> indicesOfElement(const Buffer& b, const Expr& number);

}  // namespace lw
