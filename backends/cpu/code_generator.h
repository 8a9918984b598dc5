// The code generator that this program is linked with.
#pragma once

#include <string>

namespace lw {

std::string codeGeneratorVersion();  // "llvm 19.1.7"

}  // namespace lw
