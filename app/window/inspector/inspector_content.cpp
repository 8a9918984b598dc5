#include "app/window/inspector/inspector_content.h"

#include <QCoreApplication>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/program/state_views.h"
#include "app/models/runs/runs.h"
#include "app/models/support/services.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/kernel_facts.h"
#include "core/analysis/proofs.h"
#include "core/ir/ops.h"
#include "core/schedule/support/provenance.h"
#include "views/loop_tree/loop_tree_style.h"

namespace lw {
namespace {

QColor colorOf(const Theme& t, const LoopTreeNode& node) {
  if (node.kind == LoopTreeNode::Kind::Block) return t.block;
  switch (node.forKind) {
    case ForKind::Serial:
      return node.reduce ? t.reduce : t.serial;
    case ForKind::Parallel:
    case ForKind::ThreadBinding:
      return t.parallel;
    case ForKind::Vectorized:
      return t.vectorized;
    case ForKind::Unrolled:
      return t.unrolled;
  }
  return t.serial;
}

// Who decided that the steps are legal; empty: the table of provers was not asked.
QString proofWords(const Schedule& schedule, const std::vector<int>& steps) {
  QStringList words;
  for (const int step : steps)
    for (const ProofRecord& proof : schedule.proofs(step))
      if (proof.assumed())
        words << QObject::tr("an assumption: nothing decided it");
      else if (proof.answer == ProofAnswer::Yes)
        words << messageWords(wordsOf(*proof.prover));
  words.removeDuplicates();
  return words.join(QStringLiteral(", "));
}

QString joined(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& n : names) list << QString::fromStdString(n);
  return list.join(", ");
}

// Recorded steps as rows of the trace: number and node, without duplicates.
std::vector<std::pair<int, int>> traceRowsOf(const History& history, const std::vector<int>& recorded) {
  const std::vector<int> path = history.pathTo(history.current());
  std::vector<std::pair<int, int>> steps;
  for (const int step : recorded)
    for (size_t i = 1; i < path.size(); ++i)
      if (history.node(path[i]).schedule.stepCount() > step) {
        if (steps.empty() || steps.back().second != path[i]) steps.emplace_back(int(i), path[i]);
        break;
      }
  return steps;
}

// Makes the texts of the inspector.
class InspectorContents {
  Q_DECLARE_TR_FUNCTIONS(InspectorContents)

 public:
  InspectorContents(const Services& services, const Theme& theme) : services_(services), theme_(theme) {}
  InspectorContent ofSelection() const;

 private:
  InspectorContent ofMany() const;
  InspectorContent ofNode(const LoopTreeNode& node) const;
  void addLoop(InspectorContent& content, const LoopTreeNode& node) const;
  void addBlock(InspectorContent& content, const LoopTreeNode& node) const;

  const Services& services_;
  const Theme& theme_;
};

InspectorContent InspectorContents::ofSelection() const {
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews()) return {};
  const LinkedSelection& selection = services_.get<SelectionModel>()->current();
  const LoopTree& tree = services_.get<ShownProgram>()->views().tree;
  const int index = selection.loop().valid() ? tree.find(selection.loop()) : tree.find(selection.block());
  if (index < 0) return {};
  if (selection.nodes.loops.size() + selection.nodes.blocks.size() > 1) return ofMany();
  InspectorContent content = ofNode(tree.nodes[size_t(index)]);
  for (auto& fact : launchFacts(tree, index)) content.facts.push_back(std::move(fact));
  if (const auto report = services_.get<Runs>()->emulated())
    for (auto& fact : emulatedFacts(tree, index, *report)) content.facts.push_back(std::move(fact));
  return content;
}

