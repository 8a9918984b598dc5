// Tensor expressions like those of TVM's te: tensors that are given (placeholders) or computed element by element from
// other tensors. An operation is immutable. Its tensors are buffers, so reading an element is a BufferLoad, and a
// function that is built from tensors uses their buffers directly.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"

namespace lw::te {

struct Operation;

// One result of an operation. Two tensors are equal if they are the same result of the same operation.
struct Tensor {
  std::shared_ptr<const Operation> op;
  int index = 0;
  const Buffer& buffer() const;
  const std::string& name() const { return buffer()->name; }
  friend bool operator==(const Tensor& a, const Tensor& b) { return a.op == b.op && a.index == b.index; }
};

// Combines two partial results: results[i] over left and right; identity[i] leaves a value unchanged. The user
// guarantees that the operation is associative and commutative.
struct Combiner {
  std::vector<Var> left, right;
  std::vector<Expr> results, identity;
};

// One value per result, combined over all points of the axes at which the condition holds.
struct Reduction {
  Combiner combiner;
  std::vector<Expr> sources;
  std::vector<IterVar> axes;
  std::optional<Expr> condition;
  std::vector<Expr> init;  // the start values instead of the identity; empty: the identity
};

struct Operation {
  enum class Kind : uint8_t { Placeholder, Compute, Extern, Statement };
  Kind kind = Kind::Placeholder;
  std::string name, tag;
  std::vector<Buffer> outputs;
  std::vector<IterVar> axes;           // Compute: one per dimension of the outputs; Statement: as many as it has
  std::vector<Expr> values;            // Compute without a reduction: one per output
  std::optional<Reduction> reduction;  // Compute with a reduction
  std::optional<Stmt> body;            // Extern; Statement: what is done at each point of the axes
  std::vector<Tensor> inputs;          // each once, in the order of use
  Span span;                           // of the call that made it, in the source text
};

inline const Buffer& Tensor::buffer() const { return op->outputs[static_cast<size_t>(index)]; }
std::vector<Tensor> outputsOf(const std::shared_ptr<const Operation>& op);

// All operations that the roots need, producers before consumers: depth first, inputs in the order of use.
std::vector<std::shared_ptr<const Operation>> operationsFor(const std::vector<Tensor>& roots);

// The shape of an elementwise operation on two tensors, by NumPy's rules; nullopt: the shapes do not match.
std::optional<std::vector<Expr>> broadcastShape(const std::vector<Expr>& a, const std::vector<Expr>& b);
// The element of `tensor` that is read at a point of a (broadcast) shape. As in TVM, an axis of size 1 is read at 0
// only where the shape's axis is longer.
Expr broadcastRead(const Tensor& tensor, const std::vector<Expr>& shape, const std::vector<Expr>& point);

}  // namespace lw::te
