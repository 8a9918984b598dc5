// A module taken apart, so that its parts are compiled in parallel. Private to backends/cpu.
//
// Why: compiling a large kernel took 117 ms on one thread and takes 66 with two. The weights of the parts have to be
// right: the sample gebp is built in 48 ms with even parts, in 64 with uneven ones.
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
