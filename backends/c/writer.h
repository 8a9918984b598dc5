// Writes the text of one lowered function. Private to backends/c.
//
// An expression is written for one lane: `lane` is the C expression for the lane's number, empty for a scalar. A vector
// statement is a loop over the lanes of its scalar form. The first construct without a form in C is kept as the error,
// and writing continues, so that no path needs an early return.
#pragma once

#include <optional>
#include <unordered_map>

#include "backends/c/c_source.h"
#include "backends/c/helpers.h"
#include "backends/c/opencl.h"
#include "backends/c/signature_text.h"
#include "core/ir/non_negative.h"
#include "passes/support/gpu_program.h"

namespace lw::c {

// How tightly an expression binds, so that parentheses are written only where needed.
enum Binding : int { kTernary, kOr, kAnd, kCompare, kSum, kProduct, kUnary, kPrimary };
struct Text {
  std::string text;
  Binding binding = kPrimary;
};

// What the functions of one file share; it precedes them.
struct Unit {
  Helpers helpers;
  std::vector<std::string> foreign, prototypes;
  bool parallel = false, atomics = false, lanes = false, prefetch = false, alias = false;
  std::string preamble() const;
};
// A function of a file with several.
struct UnitFunction {
  std::string text, symbol;
  std::vector<CParameter> parameters;
  std::vector<std::string> failures, externs;
};

class Writer {
 public:
  explicit Writer(const PrimFunc& function);
  Result<CSource> write();
  // The function as a static one; what it shares with others is added to `unit`.
  Result<UnitFunction> writeInto(Unit& unit);
  // A kernel in OpenCL C, without the definitions that all kernels share; the helpers that it uses are added to
  // `helpers`.
  Result<OpenClSource> writeKernel(const GpuKernel& kernel, Helpers& helpers);

 private:
  // write_stmt.cpp
  void stmt(const Stmt& s);
  void loop(const For& n);
  void store(const BufferStore& n);
  void storeAtomic(const BufferStore& n);  // write_atomic.cpp
  void exchange(const BufferStore& n, const Var& state, const Expr& value);
  bool allAssignments() const;
  void letStmt(const LetStmt& n);
  void allocate(const Allocate& n);
  void conditional(const IfThenElse& n);
  void assertion(const AssertStmt& n);
  void attribute(const AttrStmt& n);
  void evaluate(const Evaluate& n);
  void line(const std::string& text);
  void lanes(int count, bool independent, const std::string& body);
  void leave(const std::string& code);
  bool mayLeave(const Stmt& body) const;

  // write_expr.cpp
  Text expr(const Expr& e, const std::string& lane);
  std::string at(const Expr& e, Binding least, const std::string& lane);
  std::string index(const Expr& e, Binding least, const std::string& lane);
  std::string indexType(DataType type) const;
  Text binary(const Binary& n, const std::string& lane);
  Text integerBinary(const Binary& n, const std::string& lane);
  Text floatBinary(const Binary& n, const std::string& lane);
  Text castTo(Text value, DataType from, DataType to);
  Text number(DataType type, int64_t value);
  Text number(DataType type, double value);
  Text ramp(const Ramp& n, const std::string& lane);
  Text load(const Buffer& buffer, const std::vector<Expr>& indices, const std::string& lane);
  std::string element(const Buffer& buffer, const std::vector<Expr>& indices, const std::string& lane);
  std::string offset(const Buffer& buffer, const std::vector<Expr>& indices, const std::string& lane);
  std::string toBits(DataType type, const std::string& text);    // of a narrow type, of a float
  std::string fromBits(DataType type, const std::string& text);  // and back
  std::string narrowed(DataType type, const std::string& text);  // a float rounded to a narrow type
  bool nonNegative(const Expr& e) const { return nonNegative_.holds(e, indexDepth_ > 0); }

  // write_call.cpp
  Text call(const Call& n, const std::string& lane);
  Text function(const Call& n, const std::string& lane);
  Text reinterpreted(const Call& n, const std::string& lane);
  Text mathCall(const Call& n, const std::string& lane);
  Text bitsCall(const Call& n, const std::string& lane);
  Text externCall(const Call& n);
  Text pointerTo(const Expr& e);
  std::string prefetched(const Expr& place);
  Text fail(Explanation e, Message hint = {});

  std::string nameOf(const Var& var);
  std::string define(const Var& var);
  std::string pointer(const Buffer& buffer);
  Result<std::vector<CParameter>> writeBody();
  void addTo(Unit& unit) const;
  std::string assembled(const std::vector<CParameter>& parameters);

  // opencl.cpp
  void memoryOfKernel(const Allocate& n);
  std::string spaceOf(const Var& data) const;

  const PrimFunc& function_;
  bool isKernel_ = false;                                // OpenCL C, not C
  std::unordered_map<const void*, std::string> spaces_;  // of a pointer -> "__global ", "__local "
  std::string sharedMemory_;                             // declarations, which come first in a kernel
  Origin origin_;                                        // of the statement that is being written
  std::vector<Origin> origins_, sharedOrigins_;          // of the lines of body_ and sharedMemory_
  std::set<std::string> taken_;
  std::unordered_map<const void*, std::string> names_;     // Var::key() -> C name
  std::unordered_map<const void*, std::string> elements_;  // of a pointer -> the type that it points to
  NonNegative nonNegative_;
  std::optional<Explanation> error_;
  Helpers helpers_;
  std::vector<std::string> externs_, prototypes_, failures_, foreign_;
  std::vector<std::string> heap_;  // live allocations, freed on every exit
  struct Mask {
    std::string array;
    int lanes;
    bool opposite;
  };
  std::vector<Mask> masks_;
  std::string body_, symbol_;
  int depth_ = 1, indexDepth_ = 0;
  int64_t stackBytes_ = 0;
  bool counts64_ = false;  // a size is unknown, so indices are computed in 64 bits
  bool insideParallel_ = false, parallel_ = false, usesLanes_ = false, noalias_ = true, atomics_ = false,
       isAtomic_ = false;
};

bool readsMemory(const Expr& e);
// Stored as its bits, computed in float.
inline bool isNarrow(DataType type) { return type.isNarrowFloat(); }

}  // namespace lw::c
