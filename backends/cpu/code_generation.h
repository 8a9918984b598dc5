// From LLVM IR to code, for the processor and for GPUs. Private to backends.
#pragma once

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Target/TargetMachine.h>

#include <functional>
#include <string>

#include "backends/cpu/cpu.h"

namespace lw::cpu {

void initialiseOnce();  // LLVM's targets, and a handler that keeps LLVM from ending the process

// Collects errors of code generation.
struct Diagnostics : llvm::DiagnosticHandler {
  explicit Diagnostics(std::string& text) : out(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override;
  std::string& out;
};

bool hasBlockOf(const llvm::Function& function, int most);  // a basic block with more than `most` accesses to memory
// `level`: 0 to 3, as CpuOptions::optLevel.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, int level, bool gpu,
              const std::function<bool()>& stop = {});
// Once `stop` returns true, optional passes are skipped, since the code is not needed any more.
bool generate(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType kind, std::string& out,
              const std::function<bool()>& stop = {});
std::string textOf(const llvm::Module& module);

CpuModule moduleFor(const CpuOptions& options);  // without code: the processor that it is for
// `contract`: additions and multiplications may become one instruction.
Result<std::unique_ptr<llvm::TargetMachine>> makeMachine(const CpuModule& out, int level, bool contract);
std::string keyOf(const llvm::Module& module, const CpuModule& out, const CpuOptions& options);  // for ObjectStore
// The object of what `emit` adds to an empty module, from the store of `options` if it is there.
Result<std::string> objectOf(const std::string& name, const CpuOptions& options,
                             const std::function<void(llvm::Module&)>& emit);

}  // namespace lw::cpu
