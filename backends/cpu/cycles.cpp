#include "backends/cpu/cycles.h"
#include "backends/cpu/errors.h"

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/MCA/Context.h>
#include <llvm/MCA/CustomBehaviour.h>
#include <llvm/MCA/InstrBuilder.h>
#include <llvm/MCA/Pipeline.h>
#include <llvm/MCA/SourceMgr.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace lw {
namespace {

constexpr size_t kLargestLoop = 2000;
constexpr unsigned kRounds = 100, kCallLatency = 100;

struct Placed {
  int line = 0;
  llvm::MCInst instruction;
};

// Keeps the instructions with their lines; the rest of the text is ignored.
class Collector : public llvm::MCStreamer {
 public:
  Collector(llvm::MCContext& context, const llvm::SourceMgr& source, std::vector<Placed>& out)
      : MCStreamer(context), source_(source), out_(out) {}
  void emitInstruction(const llvm::MCInst& instruction, const llvm::MCSubtargetInfo&) override {
    out_.push_back({int(source_.getLineAndColumn(instruction.getLoc()).first) - 1, instruction});
  }
  bool hasRawTextSupport() const override { return true; }
  void emitRawTextImpl(llvm::StringRef) override {}
  bool emitSymbolAttribute(llvm::MCSymbol*, llvm::MCSymbolAttr) override { return true; }
  void emitCommonSymbol(llvm::MCSymbol*, uint64_t, llvm::Align) override {}
  void emitZerofill(llvm::MCSection*, llvm::MCSymbol*, uint64_t, llvm::Align, llvm::SMLoc) override {}

 private:
  const llvm::SourceMgr& source_;
  std::vector<Placed>& out_;
};

// The parts of LLVM that describe the processor.
struct Machine {
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembly;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
};

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// A jump back to a label closes a loop; only loops without inner loops are taken.
std::vector<LoopCycles> innermostLoops(std::string_view text, int& lines) {
  std::map<std::string_view, int> labels;
  std::map<int, int> loops;  // first and last line
  for (lines = 0; !text.empty(); ++lines) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end), words = trimmed(line);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (const size_t colon = line.find(':');
        !line.empty() && line[0] != ' ' && line[0] != '\t' && colon != std::string_view::npos)
      labels[line.substr(0, colon)] = lines;
    if (!words.starts_with('j')) continue;
    const std::string_view target = trimmed(words.substr(std::min(words.find_first_of(" \t"), words.size())));
    if (const auto found = labels.find(target.substr(0, target.find_first_of(" \t#"))); found != labels.end())
      loops[found->second] = lines;
  }
  std::vector<LoopCycles> innermost;
  for (auto loop = loops.begin(); loop != loops.end(); ++loop)
    if (const auto next = std::next(loop); next == loops.end() || next->first > loop->second)
      innermost.push_back({loop->first, loop->second});
  return innermost;
}

std::optional<Explanation> parse(const std::string& text, const Machine& machine, const llvm::Triple& triple,
                                 const llvm::Target& target, const llvm::MCTargetOptions& options,
                                 std::vector<Placed>& out) {
  llvm::SourceMgr source;
  std::string problems;
  source.setDiagHandler(
      [](const llvm::SMDiagnostic& d, void* to) {
        if (d.getKind() == llvm::SourceMgr::DK_Error && static_cast<std::string*>(to)->empty())
          *static_cast<std::string*>(to) = "line " + std::to_string(d.getLineNo()) + ": " + d.getMessage().str();
      },
      &problems);
  source.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text), {});
  llvm::MCContext context(triple, machine.assembly.get(), machine.registers.get(), machine.subtarget.get(), &source);
  const std::unique_ptr<llvm::MCObjectFileInfo> sections(target.createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(sections.get());
  Collector collector(context, source, out);
  const std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(source, context, collector, *machine.assembly));
  const std::unique_ptr<llvm::MCTargetAsmParser> dialect(
      target.createMCAsmParser(*machine.subtarget, *parser, *machine.instructions, options));
  if (!dialect) return err::kCpuUnreadableAssembly(say("there is no parser for {0}", triple.str()));
  parser->setTargetParser(*dialect);
  if (parser->Run(false) || !problems.empty())
    return err::kCpuUnreadableAssembly(problems.empty() ? "LLVM gave no reason" : problems);
  return std::nullopt;
}

// A processor model does not include the cost of a call.
bool calls(const Placed& p, const Machine& machine) {
  const llvm::MCInstrDesc& kind = machine.instructions->get(p.instruction.getOpcode());
  return kind.isCall() || kind.isReturn();
}

