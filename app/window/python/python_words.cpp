#include "app/window/python/python_words.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "app/models/python/python_choice.h"
#include "app/models/python/python_need.h"
#include "app/services/document/python_files.h"
#include "app/services/python/python_runs.h"

namespace lw {
namespace {

struct QuestionTexts {
  Q_DECLARE_TR_FUNCTIONS(lw::PythonWords)
};

QString whyWords(const PythonRuns& runs) {
  const std::optional<PythonNeed> need = runs.need();
  if (QFileInfo(runs.path()).isDir())
    return QuestionTexts::tr("The programs of a folder are found by running its files: run them?");
  if (runs.isUntitled() && need)
    return need->factory ? QuestionTexts::tr("The function in line %1 makes programs when it is called: run this text?")
                               .arg(need->line)
                         : QuestionTexts::tr("Line %1 needs Python: run this text?").arg(need->line);
  if (need && need->line > 0 && need->factory)
    return QuestionTexts::tr("The function in line %1 makes programs when it is called: run this file?")
        .arg(need->line);
  if (need && need->line > 0) return QuestionTexts::tr("Line %1 needs Python: run this file?").arg(need->line);
  if (isNotebook(runs.path()))
    return QuestionTexts::tr("The programs of a notebook are found by running its cells: run them?");
  return QuestionTexts::tr("%1 needs Python: run this file?").arg(nameOf(runs));
}

}  // namespace

QString nameOf(const PythonRuns& runs) { return QFileInfo(runs.path()).fileName(); }

QString rightsWords(const PythonRuns& runs) {
  const QString rights =
      runs.isUntitled() ? QuestionTexts::tr("It can read the libraries of Python only, and cannot write or connect.")
                        : QuestionTexts::tr("It can read this folder, and cannot write or connect.");
  const QString by = interpreterWords(runs.choice());
  return by.isEmpty() ? rights : rights + ' ' + by;
}

QString questionWords(const PythonRuns& runs) { return whyWords(runs) + ' ' + rightsWords(runs); }

QString runningWords(const PythonRuns& runs, int seconds) {
  const QString name = nameOf(runs);
  const QString words = seconds > 0 ? QuestionTexts::tr("Running %1… %2 s").arg(name, QString::number(seconds))
                                    : QuestionTexts::tr("Running %1…").arg(name);
  const QString by = interpreterWords(runs.choice());
  return by.isEmpty() ? words : words + ' ' + by;
}

QString interpreterWords(const PythonChoice& choice) {
  if (choice.isDefault()) return {};
  const QString python = choice.interpreter.isEmpty()
                             ? QuestionTexts::tr("The system's Python")
                             : QuestionTexts::tr("Python of %1").arg(nameOfInterpreter(choice.interpreter));
  return choice.realTvm ? QuestionTexts::tr("%1 runs it, with its own Apache TVM.").arg(python)
                        : QuestionTexts::tr("%1 runs it.").arg(python);
}

QString missingWords(const PythonRuns& runs) {
  const QString package = runs.missingPackage();
  if (package.isEmpty()) return {};
  const QString name = nameOf(runs);
  return runs.choice().interpreter.isEmpty()
             ? QuestionTexts::tr("%1 needs the package %2, which the system's Python does not have.").arg(name, package)
             : QuestionTexts::tr("%1 needs the package %2, which Python of %3 does not have.")
                   .arg(name, package, nameOfInterpreter(runs.choice().interpreter));
}

}  // namespace lw
