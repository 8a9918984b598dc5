// Traversal and rewriting, derived from fieldsOf(). A rewriter returns the same handle when nothing changed.
#pragma once

#include <functional>
#include <unordered_map>

#include "core/ir/stmt.h"

namespace lw {

// Visits every node in evaluation order. Override what matters and call the base to go on into the children.
class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void expr(const Expr& e) { children(e); }
  virtual void stmt(const Stmt& s) { children(s); }
  virtual void varDef(const Var&) {}  // where a variable is bound (For, Let, LetStmt, IterVar, Allocate::data)
  virtual void varUse(const Var&) {}
  virtual void bufferDef(const Buffer&) {}  // Block::allocs, matches, DeclBuffer
  virtual void bufferUse(const Buffer&) {}  // load, store, region
  void children(const Expr& e);
  void children(const Stmt& s);
  void region(const BufferRegion& r);
};

// Rebuilds bottom-up. Override expr or stmt (call children() for the default), var (uses), varDef, or buffer
// (definitions and uses; the default returns its argument, rewriteBuffer() rewrites shape, strides and offset).
class Rewriter {
 public:
  virtual ~Rewriter() = default;
  virtual Expr expr(const Expr& e) { return children(e); }
  virtual Stmt stmt(const Stmt& s) { return children(s); }
  virtual Expr var(const Var& v) { return Expr(v); }
  virtual Var varDef(const Var& v) { return v; }
  virtual Buffer buffer(const Buffer& b) { return b; }
  virtual Buffer bufferDef(const Buffer& b) { return buffer(b); }
  Expr children(const Expr& e);
  Stmt children(const Stmt& s);
  Stmt children(const Stmt& s, Origin origin);  // with this origin instead of its own
  Range range(const Range& r);
  BufferRegion region(const BufferRegion& r);
  std::vector<Expr> exprs(const std::vector<Expr>& list);
};

void forEachExpr(const Expr& root, const std::function<void(const Expr&)>& visit);  // pre-order
void forEachExpr(const Stmt& root, const std::function<void(const Expr&)>& visit);  // of all statements
void forEachStmt(const Stmt& root, const std::function<void(const Stmt&)>& visit);  // pre-order
// Whether something holds for a node; the search ends with the first one.
bool anyExpr(const Expr& root, const std::function<bool(const Expr&)>& holds);
bool anyExpr(const Stmt& root, const std::function<bool(const Expr&)>& holds);  // of all statements
bool anyStmt(const Stmt& root, const std::function<bool(const Stmt&)>& holds);
bool loadsMemory(const Expr& e);                 // of any buffer
bool loadsFrom(const Expr& e, const Buffer& b);  // any element of its memory
Expr rewriteExprs(const Expr& root,
                  const std::function<std::optional<Expr>(const Expr&)>& f);  // post-order; nullopt: keep
Stmt rewriteExprs(const Stmt& root, const std::function<std::optional<Expr>(const Expr&)>& f);
Stmt rewriteStmts(const Stmt& root, const std::function<std::optional<Stmt>(const Stmt&)>& f);  // post-order

using VarMap = std::unordered_map<const void*, Expr>;       // Var::key() -> replacement
using BufferMap = std::unordered_map<const void*, Buffer>;  // Buffer::key() -> replacement
Expr substitute(const Expr& e, const VarMap& map);
Stmt substitute(const Stmt& s, const VarMap& map);
Range substitute(const Range& r, const VarMap& map);
BufferRegion substitute(const BufferRegion& r, const VarMap& map);
Stmt substituteBuffers(const Stmt& s, const BufferMap& map);  // definitions, regions, loads, stores, pointers in calls
Expr substituteBuffers(const Expr& e, const BufferMap& map);

bool usesVar(const Expr& e, const Var& v);
bool usesVar(const Stmt& s, const Var& v);
bool usesBuffer(const Stmt& s, const Buffer& b);  // loads, stores, and b.data in calls
std::vector<Var> freeVars(const Expr& e);         // in order of first use
std::vector<Var> freeVars(const Stmt& s);

// Gives fresh variables to all definitions and fresh ids to loops and blocks, as a duplicated subtree needs.
Stmt freshCopy(const Stmt& s, PrimFunc& ids);

}  // namespace lw
