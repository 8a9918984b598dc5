#include "views/translation/translate_messages.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "views/translation/core_translator.h"

namespace lw {
namespace {

std::string translated(const std::string& english) {
  return QCoreApplication::translate("core", english.c_str()).toStdString();
}

}  // namespace

QString inWords(std::string_view english) {
  return english.empty() ? QString() : QCoreApplication::translate("core", std::string(english).c_str());
}

QString inWholeWords(std::string_view english) {
  return english.empty() ? QString()
                         : QCoreApplication::translate("core", std::string(english).c_str(), CoreTranslator::kWhole);
}

QString labelWords(std::string_view english) {
  return QCoreApplication::translate("labels", std::string(english).c_str());
}

// The words stand for the sentence as it was made: one that somebody put together otherwise is looked up as it is.
QString reasonWords(const Explanation& reason) {
  const std::string sentence(reason.sentence), other = sentence.empty() ? sentence : translated(sentence);
  if (other == sentence || filled(sentence, reason.holes) != reason.message) return inWords(reason.message);
  std::vector<std::string> holes = reason.holes;
  for (std::string& hole : holes) {
    if (reason.witness && hole == reason.witness->sentence())
      hole = witnessWords(*reason.witness).toStdString();
    else if (!hole.empty())
      hole = translated(hole);
  }
  // Words that fill a hole between other words need no space in a language without spaces.
  static const QRegularExpression needless("(?<=\\p{Han}) (?=\\p{Han})");
  return QString::fromStdString(filled(other, holes)).remove(needless);
}

QString hintWords(const Explanation& reason) { return inWords(reason.hint); }

QString witnessWords(const Witness& witness) {
  const std::string sentence(witness.sentenceOf());
  return QString::fromStdString(filled(translated(sentence), witness.holes()));
}

}  // namespace lw
