// The stages of the lowered pane: what each pass left, then the texts of code of the target, each part with the loop
// and block that it came from.
#include <algorithm>
#include <cstdio>
#include <string_view>
#include <unordered_map>

#include "app/services/jobs.h"
#include "app/services/line_costs.h"
#include "backends/cpu/cycles.h"
#include "backends/targets/targets.h"
#include "core/analysis/work.h"
#include "core/ir/visit.h"
#include "passes/pipeline.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr double kMachineSeconds = 30;  // of LLVM, for the texts that somebody looks at
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

StageText refusedStage(const char* name, const char* help, const Explanation& why) {
  std::string words = "# " + reasonWords(why).toStdString() + "\n";
  if (!why.hint.empty()) words += "# " + hintWords(why).toStdString() + "\n";
  StageText stage{name, help, std::move(words), CodeLexer::Language::Script, false, {}, {}};
  stage.refusal = true;
  return stage;
}

StageText codeStage(StageText stage, CodeListing listing) {
  stage.ready = true;
  if (listing.failure) {
    StageText refused = refusedStage(stage.name.c_str(), "what is missing to show them", *listing.failure);
    refused.ready = true;
    return refused;
  }
  if (!listing.note.empty()) stage.help = std::move(listing.note);
  stage.text = std::move(listing.text);
  stage.depth = std::move(listing.depth);
  int begin = 0;
  for (const Origin& origin : listing.origins) {
    const int end = int(stage.text.find('\n', size_t(begin)));
    if (origin.loop.valid() || origin.block.valid())
      stage.tags.push_back({{begin, end}, origin.loop, origin.block, {}});
    begin = end + 1;
  }
  if (listing.priced)
    stage.machine = std::make_shared<const MachineText>(
        MachineText{std::move(listing.priced->text), std::move(listing.priced->cpu),
                    std::move(listing.priced->features), std::move(listing.priced->lines)});
  return stage;
}

CodeLexer::Language lexedAs(CodeLanguage language) {
  switch (language) {
    case CodeLanguage::C:
      return CodeLexer::Language::C;
    case CodeLanguage::Llvm:
      return CodeLexer::Language::Llvm;
    case CodeLanguage::Assembly:
      break;
  }
  return CodeLexer::Language::Assembly;
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

Stages stagesOf(const PrimFunc& function, const std::string& targetName, const std::vector<int64_t>& caches,
                const Stop& stop, const std::set<std::string>& first, const std::function<void(Stages)>& tell,
                std::shared_ptr<const ProgramCost> costs) {
  const TargetDescriptor* target = findTarget(targetName);
  const std::vector<Stage> stages = target ? lowerAll(function, target->pipeline()) : std::vector<Stage>();
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
  const std::vector<const CodeText*> codes = target ? codeTextsOf(*target) : std::vector<const CodeText*>();
  for (const CodeText* code : codes) {
    StageText text{.name = std::string(code->name),
                   .help = std::string(code->note),
                   .text = {},
                   .language = lexedAs(code->language),
                   .tags = {},
                   .depth = {},
                   .ready = false,
                   .label = std::string(code->label)};
    text.code = code;
    texts.push_back(std::make_shared<const StageText>(std::move(text)));
  }
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
  const PrimFunc lowered = (*std::prev(first))->program->function, scheduled = stages.front()->program->function;
  std::vector<size_t> wanted;
  for (size_t i = size_t(first - stages.begin()); i < stages.size(); ++i)
    if (stages[i]->code && !stages[i]->ready && names.contains(stages[i]->name)) wanted.push_back(i);
  if (wanted.empty()) return stages;
  const bool ofKernels = stages[wanted.front()]->code->ofKernels;
  const auto refused = [&](const Explanation& why) {
    stages.erase(first, stages.end());
    stages.push_back(std::make_shared<const StageText>(
        ofKernels ? refusedStage("kernels", "why there are none", why)
                  : refusedStage("machine code", "what the code generator said", why)));
    return stages;
  };
  std::optional<GpuProgram> kernels;
  if (ofKernels) {
    Result<GpuProgram> program = lowerForGpu(scheduled, defaultGpuDevice());
    if (!program) return refused(program.error());
    kernels = *std::move(program);
  }
  CodeRequest request;
  request.math = choices.math;
  request.allows = choices.allows;
  request.origins = true;
  request.maxSeconds = kMachineSeconds;
  request.stop = stop;
  while (!wanted.empty() && !stop()) {  // those that one function writes at a time
    const auto write = stages[wanted.front()]->code->write;
    const auto others =
        std::stable_partition(wanted.begin(), wanted.end(), [&](size_t i) { return stages[i]->code->write == write; });
    std::vector<const CodeText*> codes;
    for (auto i = wanted.begin(); i != others; ++i) codes.push_back(stages[*i]->code);
    Result<std::vector<CodeListing>> listings = write({lowered, kernels ? &*kernels : nullptr}, codes, request);
    if (stop()) return stages;
    if (!listings) return refused(listings.error());
    for (size_t i = 0; i < codes.size(); ++i)
      stages[wanted[i]] = std::make_shared<const StageText>(codeStage(*stages[wanted[i]], std::move((*listings)[i])));
    wanted.erase(wanted.begin(), others);
  }
  return stages;
}

}  // namespace lw
