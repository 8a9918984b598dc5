// A proof as a value that can be stored: which terms of two programs are equal in which executions, and by which rule.
// A claim may rest on others and, as no value depends on itself, on itself. Relations are texts of isl; the names of
// terms are those of terms.h. core/check_proof verifies certificates.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/support/message.h"

namespace lw {

struct Certificate {
  // Of a sum: summand `first` of the one and `second` of the other, in the order in which terms are followed, and
  // {[x -> y] -> [a -> b]}: in the executions x and y, the summands a and b are equal.
  struct Pairing {
    size_t first = 0, second = 0;
    std::string relation;
    friend bool operator==(const Pairing&, const Pairing&) = default;
  };
  // The terms are equal in the executions that the relation pairs.
  struct Claim {
    std::string first, second, relation;
    std::string operation;  // of a sum: "+", "*", "min", "max", "and" or "or"; empty: the operands are equal
    bool ordered = false;   // of a sum: its terms are added in the same order
    std::vector<Pairing> pairings;
    bool outermost = false;  // of a sum: sums inside of it are terms
    friend bool operator==(const Claim&, const Claim&) = default;
  };
  // The condition of the proof that results are equal up to the order of this sum.
  struct Sum {
    std::string first, second, operation, type;
    friend auto operator<=>(const Sum&, const Sum&) = default;
  };
  std::vector<std::string> first, second;  // the blocks of the statements of both programs
  std::string sizes;                       // the condition on sizes
  std::vector<Sum> sums;
  std::vector<Claim> claims;
  bool finite = false;  // under the condition that all values but constants are finite
  bool same = false;    // it is one function, up to names; nothing else is claimed
};

std::string toJson(const Certificate& certificate);
// The message says what is wrong with the text.
std::variant<Certificate, Message> certificateFromJson(const std::string& text);

}  // namespace lw
