#include "core/text/python/operator_names.h"

namespace lw::py {

std::string_view nameOf(BinOp op) {
  switch (op) {
    case BinOp::Add:
      return "add";
    case BinOp::Sub:
      return "subtract";
    case BinOp::Mul:
      return "multiply";
    case BinOp::Div:
      return "divide";
    case BinOp::FloorDiv:
      return "floor_divide";
    case BinOp::Mod:
      return "mod";
    case BinOp::Pow:
      return "power";
    case BinOp::LShift:
      return "left_shift";
    case BinOp::RShift:
      return "right_shift";
    case BinOp::BitAnd:
      return "bitwise_and";
    case BinOp::BitOr:
      return "bitwise_or";
    case BinOp::BitXor:
      return "bitwise_xor";
    case BinOp::MatMul:
      return "matmul";
  }
  return {};
}

}  // namespace lw::py
