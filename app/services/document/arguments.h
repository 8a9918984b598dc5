// What the program is asked to open: by its arguments, or by another start of it.
#pragma once

#include <QString>

namespace lw {

bool isLink(const QString& path);                 // to a session: "loopwright:..."
QString pathOfArgument(const QString& argument);  // desktops write files as addresses; links stay as they are

}  // namespace lw
