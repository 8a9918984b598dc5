// The dialog for the Python that runs the open file, with what the system has.
#pragma once

#include "app/models/python/python_choice.h"
#include "views/python/interpreter_dialog.h"

class QSettings;

namespace lw {

class PythonRuns;

// Not shown yet; the dialog deletes itself. `used` is called when another choice was made.
InterpreterDialog* makeInterpreterDialog(PythonRuns& runs, const std::function<void()>& used, QWidget* parent);

PythonChoices keptChoices(const QSettings& settings);
void keepChoices(QSettings& settings, const PythonChoices& choices);

}  // namespace lw
