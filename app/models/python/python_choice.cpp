#include "app/models/python/python_choice.h"

#include <QDir>
#include <QFileInfo>

namespace lw {
namespace {

constexpr int kMostFolders = 12;  // above a file

// Of a folder with an environment, of venv or of conda; empty: it is none.
QString interpreterOfEnvironment(const QString& folder) {
  const QDir environment(folder);
  if (!environment.exists(QStringLiteral("pyvenv.cfg")) && !environment.exists(QStringLiteral("conda-meta"))) return {};
  for (const char* name : {"bin/python3", "bin/python"}) {
    const QFileInfo program(environment.filePath(QString::fromLatin1(name)));
    if (program.isFile() && program.isExecutable()) return program.absoluteFilePath();
  }
  return {};
}

// The folders with packages of an interpreter, as venv, conda and Debian lay them out.
QStringList packageFolders(const QString& interpreter) {
  const QString program = interpreter.isEmpty() ? QStringLiteral("/usr/bin/python3") : interpreter;
  QDir prefix(QFileInfo(program).absolutePath());
  prefix.cdUp();
  QStringList roots{prefix.filePath(QStringLiteral("lib"))};
  if (prefix.path() == QLatin1String("/usr"))
    roots << QStringLiteral("/usr/local/lib") << QDir::home().filePath(QStringLiteral(".local/lib"));
  QStringList folders;
  for (const QString& root : roots)
    for (const QString& version : QDir(root).entryList({QStringLiteral("python3*")}, QDir::Dirs, QDir::Name))
      for (const char* name : {"site-packages", "dist-packages"})
        folders << root + '/' + version + '/' + QString::fromLatin1(name);
  return folders;
}

}  // namespace

PythonChoice PythonChoices::of(const QString& file) const {
  PythonChoice choice{interpreter, false};
  for (const QString& beside : environmentsBeside(file))
    if (environments.contains(beside)) {
      choice.interpreter = beside;
      break;
    }
  choice.realTvm = realTvm.contains(choice.interpreter);
  return choice;
}

void PythonChoices::choose(const QString& file, const PythonChoice& choice) {
  const QStringList beside = environmentsBeside(file);
  for (const QString& one : beside) environments.removeAll(one);
  if (beside.contains(choice.interpreter))
    environments << choice.interpreter;
  else
    interpreter = choice.interpreter;
  realTvm.removeAll(choice.interpreter);
  if (choice.realTvm) realTvm << choice.interpreter;
}

QStringList environmentsBeside(const QString& file) {
  QStringList found;
  if (file.isEmpty()) return found;
  const QFileInfo info(file);
  QDir folder(info.isDir() ? info.absoluteFilePath() : info.absolutePath());
  for (int i = 0; i < kMostFolders; ++i) {
    for (const char* name : {".venv", "venv", "env"})
      if (const QString program = interpreterOfEnvironment(folder.filePath(QString::fromLatin1(name)));
          !program.isEmpty())
        found << program;
    if (!folder.cdUp()) break;
  }
  return found;
}

QString activeEnvironment() {
  const QString folder = qEnvironmentVariable("VIRTUAL_ENV");
  return folder.isEmpty() ? QString() : interpreterOfEnvironment(folder);
}

QString interpreterAt(const QString& path) {
  if (path.isEmpty()) return {};
  const QFileInfo info(path);
  if (info.isDir()) return interpreterOfEnvironment(info.absoluteFilePath());
  return info.isFile() && info.isExecutable() ? info.absoluteFilePath() : QString();
}

QString nameOfInterpreter(const QString& interpreter) {
  QDir environment(QFileInfo(interpreter).absolutePath());
  if (!environment.cdUp() || interpreterOfEnvironment(environment.path()).isEmpty()) return interpreter;
  const QString folder = QFileInfo(environment.path()).dir().dirName();
  return folder.isEmpty() ? environment.path() : folder + '/' + environment.dirName();
}

QString tvmVersionOf(const QString& interpreter) {
  for (const QString& folder : packageFolders(interpreter)) {
    const QDir packages(folder);
    if (!packages.exists(QStringLiteral("tvm/__init__.py"))) continue;
    const QStringList about = packages.entryList(
        {QStringLiteral("apache_tvm-*.dist-info"), QStringLiteral("tvm-*.dist-info")}, QDir::Dirs, QDir::Name);
    if (about.isEmpty()) return QStringLiteral("?");
    return about.front().section('-', 1, 1).remove(QStringLiteral(".dist"));
  }
  return {};
}

}  // namespace lw
