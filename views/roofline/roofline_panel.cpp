// The roofline with its controls, and its export to a file.
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/roofline/roofline_view.h"
#include "views/widgets/picture_file.h"

namespace lw {
namespace {

constexpr QSizeF kPicture(960, 540);

}  // namespace

RooflineView::RooflineView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 6, 8, 2);
  column->setSpacing(2);
  auto* row = new QHBoxLayout;
  row->setSpacing(6);
  note_ = new QLabel(this);
  note_->setObjectName("dim");
  auto* label = new QLabel(tr("Bytes from"), this);
  label->setObjectName("dim");
  paths_ = new QComboBox(this);
  paths_->setObjectName("rooflinePath");
  paths_->setAccessibleName(tr("Memory level whose traffic the roofline counts"));
  export_ = new QToolButton(this);
  export_->setProperty("class", "quiet");
  export_->setObjectName("rooflineExport");
  export_->setText(tr("Export…"));
  export_->setToolTip(tr("Save the roofline as a picture (SVG or PNG)"));
  export_->setAccessibleName(export_->toolTip());
  row->addWidget(note_, 1);
  row->addWidget(label);
  row->addWidget(paths_);
  row->addWidget(export_);
  column->addLayout(row);
  applies_ = new QLabel(this);
  applies_->setObjectName("rooflineApplies");
  applies_->setWordWrap(true);
  column->addWidget(applies_);
  plot_ = new RooflinePlot(this);
  column->addWidget(plot_, 1);
  setFocusProxy(plot_);
  connect(paths_, &QComboBox::currentIndexChanged, this,
          [this](int index) { plot_->setPath(size_t(std::max(index, 0))); });
  connect(plot_, &RooflinePlot::chosen, this, &RooflineView::chosen);
  connect(plot_, &RooflinePlot::hintChanged, this, &RooflineView::hintChanged);
  connect(export_, &QToolButton::clicked, this, &RooflineView::exportRequested);
}

void RooflineView::setTheme(const Theme& theme) { plot_->setTheme(theme); }

// The path from memory is chosen by default.
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
  const QString machine = content.doubt.isEmpty() ? content.machine : tr("%1 · measured busy").arg(content.machine);
  note_->setText(content.note.isEmpty() ? machine : content.note);
  note_->setToolTip(content.doubt);
  applies_->setText(content.applies);
  applies_->setVisible(!content.applies.isEmpty());
  paths_->setEnabled(names.size() > 1);
  export_->setEnabled(!content.points.empty());
  plot_->setContent(std::move(content));
}

bool RooflineView::exportPicture(const QString& path) const {
  if (plot_->content().points.empty()) return false;
  return writePicture(path, kPicture, tr("Roofline, %1").arg(plot_->content().machine), palette().color(QPalette::Base),
                      [&](QPainter& painter) { plot_->paint(painter, QRectF(QPointF(), kPicture), false); });
}

}  // namespace lw
