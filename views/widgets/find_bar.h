// The find bar below a text: marks all matches and shows the number of the current one ("3 of 17").
#pragma once

#include <QWidget>

#include "views/code/code_view.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace lw {

class FindBar : public QWidget {
  Q_OBJECT

 public:
  explicit FindBar(CodeView* view, QWidget* parent = nullptr);
  // Searches for the selected text if it is within one line.
  void open();
  void close();
  void step(int direction);  // to the next (1) or previous (-1) match, wrapping around
  QLineEdit* edit() const { return edit_; }
  QString countText() const;
  QSize minimumSizeHint() const override;
  const std::vector<CodeMarks::Match>& matches() const { return matches_; }
  int current() const { return current_; }  // -1: there is none

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QToolButton* addSwitch(const QString& text, const QString& tip);
  void search();  // searches again; the current match is the first one from the previous position
  void show(bool reveal);
  void fit();

  CodeView* view_;
  QLineEdit* edit_;
  QLabel* count_;
  QToolButton *case_, *word_;
  std::vector<CodeMarks::Match> matches_;
  int current_ = -1;
  int from_ = 0;  // position where the search began
};

}  // namespace lw
