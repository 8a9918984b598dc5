#include "app/services/python/script_errors.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

namespace lw {
namespace {

constexpr qsizetype kMostTrace = 12;  // lines of a traceback below an error

struct ErrorTexts {
  Q_DECLARE_TR_FUNCTIONS(lw::ScriptErrors)
};

// Of the words of Python, and of those of the package loopwright.tvm.
QString packageIn(const std::string& message) {
  static const QRegularExpression words("No module named '([^'.]+)|([\\w.]+) is not installed for this Python");
  const QRegularExpressionMatch found = words.match(QString::fromStdString(message));
  const QString name = found.captured(1).isEmpty() ? found.captured(2) : found.captured(1);
  return name.section('.', 0, 0);
}

}  // namespace

QString framesOf(const std::string& traceback, const QString& folder) {
  static const QRegularExpression frame("^ *File \"([^\"]+)\", line (\\d+), in (.+)$");
  QStringList calls;
  const QStringList lines = QString::fromStdString(traceback).split('\n');
  for (qsizetype i = 0; i < lines.size(); ++i) {
    const QRegularExpressionMatch found = frame.match(lines[i]);
    if (!found.hasMatch() || !QFileInfo(found.captured(1)).absoluteFilePath().startsWith(folder)) continue;
    const QString code =
        i + 1 < lines.size() && !frame.match(lines[i + 1]).hasMatch() ? lines[i + 1].trimmed() : QString();
    const QString place = QFileInfo(found.captured(1)).fileName() + ':' + found.captured(2);
    const QString call = found.captured(3) == QLatin1String("<module>")
                             ? place
                             : ErrorTexts::tr("%1, in %2").arg(place, found.captured(3));
    calls << (code.isEmpty() ? call : call + QStringLiteral(":  ") + code);
  }
  return calls.mid(std::max(qsizetype(0), calls.size() - kMostTrace)).join('\n');
}

QString missingPackage(const Collected& collected) {
  for (const ScriptError& error : collected.errors)
    if (const QString package = packageIn(error.message); !package.isEmpty()) return package;
  if (!collected.programs.empty()) return {};
  for (const ScriptError& note : collected.notes)
    if (const QString package = packageIn(note.message); !package.isEmpty()) return package;
  return {};
}

const ScriptError* errorOfCall(const Collected& collected) {
  for (auto error = collected.errors.rbegin(); error != collected.errors.rend(); ++error)
    if (error->file == kCall) return &*error;
  return nullptr;
}

Span spanOfLine(const SourceText& text, int line) {
  if (line < 1 || line > int(text.lineStarts.size())) return {};
  const std::string_view words = text.line(line);
  const size_t first = words.find_first_not_of(" \t");
  const int begin = text.lineStarts[size_t(line - 1)] + int(first == std::string_view::npos ? 0 : first);
  return {begin, std::max(begin, text.lineStarts[size_t(line - 1)] + int(words.size()))};
}

}  // namespace lw
