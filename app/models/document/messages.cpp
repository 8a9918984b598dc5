#include "app/models/document/messages.h"

#include "app/models/text/translate_messages.h"
#include "app/models/text/witness_text.h"

namespace lw {

Problem problemOf(const QString& place, const Explanation& e) {
  QString message = reasonWords(e);
  if (e.witness) message += ": " + shortSentence(*e.witness);
  return {Problem::Severity::Refusal,
          place,
          message,
          e.witness ? witnessWords(*e.witness) : QString(),
          hintWords(e),
          {},
          false,
          e.repairs,
          e.loops,
          e.blocks,
          e.witness};
}

Problem problemOf(Problem::Severity severity, const QString& place, const QString& message) {
  return {severity, place, message, {}, {}, {}, false, {}, {}, {}, {}};
}

void Messages::say(const QString& text) { Q_EMIT said(text); }

std::vector<Problem> Messages::problems() const {
  std::vector<Problem> all = text_;
  all.insert(all.end(), steps_.begin(), steps_.end());
  all.insert(all.end(), files_.begin(), files_.end());
  return all;
}

void Messages::addTextProblems(const std::vector<Problem>& problems) {
  text_.insert(text_.end(), problems.begin(), problems.end());
}

void Messages::addStepProblems(const std::vector<Problem>& problems) {
  steps_.insert(steps_.begin(), problems.begin(), problems.end());
}

void Messages::appendStepProblems(const std::vector<Problem>& problems) {
  steps_.insert(steps_.end(), problems.begin(), problems.end());
}

void Messages::addFileProblems(const std::vector<Problem>& problems) {
  files_.insert(files_.end(), problems.begin(), problems.end());
}

void Messages::setRepairs(const QString& place, const Explanation& reason) {
  for (Problem& problem : steps_)
    if (problem.place == place) problem.repairs = reason.repairs;
}

}  // namespace lw
