#include "views/translation/step_words.h"

#include <QRegularExpression>
#include <QStringList>

#include "core/schedule/all_primitives.h"

namespace lw {
namespace {

QStringList wordsOf(const QString& typed) {
  static const QRegularExpression gaps("[\\s,]+");
  return typed.split(gaps, Qt::SkipEmptyParts);
}

QString firstWord(const QString& typed) {
  static const QRegularExpression end("[\\s,(]");
  const QString text = typed.trimmed();
  return text.left(text.indexOf(end)).toLower();
}

bool isLiteral(const QString& word) {
  bool number = false;
  word.toDouble(&number);
  return number || word == "None" || word == "True" || word == "False" || word.startsWith('"') || word.startsWith('\'');
}

// A single factor is the inner one; the outer loop gets the remaining iterations.
QString factors(QStringList words) {
  if (words.size() == 1 && words.front() != "None") words.prepend("None");
  return "[" + words.join(", ") + "]";
}

// The text of one argument; removes its words from the front of `words`.
QString argument(const Param& param, QStringList& words) {
  switch (infoOf(param.type).typed) {
    case Typed::Factors:
      return factors(std::exchange(words, {}));
    case Typed::List: {
      const QString all = std::exchange(words, {}).join(", ");
      return param.variadic ? all : "[" + all + "]";
    }
    case Typed::Quoted: {
      const QString word = words.takeFirst();
      return isLiteral(word) ? word : "\"" + word + "\"";
    }
    case Typed::Word:
      return words.takeFirst();
    case Typed::Slot: {  // read 0, or a name
      const QString word = words.takeFirst();
      if ((word == "read" || word == "write") && !words.isEmpty())
        return "(\"" + word + "\", " + words.takeFirst() + ")";
      return isLiteral(word) || word.startsWith('(') ? word : "\"" + word + "\"";
    }
    case Typed::Rest:
      return std::exchange(words, {}).join(" ");
  }
  return {};
}

}  // namespace

std::vector<const Primitive*> stepsNamed(const QString& typed, const std::vector<const Primitive*>& composites) {
  const QString word = firstWord(typed);
  std::vector<const Primitive*> begin, hold, all(allPrimitives().begin(), allPrimitives().end());
  all.insert(all.end(), composites.begin(), composites.end());
  for (const Primitive* p : all) {
    if (p->query) continue;
    const QString name = QString::fromStdString(p->name);
    if (name == word)
      begin.insert(begin.begin(), p);
    else if (name.startsWith(word))
      begin.push_back(p);
    else if (name.contains(word))
      hold.push_back(p);
  }
  begin.insert(begin.end(), hold.begin(), hold.end());
  return begin;
}

bool hasArguments(const QString& typed) { return typed.contains('(') || wordsOf(typed).size() > 1; }

QString callOfWords(const QString& typed, const std::vector<const Primitive*>& composites) {
  if (typed.contains('(')) return typed.trimmed();
  const std::vector<const Primitive*> steps = stepsNamed(typed, composites);
  QStringList words = wordsOf(typed);
  if (words.isEmpty() || steps.empty()) return {};
  const bool exact = QString::fromStdString(steps.front()->name) == words.front().toLower();
  if (!exact && steps.size() > 1) return {};
  words.removeFirst();
  QStringList arguments;
  for (const Param& param : steps.front()->params)
    if (!words.isEmpty()) arguments << argument(param, words);
  arguments << words;  // too many arguments: the step reports it itself
  return QString::fromStdString(steps.front()->name) + "(" + arguments.join(", ") + ")";
}

}  // namespace lw
