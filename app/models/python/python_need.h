// Where reading a text ends and only Python can go on.
#pragma once

#include <optional>

#include "core/text/tir/parser.h"

namespace lw {

struct PythonNeed {
  int line = 0;          // 0: the whole file
  bool factory = false;  // a function at this line makes programs when it is called
};

// The first place; nullopt: reading takes everything in.
std::optional<PythonNeed> pythonNeedOf(const SourceFile& source);

}  // namespace lw
