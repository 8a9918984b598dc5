// Converts the Python syntax tree of a @T.prim_func to a PrimFunc. Internal to core/text; parser.cpp calls it. The
// class is split over tir_function.cpp (signature), tir_statements.cpp, tir_blocks.cpp, tir_buffers.cpp,
// tir_expressions.cpp and tir_calls.cpp. An error abandons its statement (Failed is thrown and caught inside this
// folder); names that the statement would have defined become Poison, so that using them causes no further errors.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ir/promotion.h"
#include "core/support/result.h"
#include "core/text/python/python_ast.h"
#include "core/text/source.h"
#include "core/text/source_map.h"
#include "core/text/tir/names_in_scope.h"
#include "core/text/tir/regions.h"
#include "core/text/tir/tir_value.h"

namespace lw {
struct IntrinsicInfo;
}

namespace lw::tir {

struct FileContext {
  const SourceText& source;
  std::vector<Diagnostic>& diagnostics;
  SourceMap& map;
  std::map<std::string, py::Expr> constants;  // of the module
  std::map<std::string, py::Stmt> functions;  // without decorators, which programs call while they are read
  std::string tirName = "T";                  // the name under which `tir` is imported
  std::string tileName;                       // the name under which the tile operations are imported
  bool newest = false;                        // the file imports `tirx`, where an assigned name is a place in memory
  std::string module;                         // the class that is being read
  std::map<std::string, DataType> results;    // of the functions of that class
  uint32_t nextId = 1;
  int64_t helperWork = 0;                // that calls of `functions` took so far
  std::set<std::string> sizeNames = {};  // n = TypeVar("n"), outside of functions: sizes of graphs
};

struct Failed {};

// Where a statement begins that defines a name which is assigned again in a scope inside of the definition's.
std::set<int> reassigned(const py::Block& block);
bool isScalarBuffer(const Buffer& b);  // one element in one dimension

class FunctionParser {
 public:
  explicit FunctionParser(FileContext& file) : file_(file) {}
  // nullopt: there were errors, all of which have been reported.
  std::optional<PrimFunc> parse(const py::FunctionDef& def, Span span, bool isPrivate);
  // For numbers outside of a prim_func, over names of its own. nullopt: an error, which has been reported.
  void define(const std::string& name, const Expr& number) { define(name, ParsedValue(number)); }
  std::optional<Expr> evaluate(const py::Expr& e);

 private:
  // A `with T.block(...)` that is being read.
  struct BlockFrame {
    Block block{BlockId{}, "", Evaluate{0}};
    bool hasReads = false, hasWrites = false, hasWhere = false;
  };
  // The statements of one body; `wraps` are statements that contain all later ones.
  struct Body {
    std::vector<Stmt> stmts;
    struct Wrap {
      size_t at;
      std::function<Stmt(Stmt)> around;
      std::optional<Span> span;
    };
    std::vector<Wrap> wraps;
    BlockFrame* block = nullptr;  // set for the statements directly in a block
    bool functionLevel = false;
  };
  struct LoopSpec {
    ForKind kind = ForKind::Serial;
    std::vector<Expr> mins, extents;
    std::string thread;
    Annotations annotations;
    Expr first = 0, step = 1;  // of the values that the body sees, if `stepped`
    bool stepped = false;
  };
  // What a declaration of a buffer states beside the buffer.
  struct Extra {
    std::optional<Expr> layout;
    Annotations notes;
    std::optional<std::pair<Var, Expr>> pointer;
  };
  struct LoopInScope {
    Var var;
    Range domain;
  };
  // Takes the arguments of a call by position or name; arguments that are not taken are an error.
  class Args {
   public:
    Args(FunctionParser& parser, const py::Call& call, Span span, std::string function,
         std::initializer_list<std::string_view> names, size_t required);
    const py::Expr* get(std::string_view name) const;
    Span span;

   private:
    std::map<std::string_view, const py::Expr*> values_;
  };

  // Errors
  void report(Span span, Explanation e, Message hint = {});
  [[noreturn]] void fail(Span span, Explanation e, Message hint = {});
  template <class F>
  bool attempt(F&& f);  // false: `f` failed

  // Names
  void define(const std::string& name, ParsedValue value);
  const ParsedValue* lookup(const std::string& name) const;
  ParsedValue resolve(const std::string& name, Span span);
  void poison(const py::Expr& target);
  std::vector<std::string> knownNames() const;

  // Functions
  void declareAhead(const py::Expr& target, const py::Expr& value);
  void params(const py::FunctionDef& def);
  void param(const py::Parameter& p);
  void finishRoot(Stmt body, BlockId rootId);
  Stmt withUnbound(Stmt body) const;

