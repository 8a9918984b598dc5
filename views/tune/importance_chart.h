// Which decisions matter for the time: a bar for each, with the interval of its share.
#pragma once

#include <QWidget>
#include <vector>

#include "views/theme/theme.h"

namespace lw {

struct ImportanceRow {
  QString name;
  double share = 0, low = 0, high = 0;  // of the variance of the logarithm of the time; the interval
  QString best;                         // the choice with the least expected time
  bool operator==(const ImportanceRow&) const = default;
};

class ImportanceChart : public QWidget {
  Q_OBJECT

 public:
  explicit ImportanceChart(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setRows(std::vector<ImportanceRow> rows);  // the most important first
  const std::vector<ImportanceRow>& rows() const { return rows_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void paintRow(QPainter& painter, size_t row, int nameWidth, int bestWidth) const;
  Theme theme_;
  std::vector<ImportanceRow> rows_;
};

}  // namespace lw
