// The languages of the texts that panes and pages show.
#pragma once

#include <cstdint>

namespace lw {

enum class TextLanguage : uint8_t { Script, Llvm, Assembly, C };  // TVMScript; assembly: PTX, too

}  // namespace lw
