// State of one printing run. Private to core/text: print_names.cpp, print_expr.cpp, print_stmt.cpp, print_function.cpp.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/text/printer.h"

namespace lw::text {

// How tightly an operator binds, as in Python.
enum Precedence : int { kLoosest = 0, kOr, kAnd, kNot, kCompare, kSum, kProduct, kUnary, kAtom };

class Writer {
 public:
  explicit Writer(const PrintOptions& options) : options_(options) {}
  PrintedText finish();

  // print_function.cpp
  void function(const PrimFunc& f);
  void module(const Module& m);
  void imports(bool module);

  // print_stmt.cpp
  // `last`: nothing follows in the same suite, so what a let, an allocation or an assertion holds may stand below it
  // without an indentation of its own.
  void stmt(const Stmt& s, bool last = true);

  // print_expr.cpp
  void expr(const Expr& e, int outer = kLoosest);
  void exprs(const std::vector<Expr>& list);
  void shape(const std::vector<Expr>& list);  // a tuple
  void region(const BufferRegion& r);
  void indices(const std::vector<Expr>& list);
  void annotation(const AnnotationValue& value);
  void annotations(const Annotations& map);

  // print_names.cpp: names are unique among those that are visible; a scope gives its names back when it ends.
  class Scope {
   public:
    explicit Scope(Writer& w) : w_(w), size_(w.taken_.size()) {}
    ~Scope();
    Scope(const Scope&) = delete;

   private:
    Writer& w_;
    size_t size_;
  };
  std::string define(const Var& v);
  std::string define(const Buffer& b);
  void alias(const Var& v, std::string text) { names_[v.key()] = std::move(text); }  // "A.data", "A.strides[0]"
  const std::string& nameOf(const Var& v);      // defines it when it is free
  const std::string& nameOf(const Buffer& b);
  bool isNamed(const Var& v) const { return names_.contains(v.key()); }
  bool isNamed(const Buffer& b) const { return names_.contains(b.key()); }
  bool rawNames = false;                        // names as they are, not made unique (toText)
  std::string result() const { return out_; }

 private:
  // print_expr.cpp
  void binary(const Binary& n, int outer);
  void function(const char* name, const std::vector<Expr>& args);
  void call(const Call& n);
  void number(const FloatImm& n);
  void integer(const IntImm& n, int outer);
  void variable(const Var& v);
  void bufferName(const Buffer& b);
  void slice(const Range& r);
  static Expr sum(const Expr& a, const Expr& b);

  // print_stmt.cpp
  void loop(const Stmt& s, const For& n);
  void loopHeader(const For& n);
  bool joinsGrid(const For& inner, const std::vector<const For*>& outer) const;
  void block(const Block& n);
  void blockBody(const Block& n);
  void axes(const Block& n);
  void axis(const IterVar& iter, const Expr& binding);
  bool isRemap(const IterVar& iter, const Expr& binding) const;
  void allocations(const Block& n);
  void matchBuffer(const MatchBuffer& m);
  void letStmt(const LetStmt& n, bool last);
  void allocate(const Allocate& n, bool last);
  void declareBuffer(const DeclBuffer& n, bool last);
  void assertion(const AssertStmt& n, bool last);
  void declaration(const Buffer& b, const char* function);
  void suite(bool last, const Stmt& inside);
  void undeclaredOver(const Var& data);
  void conditional(const IfThenElse& n);
  void body(const Stmt& s);  // indented
  // print_function.cpp
  void parameters(const PrimFunc& f);
  void matchedParameters(const PrimFunc& f);
  void collectUndeclared(const PrimFunc& f);
  bool isRootBlock(const Block& n) const;
  void bufferOptions(const Buffer& b, bool withStrides);
  void defineSizes(const Buffer& b);
  std::vector<const Var*> symbolicSizes(const PrimFunc& f) const;
  bool needsMatch(const Buffer& b) const;

  // lines
  void line() { out_ += std::string(static_cast<size_t>(indent_) * 4, ' '); }
  void end() { out_ += '\n'; }
  int here() const { return static_cast<int>(out_.size()); }
  void map(MappedRange range) {
    if (!aside_) map_.add(std::move(range));
  }
  // What `write` prints, as text of its own: for parts that stand after the name they define.
  template <class F>
  std::string aside(const F& write) {
    std::string text;
    std::swap(out_, text);
    const bool before = std::exchange(aside_, true);
    write();
    aside_ = before;
    std::swap(out_, text);
    return text;
  }
  std::string blockWord() const { return options_.dialect == Dialect::Tvm ? "T.sblock" : "T.block"; }

  const PrintOptions options_;
  std::string out_;
  SourceMap map_;
  int indent_ = 0;
  bool aside_ = false;  // positions mean nothing: no ranges are recorded
  BlockId blockId_;
  std::set<std::string> used_;
  std::vector<std::pair<const void*, std::string>> taken_;  // in order of definition
  std::unordered_map<const void*, std::string> names_;
  std::unordered_map<const void*, const For*> loops_;       // Var::key() -> loop around
  std::unordered_map<const void*, std::vector<Buffer>> undeclared_;  // data pointer -> views without a declaration
};

}  // namespace lw::text
