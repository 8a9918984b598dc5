// The dialog in which a picture of a view gets its file.
#pragma once

#include <QString>
#include <functional>

namespace lw {

class WindowContext;

// As .svg unless the person types another suffix. What became of it is told in the status line.
void exportPicture(WindowContext& window, const QString& title, const std::function<bool(const QString& path)>& write);

}  // namespace lw
