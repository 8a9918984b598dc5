#include "backends/cpu/link_foreign.h"
#include "backends/cpu/errors.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>

namespace lw::cpu {
namespace {

template <class T>
std::string textOf(const T& printable) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printable.print(stream);
  return text;
}

std::optional<Explanation> read(const std::string& code, llvm::LLVMContext& context,
                                std::unique_ptr<llvm::Module>& out) {
  llvm::SMDiagnostic problem;
  out = llvm::parseIR(llvm::MemoryBufferRef(code, "the program's code"), problem, context);
  if (!out) return err::kCpuCodeUnreadable(problem.getLineNo(), problem.getMessage().str());
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(*out, &stream)) return err::kCpuCodeInvalid(Snippet(broken.substr(0, broken.find('\n'))));
  if (out->getNamedGlobal("llvm.global_ctors")) return explain(err::kConstructors(), "initialise them with constants");
  return std::nullopt;
}

// LLVM assumes that a call whose type differs from the callee's is never executed.
std::optional<Explanation> checkCalls(const llvm::Module& kernel, const llvm::Module& code) {
  for (const llvm::Function& defined : code) {
    const llvm::Function* called = defined.isDeclaration() ? nullptr : kernel.getFunction(defined.getName());
    if (!called) continue;
    const std::string name = defined.getName().str();
    if (!called->isDeclaration()) return explain(err::kCpuCodeTwice(name), "rename one of them");
    for (const llvm::User* user : called->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && call->getFunctionType() != defined.getFunctionType())
        return explain(err::kCpuExternType(name, textOf(*call->getFunctionType()), textOf(*defined.getFunctionType())),
                       "dtype= gives the result type; pointers are handles, int is int32, float is float32");
    }
  }
  return std::nullopt;
}

std::optional<Explanation> link(llvm::Module& module, std::unique_ptr<llvm::Module> code,
                                std::vector<std::string>& externs) {
  if (auto error = checkCalls(module, *code)) return error;
  std::vector<std::string> names;
  for (const llvm::GlobalValue& value : code->global_values())
    if (!value.isDeclaration() && !value.hasLocalLinkage()) names.push_back(value.getName().str());
  code->setTargetTriple(module.getTargetTriple());
  code->setDataLayout(module.getDataLayout());
  if (llvm::Linker::linkModules(module, std::move(code))) return err::kCpuCodeInvalid("it does not match the kernel");
  for (const std::string& name : names) {
    llvm::GlobalValue* value = module.getNamedValue(name);
    if (!value || value->isDeclaration()) continue;
    value->setLinkage(llvm::GlobalValue::InternalLinkage);
    value->setVisibility(llvm::GlobalValue::DefaultVisibility);
    if (auto* function = llvm::dyn_cast<llvm::Function>(value)) function->setComdat(nullptr);
    std::erase(externs, name);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Explanation> linkForeignCode(llvm::Module& module, const PrimFunc& function, const CpuOptions& options,
                                           std::vector<std::string>& externs) {
  for (const std::string& text : foreignCode(function)) {
    if (!options.allows || !options.allows(text))
      return explain(kCodeNotAllowed(describeCode(text)),
                     "read it first; `lw ... --allow-c` allows it, and the window asks before a run");
    std::string code = text;
    if (!isLlvmText(text)) {
      Result<std::string> compiled = compileC(text, options.cpu.empty() ? "native" : options.cpu);
      if (!compiled) return compiled.error();
      code = std::move(*compiled);
    }
    std::unique_ptr<llvm::Module> parsed;
    if (auto error = read(code, module.getContext(), parsed)) return error;
    if (auto error = link(module, std::move(parsed), externs)) return error;
  }
  return std::nullopt;
}

}  // namespace lw::cpu