  // Statements
  Stmt body(const py::Block& block, BlockFrame* frame, bool functionLevel = false);
  Stmt finish(Body body);
  void statement(const py::Stmt& stmt, Body& out);
  void assign(const py::Expr& target, const py::Expr& value, Span span, Body& out);
  // Calls that declare what the name stands for: variables, buffers, scalars. False: this one is no such call.
  bool assignDeclaration(const std::string& name, const std::string& member, const py::Call& call, Span target,
                         Span value, Span span, Body& out);
  void bind(const py::Expr& target, ParsedValue value, Span span, Body& out);
  void bindName(const std::string& name, Span nameSpan, ParsedValue value, Span span, Body& out);
  void annotated(const py::AnnAssign& node, Span span, Body& out);
  void augmented(const py::AugAssign& node, Span span, Body& out);
  void store(const py::Subscript& target, Span targetSpan, const Operand& value, Span valueSpan, Span span, Body& out);
  void expression(const py::Expr& e, Span span, Body& out);
  void conditional(const py::If& node, Span span, Body& out);
  void whileLoop(const py::WhileLoop& node, Span span, Body& out);
  void forLoop(const py::ForLoop& node, Span span, Body& out);
  LoopSpec loopSpec(const py::Expr& iterable);
  LoopSpec rangeSpec(const py::Call& call, Span span, const std::string& path);
  void with(const py::With& node, Span span, Body& out);
  void withItem(const py::With& node, Span span, size_t item, Body& out);
  void assertion(const py::Assert& node, Span span, Body& out);
  void emit(Stmt s, Span span, Body& out);
  void wrap(std::function<Stmt(Stmt)> around, Span span, Body& out);
  void let(const std::string& name, DataType type, Expr value, Span nameSpan, Span span, Body& out);

  // Blocks
  void block(const py::Call& call, const py::With& node, Span span, Body& out);
  bool blockStatement(const std::string& name, const py::Call& call, Span span, Body& out);
  void readsOrWrites(bool isReads, const py::Call& call, Body& out);
  std::optional<BufferRegion> regionArgument(const ParsedValue& value, Span span);
  ListValue axis(const std::string& kind, const py::Call& call, Span span, Body& out);
  ListValue remap(const py::Call& call, Span span, BlockFrame& frame);
  ParsedValue addIter(BlockFrame& frame, IterKind kind, Range domain, Expr binding, Span span);
  void closeBlock(BlockFrame& frame, Span header);
  Annotations annotations(const py::Expr& e);
  AnnotationValue annotationValue(const ParsedValue& value, Span span);

  // Buffers and low-level statements
  Buffer bufferFrom(const py::Call& call, Span span, const std::string& function, const std::string& name,
                    const Var* data);
  Buffer bufferType(const py::Expr& annotation, const std::string& name);
  ParsedValue matchBuffer(const py::Call& call, Span span, const std::string& name, Body& out);
  bool declaration(const std::string& path, const py::Call& call, const std::string& name, Span nameSpan, Span span,
                   Body& out);
  void allocate(const py::Call& call, const std::string& name, Span nameSpan, Span span, Body& out);
  void declBuffer(const std::string& path, const py::Call& call, const std::string& name, Span nameSpan, Span span,
                  Body& out);
  void allocBuffer(const py::Call& call, const std::string& name, Span nameSpan, Span span, Body& out);
  void attr(const py::Call& call, Span span, Body& out);
  bool threadAttribute(const py::Expr& node, const py::Expr& value, Span span, Body& out);
  void launchThread(const py::Call& call, const std::string& name, Span nameSpan, Span span, Body& out);
  std::vector<Expr> shape(const py::Expr& e);
  template <class F>
  auto withAnonymous(const char* prefix, F&& read);  // T.int32() makes a variable, "s0", while `read` runs
  Expr namedSize(const std::string& name, Span span);
  Expr sizeFromText(const std::string& text, Span span);
  void nameSizesIn(const py::Expr& e, Span span);  // defines those that are not known
  void declarationExtra(const Args& args);

  // Newer forms
  bool letAnnotation(const py::AnnAssign& node, Span span, Body& out);
  void bindCall(const py::Call& call, const std::string& name, Span nameSpan, Span span, Body& out);
  Buffer allocateHere(Buffer buffer, Annotations notes, Span span, Body& out);
  void scalar(const std::string& name, DataType type, const std::string& scope, Span nameSpan, Span span, Body& out);
  const Buffer* assignedPlace(const std::string& name) const;
  bool assignPlace(const std::string& name, const ParsedValue& value, Span span, Body& out);
  bool scalarCall(const std::string& member, const py::Call& call, const std::string& name, Span nameSpan, Span span,
                  Body& out);
  void layout(const Buffer& buffer, const Extra& extra, Span span, Body& out);
  void pointer(const Extra& extra, Span span, Body& out);
  bool launchIds(const std::string& member, const py::Call& call, const std::vector<py::Expr>& targets, Span span,
                 Body& out);
  void inlineCall(const py::FunctionDef& function, const py::Call& call, Span span, Body& out);
  std::string assertionMessage(const py::Expr& e);
  void leaveLoop(std::string_view op, Span span, Body& out);
  void vectorStore(const Buffer& buffer, const py::Call& node, Span span, Body& out);

