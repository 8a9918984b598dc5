// Verifies the certificate of a proof, without searching: every claim that the results rest on is derived from the
// equations of both programs and from other claims by one step. It shares with the prover how programs are read
// (core/prove/equations.h, heads.h, terms.h), and none of its matching.
#pragma once

#include <set>

#include "core/ir/stmt.h"
#include "core/prove/certificate.h"

namespace lw {

struct CheckedProof {
  std::optional<Message> refusal;      // why it is no proof; nullopt: the functions are equal
  std::vector<Certificate::Sum> sums;  // up to the order of these
  std::vector<size_t> used;            // the claims that the proof rests on
  bool finite = false;                 // if all values but constants are finite
  std::set<std::string> calls;         // functions that both call, of which only the names are known
};

// The certificate may come from anywhere.
CheckedProof checkProof(const PrimFunc& first, const PrimFunc& second, const Certificate& certificate,
                        int seconds = 60);

// What an accepted certificate needs to be accepted.
Certificate usedPart(const Certificate& certificate, const CheckedProof& checked);

}  // namespace lw
