// The stages of the lowered pane: what each pass left, then LLVM IR, its optimised form and the assembly, or the
// kernels of a GPU as OpenCL C and PTX, each part with the loop and block that it came from.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <string_view>
#include <unordered_map>

#include "app/services/jobs.h"
#include "app/services/line_costs.h"
#include "backends/c/opencl.h"
#include "backends/cpu/cpu.h"
#include "backends/cpu/cycles.h"
#include "backends/cuda/ptx.h"
#include "backends/cuda/sass.h"
#include "core/analysis/work.h"
#include "core/ir/visit.h"
#include "passes/pipeline.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr size_t kOperands = 15;
constexpr double kMachineSeconds = 30;  // of LLVM, for the texts that somebody looks at
constexpr const char *kLlvm = "LLVM IR", *kOptimised = "LLVM IR, optimised", *kAssembly = "assembly",
                     *kOpenCl = "OpenCL C", *kPtx = "PTX", *kSass = "SASS";

struct MachineStage {
  const char *name, *label, *help;
  CodeLexer::Language language;
};
constexpr MachineStage kMachineStages[] = {
    {kLlvm, kLlvm, "as it is handed to LLVM", CodeLexer::Language::Llvm},
    {kOptimised, "optimised IR", "after LLVM's own passes", CodeLexer::Language::Llvm},
    {kAssembly, kAssembly, "machine code", CodeLexer::Language::Assembly}};
constexpr MachineStage kKernelStages[] = {
    {kOpenCl, kOpenCl, "the kernels as the driver of any OpenCL device gets them", CodeLexer::Language::C},
    {kPtx, kPtx, "the kernels as NVIDIA's driver gets them", CodeLexer::Language::Assembly},
    {kSass, kSass, "the kernels as an NVIDIA GPU runs them, by the CUDA toolkit's programs",
     CodeLexer::Language::Assembly}};

StageText stageText(const Stage& stage, std::string name) {
  PrintedText printed = print(stage.function, {});
  struct From {
    Origin origin;
    bool computes;
  };
  std::unordered_map<const void*, From> origins;
  forEachStmt(stage.function.body, [&](const Stmt& s) {
    const auto* store = s.as<BufferStore>();
    origins.emplace(s.key(), From{s.origin(), store && flopsOf(store->value) > 0});
  });
  StageText text{.name = std::move(name),
                 .help = stage.help,
                 .text = std::move(printed.text),
                 .changed = stage.changed,
                 .tags = {},
                 .depth = {},
                 .label = stage.label};
  for (const MappedRange& range : printed.map.ranges()) {
    TaggedSpan tag{range.span, range.loop, {}, {}, true};
    if (range.kind == MappedRange::Kind::Block) tag.block = range.block;
    if (range.kind == MappedRange::Kind::Buffer) tag.buffer = range.name;
    if (const auto origin = origins.find(range.node);
        origin != origins.end() && range.kind == MappedRange::Kind::Statement) {
      tag.loop = origin->second.origin.loop;
      tag.block = origin->second.origin.block;
      tag.computes = origin->second.computes;
    }
    if (tag.loop.valid() || tag.block.valid() || !tag.buffer.empty()) text.tags.push_back(std::move(tag));
  }
  text.program = std::make_shared<const StageProgram>(StageProgram{stage.function, std::move(printed.map)});
  return text;
}

