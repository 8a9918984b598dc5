// The result of a step that is not applied yet: the lines that would change, with a few around them.
#pragma once

#include <QWidget>

#include "views/code/code_view.h"

class QLabel;

namespace lw {

class StepPreviewView : public QWidget {
  Q_OBJECT

 public:
  explicit StepPreviewView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void showChange(const std::string& before, const std::string& after, const QString& change);
  void showNothing(const QString& why);  // what was shown stays, dimmed, so that nothing flickers while one types
  void clear();
  CodeView* text() const { return text_; }
  QString headline() const;

 private:
  QLabel *title_, *state_;
  CodeView* text_;
};

}  // namespace lw
