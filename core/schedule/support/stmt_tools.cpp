#include "core/schedule/support/stmt_tools.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

void addConjuncts(const Expr& e, std::vector<Expr>& to) {
  if (isTrue(e)) return;
  const auto* both = e.as<Binary>();
  if (!both || both->op != BinaryOp::And) return to.push_back(e);
  addConjuncts(both->a, to);
  addConjuncts(both->b, to);
}

// Statements directly below.
std::vector<Stmt> below(const Stmt& s) {
  std::vector<Stmt> list;
  const auto body = [&](const auto& n) { list.push_back(n.body); };
  const auto leaf = [](const auto&) {};
  s.match([&](const For& n) { body(n); },
          [&](const Block& n) {
            if (n.init) list.push_back(*n.init);
            body(n);
          },
          [&](const BufferStore& n) { leaf(n); }, [&](const Evaluate& n) { leaf(n); },
          [&](const Seq& n) { list = n.stmts; },
          [&](const IfThenElse& n) {
            list.push_back(n.thenBody);
            if (n.elseBody) list.push_back(*n.elseBody);
          },
          [&](const While& n) { body(n); }, [&](const LetStmt& n) { body(n); }, [&](const Allocate& n) { body(n); },
          [&](const DeclBuffer& n) { body(n); }, [&](const AttrStmt& n) { body(n); },
          [&](const AssertStmt& n) { body(n); });
  return list;
}

bool findPath(const Stmt& s, BlockId id, std::vector<Stmt>& path) {
  path.push_back(s);
  if (const auto* block = s.as<Block>(); block && block->id == id) return true;
  for (const Stmt& child : below(s))
    if (findPath(child, id, path)) return true;
  path.pop_back();
  return false;
}

}  // namespace

std::vector<Expr> conjuncts(const Expr& condition) {
  std::vector<Expr> list;
  addConjuncts(condition, list);
  return list;
}

Stmt replaceIn(const Stmt& root, const Stmt& old, const Stmt& replacement) {
  return rewriteStmts(root, [&](const Stmt& s) -> std::optional<Stmt> {
    if (s.sameAs(old)) return replacement;
    return std::nullopt;
  });
}

std::vector<Stmt> pathTo(const Stmt& root, BlockId block) {
  std::vector<Stmt> path;
  findPath(root, block, path);
  return path;
}

std::optional<Stmt> removeBlock(const Stmt& root, BlockId block) {
  const std::vector<Stmt> path = pathTo(root, block);
  for (size_t i = path.size(); i-- > 1;) {
    const Stmt& parent = path[i - 1];
    const auto* seq = parent.as<Seq>();
    if (!seq) continue;
    std::vector<Stmt> stmts;
    for (const Stmt& s : seq->stmts)
      if (!s.sameAs(path[i])) stmts.push_back(s);
    return replaceIn(root, parent, sequence(std::move(stmts)));
  }
  return std::nullopt;
}

bool hasOpaqueAccess(const Stmt& root, const Buffer& buffer) { return usesVar(root, buffer->data); }

bool isMatched(const Stmt& root, const Buffer& buffer) {
  return anyStmt(root, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    return block && std::any_of(block->matches.begin(), block->matches.end(),
                                [&](const MatchBuffer& m) { return m.source.buffer == buffer; });
  });
}

}  // namespace lw
