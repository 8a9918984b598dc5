// Arguments of functions that the program only passes on: text prints and reads them, and no backend runs the call.
// They are calls with names that no function of T has, so that every rewrite treats them like any other expression.
#pragma once

#include <string_view>

#include "core/ir/expr.h"

namespace lw {

inline constexpr std::string_view kPyNone = "python.none";        // None
inline constexpr std::string_view kPyList = "python.list";        // [a, b]
inline constexpr std::string_view kPyMap = "python.map";          // {key: value}; keys and values take turns
inline constexpr std::string_view kPyKeyword = "python.keyword";  // name=value; (StringImm, value)
// A[a:b, c:d]: the element at the starts, then one extent for each dimension.
inline constexpr std::string_view kPyRegion = "python.region";
// lambda x, y: result. One Let for each parameter binds it to 0, the innermost body is the result.
inline constexpr std::string_view kPyLambda = "python.lambda";
inline constexpr std::string_view kPySlice = "python.slice";  // a:b inside of [...]; (begin, end)
inline constexpr std::string_view kPyItem = "python.item";    // object[index, ...]
// The value of a variable that is declared and has none: n = T.int32(). (StringImm): its name in the text.
inline constexpr std::string_view kUnbound = "unbound";
// A call of another function of the same module: (StringImm, arguments).
inline constexpr std::string_view kCallFunction = "call_function";

// Key of an attribute that gives the buffer over a pointer a layout, which only code for TVM understands.
inline constexpr std::string_view kLayout = "tirx.layout";

// The element whose address, or the region beginning there, the expression passes on; nullptr: it does neither.
inline const BufferLoad* passedElement(const Expr& e) {
  const auto* call = e.as<Call>();
  return call && (call->op == Intrinsic::AddressOf || call->op == kPyRegion) ? call->args[0].as<BufferLoad>() : nullptr;
}

}  // namespace lw