  // Calls that are passed on
  Expr argument(const py::Expr& e);
  Expr argument(const ParsedValue& value, Span span);
  Expr lambda(const py::Expr& e, const std::vector<DataType>& types);
  Expr reducer(const py::Call& node, Span span);
  Expr shuffle(const py::Call& node, Span span);
  Expr activeLanes(const py::Call& node, Span span);
  ParsedValue opaqueCall(const std::string& name, const py::Call& node, Span span, DataType type);
  ParsedValue intrinsicByName(const py::Call& node, Span span);
  ParsedValue functionCall(const std::string& name, const py::Call& node, Span span);

  // Expressions
  ParsedValue eval(const py::Expr& e);
  Expr evalExpr(const py::Expr& e);  // literals become constants, slices become loads
  Expr evalInteger(const py::Expr& e, std::string_view what);
  int64_t evalConstant(const py::Expr& e, std::string_view what);
  std::string evalString(const py::Expr& e, std::string_view what);
  DataType evalType(const py::Expr& e);
  bool evalFlag(const py::Expr& e);
  Expr toExpr(const ParsedValue& value, Span span);
  Operand toOperand(const ParsedValue& value, Span span);
  // Both operands, converted to the type of their operation.
  std::pair<Expr, Expr> matched(const ParsedValue& a, Span spanA, const ParsedValue& b, Span spanB, Span span);
  // The value, converted to the type of the buffer or variable in which it is stored.
  Expr converted(Operand value, DataType type, Span span);
  Expr condition(const py::Expr& e);
  Expr asCondition(Expr e, Span span);
  ParsedValue attribute(const py::Attribute& node, Span span);
  ParsedValue subscript(const py::Subscript& node, Span span);
  SliceValue slice(const Buffer& buffer, const py::Subscript& node, Span span);
  SliceValue starredSlice(const Buffer& buffer, const std::vector<py::Expr>& written, Span span);
  void checkIndexCount(const Buffer& buffer, size_t count, Span span);
  ListValue items(const std::vector<py::Expr>& list);
  Expr load(const SliceValue& slice, Span span);
  std::vector<Expr> indices(const SliceValue& slice, Span span);
  ParsedValue unary(const py::Unary& node, Span span);
  ParsedValue binaryOp(py::BinOp op, const ParsedValue& a, Span spanA, const ParsedValue& b, Span spanB, Span span);
  ParsedValue compare(const py::Compare& node, Span span);
  ParsedValue compareTwo(py::CompareOp op, const ParsedValue& a, Span spanA, const ParsedValue& b, Span spanB);
  ParsedValue boolean(const py::BoolOp& node, Span span);
  std::optional<std::string> path(const py::Expr& function);  // "T.axis.remap"; nullopt: not a plain name

  // Values of Python, without expressions of the program: tir_python.cpp. nullopt: a value is none of them.
  ParsedValue plain(const Result<Number>& number, Span span);
  std::optional<ParsedValue> plainBinary(py::BinOp op, const ParsedValue& a, const ParsedValue& b, Span span);
  std::optional<bool> plainCompare(py::CompareOp op, const ParsedValue& a, const ParsedValue& b);
  ParsedValue choice(const py::Conditional& node, Span span);  // a if c else b
  ListValue listSlice(const ListValue& list, const py::Slice& slice);
  std::optional<ParsedValue> sequenceBuiltin(const std::string& name, const std::vector<ParsedValue>& args, Span span);
  std::optional<ParsedValue> extreme(const std::string& name, std::vector<ParsedValue> values, Span span);

  // Functions of the file, which are called while the program is read: tir_helpers.cpp
  struct HelperCall {
    const py::FunctionDef& function;
    std::optional<ParsedValue> result;  // set by `return`
  };
  ParsedValue helperCall(const py::FunctionDef& function, const py::Call& call, Span span);
  void bindHelperArguments(const py::FunctionDef& function, const py::Call& call, Span span, NamesInScope& names);
  enum class HelperFlow : uint8_t { Normal, Break, Continue, Return };
  HelperFlow helperBlock(const py::Block& block);
  HelperFlow helperStatement(const py::Stmt& stmt);
  HelperFlow helperLoop(const py::ForLoop& loop);
  void helperAssign(const py::Expr& target, const ParsedValue& value);
  std::vector<ParsedValue> helperItems(const py::Expr& iterable);
  bool helperCondition(const py::Expr& e);
  ListValue comprehension(const py::Comprehension& node);
  void limitHelper(Span span, int64_t work);
  void limitSize(const ParsedValue& value, Span span);

