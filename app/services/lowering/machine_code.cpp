#include "app/services/lowering/machine_code.h"

#include <algorithm>
#include <cstdio>

#include "app/models/text/translate_messages.h"
#include "backends/cpu/cycles.h"
#include "backends/targets/targets.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

constexpr double kMachineSeconds = 30;  // time limit of LLVM for texts that a view shows

// The code that LLVM's passes begin with is made in a moment; the other texts wait for the passes.
bool isEarly(const CodeText& code) { return code.stage == "llvm"; }

StageText refusedStage(const char* name, const char* help, const Explanation& why) {
  std::string words = "# " + reasonWords(why).toStdString() + "\n";
  if (!why.hint.empty()) words += "# " + hintWords(why).toStdString() + "\n";
  StageText stage{name, help, std::move(words), TextLanguage::Script, false, {}, {}};
  stage.refusal = true;
  stage.group = StageGroup::MachineCode;
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

TextLanguage lexedAs(CodeLanguage language) {
  switch (language) {
    case CodeLanguage::C:
      return TextLanguage::C;
    case CodeLanguage::Llvm:
      return TextLanguage::Llvm;
    case CodeLanguage::Assembly:
      break;
  }
  return TextLanguage::Assembly;
}

// "0.50": cycles from one instruction to the next; at the label of an innermost loop, the cycles per iteration: "=
// 12.3".
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

Stages machineStages(const TargetDescriptor& target) {
  Stages texts;
  for (const CodeText* code : codeTextsOf(target)) {
    StageText text{.name = std::string(code->name),
                   .help = std::string(code->note),
                   .text = {},
                   .language = lexedAs(code->language),
                   .tags = {},
                   .depth = {},
                   .ready = false,
                   .label = std::string(code->label)};
    text.code = code;
    text.group = StageGroup::MachineCode;
    texts.push_back(std::make_shared<const StageText>(std::move(text)));
  }
  return texts;
}

Stages withMachineCode(Stages stages, const std::set<std::string>& names, const CodeChoices& choices, const Stop& stop,
                       const std::function<void(Stages)>& tell) {
  const auto first = std::find_if(stages.begin(), stages.end(), [](const auto& s) { return !s->program; });
  if (first == stages.begin() || first == stages.end()) return stages;
  const PrimFunc lowered = (*std::prev(first))->program->function, scheduled = stages.front()->program->function;
  std::vector<size_t> wanted;
  for (size_t i = size_t(first - stages.begin()); i < stages.size(); ++i)
    if (stages[i]->code && !stages[i]->ready && names.contains(stages[i]->name)) wanted.push_back(i);
  if (wanted.empty()) return stages;
  const bool ofKernels = stages[wanted.front()]->code->ofKernels;
  const auto refused = [&](const Explanation& why) {
    std::erase_if(stages, [](const auto& stage) { return stage->code && !stage->ready; });
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
  std::stable_partition(wanted.begin(), wanted.end(), [&](size_t i) { return isEarly(*stages[i]->code); });
  while (!wanted.empty() && !stop()) {  // the texts that one function generates together
    const CodeText& one = *stages[wanted.front()]->code;
    const auto others = std::stable_partition(wanted.begin(), wanted.end(), [&](size_t i) {
      return stages[i]->code->write == one.write && isEarly(*stages[i]->code) == isEarly(one);
    });
    std::vector<const CodeText*> codes;
    for (auto i = wanted.begin(); i != others; ++i) codes.push_back(stages[*i]->code);
    Result<std::vector<CodeListing>> listings = one.write({lowered, kernels ? &*kernels : nullptr}, codes, request);
    if (stop()) return stages;
    if (!listings) return refused(listings.error());
    for (size_t i = 0; i < codes.size(); ++i)
      stages[wanted[i]] = std::make_shared<const StageText>(codeStage(*stages[wanted[i]], std::move((*listings)[i])));
    wanted.erase(wanted.begin(), others);
    if (tell && !wanted.empty() && isEarly(one)) tell(stages);
  }
  return stages;
}

}  // namespace lw
