// The proofs of a session: which states were proved equal, as long as the text of both is the same.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/prove/prove.h"
#include "core/session/session.h"

namespace lw {

class Document;

class KeptProofs {
 public:
  explicit KeptProofs(Document& document) : document_(document) {}

  // A proof that the states `first` and `second` of `function` are equal, which were compared as `a` and `b`.
  void add(int first, int second, const std::string& function, const PrimFunc& a, const PrimFunc& b,
           const std::vector<prove::MatchedSum>& sums);
  struct Kept {
    int other = 0;  // the node that the state is equal to: the program as written, where that was proved
    std::vector<std::pair<std::string, std::string>> sums;  // up to the order of these
  };
  std::optional<Kept> of(int node) const;

 private:
  bool holds(const EqualStates& proof) const;
  PrimFunc comparedOf(int node, int second) const;

  Document& document_;
  struct Known {
    Stmt first, second;
    std::string firstState, secondState;
  };
  mutable std::map<std::pair<int, int>, Known> known_;  // hashes of what is compared for two nodes
};

}  // namespace lw
