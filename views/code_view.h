// A text of the program with line numbers, colours, whole-line highlights and underlined errors. Positions are bytes of
// the UTF-8 text, as in source maps.
#pragma once

#include <string>
#include <vector>

#include "core/text/source.h"
#include "views/code_lexer.h"

namespace lw {

class CodeView : public QsciScintilla {
  Q_OBJECT

 public:
  explicit CodeView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setLanguage(CodeLexer::Language language);
  // Replaces the text without leaving the place that is looked at; does not count as an edit.
  void setCode(const std::string& text);
  std::string code() const;
  // Tints the lines of the spans; `reveal` scrolls the longest run of them into sight, of the lines that weigh most.
  void highlight(const std::vector<Span>& spans, bool reveal, const std::vector<int>& weights = {});
  std::vector<int> highlightedLines() const;  // from 0
  void setDiagnostics(const std::vector<Diagnostic>& diagnostics);
  void goTo(int offset);
  int offset() const;  // of the cursor

 Q_SIGNALS:
  void offsetPicked(int offset);  // by mouse or keyboard
  void edited();

 protected:
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showMargin();
  void revealHighlight();
  QString diagnosticAt(const QPoint& position) const;

  CodeLexer* lexer_;
  std::vector<int> highlighted_, weights_;
  std::vector<Diagnostic> diagnostics_;
  bool setting_ = false;
};

}  // namespace lw
