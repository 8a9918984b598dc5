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

void sayEqual(const ProofResult& proof, const QString& a, const QString& b, StatesProof& made) {
  made.answer = Answer::Equal;
  made.text = Words::tr("“%1” and “%2” are equal for all inputs and sizes").arg(a, b);
  QStringList sums;
  for (const prove::MatchedSum& sum : proof.reordered)
    sums << QString::fromStdString(sum.first == sum.second ? sum.first : sum.first + ", " + sum.second);
  if (!sums.isEmpty())
    made.detail = Words::tr("up to the order in which floats are added: %1").arg(sums.join(QStringLiteral("; ")));
  QStringList calls;
  for (const std::string& name : proof.calls) calls << QString::fromStdString(name);
  if (calls.isEmpty()) return;
  if (!made.detail.isEmpty()) made.detail += QStringLiteral(" — ");
  made.detail += Words::tr("if %1 accesses only what its block declares, and does the same for the same")
                     .arg(calls.join(QStringLiteral(", ")));
}

}  // namespace

FoundOfStates decideStates(const PrimFunc& a, const PrimFunc& b, const std::function<bool()>& stop) {
  FoundOfStates found;
  found.proof = proveEqual(
      a, b, {.operations = std::numeric_limits<unsigned long>::max() / 2, .seconds = kProofSeconds, .stop = stop});
  if (found.proof.answer == ProofResult::Answer::Equal) return found;
  if (!stop()) found.difference = findResultDifference(a, b, kRuns, stop);
  found.stopped = stop() && !found.difference;
  return found;
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
