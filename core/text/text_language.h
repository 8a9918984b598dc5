// The languages of the texts that panes show.
#pragma once

#include <cstdint>

namespace lw {

enum class TextLanguage : uint8_t { Script, Llvm, Assembly, C };  // TVMScript; assembly: PTX, too

}  // namespace lw
