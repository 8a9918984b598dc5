// Which Python runs a file, and what the file imports as tvm. Nothing here starts a program.
#pragma once

#include <QString>
#include <QStringList>

namespace lw {

struct PythonChoice {
  QString interpreter;   // a path; empty: the system's
  bool realTvm = false;  // the Apache TVM of that interpreter; otherwise Loopwright's module
  bool isDefault() const { return interpreter.isEmpty() && !realTvm; }
  friend bool operator==(const PythonChoice&, const PythonChoice&) = default;
};

// What the user chose. An environment beside a file is used for the files beside it, once it was chosen: whoever wrote
// the file may have written what its interpreter starts with.
struct PythonChoices {
  QString interpreter;       // of all other files; empty: the system's
  QStringList environments;  // interpreters of the environments that were chosen
  QStringList realTvm;       // interpreters whose Apache TVM is imported; an empty text: the system's
  PythonChoice of(const QString& file) const;
  void choose(const QString& file, const PythonChoice& choice);
};

// The interpreters of virtual environments (.venv, venv, env) in the folder of the file and those above, nearest first.
QStringList environmentsBeside(const QString& file);
QString activeEnvironment();  // the interpreter of $VIRTUAL_ENV; empty: none
// Of a path to an interpreter or to the folder of an environment; empty: no program is there.
QString interpreterAt(const QString& path);
QString nameOfInterpreter(const QString& interpreter);  // "kernels/.venv" of an environment, otherwise the path
// The version of Apache TVM in the folders of the interpreter, "?" if it is not said; empty: none is found.
QString tvmVersionOf(const QString& interpreter);

}  // namespace lw
