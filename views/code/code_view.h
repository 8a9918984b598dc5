// A text of the program with line numbers, colours, whole-line highlights and underlined errors, alone or compared with
// another text. Positions are bytes of the UTF-8 text, as in source maps, also where lines of the other text stand
// between.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/text/source.h"
#include "views/code/code_lexer.h"
#include "views/code/diff_text.h"

class QMenu;

namespace lw {

class CodeView : public QsciScintilla {
  Q_OBJECT

 public:
  explicit CodeView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setScale(qreal scale);                            // of type, 1: as it is in the window; seen with the next theme
  static constexpr int kLeastZoom = -6, kMostZoom = 20;  // points that letters are larger
  void setZoom(int zoom);
  int zoom() const { return int(SendScintilla(SCI_GETZOOM)); }
  void setLanguage(CodeLexer::Language language);
  // Replaces the text without leaving the place that is looked at; does not count as an edit.
  void setCode(const std::string& text, const std::vector<std::string>& notes = {});
  std::string code() const;
  const std::string& plainCode() const { return plain_; }  // without lines that are gone: what offsets count in
  // Tints the lines of the spans; `reveal` scrolls the longest run of them into sight, of the lines that weigh most.
  void highlight(const std::vector<Span>& spans, bool reveal, const std::vector<int>& weights = {});
  std::vector<int> highlightedLines() const;  // from 0
  // Short words left of the numbers of lines, one for each line; gone with the next text.
  void setNotes(const std::vector<std::string>& notes);
  // The text with the lines that `before` had instead: tinted, their words more so, and marked + and − beside the
  // number.
  void setCompared(const std::string& before, const std::string& text);
  const DiffText* comparison() const { return diff_ ? &*diff_ : nullptr; }
  void showOnlyChanges(int context);  // and so many lines around each; until there is another text
  void goToChange(int direction);     // the next (1) or previous (-1) place that differs
  void setDiagnostics(const std::vector<Diagnostic>& diagnostics);
  void goTo(int offset);
  void goToStart();    // of another text, which has other places
  int offset() const;  // of the cursor

  // What a name or expression means, as rich text for a tooltip; empty: nothing is known of the place.
  void setExplain(std::function<QString(int offset)> explain) { explain_ = std::move(explain); }
  // The same for the cursor, beside it. False: there is nothing to say.
  bool explainAtCursor();

  // ---- pins (code_view_marks.cpp) ----
  struct PinPlaces {
    int look = 0;  // of kPinLooks: each has a colour and a shape of its own
    std::vector<Span> places;
  };
  void showPins(const std::vector<PinPlaces>& pins);

  // ---- search (code_view_marks.cpp): places in the text as it is shown, lines that are gone included ----
  std::vector<Span> findAll(const QString& what, bool matchCase, bool wholeWord) const;
  // Marks all of them, selects the current one (-1: none) and brings it into sight.
  void showMatches(const std::vector<Span>& matches, int current, bool reveal = true);
  int shownCursor() const { return int(SendScintilla(SCI_GETCURRENTPOS)); }

  // ---- folding (code_view_folds.cpp): by indentation; what is folded stays so while its line is in the text ----
  void setFolded(int line, bool folded);  // of a line that holds none: of the nearest one above that holds it
  void foldAtCursor(bool folded);
  void foldAll(bool folded);
  std::vector<int> foldedLines() const;  // from 0, ascending

  // ---- blocks (code_view_signs.cpp): for each line of the text the number of its block, or -1; gone with the next
  // text ----
  void setSigns(std::vector<int> lines, const QStringList& names);
  int signAt(int line) const;  // as it is shown

  // ---- breakpoints (code_view_breaks.cpp): dots beside the numbers of lines, until another text is set ----
  void setBreakpoints(const std::vector<int>& offsets);
  std::vector<int> breakpointLines() const;

 Q_SIGNALS:
  void offsetPicked(int offset);  // by mouse or keyboard
  void edited();
  void zoomed(int zoom);
  void lineNumberClicked(int offset);         // of the first letter of the line
  void menuFilling(QMenu* menu, int offset);  // before the context menu of the text is shown

 protected:
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void replaceText(const std::string& text);
  void setUpKeys();
  void setUpMarks();
  void setUpFolds();
  void setUpBreakpoints();
  void themeBreakpoints(const Theme& theme);
  void themeSigns(const Theme& theme);
  void showSigns();
  QString signWordsAt(const QPoint& position) const;
  int signWidth() const;
  QRect signMargin() const;
  void showMarginWidths();
  void themeMarks(const Theme& theme);
  void themeFolds(const Theme& theme);
  void showFoldLevels(const std::string& text);
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
  bool folds() const;
  std::string marginText(int line, size_t digits) const;
  void scrollTo(int line);
  QString diagnosticAt(const QPoint& position) const;
  QString meaningAt(int shownOffset) const;

  CodeLexer* lexer_;
  std::vector<int> highlighted_, weights_;
  std::optional<DiffText> diff_;
  std::vector<Diagnostic> diagnostics_;
  std::function<QString(int)> explain_;
  std::string plain_;
  std::vector<std::string> notes_;
  std::vector<std::pair<std::string, int>>
      margin_;         // what stands beside the lines, with its style; of those that were in sight
  size_t digits_ = 2;  // of the largest number
  qreal scale_ = 1;
  double digit_ = 8;  // width, in pixels
  std::vector<int> signs_;
  QStringList signNames_;
  QColor signInk_;
  std::vector<QColor> signGrounds_;
  bool signsShown_ = false;  // of this text
  bool setting_ = false;
  long across_ = 0;  // how far the text was scrolled to show what is highlighted, in pixels
};

}  // namespace lw
