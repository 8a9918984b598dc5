// A module taken apart, so that its parts are compiled side by side. Private to backends/cpu.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace lw::cpu {

// Moves bodies of loops that are functions of their own (of parallel loops, of nests) out of `module`, with what they
// call, into at most `most` - 1 others, as bitcode, so that all take about as long to compile. What `module` keeps
// calls what is in the others; they call neither `module` nor each other. None where it would not be worth it.
std::vector<std::string> takeApart(llvm::Module& module, size_t most);

// Objects as one file: an `ar` archive, in the order in which they are to be loaded.
std::string archiveOf(const std::vector<std::string>& objects);

}  // namespace lw::cpu
