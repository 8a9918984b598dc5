// Notes the answers of a matcher, for a certificate. Answers that rest on an assumption are dropped with it.
#pragma once

#include "core/prove/certificate.h"
#include "core/prove/terms.h"

namespace lw::prove {

class Recording {
 public:
  struct Pairing {
    size_t first, second;
    isl::map match;
  };

  struct HowAdded {
    bool ordered, outermost;  // in the same order; sums inside of sums are terms
  };

  size_t mark() const { return open_.size(); }
  void forget(size_t mark) { open_.resize(mark); }  // what was noted since does not hold
  void keep(size_t mark);                           // what was noted since holds by itself
  void addOperands(const Piece& a, const Piece& b, const isl::map& proved);
  void addSum(BinaryOp op, const Piece& a, const Piece& b, const isl::map& proved, std::vector<Pairing> pairings,
              HowAdded how);
  // Once all was proved.
  Certificate certificate(Equations& first, Equations& second) const;

 private:
  struct Entry {
    Piece a, b;
    isl::map proved;
    std::optional<BinaryOp> op = {};
    std::vector<Pairing> pairings = {};
    HowAdded how = {};
  };
  std::vector<std::shared_ptr<const Entry>> open_, kept_;
};

}  // namespace lw::prove
