#include "core/analysis/effort.h"

#include <algorithm>

namespace lw {
namespace {

thread_local Effort* current = nullptr;

}  // namespace

Effort::Effort(unsigned long operations) : operations_(operations), outer_(current) { current = this; }

Effort::~Effort() { current = outer_; }

unsigned long Effort::allowed(unsigned long usual) { return current ? std::min(current->operations_, usual) : usual; }

bool Effort::spent() { return current && current->exhausted_; }

void Effort::ranOut(unsigned long usual) {
  if (current && current->operations_ < usual) current->exhausted_ = true;
}

}  // namespace lw