InspectorContent InspectorContents::ofMany() const {
  InspectorContent content;
  const Selection& nodes = services_.get<SelectionModel>()->current().nodes;
  const Snapshot& program = services_.get<Document>()->schedule().program();
  QStringList loops, blocks;
  double iterations = 1;
  for (const LoopId loop : nodes.loops) {
    loops << QString::fromStdString(program.loop(loop).var.name());
    const std::optional<int64_t> extent = asInt(program.loop(loop).extent);
    iterations = extent ? iterations * double(*extent) : 0;
  }
  for (const BlockId block : nodes.blocks) blocks << QString::fromStdString(program.block(block).name);
  content.title = (loops + blocks).join(", ");
  content.chip = blocks.isEmpty()  ? tr("%1 loops").arg(loops.size())
                 : loops.isEmpty() ? tr("%1 blocks").arg(blocks.size())
                                   : tr("%1 nodes").arg(loops.size() + blocks.size());
  content.chipColor = theme_.focus;
  content.sentence = loops.size() > 1
                         ? tr("reorder puts the loops in the order in which you picked them; fuse joins nested ones")
                         : tr("Steps that take several loops or blocks apply to these");
  if (loops.size() > 1) content.facts.emplace_back(tr("In this order"), loops.join(" → "));
  if (loops.size() > 1 && iterations > 0) content.facts.emplace_back(tr("Total iterations"), countText(iterations));
  return content;
}

InspectorContent InspectorContents::ofNode(const LoopTreeNode& node) const {
  InspectorContent content;
  content.title = QString::fromStdString(node.name);
  content.chipColor = colorOf(theme_, node);
  const Schedule& schedule = services_.get<Document>()->schedule();
  const std::vector<int> made = node.loop.valid()    ? stepsBehind(schedule, node.loop)
                                : node.block.valid() ? stepsBehind(schedule, node.block)
                                                     : std::vector<int>();
  content.made = traceRowsOf(services_.get<Document>()->history(), made);
  if (node.kind == LoopTreeNode::Kind::Loop)
    addLoop(content, node);
  else
    addBlock(content, node);
  if (const QString proof = proofWords(schedule, made); !proof.isEmpty())
    content.facts.emplace_back(tr("Proved by"), proof);
  return content;
}

void InspectorContents::addLoop(InspectorContent& content, const LoopTreeNode& node) const {
  const Schedule& schedule = services_.get<Document>()->schedule();
  content.chip = chipText(node);
  content.sentence =
      tr("%1 iterations, %2").arg(QString::fromStdString(node.extent), node.reduce ? tr("reduction") : tr("spatial"));
  QStringList blocks;
  const Selection below = withDescendants(schedule.program(), {{node.loop}, {}});
  for (const BlockId b : below.blocks) blocks << QString::fromStdString(schedule.program().name(b));
  const int loops = int(below.loops.size()) - 1;
  content.facts = {{tr("Operations"), tr("%1 %").arg(node.flopShare * 100, 0, 'f', node.flopShare > 0.1 ? 0 : 1)},
                   {tr("Footprint"), workingSet(node.cost, services_.get<ShownProgram>()->views().tree.caches)},
                   {tr("FLOP/byte"), QString::number(node.cost.intensity(), 'g', 3)},
                   {tr("Blocks"), blocks.join(", ")},
                   {tr("Inner loops"), QString::number(loops)}};
}

void InspectorContents::addBlock(InspectorContent& content, const LoopTreeNode& node) const {
  content.chip = tr("block");
  content.sentence = node.init.empty() ? tr("A block") : tr("A reduction with an initial value");
  if (!node.statement.empty()) content.facts.emplace_back(tr("Computes"), QString::fromStdString(node.statement));
  if (!node.init.empty()) content.facts.emplace_back(tr("Initial value"), QString::fromStdString(node.init));
  if (!node.predicate.empty()) content.facts.emplace_back(tr("Where"), QString::fromStdString(node.predicate));
  if (!node.reads.empty()) content.facts.emplace_back(tr("Reads"), joined(node.reads));
  if (!node.writes.empty()) content.facts.emplace_back(tr("Writes"), joined(node.writes));
}

}  // namespace

InspectorContent inspectorContent(const Services& services, const Theme& theme) {
  return InspectorContents(services, theme).ofSelection();
}

}  // namespace lw
