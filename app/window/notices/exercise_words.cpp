#include "app/window/notices/exercise_words.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "core/text/challenge.h"

namespace lw {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(lw::ExerciseWords)
};

ExerciseWords wordsBeside(const QFileInfo& exercise, const QString& language) {
  QFile file(exercise.dir().filePath(language + ".txt"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QString hint = QStringLiteral("Hint: ");
  for (const QString& part : QString::fromUtf8(file.readAll()).split("\n\n", Qt::SkipEmptyParts)) {
    const QStringList lines = part.split('\n', Qt::SkipEmptyParts);
    if (lines.isEmpty() || lines.front() != exercise.fileName()) continue;
    ExerciseWords words;
    for (const QString& line : lines.mid(1)) {
      if (line.startsWith(hint))
        words.hints << line.mid(hint.size());
      else
        words.about += line;
    }
    return words;
  }
  return {};
}

}  // namespace

ExerciseWords exerciseWords(const QString& path, std::string_view text) {
  ExerciseWords words;
  for (const std::string& hint : hintsOf(text)) words.hints << QString::fromStdString(hint);
  const QString language = Texts::tr("en", "the code of the language of the translation");
  if (path.isEmpty() || language == QLatin1String("en")) return words;
  ExerciseWords translated = wordsBeside(QFileInfo(path), language);
  // An exercise that was changed keeps the hints that belong to it.
  return translated.hints.size() == words.hints.size() ? translated : words;
}

}  // namespace lw
