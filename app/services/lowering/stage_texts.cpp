#include "app/services/lowering/stage_texts.h"

#include <unordered_map>

#include "app/services/lowering/line_costs.h"
#include "app/services/lowering/machine_code.h"
#include "backends/targets/targets.h"
#include "core/analysis/cost/work.h"
#include "core/ir/visit.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

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

}  // namespace

Stages stagesOf(const PrimFunc& function, const std::string& targetName, const std::vector<int64_t>& caches,
                const Stop& stop, const std::set<std::string>& first, const std::function<void(Stages)>& tell,
                std::shared_ptr<const ProgramCost> costs) {
  const TargetDescriptor* target = findTarget(targetName);
  const std::vector<Stage> stages = target ? lowerAll(function, target->pipeline()) : std::vector<Stage>();
  if (!costs) costs = std::make_shared<const ProgramCost>(costOf(function));
  Stages texts;
  // The first stage shows the scheduled program before all passes, and is named by its label.
  for (const Stage& stage : stages)
    texts.push_back(std::make_shared<const StageText>(
        StageText{.name = texts.empty() ? stage.label : stage.name,
                  .help = stage.help,
                  .text = {},
                  .changed = stage.changed,
                  .tags = {},
                  .depth = {},
                  .ready = false,
                  .label = stage.label,
                  .group = texts.empty() ? StageGroup::Schedule : StageGroup::Passes}));
  // A stage without changes has the text of the previous stage.
  const auto make = [&](size_t at) {
    size_t from = at;
    while (from > 0 && !stages[from].changed) --from;
    if (!texts[from]->ready) {
      StageText text = stageText(stages[from], texts[from]->name);
      text.group = texts[from]->group;
      text.notes = lineCosts(text, *costs, caches);
      texts[from] = std::make_shared<const StageText>(std::move(text));
    }
    if (from == at) return;
    StageText same = *texts[from];
    same.name = texts[at]->name;
    same.help = texts[at]->help;
    same.label = texts[at]->label;
    same.group = texts[at]->group;
    same.changed = false;
    texts[at] = std::make_shared<const StageText>(std::move(same));
  };
  if (!stages.empty())
    for (const std::shared_ptr<const StageText>& stage : machineStages(*target)) texts.push_back(stage);
  size_t known = 0;
  for (size_t i = 0; i < stages.size() && tell; ++i)
    if (first.contains(texts[i]->name)) make(i), ++known;
  if (tell && known > 0 && known == first.size() && !stop()) tell(texts);
  for (size_t i = 0; i < stages.size() && !stop(); ++i)
    if (!texts[i]->ready) make(i);
  return texts;
}

}  // namespace lw
