#include "app/window/code/origin_text.h"

#include <QFileInfo>
#include <algorithm>
#include <set>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/services/python/python_runs.h"

namespace lw {

OriginText::OriginText(const Document& document, const DocumentText& written, const PythonRuns& python, QObject* parent)
    : QObject(parent),
      document_(document),
      written_(written),
      python_(python),
      view_(new CodeView),
      frame_(new CodeFrame(view_)) {
  view_->setReadOnly(true);
  view_->setAccessibleName(tr("The file that Python ran"));
}

const TextOrigin* OriginText::origin() const {
  const Session* session = document_.session();
  return session && session->origin && !session->origin->name.empty() && !session->origin->text.empty()
             ? &*session->origin
             : nullptr;
}

bool OriginText::exists() const { return origin() != nullptr; }

QString OriginText::title() const {
  return exists() ? QFileInfo(QString::fromStdString(origin()->file)).fileName() : QString();
}

void OriginText::follow() {
  text_ = makeSource(title().toStdString(), exists() ? origin()->text : std::string());
  if (view_->plainCode() != text_.text) view_->setCode(text_.text);
}

// The cursor is at the first line that the program came from.
void OriginText::goToProgram() {
  if (!exists()) return;
  int first = 0;
  for (const int line : origin()->lines)
    if (line > 0 && line <= int(text_.lineStarts.size()) && (first == 0 || line < first)) first = line;
  if (first > 0) view_->goTo(text_.lineStarts[size_t(first - 1)]);
}

// The lines are those of the text that Python made, before it was edited.
bool OriginText::matches() const {
  return exists() && document_.session()->textIsSaved() && written_.content() == document_.session()->text();
}

std::optional<Span> OriginText::fromProgram(const Span& span) const {
  if (!matches() || !span.valid()) return std::nullopt;
  const int line = document_.source()->source.locate(span.begin).line;
  const std::vector<int>& lines = origin()->lines;
  const int there = line >= 1 && line <= int(lines.size()) ? lines[size_t(line - 1)] : 0;
  if (there < 1 || there > int(text_.lineStarts.size())) return std::nullopt;
  const std::string_view words = text_.line(there);
  const size_t first = std::min(words.find_first_not_of(" \t"), words.size());
  const int begin = text_.lineStarts[size_t(there - 1)];
  return Span{begin + int(first), begin + int(words.size())};
}

// Several lines of the program may be from one line of the file, and one loop from several.
void OriginText::highlight(const std::vector<Span>& spans) {
  if (!matches()) return view_->highlight({}, false);
  const SourceText& program = document_.source()->source;
  std::set<int> seen;
  std::vector<Span> here;
  for (const Span& span : spans) {
    if (!span.valid()) continue;
    const int last = program.locate(std::max(span.begin, span.end - 1)).line;
    for (int line = program.locate(span.begin).line; line <= last; ++line)
      if (const auto found = fromProgram({program.lineStarts[size_t(line - 1)], program.lineStarts[size_t(line - 1)]});
          found && seen.insert(found->begin).second)
        here.push_back(*found);
  }
  view_->highlight(here, true);
}

void OriginText::showDiagnostics(const std::vector<Diagnostic>& diagnostics) {
  if (!exists()) return;
  std::vector<Diagnostic> here = python_.errorsIn(origin()->file, origin()->text);
  for (Diagnostic d : diagnostics)
    if (const std::optional<Span> span = fromProgram(d.span)) {
      d.span = *span;
      here.push_back(std::move(d));
    }
  view_->setDiagnostics(here);
}

std::optional<int> OriginText::inProgram(int offset) const {
  if (!matches()) return std::nullopt;
  const int line = text_.locate(offset).line;
  const std::vector<int>& lines = origin()->lines;
  const auto found = std::find(lines.begin(), lines.end(), line);
  const SourceText& program = document_.source()->source;
  const auto index = size_t(found - lines.begin());
  if (found == lines.end() || index >= program.lineStarts.size()) return std::nullopt;
  const std::string_view words = program.line(int(index) + 1);
  return program.lineStarts[index] + int(std::min(words.find_first_not_of(" \t"), words.size()));
}

}  // namespace lw
