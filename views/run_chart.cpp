#include "views/run_chart.h"

#include <QBarCategoryAxis>
#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QPen>
#include <algorithm>
#include <cmath>
#include <map>

#include "views/picture_file.h"
#include "views/trace_model.h"

namespace lw {
namespace {

constexpr QSizeF kChartPicture(960, 480);  // of a file
constexpr size_t kShown = 14;  // the newest states; more bars than that cannot be read

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

void RunChart::setRuns(const std::vector<RunRow>& runs, const RunRow* shown) {
  std::optional<std::pair<int, QString>> here;
  if (shown) here = {shown->node, shown->math};
  std::map<std::pair<int, QString>, RunRow> last;  // of each state and arithmetic
  for (const RunRow& run : runs)
    if (run.medianMs > 0 && !isEmulated(run)) last.insert_or_assign({run.node, run.math}, run);
  while (last.size() > kShown) last.erase(last.begin()->first == here ? std::next(last.begin()) : last.begin());
  std::vector<RunRow> wanted;
  for (auto& [key, run] : last) wanted.push_back(std::move(run));
  if (here == shown_ && wanted == runs_) return;  // most steps bring no run
  shown_ = here;
  runs_ = std::move(wanted);
  rebuild();
}

// From the slow end of the interval to the quick one.
void RunChart::addInterval(QChart* chart, size_t run) {
  const RunRow& r = runs_[run];
  if (r.lowMs <= 0 || r.highMs <= r.lowMs) return;
  auto* line = new QLineSeries;
  line->append(double(run), 1000 / r.highMs);
  line->append(double(run), 1000 / r.lowMs);
  line->setPen(QPen(theme_.text, 1.4));
  chart->addSeries(line);
  for (QAbstractAxis* axis : chart->axes()) line->attachAxis(axis);
}

void RunChart::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  fitNames();
  fitTitle();
}

// Where names would run into each other the numbers of the steps stand alone, and what a person named is cut.
void RunChart::fitNames() {
  if (!names_ || runs_.empty()) return;
  const QFontMetrics size(interfaceFont(11));
  const int room = (width() - 14) / int(runs_.size()) - 4;
  const bool narrow = std::any_of(runs_.begin(), runs_.end(), [&](const RunRow& r) { return size.horizontalAdvance(nameOf(r)) > room; });
  QStringList labels;
  // Categories must differ; blanks keep equal names apart without showing.
  for (size_t i = 0; i < runs_.size(); ++i) {
    const bool number = narrow && !runs_[i].named && runs_[i].math.isEmpty();
    labels << size.elidedText(number ? QString::number(runs_[i].step) : nameOf(runs_[i]), Qt::ElideRight, room) + QString(int(i), QChar(0x200B));
  }
  if (names_->categories() != labels) names_->setCategories(labels);
}

// With the time of the reference, in the colour of its line: beside the line it would stand on the bars.
void RunChart::fitTitle() {
  if (runs_.empty()) return;
  const QFontMetrics size(interfaceFont(11));
  const QString reference = referenceMs_ > 0 ? tr("reference %1").arg(timeOf(referenceMs_)) : QString();
  QString words = tr("speed of each state (calls per second, log scale)");
  const auto fits = [&] { return size.horizontalAdvance(words + QStringLiteral("   – – ") + reference) < width() - 40; };
  if (!fits()) words = tr("speed (log scale)");
  if (!fits()) words.clear();
  const QString line = reference.isEmpty() ? QString() : QStringLiteral("<span style='color:%1'>– – %2</span>").arg(theme_.parallel.name(), reference);
  chart()->setTitle(words.isEmpty() || line.isEmpty() ? words + line : words + QStringLiteral(" &nbsp; ") + line);
}

void RunChart::rebuild() {
  names_ = nullptr;
  auto* chart = new QChart;
  chart->setBackgroundVisible(false);
  chart->setMargins({4, 0, 4, 0});
  chart->layout()->setContentsMargins(0, 0, 0, 0);
  chart->legend()->hide();
  chart->setAnimationOptions(QChart::NoAnimation);
  chart->setTitleFont(interfaceFont(11));
  chart->setTitleBrush(theme_.dim);

  auto* speeds = new QBarSet({});  // the bar of the shown state is the selected one, with a colour of its own
  referenceMs_ = -1;
  double least = 1e300, most = 0;
  for (size_t i = 0; i < runs_.size(); ++i) {
    const double speed = 1000 / runs_[i].medianMs;
    const bool here = shown_ == std::pair{runs_[i].node, runs_[i].math};
    *speeds << speed;
    if (here) speeds->selectBar(int(i));
    if (referenceMs_ <= 0 || here) referenceMs_ = runs_[i].referenceMs;
    least = std::min(least, speed);
    most = std::max(most, speed);
  }
  if (referenceMs_ > 0) most = std::max(most, 1000 / referenceMs_), least = std::min(least, 1000 / referenceMs_);
  speeds->setColor(theme_.accent);
  speeds->setSelectedColor(theme_.vectorized);
  speeds->setPen(Qt::NoPen);
  auto* bars = new QBarSeries;
  bars->append(speeds);
  bars->setBarWidth(std::min(0.62, 0.3 + 0.05 * double(runs_.size())));  // few bars need not be walls
  if (!runs_.empty()) {
    chart->addSeries(bars);
    auto* names = new QBarCategoryAxis;
    names->setTruncateLabels(false);  // fitNames does, with what there is room for
    names_ = names;
    fitNames();
    names->setGridLineVisible(false);
    names->setLinePen(QPen(theme_.hairline));
    names->setLabelsColor(theme_.dim);
    names->setLabelsFont(interfaceFont(11));
    chart->addAxis(names, Qt::AlignBottom);
    bars->attachAxis(names);
    auto* scale = new QLogValueAxis;
    scale->setBase(10);
    scale->setRange(least / 2.5, most * 1.6);
    scale->setVisible(false);
    chart->addAxis(scale, Qt::AlignLeft);
    bars->attachAxis(scale);
    for (size_t i = 0; i < runs_.size(); ++i) addInterval(chart, i);
    if (referenceMs_ > 0) {
      auto* line = new QLineSeries;
      line->append(-0.5, 1000 / referenceMs_);
      line->append(double(runs_.size()) - 0.5, 1000 / referenceMs_);
      line->setPen(QPen(theme_.parallel, 1.2, Qt::DashLine));
      chart->addSeries(line);
      line->attachAxis(names);
      line->attachAxis(scale);
    }
  }
  QChart* old = this->chart();
  setChart(chart);
  delete old;
  fitTitle();
}

// A page of its own size, whatever room the chart has in the window.
bool RunChart::exportPicture(const QString& path) {
  if (runs_.empty()) return false;
  RunChart page;
  page.resize(kChartPicture.toSize());
  page.runs_ = runs_;
  page.shown_ = shown_;
  page.setTheme(theme_);
  page.chart()->setMargins({28, 20, 28, 16});
  page.chart()->resize(kChartPicture);
  page.grab();  // lays it out
  return writePicture(path, kChartPicture, tr("Chart of all runs"), theme_.panel, [&page](QPainter& painter) { page.scene()->render(&painter, QRectF(QPointF(), kChartPicture), QRectF(QPointF(), kChartPicture)); });
}

}  // namespace lw
