// Statements of the IR, functions and modules. Immutable like expressions: copy a node struct, change it, wrap it;
// loops and blocks keep their ids. Blocks carry their own bindings and predicate (TVM's BlockRealize is folded in).
#pragma once

#include <map>
#include <optional>
#include <variant>

#include "core/ir/expr.h"
#include "core/support/ids.h"

namespace lw {

struct StmtNode;
struct For;
struct Block;
struct BufferStore;
struct Evaluate;
struct Seq;
struct IfThenElse;
struct While;
struct LetStmt;
struct Allocate;
struct DeclBuffer;
struct AttrStmt;
struct AssertStmt;
using StmtKinds = NodeKinds<For, Block, BufferStore, Evaluate, Seq, IfThenElse, While, LetStmt, Allocate, DeclBuffer,
                            AttrStmt, AssertStmt>;
template <class N>
concept StmtKind = StmtKinds::has<std::remove_cvref_t<N>>;

// The block and loop that a statement came from. Rewrites keep it; it is set for all statements before lowering. Both
// may be 0.
struct Origin {
  BlockId block;
  LoopId loop;
  friend bool operator==(const Origin&, const Origin&) = default;
};

class Stmt {
 public:
  template <StmtKind N>
  Stmt(N node, Origin origin = {});  // compiled in stmt.cpp
  template <class N>
  const N* as() const;
  template <class... Fs>
  auto match(Fs&&... fs) const;
  Origin origin() const;
  Stmt withOrigin(Origin origin) const;
  bool sameAs(const Stmt& other) const { return node_ == other.node_; }
  const StmtNode* key() const { return node_.get(); }

 private:
  std::shared_ptr<const StmtNode> node_;
};

// The value of an annotation. True and 1 are the same value, and so is T.int32(1).
struct AnnotationValue {
  using List = std::vector<AnnotationValue>;
  using Map = std::map<std::string, AnnotationValue>;
  std::variant<int64_t, double, std::string, List, Map, Expr> value;
  AnnotationValue(bool v) : value(int64_t{v}) {}
  AnnotationValue(int v) : value(int64_t{v}) {}
  AnnotationValue(int64_t v) : value(v) {}
  AnnotationValue(double v) : value(v) {}
  AnnotationValue(const char* v) : value(std::string(v)) {}
  AnnotationValue(std::string v) : value(std::move(v)) {}
  AnnotationValue(List v) : value(std::move(v)) {}
  AnnotationValue(Map v) : value(std::move(v)) {}
  AnnotationValue(Expr v);  // integer and float constants and strings become plain values
  AnnotationValue(const AnnotationValue&);
  AnnotationValue(AnnotationValue&&) noexcept;
  AnnotationValue& operator=(const AnnotationValue&);
  AnnotationValue& operator=(AnnotationValue&&) noexcept;
  ~AnnotationValue();
};
using Annotations = std::map<std::string, AnnotationValue>;

enum class ForKind : uint8_t { Serial, Parallel, Vectorized, Unrolled, ThreadBinding };
enum class IterKind : uint8_t { Spatial, Reduce, Scan, Opaque };

struct For {
  LoopId id;
  Var var;
  Expr min, extent;
  ForKind kind = ForKind::Serial;
  std::string thread;  // "threadIdx.x" ...; only with ThreadBinding
  Annotations annotations;
  Stmt body;
};
struct IterVar {
  Var var;
  Range domain;
  IterKind kind;
};
// Inside a block, `buffer` is another name for `source`.
struct MatchBuffer {
  Buffer buffer;
  BufferRegion source;
};
struct Block {
  BlockId id;
  std::string name;
  std::vector<IterVar> iters;
  std::vector<Expr> bindings;               // one per iter, over loop variables
  Expr predicate;                           // T.where, over loop variables
  std::vector<BufferRegion> reads, writes;  // over iters
  std::vector<Buffer> allocs;
  std::vector<MatchBuffer> matches;
  Annotations annotations;
  std::optional<Stmt> init;  // runs where all reduce iters are at their start
  Stmt body;