int numberAt(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// Calls `each` with every line of the text, without its end.
template <class F>
void forEachLine(std::string_view text, F each) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void append(StageText& stage, std::string_view line, const Origin& origin) {
  const int begin = int(stage.text.size());
  stage.text += line;
  stage.text += '\n';
  if (origin.loop.valid() || origin.block.valid())
    stage.tags.push_back({{begin, int(stage.text.size()) - 1}, origin.loop, origin.block, {}});
}

// A line that came from line `number` of the module's table; 0: from nowhere.
void append(StageText& stage, std::string_view line, int number, const std::vector<CpuLine>& lines) {
  append(stage, line, number < 1 || number > int(lines.size()) ? Origin() : lines[size_t(number - 1)].origin);
}

// `.loc 1 12 0`: 12.
int lineOfLoc(std::string_view word) {
  const size_t file = word.find_first_of("0123456789");
  const size_t line = file == std::string_view::npos ? file : word.find_first_of(" \t", file);
  return line == std::string_view::npos ? 0 : numberAt(trimmed(word.substr(line)));
}

// Columns that stay narrow: two blanks, the instruction, its operands from the sixteenth column on. The size of an
// operand in memory is left out where a vector instruction says it itself.
std::string assemblyLine(std::string_view line) {
  if (line.empty() || line[0] != '\t') return std::string(line);
  const std::string_view words = trimmed(line);
  const size_t gap = words.find('\t');
  std::string text = "  " + std::string(words.substr(0, gap));
  if (gap == std::string_view::npos) return text;
  text.resize(std::max(text.size() + 1, kOperands), ' ');
  std::string operands(trimmed(words.substr(gap)));
  if (words[0] == 'v')
    for (const std::string_view size : {"zmmword ptr ", "ymmword ptr ", "xmmword ptr ", "dword ptr ", "qword ptr "})
      for (size_t at = operands.find(size); at != std::string::npos; at = operands.find(size))
        operands.erase(at, size.size());
  return text + operands;
}

// How many loops of the code each line stands in: a jump back to a label closes a loop.
std::vector<int> loopDepths(const StageText& stage) {
  const bool ir = stage.language == CodeLexer::Language::Llvm;
  std::unordered_map<std::string_view, int> labels;
  std::map<int, int> loops;  // first line and last
  int count = 0;
  forEachLine(stage.text, [&](std::string_view line) {
    const int here = count++;
    if (ir && line.starts_with("define ")) labels.clear();
    const size_t colon = line.find(':');
    const std::string_view word = trimmed(line);
    if (!line.empty() && line[0] != ' ' && line[0] != '\t' && colon != std::string_view::npos) {
      labels[line.substr(0, colon)] = here;
    } else if (ir && word.starts_with("br ")) {
      for (size_t at = word.find("label %"); at != std::string_view::npos; at = word.find("label %", at + 1)) {
        const std::string_view target = word.substr(at + 7, word.find_first_of(", ", at + 7) - (at + 7));
        if (const auto found = labels.find(target); found != labels.end()) loops[found->second] = here;
      }
    } else if (!ir &&
               (word.starts_with("j") || word.starts_with("bra") || word.starts_with("@"))) {  // PTX: @%p1 bra $L1;
      std::string_view target = word.substr(word.starts_with("@") ? std::min(word.find("bra"), word.size()) : 0);
      target = trimmed(target.substr(std::min(target.find_first_of(" \t"), target.size())));
      if (target.ends_with(';')) target.remove_suffix(1);
      if (const auto found = labels.find(target); found != labels.end()) loops[found->second] = here;
    }
  });
  std::vector<int> depth(size_t(count), 0);
  for (const auto& [first, last] : loops)
    for (int line = first; line <= last; ++line) ++depth[size_t(line)];
  return depth;
}

// Directives that say nothing about the program are left out.
StageText assemblyStage(const CpuModule& module, StageText stage) {
  stage.help = "machine code for " + module.cpu;
  stage.ready = true;
  MachineText machine{module.asmText, module.cpu, module.features, {}};
  int number = 0, here = -1;
  bool debugSection = false;
  forEachLine(module.asmText, [&](std::string_view line) {
    ++here;
    const std::string_view word = trimmed(line);
    if (word.starts_with(".section"))
      debugSection = word.find(".debug") != std::string_view::npos || word.find(".note") != std::string_view::npos;
    if (word.starts_with(".text")) debugSection = false;
    if (word.starts_with(".loc")) {
      number = lineOfLoc(word);
      return;
    }
    if (debugSection || word.empty() || word.starts_with(".cfi") || word.starts_with(".Ltmp") ||
        word.starts_with(".Lfunc") || word.starts_with(".file") || word.starts_with(".ident") ||
        word.starts_with("#DEBUG") || word.starts_with(".addrsig"))
      return;
    append(stage, assemblyLine(line), number, module.lines);
    machine.lines.push_back(here);
  });
  stage.depth = loopDepths(stage);
  stage.machine = std::make_shared<const MachineText>(std::move(machine));
  return stage;
}

StageText ptxStage(const PtxModule& module, StageText stage) {
  stage.help = "the kernels as NVIDIA's driver gets them, for " + std::string(defaultGpuDevice().name);
  stage.ready = true;
  int number = 0;
  forEachLine(module.text, [&](std::string_view line) {
    const std::string_view word = trimmed(line);
    if (word.starts_with(".loc")) {
      number = lineOfLoc(word);
      return;
    }
    if (word.starts_with("}")) number = 0;
    if (word.empty() || word == "//" || word.starts_with("// Generated") || word.starts_with(".file") ||
        word.starts_with(".section") || word.starts_with("$L__tmp") || word.starts_with("$L__func"))
      return;
    append(stage, assemblyLine(line), number, module.lines);
  });
  stage.depth = loopDepths(stage);
  return stage;
}

StageText sassStage(const std::vector<SassLine>& lines, const PtxModule& module, StageText stage) {
  stage.help = "the kernels as an NVIDIA GPU runs them, for " + std::string(defaultGpuDevice().name);
  stage.ready = true;
  for (const SassLine& line : lines) append(stage, line.text, line.from, module.lines);
  return stage;
}

StageText openClStage(const OpenClSource& source, StageText stage) {
  stage.ready = true;
  size_t number = 0;
  forEachLine(source.text, [&](std::string_view line) { append(stage, line, source.lines[number++]); });
  return stage;
}

StageText refusedStage(const char* name, const char* help, const Explanation& why) {
  std::string words = "# " + reasonWords(why).toStdString() + "\n";
  if (!why.hint.empty()) words += "# " + hintWords(why).toStdString() + "\n";
  StageText stage{name, help, std::move(words), CodeLexer::Language::Script, false, {}, {}};
  stage.refusal = true;
  return stage;
}

// The wanted texts of the kernels. `first`: the first stage of machine code.
Stages withKernels(Stages stages, size_t first, const std::set<std::string>& names, const Stop& stop) {
  const auto refused = [&](const Explanation& why) {
    stages.resize(first);
    stages.push_back(std::make_shared<const StageText>(refusedStage("kernels", "why there are none", why)));
    return stages;
  };
  const auto wanted = [&](size_t i) { return !stages[i]->ready && names.contains(stages[i]->name); };
  bool any = false;
  for (size_t i = first; i < stages.size(); ++i) any = any || wanted(i);
  if (!any) return stages;
  const Result<GpuProgram> program = lowerForGpu(stages.front()->program->function, defaultGpuDevice());
  if (!program) return refused(program.error());
  for (size_t i = first; i < stages.size() && !stop(); ++i) {
    if (!wanted(i)) continue;
    if (stages[i]->name == kOpenCl) {
      const Result<OpenClSource> source = writeOpenCl(*program);
      if (!source) return refused(source.error());
      stages[i] = std::make_shared<const StageText>(openClStage(*source, *stages[i]));
    } else {
      const Result<PtxModule> module =
          compileForCuda(*program, std::string(defaultGpuDevice().name), {.lineNumbers = true});
      if (!module) return refused(module.error());
      if (stages[i]->name == kPtx) {
        stages[i] = std::make_shared<const StageText>(ptxStage(*module, *stages[i]));
        continue;
      }
      const Result<std::vector<SassLine>> sass = disassemble(*module, std::string(defaultGpuDevice().name), stop);
      StageText text = sass ? sassStage(*sass, *module, *stages[i])
                            : refusedStage(kSass, "what is missing to show them", sass.error());
      text.ready = true;
      stages[i] = std::make_shared<const StageText>(std::move(text));
    }
  }
  return stages;
}

// `!dbg !12` at the end of an instruction leads to `!12 = !DILocation(line: 3, ...)`.
StageText llvmStage(const CpuModule& module, const std::string& text, StageText stage) {
  std::unordered_map<int, int> lineOfNode;
  forEachLine(text, [&](std::string_view line) {
    const size_t at = line.find("!DILocation(line: ");
    if (line.starts_with("!") && at != std::string_view::npos)
      lineOfNode[numberAt(line.substr(1))] = numberAt(line.substr(at + 18));
  });
  stage.ready = true;
  forEachLine(text, [&](std::string_view line) {
    if (line.starts_with("!")) return;  // metadata
    int number = 0;
    if (const size_t at = line.rfind(", !dbg !"); at != std::string_view::npos) {
      const auto found = lineOfNode.find(numberAt(line.substr(at + 8)));
      number = found == lineOfNode.end() ? 0 : found->second;
      line = line.substr(0, at);
    }
    append(stage, line, number, module.lines);
  });
  stage.depth = loopDepths(stage);
  return stage;
}

// "0.50": cycles from one to the next; at the label of an innermost loop, the cycles of a round: "= 12.3".
StageText priced(StageText stage, const AssemblyCycles& cycles) {
  const MachineText& machine = *stage.machine;
  LineNotes notes{"cycles each, = of a round: model of " + machine.cpu, {}};
  for (const int at : machine.lines) {
    std::string note;
    char figures[48];
    if (const LineCycles& line = cycles.lines[size_t(at)]; line.throughput > 0) {
      std::snprintf(figures, sizeof figures, "%.2f", line.throughput);
      note = figures;
    }
    for (const LoopCycles& loop : cycles.loops)
      if (loop.first == at) {
        std::snprintf(figures, sizeof figures, "= %.1f", loop.perRound);
        note = figures;
      }
    notes.lines.push_back(std::move(note));
  }
  stage.notes = {std::move(notes)};
  return stage;
}

}  // namespace