// Cycles per iteration, from many consecutive iterations; 0: the model lacks an instruction.
double simulate(const std::vector<Placed>& code, size_t begin, size_t end, const Machine& machine, LoopCycles& loop) {
  namespace mca = llvm::mca;
  const mca::InstrumentManager instruments(*machine.subtarget, *machine.instructions);
  mca::InstrBuilder builder(*machine.subtarget, *machine.instructions, *machine.registers, machine.analysis.get(),
                            instruments, kCallLatency);
  std::vector<std::unique_ptr<mca::Instruction>> sequence;
  for (size_t i = begin; i < end; ++i) {
    llvm::Expected<std::unique_ptr<mca::Instruction>> made = builder.createInstruction(code[i].instruction, {});
    if (!made) return llvm::consumeError(made.takeError()), 0;
    loop.operations += int((*made)->getDesc().NumMicroOps);
    sequence.push_back(std::move(*made));
  }
  loop.instructions = int(sequence.size());
  mca::CircularSourceMgr rounds(sequence, kRounds);
  mca::CustomBehaviour behaviour(*machine.subtarget, rounds, *machine.instructions);
  mca::Context context(*machine.registers, *machine.subtarget);
  const std::unique_ptr<mca::Pipeline> pipeline =
      context.createDefaultPipeline(mca::PipelineOptions(0, 0, 0, 0, 0, 0, /*NoAlias=*/true), rounds, behaviour);
  llvm::Expected<unsigned> cycles = pipeline->run();
  if (!cycles) return llvm::consumeError(cycles.takeError()), 0;
  return double(*cycles) / kRounds;
}

}  // namespace

Result<AssemblyCycles> cyclesOf(const std::string& text, const std::string& cpu, const std::string& features,
                                const std::function<bool()>& stop) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmParser();
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string reason;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple.str(), reason);
  if (!target) return err::kCpuNoCycleModel(cpu);
  const llvm::MCTargetOptions options;
  Machine machine;
  machine.registers.reset(target->createMCRegInfo(triple.str()));
  machine.assembly.reset(target->createMCAsmInfo(*machine.registers, triple.str(), options));
  machine.instructions.reset(target->createMCInstrInfo());
  machine.subtarget.reset(target->createMCSubtargetInfo(triple.str(), cpu, features));
  if (!machine.subtarget || !machine.subtarget->getSchedModel().hasInstrSchedModel() ||
      !machine.subtarget->getSchedModel().isOutOfOrder())
    return err::kCpuNoCycleModel(cpu);
  machine.analysis.reset(target->createMCInstrAnalysis(machine.instructions.get()));
  std::vector<Placed> code;
  if (auto error = parse(text, machine, triple, *target, options, code)) return *error;

  AssemblyCycles cycles;
  int count = 0;
  const std::vector<LoopCycles> loops = innermostLoops(text, count);
  cycles.lines.resize(size_t(count));
  const llvm::MCSchedModel& model = machine.subtarget->getSchedModel();
  for (const Placed& p : code) {
    if (p.line < 0 || p.line >= count) continue;
    LineCycles& line = cycles.lines[size_t(p.line)];
    line.latency = model.computeInstrLatency(*machine.subtarget, *machine.instructions, p.instruction);
    line.throughput = model.getReciprocalThroughput(*machine.subtarget, *machine.instructions, p.instruction);
    const llvm::MCSchedClassDesc* sched =
        model.getSchedClassDesc(machine.instructions->get(p.instruction.getOpcode()).getSchedClass());
    line.operations = sched->isValid() && !sched->isVariant() ? int(sched->NumMicroOps) : 0;
  }
  for (LoopCycles loop : loops) {
    const auto at = [&](int line) {
      return size_t(std::partition_point(code.begin(), code.end(), [line](const Placed& p) { return p.line < line; }) -
                    code.begin());
    };
    const size_t begin = at(loop.first), end = at(loop.last + 1);
    if (begin == end || end - begin > kLargestLoop || (stop && stop())) continue;
    if (std::any_of(code.begin() + std::ptrdiff_t(begin), code.begin() + std::ptrdiff_t(end),
                    [&](const Placed& p) { return calls(p, machine); }))
      continue;
    loop.perRound = simulate(code, begin, end, machine, loop);
    if (loop.perRound > 0) cycles.loops.push_back(loop);
  }
  return cycles;
}

}  // namespace lw
