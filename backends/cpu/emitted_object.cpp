// An object of code that is emitted as a whole, such as the entry of a model.
#include <llvm/Support/CrashRecoveryContext.h>

#include "backends/cpu/code_generation.h"
#include "backends/cpu/errors.h"
#include "backends/cpu/object_store.h"

namespace lw::cpu {

Result<std::string> objectOf(const std::string& name, const CpuOptions& options,
                             const std::function<void(llvm::Module&)>& emit) {
  initialiseOnce();
  const CpuModule out = moduleFor(options);
  std::optional<Explanation> error;
  std::string object;
  llvm::CrashRecoveryContext recovery;
  const bool ended = recovery.RunSafely([&] {
    auto machine = makeMachine(out, options.optLevel, false);
    if (!machine) {
      error = machine.error();
      return;
    }
    llvm::LLVMContext context;
    std::string problems;
    context.setDiagnosticHandler(std::make_unique<Diagnostics>(problems));
    llvm::Module module(name, context);
    module.setTargetTriple((*machine)->getTargetTriple().str());
    module.setDataLayout((*machine)->createDataLayout());
    module.setPICLevel(llvm::PICLevel::BigPIC);
    emit(module);
    const ObjectStore store(options.objects);
    std::string key;
    if (!options.objects.empty()) {
      key = keyOf(module, out, options);
      if (std::optional<std::string> kept = store.find(key)) {
        object = std::move(*kept);
        return;
      }
    }
    optimise(module, **machine, 1, false);
    if (!generate(module, **machine, llvm::CodeGenFileType::ObjectFile, object) || !problems.empty())
      error = err::kCpuCodeGeneration(name, Snippet(problems));
    else if (!key.empty())
      store.keep(key, object);
  });
  if (!ended) return err::kCpuCodeGeneration(name, say("it exited with code {0}", recovery.RetCode));
  if (error) return *error;
  return object;
}

}  // namespace lw::cpu
