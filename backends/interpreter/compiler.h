// PrimFunc -> closures.
#pragma once

#include <unordered_map>

#include "backends/interpreter/machine.h"

namespace lw::interpreter {

class Compiler {
 public:
  explicit Compiler(const PrimFunc& function) : function_(function) {}
  // Assigns slots; throws Failure if the function uses something that it does not define.
  Run compile();
  Run compile(const Stmt& body) {
    return stmt(body);
  }  // instead of the function's body; the parameters are defined already
  size_t valueSlots() const { return valueCount_; }
  size_t pointerSlots() const { return pointerCount_; }
  size_t viewSlots() const { return viewCount_; }

  // Before the body runs: slots of the parameters.
  std::optional<size_t> slotIfKnown(const Var& v) const;
  size_t defineValue(const Var& v);
  size_t definePointer(const Var& v);
  size_t viewSlot(const Buffer& b) const;
  Eval expr(const Expr& e);
  Run defineView(const Buffer& b);  // computes the sizes; the pointer is already set

 private:
  friend struct ExprCompiler;
  friend struct StmtCompiler;
  Run stmt(const Stmt& s);
  Run block(const Block& b);
  Run matchBuffer(const MatchBuffer& m);
  Run loop(const For& n);
  Run store(const BufferStore& n);
  Run allocate(const Buffer& b);
  size_t slotOf(const Var& v) const;
  size_t pointerOf(const Var& v) const;
  size_t addView(const Buffer& b);
  Run sequence(std::vector<Run> runs);
  std::vector<Eval> exprs(const std::vector<Expr>& list);
  [[noreturn]] void refuse(Explanation e, Message hint = {}) const;

  const PrimFunc& function_;
  std::unordered_map<const void*, size_t> values_, pointers_, views_;
  size_t valueCount_ = 0, pointerCount_ = 0, viewCount_ = 0;
  Origin origin_;        // of the current statement
  bool atomic_ = false;  // the current statement is an atomic update
};

// Kinds of errors that compiling and running share.
extern const Error<Ident> kUnknownVariable;
extern const Error<Ident> kUnknownBuffer;
extern const Error<Message, Ident, Snippet, int64_t, int64_t, int64_t, Message> kOutOfBounds;
extern const Error<Message, Ident, Snippet, int64_t, int64_t, Message> kOutOfMemory;
extern const Error<Ident, Snippet, Message> kUninitialised;
extern const Error<Message> kDivisionByZero;
extern const Error<Ident, Message> kUnknownFunction;
extern const Error<int64_t, Message> kStepLimit;
extern const Error<Message> kCancelled;
extern const Error<Snippet, Message> kAssertion;
extern const Error<Ident, Message, int64_t, int64_t, Ident, int64_t, Message> kMatchFailed;
extern const Error<Message> kUnsupported;
extern const Error<Ident, int64_t, int64_t> kWrongRank;
extern const Error<Ident, int64_t, Message> kTooLarge;

}  // namespace lw::interpreter
