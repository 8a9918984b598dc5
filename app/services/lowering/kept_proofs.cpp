#include "app/services/lowering/kept_proofs.h"

#include <QDateTime>
#include <algorithm>

#include "app/models/document/document.h"
#include "core/schedule/support/meaning.h"
#include "core/text/print/printer.h"

namespace lw {

// As ComparedState::prove() compares them.
PrimFunc KeptProofs::comparedOf(int node, int second) const {
  return meaningOf(document_.functionAt(node), document_.history().node(second).schedule.program().intrinsics());
}

void KeptProofs::add(int first, int second, const std::string& function, const PrimFunc& a, const PrimFunc& b,
                     const std::vector<prove::MatchedSum>& sums) {
  if (!document_.hasProgram()) return;
  EqualStates record{first, second, function};
  record.firstState = hashOf(print(a).text), record.secondState = hashOf(print(b).text);
  for (const prove::MatchedSum& sum : sums) record.sums.emplace_back(sum.first, sum.second);
  record.when = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
  std::vector<EqualStates>& all = document_.session()->workspace().proofs;
  std::erase_if(all, [&](const EqualStates& p) {
    return p.first == first && p.second == second && p.function == record.function;
  });
  all.push_back(std::move(record));
}

bool KeptProofs::holds(const EqualStates& proof) const {
  const History& history = document_.history();
  if (proof.function != document_.session()->function() || proof.first >= history.size() ||
      proof.second >= history.size() || history.node(proof.first).removed || history.node(proof.second).removed)
    return false;
  const Stmt &first = document_.functionAt(proof.first).body, &second = document_.functionAt(proof.second).body;
  const auto known = known_.find({proof.first, proof.second});
  if (known == known_.end() || !known->second.first.sameAs(first) || !known->second.second.sameAs(second))
    known_.insert_or_assign({proof.first, proof.second},
                            Known{first, second, hashOf(print(comparedOf(proof.first, proof.second)).text),
                                  hashOf(print(comparedOf(proof.second, proof.second)).text)});
  const Known& now = known_.at({proof.first, proof.second});
  return now.firstState == proof.firstState && now.secondState == proof.secondState;
}

std::optional<KeptProofs::Kept> KeptProofs::of(int node) const {
  if (!document_.hasProgram() || node == 0) return std::nullopt;
  std::optional<Kept> found;
  for (const EqualStates& proof : document_.session()->workspace().proofs) {
    if ((proof.first != node && proof.second != node) || !holds(proof)) continue;
    const int other = proof.first == node ? proof.second : proof.first;
    if (!found || found->other != 0) found = Kept{other, proof.sums};
  }
  return found;
}

}  // namespace lw
