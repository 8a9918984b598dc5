// A program as a system of equations: each execution of a statement gives an element of memory the value of a term,
// whose leaves are the definitions that reach its reads. All relations are exact; what they cannot express is refused,
// with its place.
//
// P. Feautrier, "Dataflow analysis of array and scalar references", 1991, introduces the reaching definitions. The
// systems follow K. C. Shashidhar, M. Bruynooghe, F. Catthoor, G. Janssens, "Functional equivalence checking for
// verification of algebraic transformations on array-intensive source code", DATE 2005.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/stmt.h"
#include "core/prove/relations.h"
#include "core/support/message.h"

namespace lw::prove {

// Two executions that run in any order access one element, and one of them writes it.
struct Race {
  LoopId loop;            // whose iterations these are; invalid: of lanes that the program does not have as a loop
  bool ordered = false;   // lowering may place a barrier between them
  bool ofSecond = false;  // of the second program
};

// Why no proof was found: the reason, what would help, and the place: executions of both programs, or two of one.
struct Obstacle {
  Message reason, remedy;
  Message place = {};
  std::optional<Race> race = {};
};

// A loop around a statement; its variable is a dimension of the statement's executions.
struct LoopAround {
  LoopId id;
  Var var;
  Expr min, extent;
  ForKind kind;
  std::string thread;
};

// Indices that are patterns of variables at every access; the elements are named by these instead (layouts.cpp).
struct Layout {
  std::vector<size_t> dims;    // of the indices that are patterns
  std::vector<Expr> patterns;  // of each
  std::vector<Var> vars;
  std::vector<int64_t> extents;  // of the variables
  // The values of the variables, after the other indices; nullopt: these are not of the patterns.
  std::optional<std::vector<Expr>> divided(const std::vector<Expr>& indices) const;
  // Indices of tiles and of elements in them are joined if there are as many: row 3 of tile 2 is row 35.
  std::vector<Expr> renamed(const std::vector<Expr>& indices) const;
};

// Elements are tuples of the loops around the allocation and the indices: each execution of an allocation gives fresh
// memory.
struct Memory {
  std::string name, tuple;  // as in the program; as in relations
  Buffer buffer;
  int parameter = -1;            // its number among the parameters; -1: it is allocated inside the function
  size_t loops = 0;              // around the allocation
  bool scalar = false;           // the value of a variable that a let statement defines
  std::vector<Expr> shape = {};  // of the indices by which elements are named
  std::optional<Layout> layout = {};
};

struct Statement {
  std::string block;  // the innermost one around it; may be empty
  BlockId blockId;
  bool reduces = false;      // the block has a reduction
  std::vector<Var> spatial;  // its iter vars that are no reduction's
  Origin origin;
  std::vector<LoopAround> loops;
  std::vector<std::vector<Var>> iters;  // of the blocks around, the outermost block first
  std::vector<Expr> conditions;         // that hold, in the order in which they are tested
  std::vector<int> position;            // among its siblings at every depth, one more than loops
  int memory = 0;
  std::vector<Expr> indices;
  std::optional<BufferLoad> view = {};  // the element as the program writes it, if by a view
  Expr value = 0;
  bool atomic = false;
  bool init = false;         // of a reduction
  bool instruction = false;  // what an instruction does (kDescribed), which orders its own accesses
  // ---- relations: empty ones until `known` ----
  bool known = false;
  std::string tuple;
  std::vector<Var> coordinates;  // what names executions: variables; the loops if there are none
  isl::set domain;               // executions
  isl::multi_aff loopsAt;        // from executions to the loops
  isl::map time, write;
  // ---- x = x op operand ----
  std::optional<BinaryOp> update;
  Expr operand = 0;
  bool plainUpdate = false;  // written in this very form; else the operand was gathered from a longer sum
};

// A sum that a read sees: the value that `base` or nothing of the statements left, and after it what updates added.
struct Chain {
  BinaryOp op;
  isl::set readers;
  std::vector<std::pair<size_t, isl::map>> base;     // statement, reader -> execution
  isl::set initial;                                  // readers whose base is what the memory held at the start
  std::vector<std::pair<size_t, isl::map>> updates;  // statement, reader -> executions
};

// What reaches a read of one memory.
struct Definitions {
  std::vector<std::pair<size_t, isl::map>> plain;  // statement, reader -> its last writer
  std::vector<Chain> chains;
  isl::set initial;  // readers that no writer reaches
};

// A view of another buffer, or the buffer itself.
struct Place {
  int memory = 0;
  std::vector<Expr> indices;
};

// Whether the threads of a loop have one memory of this scope in common.
bool shareMemory(const LoopAround& threads, const std::string& scope);

// {x -> y}: another iteration of the loop at `depth` around both statements, of the same iterations of the loops around
// it.
isl::map otherIteration(const Statement& s, const Statement& t, size_t depth);
// {x -> its iterations of the outermost loops}, so many
isl::map outerLoops(const Statement& s, size_t depth);

class Equations {
 public:
  // `side` distinguishes the tuples of two programs. Symbolic sizes and scalar parameters are named by `sizes`, by
  // Var::key().
  Equations(const Limit& limit, std::string side, std::unordered_map<const void*, std::string> sizes,
            std::vector<std::string> sizeNames)
      : limit_(limit), side_(std::move(side)), sizes_(std::move(sizes)), sizeNames_(std::move(sizeNames)) {}

