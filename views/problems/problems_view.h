// The problems pane. A click or Enter activates a row: the window then shows its location.
#pragma once

#include <QTableView>

#include "app/models/document/problems_model.h"
#include "views/theme/theme.h"

namespace lw {

class ProblemsView : public QTableView {
  Q_OBJECT

 public:
  explicit ProblemsView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setProblems(std::vector<Problem> problems);
  ProblemsModel* problemsModel() const { return model_; }
  void copy() const;  // the selected problem, or all of them

 Q_SIGNALS:
  void chosen(const lw::Problem& problem);
  void repairRequested(const QString& step);  // the link in a refusal

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  ProblemsModel* model_;
  bool linkAt(const QModelIndex& index) const;
  void toggle(int row);
  Theme theme_;
  QPoint pressedAt_;
};

}  // namespace lw
