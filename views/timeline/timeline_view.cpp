#include "views/timeline/timeline_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/widgets/picture_file.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr QSizeF kPicture(1280, 540);

QString sign(const QColor& color, const QString& words) {
  return QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2").arg(color.name(), words.toHtmlEscaped());
}

}  // namespace

TimelineView::TimelineView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 6, 8, 2);
  column->setSpacing(2);
  auto* row = new QHBoxLayout;
  row->setSpacing(6);
  kernels_ = new QComboBox(this);
  kernels_->setObjectName("timelineKernel");
  kernels_->setAccessibleName(tr("Kernel whose block the timeline shows"));
  colors_ = new WrappingLabel("timelineColors", this);
  export_ = new QToolButton(this);
  export_->setProperty("class", "quiet");
  export_->setObjectName("timelineExport");
  export_->setText(tr("Export…"));
  export_->setToolTip(tr("Save the timeline as a picture (SVG or PNG)"));
  export_->setAccessibleName(export_->toolTip());
  row->addWidget(kernels_);
  row->addWidget(colors_, 1);
  row->addWidget(export_);
  column->addLayout(row);
  summary_ = new WrappingLabel("dim", this);
  column->addWidget(summary_);
  plot_ = new TimelinePlot(this);
  column->addWidget(plot_, 1);
  setFocusProxy(plot_);
  connect(kernels_, &QComboBox::currentIndexChanged, this, [this](int index) {
    plot_->setKernel(std::max(0, index));
    showKernel();
  });
  connect(export_, &QToolButton::clicked, this, &TimelineView::exportRequested);
  setContent({});
}

void TimelineView::setTheme(const Theme& theme) {
  plot_->setTheme(theme);
  showColors(theme);
}

void TimelineView::showColors(const Theme& theme) {
  const QString words[] = {tr("compute"), tr("start copies"), tr("wait or stalled"), tr("copies in flight")};
  const QColor colors[] = {theme.vectorized, theme.buffer, blend(theme.hairline, theme.dim, 0.25), theme.data};
  QStringList html;
  for (size_t i = 0; i < std::size(words); ++i) html << sign(colors[i], words[i]);
  colors_->setLinks(html.join(QStringLiteral(" &nbsp; ")), QStringList(std::begin(words), std::end(words)).join(' '));
}

void TimelineView::setContent(const TimelineContent& content) {
  QStringList names;
  if (content.kernels)
    for (const BlockTimeline& kernel : *content.kernels) names << QString::fromStdString(kernel.kernel);
  QStringList old;
  for (int i = 0; i < kernels_->count(); ++i) old << kernels_->itemText(i);
  plot_->setContent(content);
  if (names != old) {
    const QSignalBlocker quiet(kernels_);
    kernels_->clear();
    kernels_->addItems(names);
    plot_->setKernel(0);
  }
  kernels_->setVisible(names.size() > 1);
  export_->setEnabled(!names.isEmpty());
  colors_->setVisible(!names.isEmpty());
  showKernel();
}

void TimelineView::showKernel() {
  const BlockTimeline* kernel = plot_->kernel();
  summary_->setWords(
      kernel ? tr("One block alone on %1, modelled, not measured: %2")
                   .arg(QString::fromUtf8(kernel->device.data(), qsizetype(kernel->device.size())), summaryOf(*kernel))
             : QString());
}

QString TimelineView::summary() const { return summary_->text(); }

bool TimelineView::exportPicture(const QString& path) const {
  const BlockTimeline* kernel = plot_->kernel();
  if (!kernel) return false;
  return writePicture(path, kPicture, tr("Timeline of %1").arg(QString::fromStdString(kernel->kernel)),
                      palette().color(QPalette::Base),
                      [&](QPainter& painter) { plot_->paint(painter, QRectF(QPointF(), kPicture)); });
}

}  // namespace lw