  Block(BlockId id, std::string name, Stmt body, Expr predicate = IntImm{dtype::Bool(), 1});
  Block(const Block&);
  Block(Block&&) noexcept;
  Block& operator=(const Block&);
  Block& operator=(Block&&) noexcept;
  ~Block();
};
struct BufferStore {
  Buffer buffer;
  std::vector<Expr> indices;
  Expr value;
};
struct Evaluate {
  Expr value;
};
struct Seq {
  std::vector<Stmt> stmts;
};  // at least two, none a Seq: build with sequence()
struct IfThenElse {
  Expr condition;
  Stmt thenBody;
  std::optional<Stmt> elseBody;
};
struct While {
  Expr condition;
  Stmt body;
};
struct LetStmt {
  Var var;
  Expr value;
  Stmt body;
};
// Low-level allocation (after flattening, or written as T.allocate); extents in elements; `data` is the pointer.
struct Allocate {
  Var data;
  DataType type;
  std::vector<Expr> extents;
  std::string scope;
  Annotations annotations;
  Stmt body;
};
struct DeclBuffer {
  Buffer buffer;
  Stmt body;
};  // C_1 = T.Buffer((1024,), data=C)
struct AttrStmt {
  std::string key;
  Expr node;
  Expr value;
  Stmt body;
};  // T.attr(node, key, value); node may be a Var or 0
inline constexpr std::string_view kThreadExtent =
    "thread_extent:";  // key of an attribute that launches threads: and then "threadIdx.x"
struct AssertStmt {
  Expr condition;
  std::string message;
  Stmt body;
};

// What all statements have; the value of the kind follows it.
struct StmtNode {
  uint8_t kind;  // its number in StmtKinds
  Origin origin;
};
template <class N>
struct StmtNodeOf : StmtNode {
  N value;
};

template <class N>
const N* Stmt::as() const {
  return node_->kind == StmtKinds::numberOf<N>() ? &static_cast<const StmtNodeOf<N>&>(*node_).value : nullptr;
}
template <class... Fs>
auto Stmt::match(Fs&&... fs) const {
  return StmtKinds::match<StmtNodeOf>(*node_, Overloaded{std::forward<Fs>(fs)...});
}
inline Origin Stmt::origin() const { return node_->origin; }

constexpr auto fieldsOf(const For*) {
  return std::tuple{&For::id,   &For::min,    &For::extent,      &For::var,
                    &For::kind, &For::thread, &For::annotations, &For::body};
}
constexpr auto fieldsOf(const BufferStore*) {
  return std::tuple{&BufferStore::buffer, &BufferStore::indices, &BufferStore::value};
}
constexpr auto fieldsOf(const Evaluate*) { return std::tuple{&Evaluate::value}; }
constexpr auto fieldsOf(const Seq*) { return std::tuple{&Seq::stmts}; }
constexpr auto fieldsOf(const IfThenElse*) {
  return std::tuple{&IfThenElse::condition, &IfThenElse::thenBody, &IfThenElse::elseBody};
}
constexpr auto fieldsOf(const While*) { return std::tuple{&While::condition, &While::body}; }
constexpr auto fieldsOf(const LetStmt*) { return std::tuple{&LetStmt::value, &LetStmt::var, &LetStmt::body}; }
constexpr auto fieldsOf(const Allocate*) {
  return std::tuple{&Allocate::data,  &Allocate::type,        &Allocate::extents,
                    &Allocate::scope, &Allocate::annotations, &Allocate::body};
}
constexpr auto fieldsOf(const DeclBuffer*) { return std::tuple{&DeclBuffer::buffer, &DeclBuffer::body}; }
constexpr auto fieldsOf(const AttrStmt*) {
  return std::tuple{&AttrStmt::key, &AttrStmt::node, &AttrStmt::value, &AttrStmt::body};
}
constexpr auto fieldsOf(const AssertStmt*) {
  return std::tuple{&AssertStmt::condition, &AssertStmt::message, &AssertStmt::body};
}
constexpr auto fieldsOf(const IterVar*) { return std::tuple{&IterVar::domain, &IterVar::var, &IterVar::kind}; }
constexpr auto fieldsOf(const MatchBuffer*) { return std::tuple{&MatchBuffer::source, &MatchBuffer::buffer}; }
// Bindings and predicate are outside the block's scope: they are visited before the iters are defined.
constexpr auto fieldsOf(const Block*) {
  return std::tuple{&Block::id,    &Block::name,   &Block::bindings, &Block::predicate,   &Block::iters, &Block::allocs,
                    &Block::reads, &Block::writes, &Block::matches,  &Block::annotations, &Block::init,  &Block::body};
}

struct PrimFunc {
  std::string name;
  std::vector<Var> params;                      // handles and scalars, in order
  std::vector<std::pair<Var, Buffer>> buffers;  // handle parameter -> its buffer (T.Buffer or T.match_buffer)
  bool privateFunc = false;
  DataType result = dtype::Void();
  Annotations attrs;
  Stmt body;            // functions with blocks: the root block (no iters), name "root"
  uint32_t nextId = 1;  // the next free LoopId / BlockId

  PrimFunc(std::string name, Stmt body);
  PrimFunc(const PrimFunc&);
  PrimFunc(PrimFunc&&) noexcept;
  PrimFunc& operator=(const PrimFunc&);
  PrimFunc& operator=(PrimFunc&&) noexcept;
  ~PrimFunc();

  const Buffer* bufferOf(const Var& param) const;
  LoopId freshLoop() { return LoopId{nextId++}; }
  BlockId freshBlock() { return BlockId{nextId++}; }
};

struct Module {
  std::string name = "Module";
  Annotations attrs;
  std::vector<PrimFunc> functions;  // in the order of the text
  const PrimFunc* find(std::string_view function) const;
};

// Flattens nested Seqs and drops no-ops. A single statement is returned as it is; no statement gives Evaluate(0).
Stmt sequence(std::vector<Stmt> stmts);
bool isNoOp(const Stmt& stmt);

}  // namespace lw
