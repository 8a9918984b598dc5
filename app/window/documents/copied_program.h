// A program that was copied from elsewhere, as a text of its own.
#pragma once

#include <QString>
#include <string>

namespace lw {

// Without the indentation that all lines share, and without the fences of Markdown; with line ends of files. Empty:
// there are only blanks.
std::string programIn(const QString& copied);

}  // namespace lw
