#include "app/models/text/witness_text.h"

#include <algorithm>

#include "app/models/text/translate_messages.h"

namespace lw {

QString shortSentence(const Witness& witness) {
  Witness brief = witness;
  const auto keepDiffering = [](Witness::Point& point, const Witness::Point& other) {
    std::erase_if(point.iteration, [&other](const auto& value) {
      return std::find(other.iteration.begin(), other.iteration.end(), value) != other.iteration.end();
    });
  };
  keepDiffering(brief.first, witness.second);
  keepDiffering(brief.second, witness.first);
  const bool told = !brief.first.iteration.empty() && !brief.second.iteration.empty();
  return witnessWords(told ? brief : witness);
}

}  // namespace lw
