#include "app/window/documents/samples.h"

#include <QCoreApplication>
#include <QDir>

namespace lw {

QString samplesFolder() {
  const QDir program(QCoreApplication::applicationDirPath());
  for (const char* place : {"samples", "../samples", "../../samples", "../share/loopwright/samples"}) {
    const QDir folder(program.filePath(QString::fromLatin1(place)));
    if (folder.exists() && !folder.entryList({"*.py"}, QDir::Files).isEmpty())
      return QDir::cleanPath(folder.absolutePath());
  }
  return {};
}

}  // namespace lw
