#include "backends/cpu/code_generator.h"

#include <llvm/Config/llvm-config.h>

namespace lw {

std::string codeGeneratorVersion() { return "llvm " LLVM_VERSION_STRING; }

}  // namespace lw
