// Target machine and code generation.
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include "backends/cpu/code_generation.h"
#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "backends/cpu/instructions.h"
#include "backends/cpu/link_foreign.h"
#include "backends/cpu/object_store.h"
#include "backends/cpu/parts.h"
#include "backends/cpu/standalone.h"

namespace lw {
namespace cpu {
namespace {

// LLVM ends the process if it cannot continue. Inside a CrashRecoveryContext the error is returned to compileForCpu
// instead.
void fatalError(void*, const char* reason, bool) {
  if (auto* recovery = llvm::CrashRecoveryContext::GetCurrent()) {
    llvm::errs() << "LLVM: " << reason << '\n';
    recovery->HandleExit(70);
  }
}

}  // namespace

// LLVM keeps its targets and its error handler per process; installing them twice is an error.
void initialiseOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    const auto set = [](llvm::StringRef option, llvm::StringRef value) {
      if (auto* known = llvm::cl::getRegisteredOptions().lookup(option)) known->addOccurrence(0, option, value);
    };
    // Intel's operand order and names, as in manuals and profilers.
    set("x86-asm-syntax", "intel");
    // This pass takes time quadratic in the length of a block, which matters for unrolled kernels, and gains nothing:
    // these processors reorder instructions themselves, and the scheduler before register allocation has already run.
    set("disable-post-ra", "1");
    // How far to search for the store that makes another one redundant: unrolled loops have many accesses.
    set("dse-memoryssa-walklimit", "600");
    set("dse-memoryssa-scanlimit", "1000");
    llvm::CrashRecoveryContext::Enable();
    llvm::install_fatal_error_handler(fatalError);
  });
}

bool Diagnostics::handleDiagnostics(const llvm::DiagnosticInfo& info) {
  if (info.getSeverity() != llvm::DS_Error) return true;
  llvm::raw_string_ostream stream(out);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info.print(printer);
  return true;
}

namespace {

constexpr int kMostScheduled = 2000;  // accesses of a block

// Called before each optional pass of code generation.
class Gate : public llvm::OptPassGate {
 public:
  Gate(const llvm::Module& module, const std::function<bool()>& stop)
      : large_(std::any_of(module.begin(), module.end(),
                           [](const llvm::Function& f) { return hasBlockOf(f, kMostScheduled); })),
        stop_(stop) {}
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) override {
    return !(stop_ && stop_()) && !(large_ && pass == "Machine Instruction Scheduler");
  }
  bool isEnabled() const override { return true; }

 private:
  bool large_;
  const std::function<bool()>& stop_;
};

}  // namespace

bool generate(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType kind, std::string& out,
              const std::function<bool()>& stop) {
  Gate gate(module, stop);
  llvm::OptPassGate& usual = module.getContext().getOptPassGate();
  module.getContext().setOptPassGate(gate);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  const bool known = !machine.addPassesToEmitFile(passes, stream, nullptr, kind, /*DisableVerify=*/true);
  if (known) passes.run(module);
  module.getContext().setOptPassGate(usual);
  out.assign(bytes.begin(), bytes.end());
  return known;
}

std::string textOf(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

Result<std::unique_ptr<llvm::TargetMachine>> makeMachine(const CpuModule& out, int level, bool contract) {
  const std::string triple = llvm::sys::getProcessTriple();
  std::string reason;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target) return err::kCpuNoTarget(triple, reason);
  llvm::TargetOptions options;
  options.AllowFPOpFusion = contract ? llvm::FPOpFusion::Fast : llvm::FPOpFusion::Strict;
  options.FunctionSections = false;
  const auto codeLevel = level == 0   ? llvm::CodeGenOptLevel::None
                         : level == 1 ? llvm::CodeGenOptLevel::Less
                         : level == 2 ? llvm::CodeGenOptLevel::Default
                                      : llvm::CodeGenOptLevel::Aggressive;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, out.cpu, out.features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small, codeLevel));
  if (!machine) return err::kCpuNoTarget(triple, say("LLVM has no target machine for {0}", out.cpu));
  return machine;
}

// Everything that determines the object. The passes are part of this program's build.
std::string keyOf(const llvm::Module& module, const CpuModule& out, const CpuOptions& options) {
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream stream(code);
  llvm::WriteBitcodeToFile(module, stream);
  return ObjectStore::keyOf({programBuild(), LLVM_VERSION_STRING, out.cpu, out.features,
                             std::to_string(options.optLevel), std::to_string(options.threads), toText(options.math),
                             std::string_view(code.data(), code.size())});
}

CpuModule moduleFor(const CpuOptions& options) {
  CpuModule out;
  out.cpu = options.cpu.empty() ? hostCpuName() : options.cpu;
  out.features = !options.features.empty() || !options.cpu.empty() ? options.features : hostCpuFeatures();
  return out;
}

}  // namespace cpu

