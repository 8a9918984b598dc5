// Splits a module into parts that are compiled in parallel. Private to backends/cpu.
//
// Why: compiling a large kernel took 117 ms on one thread and takes 66 with two. The weights of the parts have to be
// right: the sample gebp is built in 48 ms with even parts, in 64 with uneven ones.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace lw::cpu {

// Moves loop bodies that are functions (of parallel loops, of nests), with the functions that they call, out of
// `module` into at most `most` - 1 others, as bitcode, so that all take about the same time to compile. The rest of
// `module` calls functions of the others; they call neither `module` nor each other. Empty if splitting is not worth
// it.
std::vector<std::string> takeApart(llvm::Module& module, size_t most);

// Objects as one file: an `ar` archive in the order of loading.
std::string archiveOf(const std::vector<std::string>& objects);

}  // namespace lw::cpu
