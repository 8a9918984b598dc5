#include "app/window/documents/copied_program.h"

#include <QStringList>
#include <algorithm>

namespace lw {
namespace {

bool isFence(const QString& line) { return line.trimmed().startsWith(QLatin1String("```")); }

qsizetype indentOf(const QString& line) {
  qsizetype at = 0;
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
  return at;
}

// The blanks at the begin of every line that has more than blanks.
QString sharedIndent(const QStringList& lines) {
  QString shared;
  bool first = true;
  for (const QString& line : lines) {
    const qsizetype indent = indentOf(line);
    if (indent == line.size()) continue;
    if (std::exchange(first, false)) {
      shared = line.left(indent);
      continue;
    }
    qsizetype same = 0;
    while (same < std::min(shared.size(), indent) && shared[same] == line[same]) ++same;
    shared.truncate(same);
  }
  return shared;
}

}  // namespace

std::string programIn(const QString& copied) {
  QString text = copied;
  text.replace(QLatin1String("\r\n"), QLatin1String("\n")).replace('\r', '\n').replace(QChar(0), ' ');
  text.replace(QChar::Nbsp, ' ').replace(QChar::ParagraphSeparator, '\n').replace(QChar::LineSeparator, '\n');
  QStringList lines = text.split('\n');
  while (!lines.isEmpty() && lines.front().trimmed().isEmpty()) lines.removeFirst();
  while (!lines.isEmpty() && lines.back().trimmed().isEmpty()) lines.removeLast();
  if (lines.size() > 2 && isFence(lines.front()) && isFence(lines.back())) lines = lines.mid(1, lines.size() - 2);
  const qsizetype indent = sharedIndent(lines).size();
  for (QString& line : lines) line.remove(0, std::min(indent, indentOf(line)));
  return lines.isEmpty() ? std::string() : lines.join('\n').toStdString() + "\n";
}

}  // namespace lw
