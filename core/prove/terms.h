// Names of terms and sums, for relations that leave the process: the same whenever the same program is read, whichever
// parts of it share their nodes in memory.
//
//   s3.7    term 7 of statement 3: the terms of its value and operand, each form of a term once, outer ones first
//   s3.7+   the sum that this read sees
//   end2+   the sum that memory 2 holds at the end
//   given1  an element of parameter 1 as the caller gave it; its executions are the elements
#pragma once

#include "core/prove/heads.h"

namespace lw::prove {

std::string_view signOf(BinaryOp op);  // of those that sums are made of: "+", "*", "min", "max", "and", "or"
std::optional<BinaryOp> sumOperation(std::string_view sign);

class TermNames {
 public:
  explicit TermNames(Equations& equations) : e_(equations) {}
  std::string nameOf(const Piece& piece);  // empty: it has none
  // The piece of that name, in all its executions; nullopt: there is none.
  std::optional<Piece> named(const std::string& name, Heads& heads);

 private:
  struct Terms {
    std::vector<Expr> list;
    std::map<size_t, std::vector<size_t>> byHash;
    std::map<const void*, size_t> byKey;
    std::set<const void*> defined;  // variables whose values were visited
  };
  const Terms& termsOf(size_t statement);
  static std::optional<size_t> numberOf(const Terms& terms, const Expr& term);
  void visit(Terms& terms, const Expr& root);
  std::string nameOf(const Chain& chain);
  std::optional<Piece> given(size_t parameter);
  std::optional<Piece> term(size_t statement, size_t number, const std::string& sign, Heads& heads);
  std::optional<Piece> atEnd(size_t memory, BinaryOp op, Heads& heads);

  Equations& e_;
  std::map<size_t, Terms> terms_;
  std::map<const Chain*, std::string> chains_;
};

}  // namespace lw::prove
