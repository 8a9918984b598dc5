#include "app/window/picture_export.h"

#include <QFileDialog>
#include <QFileInfo>

#include "app/window/window_context.h"

namespace lw {

void exportPicture(WindowContext& window, const QString& title, const std::function<bool(const QString& path)>& write) {
  QString path =
      QFileDialog::getSaveFileName(window.window(), title, {}, QObject::tr("Vector graphics (*.svg);;Picture (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".svg";
  window.say(write(path) ? QObject::tr("Exported %1").arg(path) : QObject::tr("Cannot write %1").arg(path));
}

}  // namespace lw
