// Reasons with their counts; a reason takes as many lines as it needs.
#pragma once

#include <QTableWidget>
#include <vector>

namespace lw {

class ReasonTable : public QTableWidget {
  Q_OBJECT

 public:
  explicit ReasonTable(QWidget* parent = nullptr);
  void setReasons(const std::vector<std::pair<int, QString>>& reasons);
  QString reason(int row) const { return item(row, kReason)->text(); }
  // The lines of a reason that its row has room for, and those that it needs.
  std::pair<int, int> linesOf(int row) const;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum Column { kCount, kReason };
  int textWidth() const;
  int neededHeight(int row) const;
  void fitRows();
};

}  // namespace lw
