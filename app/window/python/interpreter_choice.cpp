#include "app/window/python/interpreter_choice.h"

#include <QCoreApplication>
#include <QSettings>
#include <algorithm>

#include "app/services/python/python_runs.h"
#include "app/window/python/python_words.h"

namespace lw {
namespace {

constexpr const char* kInterpreter = "python/interpreter";
constexpr const char* kEnvironments = "python/environments";
constexpr const char* kRealTvm = "python/realTvm";
constexpr const char* kSystems = "system";  // in kRealTvm: the settings keep no empty text

struct InterpreterTexts {
  Q_DECLARE_TR_FUNCTIONS(lw::InterpreterChoice)
};

std::vector<InterpreterEntry> entriesFor(const PythonRuns& runs) {
  std::vector<InterpreterEntry> entries{{InterpreterTexts::tr("Python of this system"), {}}};
  const auto add = [&](const QString& title, const QString& path) {
    const auto has = [&](const InterpreterEntry& entry) { return entry.path == path; };
    if (!path.isEmpty() && std::none_of(entries.begin(), entries.end(), has)) entries.push_back({title, path});
  };
  for (const QString& beside : environmentsBeside(runs.path()))
    add(InterpreterTexts::tr("The environment %1, for the files beside it").arg(nameOfInterpreter(beside)), beside);
  if (const QString active = activeEnvironment(); !active.isEmpty())
    add(InterpreterTexts::tr("The active environment %1").arg(nameOfInterpreter(active)), active);
  if (const QString chosen = runs.choices().interpreter; !chosen.isEmpty()) add(nameOfInterpreter(chosen), chosen);
  return entries;
}

struct Facts {
  QString words;
  bool usable = true;
};

Facts factsOf(const PythonRuns& runs, const QString& path, bool other, bool realTvm) {
  if (other && path.isEmpty()) return {InterpreterTexts::tr("Enter the path of a Python."), false};
  const QString program = path.isEmpty() ? path : interpreterAt(path);
  if (!path.isEmpty() && program.isEmpty())
    return {InterpreterTexts::tr("✗ There is neither a program nor an environment at %1.").arg(path), false};
  QStringList words;
  if (environmentsBeside(runs.path()).contains(program))
    words << InterpreterTexts::tr(
        "It is used for the files beside it. Starting it runs what its folder contains, with your rights.");
  else if (!program.isEmpty())
    words << InterpreterTexts::tr("It is used for all files without a chosen environment beside them.");
  if (realTvm) {
    const QString version = tvmVersionOf(program);
    words << (version.isEmpty() ? InterpreterTexts::tr("✗ No Apache TVM is found in its folders.")
              : version == QLatin1String("?")
                  ? InterpreterTexts::tr("✓ Apache TVM is installed there.")
                  : InterpreterTexts::tr("✓ Apache TVM %1 is installed there.").arg(version));
  }
  return {words.join(QLatin1Char('\n')), true};
}

}  // namespace

InterpreterDialog* makeInterpreterDialog(PythonRuns& runs, const std::function<void()>& used, QWidget* parent) {
  const PythonChoice now = runs.choice();
  auto* dialog = new InterpreterDialog(nameOf(runs), entriesFor(runs), now.interpreter, now.realTvm, parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  const auto show = [dialog, &runs] {
    const Facts facts = factsOf(runs, dialog->path(), dialog->isOther(), dialog->realTvm());
    dialog->setFacts(facts.words, facts.usable);
  };
  show();
  QObject::connect(dialog, &InterpreterDialog::changed, dialog, show);
  QObject::connect(dialog, &QDialog::accepted, dialog, [dialog, &runs, used, now] {
    const QString path = dialog->path();
    const PythonChoice choice{path.isEmpty() ? path : interpreterAt(path), dialog->realTvm()};
    if (choice == now) return;
    runs.choose(choice);
    used();
  });
  return dialog;
}

PythonChoices keptChoices(const QSettings& settings) {
  PythonChoices choices{settings.value(kInterpreter).toString(), settings.value(kEnvironments).toStringList(), {}};
  for (const QString& path : settings.value(kRealTvm).toStringList())
    choices.realTvm << (path == QLatin1String(kSystems) ? QString() : path);
  return choices;
}

void keepChoices(QSettings& settings, const PythonChoices& choices) {
  QStringList real;
  for (const QString& path : choices.realTvm) real << (path.isEmpty() ? QString::fromLatin1(kSystems) : path);
  settings.setValue(kInterpreter, choices.interpreter);
  settings.setValue(kEnvironments, choices.environments);
  settings.setValue(kRealTvm, real);
}

}  // namespace lw
