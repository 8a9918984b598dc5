// Factories that reading alone can call: their programs without Python.
#pragma once

#include <QString>

#include "backends/collect/collect.h"

namespace lw {

// The factories of a text, and no programs. `file`: the path of the text.
Collected readFactories(const SourceFile& source, const QString& file);
// The programs that `call` makes, printed, as results of the call. An error says what only Python can carry out.
Result<Collected> readCall(const SourceFile& source, const QString& file, const QString& call);

}  // namespace lw
