// The file from which Python made the program that is shown: a text beside the program's own, with the selection and
// the errors at the lines from which they came.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "views/code/code_frame.h"
#include "views/code/code_view.h"

namespace lw {

struct TextOrigin;
class Document;
class DocumentText;
class PythonRuns;

class OriginText : public QObject {
  Q_OBJECT

 public:
  OriginText(const Document& document, const DocumentText& written, const PythonRuns& python, QObject* parent);
  CodeFrame* frame() const { return frame_; }
  CodeView* view() const { return view_; }
  bool exists() const;    // of the open document
  QString title() const;  // "make.py"
  void follow();          // shows the text of the open document
  void goToProgram();
  void highlight(const std::vector<Span>& spans);  // of the program's text
  void showDiagnostics(const std::vector<Diagnostic>& diagnostics);
  // A place in the program's text that was made from the line of this one; nullopt: none was.
  std::optional<int> inProgram(int offset) const;
  std::optional<Span> fromProgram(const Span& span) const;  // the line that it was made from

 private:
  const TextOrigin* origin() const;
  bool matches() const;

  const Document& document_;
  const DocumentText& written_;
  const PythonRuns& python_;
  CodeView* view_;
  CodeFrame* frame_;
  SourceText text_;
};

}  // namespace lw
