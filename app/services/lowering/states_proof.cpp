#include "app/services/lowering/states_proof.h"

#include <QCoreApplication>
#include <QStringList>
#include <limits>

#include "app/models/text/translate_messages.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using Answer = StatesProof::Answer;

constexpr int64_t kRuns = 5;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(StatesProof)
};

// The blocks that write an array of the caller.
Selection writersOf(const PrimFunc& f, size_t parameter) {
  Selection writers;
  const Buffer* buffer = f.bufferOf(f.params[parameter]);
  if (!buffer) return writers;
  forEachStmt(f.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    if (!block || block->iters.empty()) return;
    for (const BufferRegion& region : block->writes)
      if (region.buffer == *buffer) return writers.blocks.push_back(block->id);
  });
  return writers;
}

QString number(double value) { return QString::number(value, 'g', 9); }

QString equalText(const QString& a, const QString& b) {
  return Words::tr("“%1” and “%2” are equal for all inputs and sizes").arg(a, b);
}

using Sums = std::vector<std::pair<std::string, std::string>>;

// Empty: no sum has another order.
QString orderText(const Sums& sums) {
  if (sums.empty()) return {};
  QStringList names;
  for (const auto& [first, second] : sums)
    names << QString::fromStdString(first == second ? first : first + ", " + second);
  return Words::tr("up to the order in which floats are added: %1").arg(names.join(QStringLiteral("; ")));
}

void sayEqual(const ProofResult& proof, const QString& a, const QString& b, StatesProof& made) {
  made.answer = Answer::Equal;
  made.text = equalText(a, b);
  Sums sums;
  for (const prove::MatchedSum& sum : proof.reordered) sums.emplace_back(sum.first, sum.second);
  made.detail = orderText(sums);
  QStringList calls;
  for (const std::string& name : proof.calls) calls << QString::fromStdString(name);
  if (calls.isEmpty()) return;
  if (!made.detail.isEmpty()) made.detail += QStringLiteral(" — ");
  made.detail += Words::tr("if %1 accesses only what its block declares, and does the same for the same")
                     .arg(calls.join(QStringLiteral(", ")));
}

QString originWords(const ChainLink& link) {
  using Source = ChainLink::Source;
  if (link.source == Source::Input) return Words::tr("an input");
  if (link.source == Source::Unwritten) return Words::tr("never written");
  const QString by = link.source == Source::Block ? Words::tr("block %1").arg(QString::fromStdString(link.name))
                                                  : Words::tr("a statement outside of blocks");
  QStringList loops;
  for (const auto& [id, loop] : link.loops)
    loops << QStringLiteral("%1 = %2").arg(QString::fromStdString(loop.first)).arg(loop.second);
  const QString at = loops.isEmpty() ? by : Words::tr("%1 at %2").arg(by, loops.join(QStringLiteral(", ")));
  return link.executions > 1 ? Words::tr("%1, the last of %2 executions").arg(at).arg(link.executions) : at;
}

ProofChain chainOf(const ValueChain& chain, const QString& label) {
  ProofChain made{0, label, {}, chain.more};
  for (const ChainLink& link : chain.links) {
    ProofLink step{
        QStringLiteral("%1[%2] = %3")
            .arg(QString::fromStdString(link.buffer), QString::fromStdString(link.index), number(link.value)),
        originWords(link),
        {}};
    if (link.block.valid()) step.made.blocks.push_back(link.block);
    for (const auto& [id, loop] : link.loops) step.made.loops.push_back(id);
    made.links.push_back(std::move(step));
  }
  return made;
}

}  // namespace

FoundOfStates decideStates(const PrimFunc& a, const PrimFunc& b, const std::function<bool()>& stop) {
  FoundOfStates found;
  found.proof = proveEqual(
      a, b, {.operations = std::numeric_limits<unsigned long>::max() / 2, .seconds = kProofSeconds, .stop = stop});
  if (found.proof.answer == ProofResult::Answer::Equal) return found;
  if (!stop()) found.difference = findResultDifference(a, b, kRuns, stop);
  if (found.difference) found.chains = traceDifference(a, b, *found.difference, stop);
  found.stopped = stop() && !found.difference;
  return found;
}

QString equalWords(const std::vector<std::pair<std::string, std::string>>& sums, const QString& a, const QString& b) {
  return sums.empty() ? equalText(a, b) : Words::tr("%1, %2").arg(equalText(a, b), orderText(sums));
}

StatesProof inWords(const FoundOfStates& found, const QString& a, const QString& b, const PrimFunc& second) {
  StatesProof made;
  if (found.proof.answer == ProofResult::Answer::Equal) {
    sayEqual(found.proof, a, b, made);
  } else if (found.difference) {
    const ResultDifference& d = *found.difference;
    made.answer = Answer::Different;
    made.text = Words::tr("“%1” and “%2” are different").arg(a, b);
    made.detail =
        Words::tr("%1[%2] is %3 in the one and %4 in the other, for a run with small inputs")
            .arg(QString::fromStdString(d.buffer), QString::fromStdString(d.index), number(d.first), number(d.second));
    made.writers = writersOf(second, d.parameter);
    if (found.chains) made.chains = {chainOf(found.chains->first, a), chainOf(found.chains->second, b)};
  } else if (found.stopped) {
    made.answer = Answer::Stopped;
    made.text = Words::tr("The proof was stopped");
  } else {
    made.text = Words::tr("No proof was found that “%1” and “%2” are equal, and runs gave the same results").arg(a, b);
    made.detail = messageWords(found.proof.obstacle.reason);
    const QString remedy = messageWords(found.proof.obstacle.remedy);
    if (!remedy.isEmpty()) made.detail += QStringLiteral(" — ") + remedy;
  }
  return made;
}

}  // namespace lw
