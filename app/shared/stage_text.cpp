#include "app/shared/stage_text.h"

#include <algorithm>

#include "app/shared/errors.h"
#include "core/text/print/printer.h"

namespace lw {

std::vector<StageEntry> stageList(const PrimFunc& function, const TargetDescriptor& target) {
  std::vector<StageEntry> list;
  for (const Stage& stage : lowerAll(function, target.pipeline()))
    list.push_back({std::string(stage.name), std::string(stage.help), stage.changed});
  list.push_back({"tir", "The function after the last pass.", {}});
  for (const CodeText* code : codeTextsOf(target))
    list.push_back({std::string(code->stage), std::string(code->help), {}});
  return list;
}

PrintedStage stageText(const PrimFunc& function, const TargetDescriptor& target, const std::string& wanted,
                       const CodeRequest& request) {
  const std::vector<Stage> stages = lowerAll(function, target.pipeline());
  const auto stage = std::find_if(stages.begin(), stages.end(), [&](const Stage& s) { return s.name == wanted; });
  if (stage != stages.end()) return {print(stage->function).text, {}};
  const std::vector<const CodeText*> codes = codeTextsOf(target);
  const auto code = std::find_if(codes.begin(), codes.end(), [&](const CodeText* c) { return c->stage == wanted; });
  if (wanted != "tir" && code == codes.end())
    return {{}, explain(err::kLowerStage(target.name, wanted), "`--stage list` shows them"), true};
  // For stages after the passes of a GPU, the function must fit a device.
  std::optional<GpuProgram> kernels;
  if (target.kernels) {
    Result<GpuProgram> program = lowerForGpu(function, defaultGpuDevice());
    if (!program) return {{}, program.error()};
    kernels = *std::move(program);
  }
  const PrimFunc& lowered = kernels ? kernels->lowered : stages.back().function;
  if (code == codes.end()) return {print(lowered).text, {}};
  const CodeText* written = *code;
  const Result<std::vector<CodeListing>> listings =
      written->write({lowered, kernels ? &*kernels : nullptr}, {&written, 1}, request);
  if (!listings) return {{}, listings.error()};
  const CodeListing& listing = listings->front();
  return {listing.text, listing.failure, false, listing.lacksProgram};
}

}  // namespace lw
