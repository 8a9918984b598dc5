// Everything that reads a file from outside, as functions of its bytes. Each one also checks what has to hold of
// whatever was read: what is written reads as the same, a program fulfils the rules of core/ir/verify.h.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lw::fuzz {

struct Reader {
  const char* name;  // of its folder in tests/fuzz/corpus
  // Describes what is wrong with what was read; "": nothing, or the bytes were refused.
  std::string (*read)(std::string_view bytes);
};
std::span<const Reader> allReaders();

}  // namespace lw::fuzz
