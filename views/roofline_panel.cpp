// The roofline with its choices, and its picture as a file.
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/roofline_view.h"

namespace lw {
namespace {

constexpr QSizeF kPicture(960, 540);
constexpr qreal kPixelScale = 2;

}  // namespace

RooflineView::RooflineView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 6, 8, 2);
  column->setSpacing(2);
  auto* row = new QHBoxLayout;
  row->setSpacing(6);
  note_ = new QLabel(this);
  note_->setObjectName("dim");
  auto* label = new QLabel(tr("bytes from"), this);
  label->setObjectName("dim");
  paths_ = new QComboBox(this);
  paths_->setObjectName("rooflinePath");
  paths_->setAccessibleName(tr("Whose bytes the roofline counts"));
  export_ = new QToolButton(this);
  export_->setProperty("class", "quiet");
  export_->setObjectName("rooflineExport");
  export_->setText(tr("export…"));
  export_->setToolTip(tr("Save the roofline as a picture (SVG or PNG)"));
  export_->setAccessibleName(export_->toolTip());
  row->addWidget(note_, 1);
  row->addWidget(label);
  row->addWidget(paths_);
  row->addWidget(export_);
  column->addLayout(row);
  plot_ = new RooflinePlot(this);
  column->addWidget(plot_, 1);
  setFocusProxy(plot_);
  connect(paths_, &QComboBox::currentIndexChanged, this, [this](int index) { plot_->setPath(size_t(std::max(index, 0))); });
  connect(plot_, &RooflinePlot::chosen, this, &RooflineView::chosen);
  connect(plot_, &RooflinePlot::hint, this, &RooflineView::hint);
  connect(export_, &QToolButton::clicked, this, &RooflineView::exportWanted);
}

void RooflineView::setTheme(const Theme& theme) { plot_->setTheme(theme); }

// Memory is what is counted until another path is chosen.
void RooflineView::setContent(RooflineContent content) {
  QStringList names;
  for (const RooflineRoof& roof : content.roofs) names << roof.name;
  QStringList old;
  for (int i = 0; i < paths_->count(); ++i) old << paths_->itemText(i);
  if (names != old) {
    const QSignalBlocker quiet(paths_);
    paths_->clear();
    paths_->addItems(names);
    paths_->setCurrentIndex(int(names.size()) - 1);
    plot_->setPath(size_t(std::max(paths_->currentIndex(), 0)));
  }
  note_->setText(content.note.isEmpty() ? content.machine : content.note);
  paths_->setEnabled(names.size() > 1);
  export_->setEnabled(!content.points.empty());
  plot_->setContent(std::move(content));
}

bool RooflineView::exportPicture(const QString& path) const {
  QSaveFile file(path);
  if (plot_->content().points.empty() || !file.open(QIODevice::WriteOnly)) return false;
  const QRectF area(QPointF(), kPicture);
  if (QFileInfo(path).suffix().compare("svg", Qt::CaseInsensitive) == 0) {
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setResolution(96);
    svg.setSize(kPicture.toSize());
    svg.setViewBox(area);
    svg.setTitle(tr("Roofline, %1").arg(plot_->content().machine));
    QPainter painter(&svg);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, palette().base());
    plot_->paint(painter, area, false);
    painter.end();
    return file.commit();
  }
  QImage image((kPicture * kPixelScale).toSize(), QImage::Format_RGB32);
  image.fill(palette().color(QPalette::Base));
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(kPixelScale, kPixelScale);
  plot_->paint(painter, area, false);
  painter.end();
  const QByteArray format = QFileInfo(path).suffix().isEmpty() ? QByteArray("png") : QFileInfo(path).suffix().toLatin1();
  return image.save(&file, format.constData()) && file.commit();
}

}  // namespace lw
