#include "core/schedule/edit.h"

#include <unordered_map>

#include "core/ir/visit.h"

namespace lw {
namespace {

// Visits statements only: expressions cannot contain a statement that is replaced.
class Replacer : public Rewriter {
 public:
  std::unordered_map<const StmtNode*, Stmt> map;
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const auto found = map.find(s.key());
    return found == map.end() ? children(s) : found->second;
  }
};

class BlockMapper : public Rewriter {
 public:
  explicit BlockMapper(const std::function<Block(const Block&)>& f) : f_(f) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const auto* block = s.as<Block>();
    return block ? Stmt(f_(*block), s.origin()) : children(s);
  }

 private:
  const std::function<Block(const Block&)>& f_;
};

}  // namespace

PrimFunc replaceStmts(const PrimFunc& function, const std::vector<std::pair<Stmt, Stmt>>& replacements) {
  Replacer replacer;
  for (const auto& [old, replacement] : replacements) replacer.map.insert_or_assign(old.key(), replacement);
  PrimFunc changed = function;
  changed.body = replacer.stmt(function.body);
  return changed;
}

PrimFunc replaceStmt(const PrimFunc& function, const Stmt& old, const Stmt& replacement) {
  return replaceStmts(function, {{old, replacement}});
}

Stmt mapBlocks(const Stmt& root, const std::function<Block(const Block&)>& f) { return BlockMapper(f).stmt(root); }

Stmt withBody(const For& loop, Stmt body) {
  For copy = loop;
  copy.body = std::move(body);
  return copy;
}

}  // namespace lw
