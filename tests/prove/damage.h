// Certificates with one fault each.
#pragma once

#include "core/ir/stmt.h"
#include "core/prove/certificate.h"

namespace lw {

struct Damaged {
  std::string kind;
  Certificate certificate;
};

// The fault number `i`; the same each time.
Damaged damage(const Certificate& certificate, size_t i);

// Whether an accepted certificate says only what the prover finds, too.
bool stillAProof(const PrimFunc& first, const PrimFunc& second, const Certificate& certificate);

}  // namespace lw
