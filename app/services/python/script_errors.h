// Errors that a file raised when Python ran it, in the words and places of the window.
#pragma once

#include <QString>

#include "backends/collect/collect.h"

namespace lw {

inline constexpr const char* kCall = "<call>";  // the file of an error that the call of a factory raised

// The calls that led to an error, the last one last: "in sizes, make.py:8: return [n // k for k in (4, 2, 0)]". Those
// of libraries are left out: only files below `folder` are named.
QString framesOf(const std::string& traceback, const QString& folder);
// The first package that is not in the Python that ran the file, and without which the file failed or made no program;
// empty: none.
QString missingPackage(const Collected& collected);
// Of the call of a factory; nullptr: it raised nothing.
const ScriptError* errorOfCall(const Collected& collected);
Span spanOfLine(const SourceText& text, int line);  // without the indentation; invalid: there is no such line

}  // namespace lw
