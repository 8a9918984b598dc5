#include "app/models/python/python_need.h"

#include "core/text/tir/factories.h"

namespace lw {

std::optional<PythonNeed> pythonNeedOf(const SourceFile& source) {
  const Diagnostic* first = source.needsPython();
  const int line = first && first->span.valid() ? source.source.locate(first->span.begin).line : 0;
  const std::vector<Factory> factories = factoriesIn(source);
  if (!first && factories.empty()) return std::nullopt;
  if (!first || (!factories.empty() && factories.front().line <= line)) return PythonNeed{factories.front().line, true};
  return PythonNeed{line, false};
}

}  // namespace lw
