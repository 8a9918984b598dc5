// Which executions of two programs compute equal values. A question is a pair of terms and a relation of their
// executions; the answer is a part of that relation for which the values were proved equal.
//
// Both systems of equations are followed from the outputs down: operations are equal if their operands are; sums of
// associative and commutative operations are equal if a one-to-one relation of what they add is, parametric in the
// sizes, whatever the order and the nesting. A question that comes up again while it is being answered is taken to hold
// and the answer confirmed afterwards: as every step leads to an earlier execution or to a part of a term in one of the
// programs, no value depends on itself, and such an answer is true.
//
// S. Verdoolaege, G. Janssens, M. Bruynooghe, "Equivalence checking of static affine programs using widening to handle
// recurrences", ACM TOPLAS 34(3), 2012: relations of executions, and widening where recurrences would not end.
// G. Iooss, C. Alias, S. Rajopadhye, "On program equivalence with reductions", SAS 2014: matching what sums add.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <tuple>

#include "core/prove/recording.h"

namespace lw::prove {

// A sum that both programs compute, of elements of these buffers.
struct MatchedSum {
  std::string first, second;
  BinaryOp op;
  DataType type;
  friend auto operator<=>(const MatchedSum& a, const MatchedSum& b) {
    return std::tie(a.first, a.second, a.op) <=> std::tie(b.first, b.second, b.op);
  }
  friend bool operator==(const MatchedSum& a, const MatchedSum& b) { return (a <=> b) == 0; }
};

class Matcher {
 public:
  // `finite`: all values but constants are taken to be finite.
  Matcher(const Limit& limit, Equations& first, Equations& second, bool finite = false)
      : limit_(limit), first_(first), second_(second), finite_(finite) {}
  // The part of `pairs` whose values are equal.
  isl::map equal(const Piece& a, const Piece& b, const isl::map& pairs);
  // The same of all pieces of two values; `pairs` relates what the pieces' paths start from.
  isl::map equal(const std::vector<Piece>& a, const std::vector<Piece>& b, const isl::map& pairs);

  // Sums of floats that were matched although their terms are added in other orders.
  const std::set<MatchedSum>& reordered() const { return reordered_; }
  static Obstacle unmatched(const std::string& first, const std::string& second);
  // Whether an answer may rest on the values being finite.
  bool usedFinite() const { return usedFinite_; }
  // The blocks or arrays whose values are being compared, for the case that a limit is reached; empty: none.
  std::pair<std::string, std::string> comparing() const {
    return asked_.empty() ? std::pair<std::string, std::string>() : asked_.back();
  }
  void record(Recording* recording) { recording_ = recording; }  // nullptr: no certificate is wanted
  // The first place where two values could not be matched.
  const std::optional<Obstacle>& obstacle() const { return obstacle_; }

 private:
  // A summand: from the sum's executions to tuples, one for each time that it is added, and from there to executions
  // of the piece.
  struct Summand {
    isl::map path, execution;
    Piece piece;
  };
  static constexpr size_t kMaxSummands = 64;
  static constexpr int kMaxOrderQuestions = 16;
  // Summands that were related: their numbers, and {[x -> y] -> [a -> b]}.
  using Pairing = Recording::Pairing;
  using Key = std::tuple<const void*, size_t, const void*, size_t>;
  struct Frame {
    Key key;
    isl::map assumed, requested;
    bool used = false;
  };
  struct Known {
    isl::map asked, proved;
  };

  isl::map equalTerms(size_t s, const Expr& a, size_t t, const Expr& b, const isl::map& pairs);
  isl::map equalLeaves(const Piece& a, const Piece& b, const isl::map& pairs);
  isl::map equalOperations(const Piece& a, const Piece& b, const isl::map& pairs);
  isl::map equalBinary(const Piece& a, const Piece& b, const isl::map& pairs);
  isl::map equalCalls(const Piece& a, const Piece& b, const isl::map& pairs);
  isl::map inAnyOrder(const Piece& a, const Piece& b, const isl::map& pairs);
  isl::map compute(const Piece& a, const Piece& b, const isl::map& pairs);
  isl::map withAssumptions(Key key, const Piece& a, const Piece& b, const isl::map& pairs);
  isl::map equalSums(BinaryOp op, const Piece& a, const Piece& b, const isl::map& pairs, const isl::map& known);
  isl::map equalSummands(const Summand& a, const Summand& b, const isl::map& pairs);
  static isl::map oneToOne(const isl::map& match, const Summand& a, const Summand& b);
  void noteSum(BinaryOp op, const Piece& a, const Piece& b, const std::pair<isl::map, isl::map>& provedAndKnown,
               const std::pair<const std::vector<Summand>&, const std::vector<Summand>&>& terms,
               std::vector<Pairing> pairings, bool outermost);
  std::optional<isl::map> equalOuterSums(BinaryOp op, const Piece& a, const Piece& b, const isl::map& pairs,
                                         const isl::map& known);
  isl::map matchSummands(BinaryOp op, const std::vector<Summand>& as, const std::vector<Summand>& bs,
                         const isl::map& pairs, std::vector<Pairing>& pairings);
  bool sameOrder(const Piece& a, const Piece& b, const std::vector<Summand>& as, const std::vector<Summand>& bs,
                 const std::vector<Pairing>& pairings);
  void summands(Heads& heads, BinaryOp op, const Piece& piece, const isl::map& path, const isl::map& execution,
                std::vector<Summand>& to);
  void summandsOfTerm(Heads& heads, BinaryOp op, DataType type, size_t statement, const Expr& term,
                      const isl::map& path, const isl::map& execution, std::vector<Summand>& to);
  void summandsOfChain(Heads& heads, const Piece& piece, const isl::map& path, const isl::map& execution,
                       std::vector<Summand>& to);
  // Where a value is a constant, and which.
  using Constants = std::vector<std::pair<isl::set, double>>;
  Constants constants(Heads& heads, const Piece& piece, const isl::set& where);
  Constants constants(Heads& heads, size_t statement, const Expr& term, const isl::set& where);
  void addExponential(Heads& heads, const Piece& piece, const isl::set& where, Constants& to);
  void addOfFinite(BinaryOp op, const Constants& left, const Constants& right, Constants& to);
  isl::set neutral(Heads& heads, BinaryOp op, const Summand& summand, const isl::set& where);
  static bool mayBeEqual(const Piece& a, const Piece& b);
  static bool ofTwo(Heads& heads, const Piece& piece);
  static std::optional<BinaryOp> operationOf(const Piece& piece);  // in any order
  static std::string nameOf(Heads& heads, const Piece& piece);     // of its memory or block
  void note(const Piece& a, const Piece& b);

  const Limit& limit_;
  Heads first_, second_;
  std::vector<Frame> frames_;
  size_t lowestUsed_ = 0;  // the outermost frame whose assumption was used since this was set
  std::map<Key, Known> known_;
  std::set<MatchedSum> reordered_;
  std::optional<Obstacle> obstacle_;
  std::vector<std::pair<std::string, std::string>> asked_;  // the questions inside which the present one is asked
  Recording* recording_ = nullptr;
  int depth_ = 0, constantDepth_ = 0, orderQuestions_ = 0;
  int summandDepth_ = 0;    // of sums inside sums
  bool outermost_ = false;  // sums inside sums are terms
  bool finite_, usedFinite_ = false;
};

}  // namespace lw::prove
