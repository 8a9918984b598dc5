#include "app/services/document/arguments.h"

#include <QFileInfo>
#include <QUrl>

#include "core/session/link.h"

namespace lw {

bool isLink(const QString& path) {
  return path.startsWith(QString::fromLatin1(kLinkScheme.data(), qsizetype(kLinkScheme.size())));
}

QString pathOfArgument(const QString& argument) {
  if (isLink(argument)) return argument;
  const bool address = argument.startsWith(QLatin1String("file:"));
  return QFileInfo(address ? QUrl(argument).toLocalFile() : argument).absoluteFilePath();
}

}  // namespace lw
