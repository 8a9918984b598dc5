// A picture in a file: vector graphics where the name ends in .svg, else pixels, two for each unit of the page.
#pragma once

#include <QPainter>
#include <QSizeF>
#include <QString>
#include <functional>

namespace lw {

// `paint` paints the area from (0, 0) to `size`, over `paper`. False: the file cannot be written.
bool writePicture(const QString& path, const QSizeF& size, const QString& title, const QColor& paper,
                  const std::function<void(QPainter&)>& paint);

}  // namespace lw
