#include "app/models/text/translate_messages.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace lw {
QString inWords(std::string_view english) {
  return english.empty() ? QString() : QCoreApplication::translate("core", std::string(english).c_str());
}

QString labelWords(std::string_view english) {
  return QCoreApplication::translate("labels", std::string(english).c_str());
}

// Removes the space around inserted words in languages without spaces between words.
static QString joined(QString words) {
  static const QRegularExpression needless("(?<=\\p{Han}) (?=\\p{Han})");
  return words.remove(needless);
}

QString messageWords(const Message& message, const std::optional<Witness>& witness) {
  if (message.sentence.empty()) return inWords(message.plain);
  std::vector<std::string> holes;
  for (const MessageArgument& argument : message.arguments) {
    if (witness && argument.text == witness->sentence())
      holes.push_back(witnessWords(*witness).toStdString());
    else if (argument.kind == MessageArgument::Kind::Message)
      holes.push_back(messageWords(argument.phrase.front(), witness).toStdString());
    else
      holes.push_back(argument.kind == MessageArgument::Kind::TypeName ? inWords(argument.text).toStdString()
                                                                       : argument.text);
  }
  const QString sentence = inWords(message.sentence);
  return message.arguments.empty() ? sentence : joined(QString::fromStdString(filled(sentence.toStdString(), holes)));
}

QString reasonWords(const Explanation& reason) {
  return reason.reason.text() == reason.message ? messageWords(reason.reason, reason.witness) : inWords(reason.message);
}

QString hintWords(const Explanation& reason) {
  return reason.remedy.text() == reason.hint ? messageWords(reason.remedy) : inWords(reason.hint);
}

QString reasonWords(const Diagnostic& diagnostic) { return reasonWords(explanationOf(diagnostic)); }

QString hintWords(const Diagnostic& diagnostic) { return hintWords(explanationOf(diagnostic)); }

QString witnessWords(const Witness& witness) { return messageWords(witness.message()); }

}  // namespace lw