namespace {

std::string symbolFor(const std::string& function) {
  std::string symbol = "lw_kernel_";
  for (const char c : function) symbol += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return symbol;
}

void setFunctionAttributes(llvm::Module& module, const CpuModule& out) {
  const bool wide = out.features.find("+avx512f") != std::string::npos;
  for (llvm::Function& f : module) {
    if (f.isDeclaration()) continue;
    f.addFnAttr("target-cpu", out.cpu);
    if (!out.features.empty()) f.addFnAttr("target-features", out.features);
    if (wide) f.addFnAttr("prefer-vector-width", "512");
    // Only with a frame pointer can the stack be aligned for spilled vectors: without, each would cross two cache
    // lines.
    f.addFnAttr("frame-pointer", "all");
  }
}

struct Clock {
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  double seconds() const { return ms() / 1000; }
  double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
};

// One compilation, in two steps. Code that may end the process runs in Compilation::safely; after a failure LLVM's
// state is not destroyed. Parts of the module (parts.h) are compiled in parallel, each by a thread with its own state.
class Compilation {
 public:
  Compilation(const PrimFunc& func, const CpuOptions& options, CpuModule& out)
      : func_(func), options_(options), out_(out), store_(options.objects) {}

  std::optional<Explanation> run() {
    if (auto error = safely([&] { return translate(); }, &state_)) return error;
    if (out_.known || (!options_.object && !texts())) return std::nullopt;  // nothing waits for LLVM's passes
    std::vector<Part> parts(bitcode_.size());
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < parts.size(); ++i)
      threads.emplace_back([this, &part = parts[i], &code = bitcode_[i]] {
        part.error = safely([&] { return compilePart(code, part.object); });
      });
    auto error = safely([&] { return generate(); }, &state_);
    threads.clear();
    for (const Part& part : parts)
      if (!error) error = part.error;
    if (error) return error;
    if (!parts.empty()) {
      std::vector<std::string> objects;
      for (Part& part : parts) objects.push_back(std::move(part.object));
      objects.push_back(std::move(out_.object));  // it refers to the objects before it
      out_.object = cpu::archiveOf(objects);
    }
    out_.compileMs += clock_.ms();
    if (kept()) store_.keep(key_, out_.object);
    return std::nullopt;
  }

 private:
  struct Part {
    std::string object;
    std::optional<Explanation> error;
  };
  struct State {
    llvm::LLVMContext context;
    std::string problems;
    std::unique_ptr<llvm::TargetMachine> machine;
    std::unique_ptr<llvm::Module> module;
  };

  std::optional<Explanation> safely(const std::function<std::optional<Explanation>()>& work,
                                    std::unique_ptr<State>* state = nullptr) const {
    std::optional<Explanation> error;
    llvm::CrashRecoveryContext recovery;
    if (recovery.RunSafely([&] { error = work(); })) return error;
    if (state) static_cast<void>(state->release());
    return explain(err::kCpuCodeGeneration(func_.name, say("it exited with code {0}", recovery.RetCode)),
                   "vectorize with fewer lanes, or report this program");
  }

  std::optional<Explanation> makeMachineIn(State& state) const {
    auto machine = cpu::makeMachine(out_, options_.optLevel, options_.math.contract);
    if (!machine) return machine.error();
    state.machine = std::move(*machine);
    state.context.setDiagnosticHandler(std::make_unique<cpu::Diagnostics>(state.problems));
    return std::nullopt;
  }

  bool stopped() const { return options_.stop && options_.stop(); }
  bool late() const { return options_.maxSeconds > 0 && whole_.seconds() > options_.maxSeconds; }
  bool kept() const { return options_.object && !options_.objects.empty() && !texts(); }
  bool texts() const { return options_.optimisedText || options_.asmText; }

  std::optional<Explanation> whyNot(const llvm::Module& module) const {
    if (stopped()) return err::kCpuStopped(func_.name);
    if (late())
      return explain(err::kCpuTooLong(func_.name, int(options_.maxSeconds), module.getInstructionCount()),
                     "unroll or vectorize fewer loops: the expanded code is too large");
    return std::nullopt;
  }

