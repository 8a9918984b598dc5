#include "core/ir/swizzle.h"

namespace lw {
namespace {

constexpr std::string_view kPrefix = "shared.swizzle_";

}  // namespace

std::string swizzledScope(int64_t bytes) { return std::string(kPrefix) + std::to_string(bytes) + "b"; }

int64_t swizzleOf(std::string_view scope) {
  if (!scope.starts_with(kPrefix)) return 0;
  for (const int64_t bytes : {32, 64, 128})
    if (scope == swizzledScope(bytes)) return bytes;
  return 0;
}

bool isSwizzle(int64_t bytes) { return bytes == 32 || bytes == 64 || bytes == 128; }

bool canBeSwizzled(DataType type) {
  const int64_t bytes = type.bytes();
  return bytes > 0 && kSwizzlePiece % bytes == 0 && type.bits % 8 == 0;
}

}  // namespace lw