  // Calls
  ParsedValue call(const py::Call& node, Span span);
  ParsedValue method(const Method& m, const py::Call& node, Span span);
  ParsedValue accessPointer(const Buffer& buffer, const py::Call& node, Span span);
  ParsedValue builtin(const std::string& name, const py::Call& node, Span span);
  ParsedValue tirCall(const std::string& name, const py::Call& node, Span span);
  std::optional<ParsedValue> typeCall(const std::string& name, const py::Call& node, Span span);
  std::optional<ParsedValue> binaryCall(const std::string& name, const py::Call& node, Span span);
  ParsedValue vectorLoad(const Buffer& buffer, const py::Call& node, Span span);
  Expr laneMask(const py::Expr& e, int lanes);
  void maskedStore(const Buffer& buffer, const std::vector<Expr>& indices, const Expr& value, const Expr& mask,
                   Span span, Body& out);
  std::vector<Expr> methodIndices(const Buffer& buffer, const py::Expr& e, const std::string& method, Span span);
  const py::Expr& onlyArgument(const py::Call& node, const std::string& name, Span span);
  std::optional<ParsedValue> valueCall(const std::string& name, const py::Call& node, Span span);
  std::optional<ParsedValue> vectorCall(const std::string& name, const py::Call& node, Span span);
  std::optional<ParsedValue> choiceCall(const std::string& name, const py::Call& node, Span span);
  std::optional<ParsedValue> intrinsicCall(const std::string& name, const py::Call& node, Span span);
  // The arguments of an intrinsic, as they were written and as expressions.
  std::vector<Expr> intrinsicArguments(const IntrinsicInfo& intrinsic, const std::string& name,
                                       const std::vector<py::Expr>& args, std::vector<ParsedValue>& evaluated,
                                       Span span);
  ParsedValue immediate(const std::string& name, const py::Call& node, Span span);
  Expr letExpr(const py::Call& node, Span span);
  std::vector<ParsedValue> positional(const py::Call& node, size_t least, size_t most, const std::string& function,
                                      Span span);
  [[noreturn]] void unknownFunction(const std::string& path, Span span);
  std::string tirMember(const std::string& path) const;  // "T.exp" -> "exp"; empty: not of T

  void map(MappedRange::Kind kind, Span span, std::string name, const void* node, LoopId loop = {});
  BlockId currentBlock() const { return blocks_.empty() ? BlockId{} : blocks_.back(); }

  FileContext& file_;
  PrimFunc func_{"", Evaluate{0}};
  bool failed_ = false;
  NamesInScope names_;
  std::vector<std::string> resolving_;  // constants that are being evaluated, to detect cycles
  std::vector<LoopInScope> loops_;
  std::vector<BlockId> blocks_;
  VisibleBuffers visible_;  // buffers whose regions are inferred
  std::vector<Buffer> rootAllocs_;
  bool hasBlocks_ = false;
  int depth_ = 0;  // of statements, including `wraps`
  // Of the variables that T.int32() makes in a list of sizes or strides; empty: it needs a name of its own.
  std::string anonymous_;
  int anonymousCount_ = 0;
  std::vector<HelperCall> helpers_;  // calls of functions of the file around what is being read
  std::vector<ForKind> around_;      // kinds of the loops around the statement that is being read
  bool isKernel_ = false;            // threads were launched by ids
  int inlineDepth_ = 0;              // inline functions around it
  Extra extra_;                      // of the buffer that bufferFrom() read last
  std::set<int> reassigned_;
  std::vector<Var> lets_;      // variables that statements define
  std::vector<Var> declared_;  // n = T.int32(): sizes, variables of T.Let, or variables without a value
  std::map<std::string, DataType> namedSizes_;  // scalar parameters, which may be sizes in earlier parameters
  // Sizes that the signature names as strings, and whose types statements of the body say: n = T.int64().
  std::map<std::string, DataType> sizeTypes_;
  std::set<std::string> undeclaredSizes_;
  std::vector<std::pair<Buffer, Extra>> paramExtras_;
};

template <class F>
bool FunctionParser::attempt(F&& f) {
  try {
    f();
    return true;
  } catch (const Failed&) {
    failed_ = true;
    return false;
  }
}

}  // namespace lw::tir