Stages withCycles(Stages stages, const Stop& stop) {
  for (auto& stage : stages) {
    if (!stage->machine || !stage->notes.empty()) continue;
    const Result<AssemblyCycles> cycles =
        cyclesOf(stage->machine->text, stage->machine->cpu, stage->machine->features, stop);
    if (stop()) return stages;
    StageText made = cycles ? priced(*stage, *cycles) : *stage;
    if (!cycles) made.notes = {{reasonWords(cycles.error()).toStdString(), {}}};
    made.machine.reset();
    stage = std::make_shared<const StageText>(std::move(made));
  }
  return stages;
}

Stages stagesOf(const PrimFunc& function, const std::string& target, const std::vector<int64_t>& caches,
                const Stop& stop, const std::set<std::string>& first, const std::function<void(Stages)>& tell,
                std::shared_ptr<const ProgramCost> costs) {
  const Pipeline* pipeline = pipelineOf(target);
  const std::vector<Stage> stages = pipeline ? lowerAll(function, *pipeline) : std::vector<Stage>();
  if (!costs) costs = std::make_shared<const ProgramCost>(costOf(function));
  Stages texts;
  // The first shows the program that the schedule left: it is named by its label.
  for (const Stage& stage : stages)
    texts.push_back(std::make_shared<const StageText>(StageText{.name = texts.empty() ? stage.label : stage.name,
                                                                .help = stage.help,
                                                                .text = {},
                                                                .changed = stage.changed,
                                                                .tags = {},
                                                                .depth = {},
                                                                .ready = false,
                                                                .label = stage.label}));
  // A stage that changed nothing has the text of the one before.
  const auto make = [&](size_t at) {
    size_t from = at;
    while (from > 0 && !stages[from].changed) --from;
    if (!texts[from]->ready) {
      StageText text = stageText(stages[from], texts[from]->name);
      text.notes = lineCosts(text, *costs, caches);
      texts[from] = std::make_shared<const StageText>(std::move(text));
    }
    if (from == at) return;
    StageText same = *texts[from];
    same.name = texts[at]->name;
    same.help = texts[at]->help;
    same.label = texts[at]->label;
    same.changed = false;
    texts[at] = std::make_shared<const StageText>(std::move(same));
  };
  const std::span<const MachineStage> code =
      isGpuTarget(target) ? std::span<const MachineStage>(kKernelStages) : kMachineStages;
  for (const auto& [name, label, help, language] : code)
    if (!stages.empty())
      texts.push_back(std::make_shared<const StageText>(StageText{.name = name,
                                                                  .help = help,
                                                                  .text = {},
                                                                  .language = language,
                                                                  .tags = {},
                                                                  .depth = {},
                                                                  .ready = false,
                                                                  .label = label}));
  size_t known = 0;
  for (size_t i = 0; i < stages.size() && tell; ++i)
    if (first.contains(texts[i]->name)) make(i), ++known;
  if (tell && known > 0 && known == first.size() && !stop()) tell(texts);
  for (size_t i = 0; i < stages.size() && !stop(); ++i)
    if (!texts[i]->ready) make(i);
  return texts;
}

