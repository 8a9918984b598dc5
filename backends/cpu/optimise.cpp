// LLVM's passes and their order for kernels. The only unit that includes PassBuilder.
//
// What the order was measured to bring: kernels are compiled in 60 % of the time of LLVM's own order. Stores that
// unrolled steps have in common are done once: the sample mm_exp_mm with the schedule full_tiling, whose tiles are in
// memory, takes 170 ms in place of 280. A loop over a tile that fills the registers is not unrolled further, because
// the values that several steps load in common would have to wait in registers. Loops that the lowered program leaves
// to LLVM are unrolled after the first round, which saves an eighth of the compile time; for that, sums are moved to
// registers a second time after the unrolling.
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/Error.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>

#include <algorithm>
#include <array>

#include "backends/cpu/checked_slp.h"
#include "backends/cpu/code_generation.h"
#include "backends/cpu/delay_stores.h"
#include "backends/cpu/dot_products.h"
#include "backends/cpu/interleaved_products.h"
#include "backends/cpu/loop_widths.h"
#include "backends/cpu/nibble_tables.h"
#include "backends/cpu/share_sums.h"
#include "backends/cpu/split_vectors.h"
#include "backends/cpu/stream_stores.h"
#include "backends/cpu/table_loads.h"
#include "backends/cpu/transpose_loads.h"
#include "backends/cpu/wide_integers.h"
#include "backends/cpu/widen_halves.h"

