// The sentences of the window about a file that Python runs.
#pragma once

#include <QString>

namespace lw {

class PythonRuns;
struct PythonChoice;

// "Line 14 needs Python: run this file? It can read this folder, and cannot write or connect."
QString questionWords(const PythonRuns& runs);
QString rightsWords(const PythonRuns& runs);
QString runningWords(const PythonRuns& runs, int seconds);  // 0: it just began
// "Python of kernels/.venv runs it." Empty: it is the usual one.
QString interpreterWords(const PythonChoice& choice);
QString missingWords(const PythonRuns& runs);  // of a package; empty: none
QString nameOf(const PythonRuns& runs);        // of the file

}  // namespace lw
