// A text of the program with line numbers, colours, whole-line highlights and underlined errors, alone or compared with
// another text. Positions are byte offsets in the UTF-8 text, as in source maps; in a comparison, they do not count the
// lines of the other text, and in a compact text, they are those of the full text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/text/source.h"
#include "views/code/code_folds.h"
#include "views/code/code_form.h"
#include "views/code/code_lexer.h"
#include "views/code/code_signs.h"
#include "views/code/code_text_marks.h"
#include "views/code/diff_text.h"

class QMenu;

namespace lw {

inline constexpr int kLeastCodeZoom = -6, kMostCodeZoom = 20;  // added to the size of the letters, in points

class CodeView : public QsciScintilla {
  Q_OBJECT

 public:
  explicit CodeView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setScale(qreal scale);  // of the type, 1: as in the window; applied with the next theme
  void setZoom(int zoom);
  int zoom() const { return int(SendScintilla(SCI_GETZOOM)); }
  void setLanguage(CodeLexer::Language language);
  // Replaces the text and keeps the scroll position; does not count as an edit. `notes`: short texts left of the line
  // numbers, one for each line.
  void setCode(const std::string& text, const std::vector<std::string>& notes = {});
  std::string code() const;
  const std::string& plainCode() const { return plain_; }  // without removed lines; offsets refer to it
  // Tints the lines of the spans; `reveal` scrolls to the longest run of the lines with the highest weight.
  void highlight(const std::vector<Span>& spans, bool reveal, const std::vector<int>& weights = {});
  std::vector<int> highlightedLines() const;  // from 0
  // Shows `text`, with the lines of `before` that it replaces. Changed lines are tinted, changed words more strongly,
  // and marked + and − beside the number.
  void setCompared(const std::string& before, const std::string& text);
  const DiffText* comparison() const { return diff_ ? &*diff_ : nullptr; }
  void setDiagnostics(const std::vector<Diagnostic>& diagnostics);
  void goTo(int offset);
  void goToStart();    // for another text, whose positions differ
  int offset() const;  // of the cursor

  // Sets the function that explains a name or expression, as rich text for a tooltip; empty: there is no explanation.
  void setExplain(std::function<QString(int offset)> explain) { explain_ = std::move(explain); }
  // Shows the explanation at the cursor, beside it. Returns false if there is none.
  bool explainAtCursor();

  CodeForm* form() { return &form_; }  // compact or in full
  CodeFolds* folds() { return &folds_; }
  CodeMarks* marks() { return &marks_; }  // pins, matches of a search, breakpoints
  CodeSigns* signs() { return &signs_; }  // the blocks of the lines

 Q_SIGNALS:
  void offsetPicked(int offset);  // by mouse or keyboard
  void edited();
  void zoomed(int zoom);
  void lineNumberClicked(int offset);             // of the first character of the line
  void menuAboutToShow(QMenu* menu, int offset);  // before the context menu of the text is shown

 protected:
  void copy() override;  // the full lines of a compact text
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void showPlain();
  void replaceText(const std::string& text);
  int replaceLines(const std::string& before, const std::string& after);
  void setUpKeys();
  friend class CodeFolds;
  friend class CodeForm;
  friend class CodeMarks;
  friend class CodeSigns;
  void setUpIndicators();
  void setNotes(const std::vector<std::string>& notes);
  int shownCursor() const { return int(SendScintilla(SCI_GETCURRENTPOS)); }  // including removed lines
  void showMarginWidths();
  void clearIndicator(int indicator);
  void fillIndicator(int indicator, const Span& shown);
  int firstVisibleLine() const;
  void showDiff();
  DiffLine::Kind kindOf(int line) const;
  void showMargin();
  void fillMargin();
  int lineBelow() const;
  void revealHighlight();
  void revealIndent(int first, int last);
  double letterWidth() const;
  long textWidth() const;
  bool canFold() const;
  std::string marginText(int line, size_t digits) const;
  void scrollTo(int line);
  QString diagnosticAt(const QPoint& position) const;
  QString meaningAt(int shownOffset) const;

  CodeLexer* lexer_;
  CodeForm form_;
  CodeFolds folds_;
  CodeMarks marks_;
  CodeSigns signs_;
  std::vector<int> highlighted_, weights_;
  std::optional<DiffText> diff_;
  std::vector<Diagnostic> diagnostics_;
  std::function<QString(int)> explain_;
  std::string plain_;
  std::vector<std::string> notes_;
  std::vector<std::pair<std::string, int>> margin_;  // the texts in the margin, with their styles, of the visible lines
  size_t digits_ = 2;                                // of the largest line number
  qreal scale_ = 1;
  double digit_ = 8;  // width, in pixels
  bool setting_ = false;
  long across_ = 0;  // horizontal scroll position that shows the highlighted lines, in pixels
};

}  // namespace lw
