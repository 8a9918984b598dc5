#include "backends/cpu/ptx_types.h"

namespace lw::cpu {

std::string ptxTypeName(DataType type) {
  if (type == dtype::Float(16)) return "f16";
  if (type == dtype::Float32) return "f32";
  if (type == dtype::Int32) return "s32";
  if (type == dtype::Int(8)) return "s8";
  if (type == dtype::UInt(8)) return "u8";
  if (type.code == TypeCode::BFloat) return "bf16";
  if (type.isFloat8()) return type.code == TypeCode::Float8E4M3 ? "e4m3" : "e5m2";
  return "";
}

}  // namespace lw::cpu
