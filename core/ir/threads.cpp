#include "core/ir/threads.h"

#include "core/ir/visit.h"

namespace lw {

bool bindsThreads(const Stmt& s) {
  bool found = false;
  forEachStmt(s, [&](const Stmt& x) {
    const auto* loop = x.as<For>();
    found = found || (loop && loop->kind == ForKind::ThreadBinding);
  });
  return found;
}

}  // namespace lw
