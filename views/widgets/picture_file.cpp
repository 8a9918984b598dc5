#include "views/widgets/picture_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QSaveFile>
#include <QSvgGenerator>

#include "views/theme/bundled_fonts.h"

namespace lw {
namespace {

constexpr qreal kPixels = 2;  // pixels per unit

}  // namespace

bool writePicture(const QString& path, const QSizeF& size, const QString& title, const QColor& paper,
                  const std::function<void(QPainter&)>& paint) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  const QRectF area(QPointF(), size);
  const QString suffix = QFileInfo(path).suffix();
  if (suffix.compare("svg", Qt::CaseInsensitive) == 0) {
    QBuffer text;
    QSvgGenerator svg;
    svg.setOutputDevice(&text);
    svg.setResolution(96);  // makes one unit a CSS pixel
    svg.setSize(size.toSize());
    svg.setViewBox(area);
    svg.setTitle(title);
    QPainter painter(&svg);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, paper);
    paint(painter);
    painter.end();
    file.write(withKnownFamilies(text.data()));
    return file.commit();
  }
  QImage image((size * kPixels).toSize(), QImage::Format_RGB32);
  image.fill(paper);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(kPixels, kPixels);
  paint(painter);
  painter.end();
  return image.save(&file, suffix.isEmpty() ? "png" : suffix.toLatin1().constData()) && file.commit();
}

}  // namespace lw
