// A text of the program with line numbers, colours, whole-line highlights and underlined errors, alone or compared with
// another text. Positions are bytes of the UTF-8 text, as in source maps, also where lines of the other text stand between.
#pragma once

#include <string>
#include <vector>

#include "core/text/source.h"
#include "views/code_lexer.h"
#include "views/diff_text.h"

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
  // The text with the lines that `before` had instead: tinted, their words more so, and marked + and − beside the number.
  void setCompared(const std::string& before, const std::string& text);
  const DiffText* comparison() const { return diff_ ? &*diff_ : nullptr; }
  void goToChange(int direction);  // the next (1) or previous (-1) place that differs
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
  void replaceText(const std::string& text);
  void showDiff();
  DiffLine::Kind kindOf(int line) const;
  void showMargin();
  void revealHighlight();
  QString marginText(int line) const;
  void scrollTo(int line);
  QString diagnosticAt(const QPoint& position) const;

  CodeLexer* lexer_;
  std::vector<int> highlighted_, weights_;
  std::optional<DiffText> diff_;
  std::vector<Diagnostic> diagnostics_;
  bool setting_ = false;
};

}  // namespace lw
