// Writes a picture to a file: vector graphics if the name ends in .svg, otherwise a bitmap with two pixels per unit.
#pragma once

#include <QPainter>
#include <QSizeF>
#include <QString>
#include <functional>

namespace lw {

// `paint` paints the area from (0, 0) to `size`, on `paper`. Returns false if the file cannot be written.
bool writePicture(const QString& path, const QSizeF& size, const QString& title, const QColor& paper,
                  const std::function<void(QPainter&)>& paint);

}  // namespace lw