Stages withMachineCode(Stages stages, const std::set<std::string>& names, const CodeChoices& choices,
                       const Stop& stop) {
  const auto first = std::find_if(stages.begin(), stages.end(), [](const auto& s) { return !s->program; });
  if (first == stages.begin() || first == stages.end()) return stages;
  if (stageNamed(stages, kPtx)) return withKernels(stages, size_t(first - stages.begin()), names, stop);
  const auto wanted = [&](const char* name) {
    const StageText* stage = stageNamed(stages, name);
    return stage && !stage->ready && names.contains(name);
  };
  CpuOptions options;
  options.allows = choices.allows;
  options.math = choices.math;
  options.debugLines = true;
  options.object = false;
  options.llvmText = wanted(kLlvm);
  options.optimisedText = wanted(kOptimised);
  options.asmText = wanted(kAssembly);
  options.stop = stop;
  options.maxSeconds = kMachineSeconds;
  if (!options.llvmText && !options.optimisedText && !options.asmText) return stages;
  const Result<CpuModule> module = compileForCpu((*std::prev(first))->program->function, options);
  if (stop()) return stages;
  if (!module) {
    stages.erase(first, stages.end());
    stages.push_back(std::make_shared<const StageText>(
        refusedStage("machine code", "what the code generator said", module.error())));
    return stages;
  }
  for (auto& stage : stages) {
    if (!wanted(stage->name.c_str())) continue;
    stage = std::make_shared<const StageText>(
        stage->name == kAssembly
            ? assemblyStage(*module, *stage)
            : llvmStage(*module, stage->name == kLlvm ? module->llvmText : module->optimisedText, *stage));
  }
  return stages;
}

}  // namespace lw
