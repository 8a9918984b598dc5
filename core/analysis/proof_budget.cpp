#include "core/analysis/proof_budget.h"

#include <algorithm>

namespace lw {
namespace {

thread_local ProofBudget* current = nullptr;

}  // namespace

ProofBudget::ProofBudget(unsigned long operations) : operations_(operations), outer_(current) { current = this; }

ProofBudget::~ProofBudget() { current = outer_; }

unsigned long ProofBudget::allowed(unsigned long usual) {
  return current ? std::min(current->operations_, usual) : usual;
}

bool ProofBudget::spent() { return current && current->exhausted_; }

void ProofBudget::ranOut(unsigned long usual) {
  if (current && current->operations_ < usual) current->exhausted_ = true;
}

}  // namespace lw
