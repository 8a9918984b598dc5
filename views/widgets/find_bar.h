// The line below a text in which one searches it: all matches are marked, the current one is counted ("3 of 17").
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
  // What is selected in the text, if it is within one line, is searched for.
  void open();
  void close();
  void step(int direction);  // to the next (1) or previous (-1) match, around the ends
  QLineEdit* edit() const { return edit_; }
  QString countText() const;
  QSize minimumSizeHint() const override;
  const std::vector<Span>& matches() const { return matches_; }
  int current() const { return current_; }  // -1: there is none

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QToolButton* addSwitch(const QString& text, const QString& tip);
  void search();  // anew; the current match is the first one from where it was
  void show(bool reveal);

  CodeView* view_;
  QLineEdit* edit_;
  QLabel* count_;
  QToolButton *case_, *word_;
  std::vector<Span> matches_;
  int current_ = -1;
  int from_ = 0;  // where the search began
};

}  // namespace lw
