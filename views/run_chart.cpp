#include "views/run_chart.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QPen>
#include <QScatterSeries>
#include <QStackedBarSeries>
#include <algorithm>
#include <cmath>

#include "views/trace_model.h"

namespace lw {
namespace {

constexpr size_t kShown = 14;  // the newest runs; more bars than that cannot be read

}  // namespace

RunChart::RunChart(QWidget* parent) : QChartView(parent), theme_(loadTheme("dark")) {
  setRenderHint(QPainter::Antialiasing);
  setFrameShape(QFrame::NoFrame);
  setMinimumSize(180, 120);
  setBackgroundBrush(Qt::NoBrush);
  viewport()->setAutoFillBackground(false);
  setAccessibleName(tr("Chart of all runs"));
}

void RunChart::setTheme(const Theme& theme) {
  theme_ = theme;
  rebuild();
}

void RunChart::setRuns(const std::vector<RunRow>& runs) {
  runs_.clear();
  for (const RunRow& run : runs)
    if (run.medianMs > 0) runs_.push_back(run);
  if (runs_.size() > kShown) runs_.erase(runs_.begin(), runs_.end() - kShown);
  rebuild();
}

void RunChart::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  fitNames();
}

// Names that would run into each other are cut; where there is room they stand in full.
void RunChart::fitNames() {
  if (!names_ || runs_.empty()) return;
  int widest = 0;
  for (const RunRow& run : runs_)
    widest = std::max(widest, QFontMetrics(interfaceFont(11)).horizontalAdvance(run.label));
  names_->setTruncateLabels(widest + 6 > (width() - 24) / int(runs_.size()));
}

void RunChart::rebuild() {
  names_ = nullptr;
  auto* chart = new QChart;
  chart->setBackgroundVisible(false);
  chart->setMargins({4, 0, 4, 0});
  chart->layout()->setContentsMargins(0, 0, 0, 0);
  chart->legend()->hide();
  chart->setAnimationOptions(QChart::NoAnimation);
  chart->setTitle(runs_.empty() ? QString() : tr("speed of every run (calls per second, log scale)"));
  chart->setTitleFont(interfaceFont(11));
  chart->setTitleBrush(theme_.dim);

  // Two sets, stacked: the newest bar has its own colour.
  auto *older = new QBarSet(tr("earlier")), *newest = new QBarSet(tr("last"));
  QStringList labels;
  double least = 1e300, most = 0;
  for (size_t i = 0; i < runs_.size(); ++i) {
    const double speed = 1000 / runs_[i].medianMs;
    const bool last = i + 1 == runs_.size();
    *older << (last ? 0 : speed);
    *newest << (last ? speed : 0);
    // Categories must differ; blanks keep equal names apart without showing.
    labels << runs_[i].label + QString(int(i), QChar(0x200B));
    least = std::min(least, speed);
    most = std::max(most, speed);
  }
  const double referenceMs = runs_.empty() ? -1 : runs_.back().referenceMs;
  if (referenceMs > 0) most = std::max(most, 1000 / referenceMs), least = std::min(least, 1000 / referenceMs);
  for (const auto& [set, color] : {std::pair{older, theme_.accent}, {newest, theme_.vectorized}}) {
    set->setColor(color);
    set->setPen(Qt::NoPen);
  }
  auto* bars = new QStackedBarSeries;
  bars->append(older);
  bars->append(newest);
  bars->setBarWidth(std::min(0.62, 0.3 + 0.05 * double(runs_.size())));  // few bars need not be walls
  if (!runs_.empty()) {
    chart->addSeries(bars);
    auto* names = new QBarCategoryAxis;
    names->append(labels);
    names_ = names;
    fitNames();
    names->setGridLineVisible(false);
    names->setLinePen(QPen(theme_.hairline));
    names->setLabelsColor(theme_.dim);
    names->setLabelsFont(interfaceFont(11));
    chart->addAxis(names, Qt::AlignBottom);
    bars->attachAxis(names);
    auto* speeds = new QLogValueAxis;
    speeds->setBase(10);
    speeds->setRange(least / 2.5, most * 1.6);
    speeds->setVisible(false);
    chart->addAxis(speeds, Qt::AlignLeft);
    bars->attachAxis(speeds);
    if (referenceMs > 0) {
      auto* line = new QLineSeries;
      line->append(-0.5, 1000 / referenceMs);
      line->append(double(runs_.size()) - 0.5, 1000 / referenceMs);
      line->setPen(QPen(theme_.parallel, 1.2, Qt::DashLine));
      chart->addSeries(line);
      line->attachAxis(names);
      line->attachAxis(speeds);
      auto* mark = new QScatterSeries;  // carries the label of the line
      // Between two bars, near the middle.
      mark->append(runs_.size() == 1 ? 0 : double(runs_.size() / 2) - 0.5, 1000 / referenceMs);
      mark->setMarkerSize(1);
      mark->setColor(Qt::transparent);
      mark->setBorderColor(Qt::transparent);
      mark->setPointLabelsVisible(true);
      mark->setPointLabelsClipping(false);
      mark->setPointLabelsFont(interfaceFont(11));
      mark->setPointLabelsColor(theme_.parallel);
      mark->setPointLabelsFormat(tr("reference %1").arg(timeOf(referenceMs)));
      chart->addSeries(mark);
      mark->attachAxis(names);
      mark->attachAxis(speeds);
    }
  }
  QChart* old = this->chart();
  setChart(chart);
  delete old;
}

}  // namespace lw
