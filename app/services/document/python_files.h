// Files that are opened to be run by Python: notebooks, folders and saved modules. Plain functions, safe on any thread.
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
// A module as Apache TVM's save_json writes it; only that TVM reads it.
bool isSavedModule(const QString& path);
std::string savedModuleText(const QString& path);  // a comment that says so
std::string shownTextOf(const QString& path);      // of a notebook, its cells

}  // namespace lw
