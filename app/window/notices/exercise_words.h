// What an exercise says in the language of the window: what it is about, and its hints. English is in the file of the
// exercise; a file of the language beside it, "zh_CN.txt", has the others: for each exercise a line with the name of
// its file, a line about it, and a line for each hint, which begins with "Hint: ". An empty line ends an exercise.
#pragma once

#include <QStringList>
#include <string_view>

namespace lw {

struct ExerciseWords {
  QString about;  // empty where the text of the file says it
  QStringList hints;
};

ExerciseWords exerciseWords(const QString& path, std::string_view text);

}  // namespace lw