  // From the program to LLVM IR, or to an object from the store.
  std::optional<Explanation> translate() {
    state_ = std::make_unique<State>();
    if (auto error = makeMachineIn(*state_)) return error;
    llvm::TargetMachine& machine = *state_->machine;
    state_->module = std::make_unique<llvm::Module>(func_.name, state_->context);
    llvm::Module& module = *state_->module;
    module.setTargetTriple(machine.getTargetTriple().str());
    module.setDataLayout(machine.createDataLayout());
    module.setPICLevel(llvm::PICLevel::BigPIC);
    cpu::Emitter emitter(module, func_, options_,
                         machine.getTargetTriple().isX86() && machine.getMCSubtargetInfo()->checkFeatures("+avx512f"));
    if (auto error = emitter.emit(out_.symbol)) return error;
    out_.failures = std::move(emitter.failures);
    out_.externs = std::move(emitter.externs);
    out_.lines = std::move(emitter.lines);
    if (auto error = cpu::checkInstructions(module, machine)) return error;
    if (auto error = cpu::linkForeignCode(module, func_, options_, out_.externs)) return error;
    if (options_.standalone) cpu::defineRuntime(module);
    setFunctionAttributes(module, out_);
    std::string broken;
    llvm::raw_string_ostream brokenStream(broken);
    if (llvm::verifyModule(module, &brokenStream)) return err::kCpuInvalidCode(func_.name, broken);
    if (kept()) {
      key_ = cpu::keyOf(module, out_, options_);
      if (std::optional<std::string> object = store_.find(key_)) {
        out_.object = std::move(*object);
        out_.known = true;
      }
    }
    out_.compileMs = clock_.ms();
    if (options_.llvmText) out_.llvmText = cpu::textOf(module);
    clock_ = {};
    if (!out_.known && options_.threads > 1 && options_.object && !texts())
      bitcode_ = cpu::takeApart(module, static_cast<size_t>(options_.threads));
    return std::nullopt;
  }

  std::optional<Explanation> compilePart(const std::string& bitcode, std::string& object) {
    State state;
    if (auto error = makeMachineIn(state)) return error;
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, func_.name), state.context);
    if (!module) return err::kCpuInvalidCode(func_.name, llvm::toString(module.takeError()));
    const std::function<bool()> enough = [&] { return stopped() || late(); };
    cpu::optimise(**module, *state.machine, options_.optLevel, false, enough);
    if (auto why = whyNot(**module)) return why;
    return objectOf(**module, state, object, enough);
  }

  std::optional<Explanation> objectOf(llvm::Module& module, State& state, std::string& object,
                                      const std::function<bool()>& enough) const {
    const bool ok = cpu::generate(module, *state.machine, llvm::CodeGenFileType::ObjectFile, object, enough);
    if (auto why = whyNot(module)) return why;
    if (!ok) return err::kCpuCodeGeneration(func_.name, "this target does not emit object files");
    if (!state.problems.empty()) return err::kCpuCodeGeneration(func_.name, Snippet(state.problems));
    return std::nullopt;
  }

  std::optional<Explanation> generate() {
    llvm::Module& module = *state_->module;
    const std::function<bool()> enough = [&] { return stopped() || late(); };
    if (options_.object || texts()) cpu::optimise(module, *state_->machine, options_.optLevel, false, enough);
    if (auto why = whyNot(module)) return why;
    out_.compileMs += clock_.ms();
    if (options_.optimisedText) out_.optimisedText = cpu::textOf(module);
    if (options_.asmText) {
      // Code generation changes the module.
      const std::unique_ptr<llvm::Module> copy = options_.object ? llvm::CloneModule(module) : nullptr;
      if (!cpu::generate(copy ? *copy : module, *state_->machine, llvm::CodeGenFileType::AssemblyFile, out_.asmText,
                         enough))
        return err::kCpuCodeGeneration(func_.name, "this target does not emit assembly");
    }
    clock_ = {};
    if (options_.object) return objectOf(module, *state_, out_.object, enough);
    if (!state_->problems.empty()) return err::kCpuCodeGeneration(func_.name, Snippet(state_->problems));
    return whyNot(module);
  }

  const PrimFunc& func_;
  const CpuOptions& options_;
  CpuModule& out_;
  const ObjectStore store_;
  std::string key_;
  std::unique_ptr<State> state_;
  std::vector<std::string> bitcode_;
  const Clock whole_;
  Clock clock_;  // of the time that counts as compiling
};

}  // namespace

std::string hostCpuName() { return llvm::sys::getHostCPUName().str(); }

std::string hostCpuFeatures() {
  std::map<std::string, bool> sorted;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) sorted[feature.getKey().str()] = feature.getValue();
  std::string text;
  for (const auto& [name, on] : sorted) {
    if (!text.empty()) text += ',';
    text += on ? '+' : '-';
    text += name;
  }
  return text;
}

Result<CpuModule> compileForCpu(const PrimFunc& lowered, const CpuOptions& options) {
  cpu::initialiseOnce();
  CpuModule out = cpu::moduleFor(options);
  out.symbol = symbolFor(lowered.name);
  if (auto error = Compilation(lowered, options, out).run()) return *error;
  return out;
}

}  // namespace lw
