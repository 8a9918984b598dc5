#include "core/text/print/program_hash.h"

#include <cstdint>

namespace lw {

std::string hashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out(16, '0');
  for (size_t i = 16; i-- > 0; hash >>= 4) out[i] = kDigits[hash & 15];
  return out;
}

}  // namespace lw
