// Arguments and outputs of steps: plain values, handles, index maps. A handle (LoopRv, BlockRv, ExprRv) is a number
// with a meaning only in its Schedule; as in TVM, two get_loops calls return different handles for the same loop. A
// LoopId or BlockId instead of a handle names the loop or block itself (a click, a test); Schedule finds or makes a
// handle for it.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

struct LoopRv {
  uint32_t number = 0;
  friend auto operator<=>(LoopRv, LoopRv) = default;
};
struct BlockRv {
  uint32_t number = 0;
  friend auto operator<=>(BlockRv, BlockRv) = default;
};
struct ExprRv {
  uint32_t number = 0;
  friend auto operator<=>(ExprRv, ExprRv) = default;
};  // a sampled integer

// Results of sample_compute_location that are not a loop. No program contains loops with these ids; compute_at and
// reverse_compute_at handle them.
inline constexpr LoopId kAtRoot{0xffffffffu}, kInlined{0xfffffffeu};

// lambda i, j: (j // 4, i, j % 4). Separators (IndexMap.AXIS_SEPARATOR) are positions in `final`.
struct IndexMap {
  std::vector<Var> initial;
  std::vector<Expr> final;
  std::vector<int> separators;
  bool ranges = false;  // the results are pairs of start and end: lambda i: ((i, i + 2), (0, 8))
};

class StepValue {
 public:
  struct None {
    friend bool operator==(None, None) { return true; }
  };
  using List = std::vector<StepValue>;
  using Dict = std::map<std::string, StepValue>;
  using Variant = std::variant<None, bool, int64_t, double, std::string, LoopRv, BlockRv, ExprRv, LoopId, BlockId, List,
                               Dict, IndexMap, Expr>;

  StepValue() = default;
  StepValue(bool v) : value_(v) {}
  StepValue(int v) : value_(int64_t{v}) {}
  StepValue(int64_t v) : value_(v) {}
  StepValue(double v) : value_(v) {}
  StepValue(const char* v) : value_(std::string(v)) {}
  StepValue(std::string v) : value_(std::move(v)) {}
  StepValue(LoopRv v) : value_(v) {}
  StepValue(BlockRv v) : value_(v) {}
  StepValue(ExprRv v) : value_(v) {}
  StepValue(LoopId v) : value_(v) {}
  StepValue(BlockId v) : value_(v) {}
  StepValue(List v);
  StepValue(Dict v);
  StepValue(IndexMap v);
  StepValue(Expr v);
  StepValue(const StepValue&);
  StepValue(StepValue&&) noexcept;
  StepValue& operator=(const StepValue&);
  StepValue& operator=(StepValue&&) noexcept;
  ~StepValue();

  template <class T>
  const T* as() const {
    return std::get_if<T>(&value_);
  }
  template <class... Fs>
  auto match(Fs&&... fs) const {
    return std::visit(Overloaded{std::forward<Fs>(fs)...}, value_);
  }
  bool isNone() const { return value_.index() == 0; }
  bool isHandle() const { return as<LoopRv>() || as<BlockRv>() || as<ExprRv>(); }

 private:
  Variant value_;
};

bool equal(const StepValue& a, const StepValue& b);  // index maps are compared structurally; 1 and True differ
std::string toText(const StepValue& value);          // Python literal; handles as l3, b0, v2; ids as loop#3, block#4
Message kindOf(const StepValue& value);              // "a loop", "the string 'x'", "the number 3", "None"
AnnotationValue toAnnotation(const StepValue& value);
StepValue fromAnnotation(const AnnotationValue& value);
std::string quoted(const std::string& text);  // Python string literal in double quotes

}  // namespace lw
