// The dialog for exporting a picture of a view to a file.
#pragma once

#include <QString>
#include <functional>

namespace lw {

class WindowContext;

// The default format is .svg; another suffix selects another one. The status line shows the result.
void exportPicture(WindowContext& window, const QString& title, const std::function<bool(const QString& path)>& write);

}  // namespace lw
