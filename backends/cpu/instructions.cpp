#include "backends/cpu/instructions.h"
#include "backends/cpu/errors.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/MC/MCSubtargetInfo.h>

namespace lw::cpu {
namespace {

struct Need {
  std::string_view prefix, feature, name;
};
// The longest prefixes first.
constexpr Need kNeeds[] = {{"llvm.x86.avx512.vpdpbusd", "avx512vnni", "AVX-512 VNNI"},
                           {"llvm.x86.avx512.vpdpwssd", "avx512vnni", "AVX-512 VNNI"},
                           {"llvm.x86.avx512bf16.", "avx512bf16", "AVX-512 BF16"},
                           {"llvm.x86.avx512fp16.", "avx512fp16", "AVX-512 FP16"},
                           {"llvm.x86.avx512.vpermi2var.qi", "avx512vbmi", "AVX-512 VBMI"},
                           {"llvm.x86.avx512.", "avx512f", "AVX-512"},
                           {"llvm.x86.avx2.vpdp", "avxvnni", "AVX-VNNI"},
                           {"llvm.x86.avx2.", "avx2", "AVX2"},
                           {"llvm.x86.avx.", "avx", "AVX"},
                           {"llvm.x86.fma.", "fma", "FMA"},
                           {"llvm.x86.f16c.", "f16c", "F16C"},
                           {"llvm.x86.tile", "amx-tile", "AMX"},
                           {"llvm.x86.tdp", "amx-int8", "AMX"},
                           {"llvm.x86.sse42.", "sse4.2", "SSE4.2"},
                           {"llvm.x86.sse41.", "sse4.1", "SSE4.1"},
                           {"llvm.x86.ssse3.", "ssse3", "SSSE3"}};

}  // namespace

std::optional<Explanation> checkInstructions(const llvm::Module& module, const llvm::TargetMachine& machine) {
  const std::string cpu = machine.getTargetCPU().str();
  const std::string own = "llvm." + llvm::Triple::getArchTypePrefix(machine.getTargetTriple().getArch()).str() + ".";
  for (const llvm::Function& f : module) {
    if (!f.isTargetIntrinsic()) continue;
    const std::string name = f.getName().str();
    if (!name.starts_with(own))
      return explain(err::kOtherMachine(name, cpu), "choose another intrinsic for this target");
    for (const Need& need : kNeeds) {
      if (!name.starts_with(need.prefix)) continue;
      if (!machine.getMCSubtargetInfo()->checkFeatures("+" + std::string(need.feature)))
        return explain(err::kCpuMissingInstruction(name, std::string(need.name), cpu),
                       "`lw devices` lists what this machine has; leave out the tensorize step here");
      break;
    }
  }
  return std::nullopt;
}

}  // namespace lw::cpu
