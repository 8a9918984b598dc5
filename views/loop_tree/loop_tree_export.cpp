// Exports the picture of the loop tree to a file.
#include "views/loop_tree/loop_tree_view.h"
#include "views/widgets/picture_file.h"

namespace lw {

bool LoopTreeView::exportPicture(const QString& path) {
  if (tree().nodes.empty()) return false;
  const QSizeF size = scene_.layout().size;
  return writePicture(path, size, tr("Loop tree"), scene_.style().theme.panel,
                      [&](QPainter& painter) { scene_.render(&painter, QRectF(QPointF(), size), scene_.sceneRect()); });
}

}  // namespace lw
