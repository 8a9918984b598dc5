// One step of a proof: a claim follows from the programs and from other claims.
//
// Why claims may rest on each other: a value is computed from values of earlier executions and from parts of its term.
// A step leads from two values to such parts of both, or of one while the other stays. So each chain of steps ends, and
// by induction along these chains all claims hold. A step that changes neither value is refused.
#pragma once

#include <map>
#include <set>

#include "core/check_proof/check_proof.h"
#include "core/prove/terms.h"

namespace lw::check_proof {

using prove::Chain;
using prove::Equations;
using prove::Heads;
using prove::Piece;
using prove::Statement;

// isl reads formulas recursively: those of certificates are flat. Throws if one is not.
void requireFlat(const std::string& formula);

// A term of a sum: from the sum's executions to tuples, one for each time that it is added, and from there to the
// executions of the piece.
struct Summand {
  isl::map path, execution;
  Piece piece;
};

// One of the two programs.
class Side {
 public:
  // `finite`: all values but constants are finite.
  Side(Equations& equations, bool finite) : equations(equations), heads(equations), names(equations), finite_(finite) {}
  Equations& equations;
  Heads heads;
  prove::TermNames names;

  // The element of a parameter instead of the execution that reads it; nullopt: executions stay.
  static std::optional<isl::map> toClaims(const Piece& piece);
  std::string placeOf(const Piece& piece) const;  // its memory or block, for a person
  // The operation whose terms a piece adds.
  static std::optional<BinaryOp> operationOf(const Piece& piece);
  // nullopt: there are too many, or they are nested too deep.
  // `outermost`: sums of this operation inside of the sum are terms.
  std::optional<std::vector<Summand>> summands(BinaryOp op, const Piece& piece, const isl::set& where, bool outermost);
  // The executions in which a summand adds nothing.
  isl::set neutral(BinaryOp op, const Summand& summand, const isl::set& where);
  // The statement that adds all but the first term of a sum, one by one in the order of the program; nullptr: there is
  // none.
  const Statement* inOrder(const Piece& piece) const;

 private:
  using Constants = std::vector<std::pair<isl::set, double>>;
  void addPiece(BinaryOp op, const Piece& piece, const isl::map& path, const isl::map& execution,
                std::vector<Summand>& to);
  void addTerm(BinaryOp op, DataType type, size_t statement, const Expr& term, const isl::map& path,
               const isl::map& execution, std::vector<Summand>& to);
  void addChain(BinaryOp op, const Piece& piece, const isl::map& path, const isl::map& execution,
                std::vector<Summand>& to);
  Constants constants(const Piece& piece, const isl::set& where, int depth);
  static void addConstantsOfFinite(BinaryOp op, const Constants& left, const Constants& right, Constants& to);
  Constants constants(size_t statement, const Expr& term, const isl::set& where, int depth);

  bool finite_;
  int depth_ = 0;  // of sums in sums
  bool tooDeep_ = false, outermost_ = false;
};

class Checker {
 public:
  Checker(Side& first, Side& second, const Certificate& certificate)
      : a_(first), b_(second), certificate_(certificate) {}
  // All outputs, and the claims that they rest on. nullopt: they hold.
  std::optional<Message> check(size_t parameters);
  const std::set<size_t>& used() const { return used_; }
  const std::set<Certificate::Sum>& sums() const { return sums_; }

 private:
  // ---- what claims say: whether two values are claimed, or seen, to be equal for all of `pairs` ----
  // Questions are of the form "is this relation a part of that one", with the other one as it is in the certificate or
  // a plain one: isl needs long for parts of relations that were composed.
  bool equal(const Piece& x, const Piece& y, const isl::map& pairs);
  bool equal(const std::vector<Piece>& x, const std::vector<Piece>& y, const isl::map& pairs);
  bool equalTerms(size_t s, const Expr& x, size_t t, const Expr& y, const isl::map& pairs);
  bool equalLeaves(const Piece& x, const Piece& y, const isl::map& pairs) const;
  // The part of `pairs` for which it is, where it is not for all.
  isl::map partOf(size_t s, const Expr& x, size_t t, const Expr& y, const isl::map& pairs);
  std::optional<isl::map> claimed(const std::string& x, const std::string& y);

  // ---- whether a claim holds ----
  std::optional<Message> verify(const Certificate::Claim& claim);
  bool byOperands(const Piece& x, const Piece& y, const isl::map& pairs);
  bool byBinary(const Piece& x, const Piece& y, const isl::map& pairs);
  bool byList(size_t s, const std::vector<Expr>& x, size_t t, const std::vector<Expr>& y, const isl::map& pairs);
  bool bySum(const Certificate::Claim& claim, BinaryOp op, const Piece& x, const Piece& y, const isl::map& pairs);
  bool checkOrder(const Certificate::Claim& claim, BinaryOp op, const Piece& x, const Piece& y,
                  const std::vector<isl::map>& matches, bool ofTwo);
  isl::map relationOf(const std::string& text);  // throws if it is none

  Side &a_, &b_;
  const Certificate& certificate_;
  std::map<std::pair<std::string, std::string>, std::vector<size_t>> index_;
  std::map<std::pair<std::string, std::string>, isl::map> tables_;
  std::map<std::string, isl::map> relations_;  // by their texts
  std::set<size_t> used_;
  std::vector<size_t> open_;
  std::set<Certificate::Sum> sums_;
};

}  // namespace lw::check_proof
