#include "passes/lower_thread_binding.h"

#include "core/ir/visit.h"
#include "passes/support/thread_launches.h"

namespace lw {

PrimFunc lowerThreadBinding(const PrimFunc& f) {
  const PrimFunc looped = launchesAsLoops(f);
  return withBody(looped, rewriteStmts(looped.body, [](const Stmt& s) -> std::optional<Stmt> {
                    const auto* loop = s.as<For>();
                    if (!loop || loop->kind != ForKind::ThreadBinding) return std::nullopt;
                    For serial = *loop;
                    serial.kind = ForKind::Serial;
                    serial.thread.clear();
                    return Stmt(std::move(serial), s.origin());
                  }));
}

const Pass kLowerThreadBindingPass{.name = "lower_thread_binding",
                                   .label = "thread loops",
                                   .help = "Run thread-bound loops one iteration after the other.",
                                   .run = programOnly<lowerThreadBinding>};

}  // namespace lw