  // nullopt: done. Everything else may be asked only then.
  std::optional<Obstacle> read(const PrimFunc& function);

  const std::vector<Statement>& statements() const { return statements_; }
  const std::vector<Memory>& memories() const { return memories_; }
  bool writes(int memory) const;
  // Functions of which only the name is known (normal_form.h says what is assumed of them).
  const std::set<std::string>& calls() const { return calls_; }
  // One of these executions, or elements, in words; empty: there is none, or no name for it.
  Message exampleOf(const isl::set& some) const;
  // The block that is being read, for the case that a limit is reached.
  const std::string& readingBlock() const { return reading_; }
  isl::ctx context() const { return limit_.get(); }

  // ---- expressions, in executions of a statement ----
  std::optional<isl::pw_aff> affine(const Statement& s, const Expr& e) const;  // integers
  std::optional<isl::set> condition(const Statement& s, const Expr& e) const;  // where it holds
  // The elements at these indices; nullopt: an index is not affine.
  std::optional<isl::map> elements(const Statement& s, const Place& place) const;
  // The same of a read, whose indices may be read from memory.
  std::optional<isl::map> elementsRead(size_t statement, const Place& place);
  Place placeOf(const BufferLoad& load) const;
  // nullptr: the buffer is no view.
  const MatchBuffer* viewOf(const Buffer& buffer) const;
  // The element of a view in its source.
  static BufferLoad inSource(const MatchBuffer& view, const std::vector<Expr>& indices);
  // What a variable of a let or of a block is; nullptr: it is none.
  const Expr* bound(const Var& v) const;
  bool isLoopOfProgram(LoopId id) const { return id.value < firstOwnLoop_; }
  std::optional<int> letMemory(const Var& v) const;  // of a let statement whose value loads memory
  const std::string* sizeName(const Var& v) const;
  isl::space spaceOf(const Statement& s) const { return domainSpace(s).space(); }
  // The executions that the bounds of a statement's loops allow, which are affine.
  isl::set boxOf(const Statement& s) const;
  isl::set parameters() const;  // what is assumed of sizes

  // What reaches a read in a statement: a BufferLoad, or a variable with letMemory(). nullptr: an index is not affine.
  const Definitions* definitions(size_t statement, const Expr& load);
  // The same at the end of the program, of `elements`: a name of them -> the elements.
  const Definitions& atEnd(const isl::map& elements, int memory);
  // All that were asked for, by statement and read (Expr::key()), or by the number of statements and Buffer::key().
  const std::map<std::pair<size_t, const void*>, Definitions>& allDefinitions() const { return definitions_; }

 private:
  friend class Reader;
  friend class AffineTerms;
  friend class LayoutSearch;
  friend class OrderCheck;
  std::optional<isl::set> inLoop(const Statement& s, const LoopAround& loop) const;
  std::optional<Obstacle> addDomain(Statement& s);
  void addCoordinates(Statement& s) const;
  void addUpdate(Statement& s) const;
  Definitions reaching(const isl::map& reads, const isl::map& time, int memory, const Statement* reader) const;
  isl::set domainSpace(const Statement& s) const;
  std::optional<isl::map> numbersOf(size_t statement, const Expr& index);
  void nameByLayouts();
  std::optional<Obstacle> addRelations();
  std::optional<Obstacle> checkAccesses();
  std::optional<Obstacle> checkOrder();

  const Limit& limit_;
  std::string side_;
  std::unordered_map<const void*, std::string> sizes_;
  std::vector<std::string> sizeNames_;
  std::set<std::string> positiveSizes_;  // extents of parameters

  std::vector<Statement> statements_;
  std::vector<Memory> memories_;
  std::unordered_map<const void*, Expr> bound_;         // Var::key()
  std::unordered_map<const void*, int> lets_;           // Var::key() -> memory
  std::unordered_map<const void*, int> memoryOf_;       // data pointer
  std::unordered_map<const void*, MatchBuffer> views_;  // Buffer::key()
  std::set<std::string> calls_;
  std::string reading_;
  uint32_t firstOwnLoop_ = 0;  // loops that the program does not have begin with this one
  size_t timeLength_ = 1;
  int tables_ = 0;  // whose elements are being looked for
  std::map<std::pair<size_t, const void*>, Definitions> definitions_;
};

}  // namespace lw::prove
