// The picture of the loop tree as a file.
#include <QFileInfo>
#include <QImage>
#include <QSaveFile>
#include <QSvgGenerator>

#include "views/loop_tree_view.h"

namespace lw {
namespace {

constexpr qreal kPngScale = 2;

}  // namespace

bool LoopTreeView::exportPicture(const QString& path) {
  if (tree().nodes.empty()) return false;
  const QSizeF size = scene_.layout().size;
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  if (QFileInfo(path).suffix().compare("svg", Qt::CaseInsensitive) == 0) {
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setResolution(96);  // a unit is a pixel of a page
    svg.setSize(size.toSize());
    svg.setViewBox(QRectF(QPointF(), size));
    svg.setTitle(tr("Loop tree"));
    QPainter painter(&svg);
    painter.setRenderHint(QPainter::Antialiasing);
    scene_.render(&painter, QRectF(QPointF(), size), scene_.sceneRect());
    painter.end();
    return file.commit();
  }
  QImage image((size * kPngScale).toSize(), QImage::Format_RGB32);
  image.fill(scene_.style().theme.panel);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  scene_.render(&painter, QRectF(QPointF(), size * kPngScale), scene_.sceneRect());
  painter.end();
  const QByteArray format = QFileInfo(path).suffix().isEmpty() ? QByteArray("png") : QFileInfo(path).suffix().toLatin1();
  return image.save(&file, format.constData()) && file.commit();
}

}  // namespace lw
