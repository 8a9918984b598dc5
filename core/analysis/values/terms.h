// What programs compute, as terms over what the caller gave: equal terms have equal numbers, so two programs that leave
// equal numbers compute the same, whatever the values and the operations are.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/expr.h"

namespace lw::analysis {

class Terms {
 public:
  using Id = int32_t;
  enum class Kind : uint8_t {
    Integer,   // its value
    Real,      // the bits of its value
    Scalar,    // a parameter, by number
    Given,     // an element of memory that the caller gave, before the run
    Gathered,  // an element whose place depends on values: lists of all elements and of the indices
    Cast,
    Binary,  // `detail` is the operation
    Not,
    Choice,  // a condition and a list of two values
    Call,    // `detail` numbers its name
    List,    // a term before a list
    Text,
    Execution  // of a statement: the values of iters and loops
  };
  struct Node {
    Kind kind;
    uint32_t detail;
    uint32_t type;
    int64_t a, b;
    friend bool operator==(const Node&, const Node&) = default;
  };

  Id integer(DataType type, int64_t value) { return of(Kind::Integer, type, 0, value); }
  Id real(DataType type, double value);
  Id cast(DataType type, Id value);
  Id binary(BinaryOp op, DataType operands, Id a, Id b);
  Id of(Kind kind, DataType type, uint32_t detail, int64_t a, int64_t b = 0);
  Id emptyList() { return list(-1, -1); }
  Id list(Id first, Id rest) { return of(Kind::List, {}, 0, first, rest); }
  const Node& operator[](Id id) const { return nodes_[static_cast<size_t>(id)]; }

  uint32_t numberOf(const void* key);  // of a variable or memory
  uint32_t numberOf(const std::string& name);

 private:
  struct Hash {
    size_t operator()(const Node& n) const;
  };
  bool isConstant(Id id, int64_t value) const;
  std::vector<Node> nodes_;
  std::unordered_map<Node, Id, Hash> known_;
  std::unordered_map<const void*, uint32_t> keys_;
  std::unordered_map<std::string, uint32_t> names_;
};

}  // namespace lw::analysis
