#include "core/ir/threads.h"

#include "core/ir/visit.h"

namespace lw {

bool bindsThreads(const Stmt& s) {
  return anyStmt(s, [&](const Stmt& x) {
    const auto* loop = x.as<For>();
    return loop && loop->kind == ForKind::ThreadBinding;
  });
}

}  // namespace lw
