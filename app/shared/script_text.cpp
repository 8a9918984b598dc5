#include "app/shared/script_text.h"

namespace lw {

std::string scriptText(const Snapshot& program, const Snapshot& source, const std::optional<int>& function, bool alone,
                       Dialect dialect) {
  const PrintOptions options{.dialect = dialect};
  bool othersChanged = false;
  for (int i = 0; i < program.functionCount(); ++i)
    othersChanged = othersChanged || (i != function && !source.function(i).body.sameAs(program.function(i).body));
  if (program.isLoneFunction() || (function && alone && !othersChanged))
    return print(program.function(function.value_or(0)), options).text;
  return print(program.module(), options).text;
}

}  // namespace lw
