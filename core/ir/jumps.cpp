#include "core/ir/jumps.h"

#include "core/ir/visit.h"

namespace lw {

const Call* jumps(const Stmt& s) {
  const auto none = [](const auto&) -> const Call* { return nullptr; };
  const auto inside = [](const auto& n) -> const Call* { return jumps(n.body); };
  return s.match(
      [](const Evaluate& n) -> const Call* {
        const auto* call = n.value.as<Call>();
        return call && (call->op == kBreakLoop || call->op == kContinueLoop) ? call : nullptr;
      },
      [](const Seq& n) -> const Call* {
        for (const Stmt& part : n.stmts)
          if (const Call* found = jumps(part)) return found;
        return nullptr;
      },
      [](const IfThenElse& n) -> const Call* {
        const Call* found = jumps(n.thenBody);
        return found || !n.elseBody ? found : jumps(*n.elseBody);
      },
      [&](const Block& n) { return inside(n); }, [&](const LetStmt& n) { return inside(n); },
      [&](const Allocate& n) { return inside(n); }, [&](const DeclBuffer& n) { return inside(n); },
      [&](const AttrStmt& n) { return inside(n); }, [&](const AssertStmt& n) { return inside(n); },
      [&](const For& n) { return none(n); }, [&](const While& n) { return none(n); },
      [&](const BufferStore& n) { return none(n); });
}

std::string loopWithJump(const PrimFunc& f) {
  std::string found;
  std::function<void(const Stmt&, const std::string&)> visit = [&](const Stmt& s, const std::string& loop) {
    if (!found.empty()) return;
    const auto inside = [&](const auto& n) { visit(n.body, loop); };
    s.match(
        [&](const Evaluate&) {
          if (jumps(s)) found = loop;
        },
        [&](const Seq& n) {
          for (const Stmt& part : n.stmts) visit(part, loop);
        },
        [&](const IfThenElse& n) {
          visit(n.thenBody, loop);
          if (n.elseBody) visit(*n.elseBody, loop);
        },
        [&](const For& n) { visit(n.body, n.var.name()); }, [&](const While& n) { visit(n.body, "while"); },
        [&](const Block& n) { inside(n); }, [&](const LetStmt& n) { inside(n); }, [&](const Allocate& n) { inside(n); },
        [&](const DeclBuffer& n) { inside(n); }, [&](const AttrStmt& n) { inside(n); },
        [&](const AssertStmt& n) { inside(n); }, [](const BufferStore&) {});
  };
  visit(f.body, "");
  return found;
}

}  // namespace lw
