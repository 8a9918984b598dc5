#include "app/models/runs/model_facts.h"

#include "app/models/text/translate_messages.h"
#include "backends/measure/model_costs.h"

namespace lw {
namespace {

constexpr double kLeastShare = 0.01;
constexpr size_t kMostLoops = 12;

QString percent(double share) { return QStringLiteral("%1 %").arg(100 * share, 0, 'f', share < 0.0995 ? 1 : 0); }

RunFact factOf(const ModelledLoop& loop, double whole) {
  const QString indent(2 * std::max(0, loop.depth), QChar(0x00a0));
  return {RunModel::tr("%1Cycles of loop %2").arg(indent, QString::fromStdString(loop.name)),
          RunModel::tr("%1 · %2, %3 cache lines, limited by %4")
              .arg(messageWords(amountOf(loop.cycles)), percent(loop.cycles / whole),
                   messageWords(amountOf(loop.lines)), messageWords(wordsOf(loop.most()))),
          RunModel::tr("In all executions, with the loops inside, by the model of the challenge. The names are those "
                       "of the lowered program")};
}

}  // namespace

std::vector<RunFact> modelFacts(const RunRow& run) {
  std::vector<RunFact> facts;
  const RunFigures& figures = run.figures;
  if (!figures.missing.isEmpty()) facts.push_back({RunModel::tr("Costs most"), figures.missing, {}});
  if (!figures.beside.isEmpty())
    facts.push_back({RunModel::tr("Model and time"), figures.beside,
                     RunModel::tr("What the model of the challenge counts, beside what was measured here")});
  if (!figures.model || figures.model->whole.cycles <= 0) return facts;
  size_t shown = 0;
  for (const ModelledLoop& loop : figures.model->loops)
    if (loop.cycles >= kLeastShare * figures.model->whole.cycles && shown++ < kMostLoops)
      facts.push_back(factOf(loop, figures.model->whole.cycles));
  return facts;
}

}  // namespace lw
