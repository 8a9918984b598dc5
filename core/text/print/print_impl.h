// The printer's state. Internal to core/text: printer.cpp (functions), print_stmt.cpp, print_block.cpp, print_expr.cpp.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "core/ir/ops.h"
#include "core/support/quote.h"
#include "core/text/print/names.h"
#include "core/text/print/printer.h"

namespace lw {

std::string floatText(DataType type, double value);  // digits as TVM prints them; "inf" in quotes

class Printer {
 public:
  // `pointers`: parameters with a buffer that the body uses as pointers, which therefore need names of their own.
  explicit Printer(const PrintOptions& options, std::unordered_set<const void*> pointers = {})
      : options_(options), pointers_(std::move(pointers)) {}
  void function(const PrimFunc& f);
  void module(const Module& m);
  void imports(bool withModule);
  void expr(const Expr& e, int minPrecedence = 0);
  void stmt(const Stmt& s, bool isLast);
  void region(const BufferRegion& r);
  PrintedText take();
  // Whether the printed text names pointers that were not known to be used; they are added to `pointers`.
  bool needsMore(std::unordered_set<const void*>& pointers) const;

 private:
  using Kind = MappedRange::Kind;
  // Text
  int at() const { return static_cast<int>(out_.size()); }
  // \1 in the text stands for the name under which tvm.script.tir is imported; take() puts it there.
  void write(std::string_view text) { out_ += text; }
  void line();  // begins a line at the current indentation
  void map(Kind kind, int begin, std::string name, const void* node, LoopId loop = {});
  std::string member(std::string_view classic,
                     std::string_view current) const;  // the member's name in the current dialect

  // Functions
  void signature(const PrimFunc& f, std::vector<const std::pair<Var, Buffer>*>& matched);
  const Block* implicitRoot(const PrimFunc& f) const;

  // Statements
  void body(const Stmt& s);     // the body of an opened scope: indented, with its own names
  void inScope(const Stmt& s);  // the statements at the current indentation
  void forLoop(const For& loop, const Stmt& self);
  void loopHeader(const For& loop);
  void block(const Block& b);
  void iters(const Block& b);
  void iter(const Block& b, size_t i);
  void remap(const Block& b, const std::vector<size_t>& run);
  bool isRemapped(const Block& b, size_t i) const;
  void regions(std::string_view name, const std::vector<BufferRegion>& list);
  void low(const Stmt& s, bool isLast);
  void letVariables(const Expr& e);
  // Prints `NAME = CALL` and the statements after it, or `with CALL as NAME:` if more statements follow the scope.
  // `defined`: the key of the variable or buffer that gets the name; nullptr: there is none.
  template <class Call, class Name>
  void scoped(bool isLast, const void* defined, const Stmt& inner, Name name, Call call);
  void mapDefinition(int begin, const std::string& text, const void* defined);

  // Buffers
  const std::string& defineVar(const Var& v);
  const std::string& defineBuffer(const Buffer& b, bool keepsName = false);
  void writeDefinition(const Buffer& b);  // the buffer's name at its definition
  void defineSizes(const Buffer& b);      // symbolic sizes that the declaration uses
  void bufferArguments(const Buffer& b, bool alwaysType, bool withData);
  void afterBuffer(const Buffer& b);  // from here on, A.data, A.strides[0] and A.elem_offset denote variables
  bool isDefined(const Var& v) const { return names_.find(v.key()) != nullptr; }
  void bufferName(const Buffer& b);
  void indexList(const std::vector<Expr>& indices);

  // Expressions
  void binary(const Binary& b);
  void list(const std::vector<Expr>& items, std::string_view open, std::string_view close, bool tuple);
  void call(const Call& c);
  bool pythonValue(const Call& c);  // false: another call
  void slice(const Expr& begin, const Expr& end);
  void annotations(const Annotations& a);
  void annotation(const AnnotationValue& v, const std::string& key);

  PrintOptions options_;
  std::unordered_set<const void*> pointers_, unnamed_;  // unnamed_: pointers that were printed without a definition
  std::string out_;
  SourceMap map_;
  Names names_;
  int indent_ = 0;
  std::vector<const For*> loops_;
  std::vector<BlockId> blocks_;
};

}  // namespace lw
