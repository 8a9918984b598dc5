#include "app/services/document/python_files.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "app/services/document/documents.h"

namespace lw {
namespace {

constexpr int kMostFiles = 200;

bool isPassedOver(const QString& folder) { return folder.startsWith('.') || folder.startsWith(QLatin1String("__")); }

// Relative to the folder, in the order of their names.
QStringList filesIn(const QString& folder) {
  QStringList found;
  QDirIterator all(folder, {"*.py"}, QDir::Files | QDir::Readable, QDirIterator::Subdirectories);
  while (all.hasNext() && found.size() < kMostFiles) {
    const QString file = QDir(folder).relativeFilePath(all.next());
    const QStringList folders = file.split('/').mid(0, file.count('/'));
    if (std::none_of(folders.begin(), folders.end(), isPassedOver)) found << file;
  }
  found.sort();
  return found;
}

bool isForIPython(const QString& line) {
  const QString words = line.trimmed();
  return words.startsWith('%') || words.startsWith('!');
}

QString sourceOf(const QJsonValue& source) {
  if (source.isString()) return source.toString();
  QString text;
  for (const auto& line : source.toArray()) text += line.toString();
  return text;
}

}  // namespace

bool isNotebook(const QString& path) { return path.endsWith(QLatin1String(".ipynb"), Qt::CaseInsensitive); }

std::optional<std::string> notebookText(const std::string& json) {
  const QJsonObject notebook = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
  if (!notebook.value("cells").isArray()) return std::nullopt;
  QStringList lines;
  int number = 0;
  for (const auto& value : notebook.value("cells").toArray()) {
    const QJsonObject cell = value.toObject();
    if (cell.value("cell_type").toString() != QLatin1String("code")) continue;
    lines << QStringLiteral("# %% cell ") + QString::number(++number);
    for (const QString& line : sourceOf(cell.value("source")).split('\n'))
      lines << (isForIPython(line) ? "# " + line : line);
    lines << QString();
  }
  std::string text = lines.join('\n').toStdString();
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

bool isSavedModule(const QString& path) {
  if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) return false;
  return QJsonDocument::fromJson(QByteArray::fromStdString(bytesOf(path))).object().contains("root_index");
}

std::string savedModuleText(const QString& path) {
  return QObject::tr("# %1 is a module that Apache TVM saved. A Python with Apache TVM reads it.")
             .arg(QFileInfo(path).fileName())
             .toStdString() +
         "\n";
}

std::optional<std::string> folderText(const QString& folder) {
  const QStringList files = filesIn(folder);
  if (files.isEmpty()) return std::nullopt;
  QString text = QStringLiteral("# ") + QFileInfo(folder).fileName() + QStringLiteral("/\n");
  for (const QString& file : files) text += QStringLiteral("#     ") + file + QLatin1Char('\n');
  return text.toStdString();
}

std::string shownTextOf(const QString& path) {
  if (isSavedModule(path)) return savedModuleText(path);
  return isNotebook(path) ? notebookText(bytesOf(path)).value_or(std::string()) : bytesOf(path);
}

std::string textForConsent(const QString& path) {
  if (!QFileInfo(path).isDir()) return bytesOf(path);
  std::string text;
  for (const QString& file : filesIn(path))
    text += "# " + file.toStdString() + "\n" + bytesOf(QDir(path).filePath(file)) + "\n";
  return text;
}

}  // namespace lw
