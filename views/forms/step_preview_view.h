// The preview of a step: the lines that would change, with a few lines around them.
#pragma once

#include <QWidget>

#include "app/models/schedule/conflict_text.h"
#include "views/code/code_view.h"

class QLabel;

namespace lw {

class StepPreviewView : public QWidget {
  Q_OBJECT

 public:
  explicit StepPreviewView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void showChange(const std::string& before, const std::string& after, const QString& change);
  // Dims the previous preview instead of removing it, to avoid flicker while the user types.
  void showNothing(const QString& why);
  // The refusal on the code: the values of the two iterations below the loops, the element boxed.
  void showConflict(const ConflictText& conflict);
  void clear();
  CodeView* text() const { return text_; }
  QString headline() const;

 private:
  QLabel *title_, *state_;
  void clearNotes();

  CodeView* text_;
  Theme theme_;
};

}  // namespace lw
