#include "backends/cuda/ptx.h"

#include <algorithm>

#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CrashRecoveryContext.h>

#include "backends/cpu/code_generation.h"
#include "backends/cpu/emitter.h"
#include "backends/cuda/errors.h"
#include "core/ir/lane_operations.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr const char* kTriple = "nvptx64-nvidia-cuda";

struct Arch {
  std::string_view name, features;
  int capability;
};
constexpr Arch kArchs[] = {{"sm_70", "+ptx63", 70}, {"sm_75", "+ptx63", 75}, {"sm_80", "+ptx71", 80},
                           {"sm_86", "+ptx71", 86}, {"sm_89", "+ptx78", 89}, {"sm_90", "+ptx80", 90}};

// The first version of PTX with mma instructions of float8, which drivers since CUDA 12.4 know.
constexpr const char* kFloat8Features = "+ptx84";

// wgmma and setmaxnreg are part of this target only, whose code runs on devices of capability 9.0 and on no later ones.
constexpr const char* kGroupTarget = "sm_90a";

bool needsGroupTarget(const GpuProgram& program) {
  bool found = false;
  for (const GpuKernel& kernel : program.kernels)
    forEachStmt(kernel.body, [&](const Stmt& s) {
      const PhasedCall* call = found ? nullptr : phasedCall(s);
      found = found || (call && call->kind == PhasedKind::Registers);
      const auto* attribute = found ? nullptr : s.as<AttrStmt>();
      const auto operation = attribute ? readWarpMatrix(*attribute) : std::nullopt;
      found = found || (operation && operation->isOfGroup());
    });
  return found;
}

// Those with sums of float16 are part of version 8.7, of CUDA 12.8, which LLVM 19 cannot declare.
constexpr std::string_view kFloat8Version = ".version 8.4", kHalfSumsVersion = ".version 8.7";
constexpr std::string_view kHalfSums[] = {".f16.e4m3.e4m3.f16 ", ".f16.e5m2.e5m2.f16 "};

void declareVersion(std::string& ptx) {
  const size_t at = ptx.find(kFloat8Version);
  if (at != std::string::npos && std::any_of(std::begin(kHalfSums), std::end(kHalfSums),
                                             [&](std::string_view p) { return ptx.find(p) != std::string::npos; }))
    ptx.replace(at, kFloat8Version.size(), kHalfSumsVersion);
}

bool multipliesFloat8(const GpuProgram& program) {
  bool found = false;
  for (const GpuKernel& kernel : program.kernels)
    forEachStmt(kernel.body, [&](const Stmt& s) {
      const auto* attribute = s.as<AttrStmt>();
      if (!attribute || (attribute->key != kWarpMatrix && attribute->key != kWarpProduct)) return;
      forEachExpr(attribute->value, [&](const Expr& e) { found = found || e.dtype().isFloat8(); });
    });
  return found;
}

Result<const Arch*> archOf(const std::string& name) {
  for (const Arch& arch : kArchs)
    if (arch.name == name) return &arch;
  return explain(err::kCudaArchitecture(name), "known: sm_70, sm_75, sm_80, sm_86, sm_89, sm_90");
}

std::optional<Explanation> build(const GpuProgram& program, llvm::TargetMachine& machine, int capability,
                                 const PtxOptions& wanted, PtxModule& out) {
  llvm::LLVMContext context;
  std::string problems;
  context.setDiagnosticHandler(std::make_unique<cpu::Diagnostics>(problems));
  llvm::Module module(program.lowered.name, context);
  module.setTargetTriple(kTriple);
  module.setDataLayout(machine.createDataLayout());
  CpuOptions options;
  options.debugLines = wanted.lineNumbers;
  for (const GpuKernel& kernel : program.kernels) {
    cpu::Emitter emitter(module, kernel.function, options);
    emitter.lines = std::move(out.lines);  // numbers go on from kernel to kernel
    const auto error = emitter.emitKernel(kernel, capability);
    out.lines = std::move(emitter.lines);
    if (error) return error;
  }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(module, &stream)) return err::kCudaInvalidCode(program.lowered.name, broken);
  cpu::optimise(module, machine, 3, true);
  if (wanted.llvmText) out.llvmText = cpu::textOf(module);
  if (!cpu::generate(module, machine, llvm::CodeGenFileType::AssemblyFile, out.text))
    return err::kCudaCodeGeneration(program.lowered.name, "this target does not emit text");
  if (!problems.empty()) return err::kCudaCodeGeneration(program.lowered.name, Snippet(problems));
  declareVersion(out.text);
  return std::nullopt;
}

}  // namespace

Result<PtxModule> compileForCuda(const GpuProgram& program, const std::string& name, const PtxOptions& options) {
  Result<const Arch*> arch = archOf(name);
  if (!arch) return arch.error();
  cpu::initialiseOnce();
  const bool float8 = (*arch)->capability >= kFloat8Capability && multipliesFloat8(program);
  const std::string features = float8 ? kFloat8Features : std::string((*arch)->features);
  const bool groups = (*arch)->capability == kGroupCapability && needsGroupTarget(program);
  std::string reason;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(kTriple, reason);
  if (!target) return err::kCudaCodeGeneration(program.lowered.name, reason);
  llvm::TargetOptions how;
  how.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  const std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(kTriple, groups ? kGroupTarget : std::string((*arch)->name), features, how,
                                  llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
  PtxModule out;
  std::optional<Explanation> error;
  llvm::CrashRecoveryContext recovery;
  if (!recovery.RunSafely([&] { error = build(program, *machine, (*arch)->capability, options, out); }))
    return explain(err::kCudaCodeGeneration(program.lowered.name, say("it exited with code {0}", recovery.RetCode)),
                   "vectorize with fewer lanes, or report this program");
  if (error) return *error;
  return out;
}

}  // namespace lw