namespace lw::cpu {
namespace {

// Passes that compare all memory accesses of a loop or a block in pairs take seconds for the thousands of accesses in
// unrolled loops.
constexpr std::array<std::string_view, 2> kPairwise{"LoopLoadEliminationPass", "LoopDistributePass"};
constexpr int kMostInLoop = 500;

// In LLVM 19, SLP moves stores behind a gather of what they store, and vector-combine takes a repeated lane for a whole
// vector (tests/golden/fuzz/compiled_store_behind_gather.py, compiled_repeated_lane.py).
constexpr std::array<std::string_view, 2> kWrong{"SLPVectorizerPass", "VectorCombinePass"};

// The part of LLVM's standard order that kernels need: they have no calls, recursion or dead code, so most
// interprocedural passes find nothing and take half of the time. The wrong ones are left out or checked. In addition to
// LLVM's order, loads and stores that unrolled iterations have in common are merged after unrolling.
constexpr const char* kKernel =
    "inferattrs,always-inline,cgscc(inline),globaldce,function<eager-inv>("
    // Tables and squares first, while their loads are untouched. Then memory to registers, and loops in the form that
    // the following passes expect.
    "table-loads,transpose-loads,sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<max-iterations=1;no-verify-"
    "fixpoint>,"
    "reassociate,loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,loop-rotate,licm<allowspeculation>"
    ",simple-loop-unswitch<nontrivial;trivial>),"
    "simplifycfg,instcombine<max-iterations=1;no-verify-fixpoint>,loop(loop-idiom,indvars,loop-deletion,loop-unroll-"
    "full-more),"
    // Indices of unrolled loops are constant now: sums move to registers, and start with the value that was stored
    // before.
    "sroa<modify-cfg>,instcombine<max-iterations=1;no-verify-fixpoint>,loop-mssa(licm<allowspeculation>),"
    "gvn,correlated-propagation,instcombine<max-iterations=1;no-verify-fixpoint>,dse,transpose-loads,"
    // Full unrolling of the reduction makes `k == 0`, the test for the initialisation, invariant in the loops left.
    "loop-mssa(licm<allowspeculation>,simple-loop-unswitch<nontrivial>),simplifycfg,"
    // Vectors.
    "loop(loop-rotate),widen-halves,loop-widths,loop-vectorize,infer-alignment,loop-load-elim,early-cse<memssa>,"
    "instcombine<max-iterations=1;no-verify-fixpoint>,"
    "simplifycfg<hoist-common-insts;sink-common-insts;no-keep-loops>,checked-slp,split-vectors,"
    "loop-unroll<O3>,early-cse<memssa>,dse,sroa<preserve-cfg>,infer-alignment,instcombine<max-iterations=1;no-verify-"
    "fixpoint>,"
    "loop-mssa(licm<allowspeculation>),loop-sink,div-rem-pairs,simplifycfg)";

bool runs(llvm::StringRef pass, const llvm::Any& unit) {
  if (std::find(kWrong.begin(), kWrong.end(), std::string_view(pass)) != kWrong.end()) return false;
  if (std::find(kPairwise.begin(), kPairwise.end(), std::string_view(pass)) == kPairwise.end()) return true;
  const auto* function = llvm::any_cast<const llvm::Function*>(&unit);
  return !function || !hasBlockOf(**function, kMostInLoop);
}

}  // namespace

bool hasBlockOf(const llvm::Function& function, int most) {
  return std::any_of(function.begin(), function.end(), [most](const llvm::BasicBlock& block) {
    return std::count_if(block.begin(), block.end(),
                         [](const llvm::Instruction& i) { return i.mayReadOrWriteMemory(); }) > most;
  });
}

namespace {

// What decides which of our passes apply.
struct Processor {
  bool hasAvx512, hasHalves, convertsHalves;
  unsigned dotBytes;  // of the longest vectors whose bytes are multiplied and added; 0: none
};

Processor processorOf(const llvm::TargetMachine& machine) {
  const auto has = [&](const char* features) { return machine.getMCSubtargetInfo()->checkFeatures(features); };
  return {.hasAvx512 = has("+avx512f"),
          .hasHalves = has("+avx512fp16"),
          .convertsHalves = has("+f16c"),
          .dotBytes = has("+avx512vnni,+avx512vl") ? 64U
                      : has("+avxvnni")            ? 32U
                                                   : 0U};
}

bool addOwn(llvm::StringRef name, llvm::FunctionPassManager& to, const Processor& processor) {
  if (name == "split-vectors")
    to.addPass(SplitVectors());
  else if (name == "transpose-loads")
    to.addPass(TransposeLoads());
  else if (name == "table-loads")
    to.addPass(TableLoads(processor.hasAvx512));
  else if (name == "widen-halves")
    to.addPass(WidenHalves(!processor.hasHalves));
  else if (name == "loop-widths")
    to.addPass(LoopWidths(processor.convertsHalves, processor.dotBytes));
  else if (name == "checked-slp")
    to.addPass(CheckedSlp());
  else
    return false;
  return true;
}

llvm::ModulePassManager passesForKernels(llvm::PassBuilder& builder, const Processor& processor) {
  // Under its plain name the pass unrolls fewer loops than in LLVM's order for the highest level.
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::LoopPassManager& to, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name != "loop-unroll-full-more") return false;
        to.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/3));
        return true;
      });
  builder.registerPipelineParsingCallback(
      [&processor](llvm::StringRef name, llvm::FunctionPassManager& to,
                   llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) { return addOwn(name, to, processor); });
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, kKernel));
  llvm::FunctionPassManager last;
  last.addPass(WideIntegers());
  last.addPass(NibbleTables(processor.hasAvx512));
  last.addPass(DotProducts(processor.dotBytes));
  last.addPass(InterleavedProducts(processor.dotBytes == 64));
  last.addPass(ShareSums());
  last.addPass(DelayStores());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
  return passes;
}

}  // namespace

// When `stop` returns true, the remaining passes are skipped.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, int level, bool gpu,
              const std::function<bool()>& stop) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = tuning.LoopUnrolling = true;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [&stop](llvm::StringRef pass, llvm::Any unit) { return !(stop && stop()) && runs(pass, unit); });
  llvm::PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
  llvm::ModulePassManager passes;
  const Processor processor = gpu ? Processor{} : processorOf(machine);
  if (level == 0) {
    passes = builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  } else if (gpu || level == 1) {
    passes =
        builder.buildPerModuleDefaultPipeline(level == 1 ? llvm::OptimizationLevel::O1 : llvm::OptimizationLevel::O3);
  } else {
    passes = passesForKernels(builder, processor);
  }
  if (!gpu) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(WidenHalves(!processor.hasHalves)));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(StreamStores()));
  }
  passes.run(module, modules);
}

}  // namespace lw::cpu
