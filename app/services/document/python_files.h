// Files that are opened to be run by Python: notebooks and folders. Plain functions, safe on any thread.
#pragma once

#include <QString>
#include <optional>
#include <string>

namespace lw {

bool isNotebook(const QString& path);
// The cells with code as one text, "# %% cell 1" before each: the text whose lines a run of the notebook names. None:
// this is no notebook.
std::optional<std::string> notebookText(const std::string& json);
// Comments that list the Python files of a folder; none: there are none.
std::optional<std::string> folderText(const QString& folder);
// Everything that a run of the file begins with: its bytes, or those of all files that folderText() lists.
std::string textForConsent(const QString& path);
std::string shownTextOf(const QString& path);  // of a notebook, its cells

}  // namespace lw
