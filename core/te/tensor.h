// Tensor expressions as TVM's te has them: tensors that are given (placeholders) or computed element by element from
// others. An operation is immutable; its tensors are buffers, so that reading an element is a BufferLoad, and a
// function built from tensors uses their buffers as they are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"

namespace lw::te {

struct Operation;

// One result of an operation. Equal where it is the same result of the same operation.
struct Tensor {
  std::shared_ptr<const Operation> op;
  int index = 0;
  const Buffer& buffer() const;
  const std::string& name() const { return buffer()->name; }
  friend bool operator==(const Tensor& a, const Tensor& b) { return a.op == b.op && a.index == b.index; }
};

// How two partial results make one: results[i] over left and right; identity[i] leaves a value as it is. Associative
// and commutative, which the user promises.
struct Combiner {
  std::vector<Var> left, right;
  std::vector<Expr> results, identity;
};

// One value per result, combined over all points of the axes where the condition holds.
struct Reduction {
  Combiner combiner;
  std::vector<Expr> sources;
  std::vector<IterVar> axes;
  std::optional<Expr> condition;
  std::vector<Expr> init;  // what the reduction starts from in place of the identity; empty: the identity
};

struct Operation {
  enum class Kind : uint8_t { Placeholder, Compute, Extern };
  Kind kind = Kind::Placeholder;
  std::string name, tag;
  std::vector<Buffer> outputs;
  std::vector<IterVar> axes;           // Compute: one per dimension of the outputs
  std::vector<Expr> values;            // Compute without a reduction: one per output
  std::optional<Reduction> reduction;  // Compute with one
  std::optional<Stmt> body;            // Extern
  std::vector<Tensor> inputs;          // each once, in the order of use
  Span span;                           // of the call that made it, in the source text
};

inline const Buffer& Tensor::buffer() const { return op->outputs[static_cast<size_t>(index)]; }
std::vector<Tensor> outputsOf(const std::shared_ptr<const Operation>& op);

// All operations that these need, producers before consumers: depth first, inputs in the order of use.
std::vector<std::shared_ptr<const Operation>> operationsFor(const std::vector<Tensor>& roots);

// The shape of an elementwise operation on two tensors, by NumPy's rules; nullopt: they do not fit.
std::optional<std::vector<Expr>> broadcastShape(const std::vector<Expr>& a, const std::vector<Expr>& b);
// The element of `tensor` that the point of a (broadcast) shape reads.
Expr broadcastRead(const Tensor& tensor, const std::vector<Expr>& point);

}  // namespace lw::te
