// The candidates of a search as dots: their times over the trials or over time, with the best so far as a line, or
// measured against expected times.
#pragma once

#include <QWidget>

#include "views/theme/theme.h"
#include "views/tune/candidate_row.h"

namespace lw {

class TrialPlot : public QWidget {
  Q_OBJECT

 public:
  enum class Across : uint8_t { Trials, Seconds, Expected };

  explicit TrialPlot(Across across, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setContent(CandidateContent content);
  void setAcross(Across across);
  void setMarked(int row);  // the candidate that is selected elsewhere; -1: none
  void setEmptyWords(const QString& words);
  Across across() const { return across_; }
  int marked() const { return marked_; }
  const CandidateContent& content() const { return content_; }
  QPointF placeOf(int row) const;  // of its dot, in the widget
  bool shows(int row) const;

 Q_SIGNALS:
  void chosen(int row);
  void hintChanged(const QString& sentence);  // about the dot under the mouse; empty: none

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  QSize minimumSizeHint() const override { return {180, 110}; }

 private:
  struct Frame;
  Frame frame() const;
  double acrossOf(int row) const;
  int rowAt(const QPointF& place) const;
  void hover(int row);
  void describe();
  void paintAxes(QPainter& painter, const Frame& frame) const;
  void paintTicks(QPainter& painter, const Frame& frame) const;
  void paintReference(QPainter& painter, const Frame& frame) const;
  void paintBest(QPainter& painter, const Frame& frame) const;
  void paintDot(QPainter& painter, const QPointF& at, const CandidateRow& row, qreal size) const;
  void paintDots(QPainter& painter, const Frame& frame) const;
  void paintLegend(QPainter& painter, const Frame& frame) const;
  QColor colorOf(CandidateRow::Kind kind) const;

  Theme theme_;
  CandidateContent content_;
  Across across_;
  QString emptyWords_;
  bool expects_ = false;  // the model expects different times of different candidates
  int marked_ = -1, hovered_ = -1;
};

}  // namespace lw
