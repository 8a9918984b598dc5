#include "tests/prove/damage.h"

#include <isl/aff.h>
#include <isl/map.h>

#include "core/prove/correspondence.h"
#include "core/prove/matcher.h"

namespace lw {
namespace {

// {x -> y}, with 1 added to one number of y.
isl::map shifted(const isl::map& map, size_t i) {
  const auto numbers = static_cast<size_t>(isl_map_dim(map.get(), isl_dim_out));
  if (numbers == 0) return map;
  isl_multi_aff* next = isl_multi_aff_identity_on_domain_space(isl_space_range(isl_map_get_space(map.get())));
  const int at = static_cast<int>(i % numbers);
  next = isl_multi_aff_set_at(next, at, isl_aff_add_constant_si(isl_multi_aff_get_at(next, at), 1));
  return map.apply_range(isl::manage(isl_map_from_multi_aff(next)));
}

// All but the pairs of the least execution.
isl::map withoutFirst(const isl::map& map) {
  return map.subtract(map.intersect_domain(isl::manage(isl_set_lexmin(map.domain().release()))));
}

std::string changed(const std::string& relation, size_t how, size_t i) {
  const prove::Limit limit(10'000'000, 10);
  const isl::map map(limit.get(), relation);
  if (how == 0) return prove::textOf(shifted(map, i));
  if (how == 1) return prove::textOf(map.unite(shifted(map, i)));
  return prove::textOf(withoutFirst(map));
}

constexpr const char* kRelations[] = {"moved", "enlarged", "reduced"};

void damageClaim(Certificate::Claim& claim, size_t i, Damaged& result) {
  const size_t how = i % 3;
  result.kind = std::string("relation ") + kRelations[how];
  claim.relation = changed(claim.relation, how, i / 3);
}

void damagePairing(Certificate::Claim& claim, size_t i, Damaged& result) {
  if (claim.pairings.empty()) return damageClaim(claim, i, result);
  Certificate::Pairing& pairing = claim.pairings[i % claim.pairings.size()];
  const size_t how = i % 5;
  if (how < 3) {
    result.kind = std::string("pairing ") + kRelations[how];
    pairing.relation = changed(pairing.relation, how, i / 3);
  } else if (how == 3) {
    result.kind = "another summand";
    ++pairing.second;
  } else {
    result.kind = "no pairing";
    claim.pairings.erase(claim.pairings.begin() + static_cast<std::ptrdiff_t>(i % claim.pairings.size()));
  }
}

}  // namespace

Damaged damage(const Certificate& certificate, size_t i) {
  Damaged result{"", certificate};
  std::vector<Certificate::Claim>& claims = result.certificate.claims;
  if (claims.empty()) {
    result.kind = "another condition on sizes";
    result.certificate.sizes = "{ : 1 = 2 }";
    return result;
  }
  const size_t number = (i * 7919) % claims.size(), kind = i % 7, other = (number + 1 + i / 7) % claims.size();
  Certificate::Claim& claim = claims[number];
  if (kind < 2) {
    damageClaim(claim, i / 7, result);
  } else if (kind < 4) {
    damagePairing(claim, i / 7, result);
  } else if (kind == 4) {
    result.kind = "another term";
    claim.second = claims[other].second != claim.second ? claims[other].second : claim.second + "1";
  } else if (kind == 5) {
    result.kind = "no claim";
    claims.erase(claims.begin() + static_cast<std::ptrdiff_t>(number));
  } else if (!certificate.sums.empty()) {
    result.kind = "no condition";
    result.certificate.sums.pop_back();
  } else {
    result.kind = "another rule";
    claim.operation = claim.operation.empty() ? "+" : claim.operation == "*" ? "max" : "*";
  }
  return result;
}

bool stillAProof(const PrimFunc& first, const PrimFunc& second, const Certificate& certificate) {
  const prove::Limit limit(100'000'000, 30);
  prove::ParameterNames names;
  if (names.read(first, second)) return false;
  prove::Equations a(limit, "A", names.first, names.names), b(limit, "B", names.second, names.names);
  if (a.read(first) || b.read(second)) return false;
  prove::TermNames terms(a), others(b);
  prove::Heads heads(a), otherHeads(b);
  prove::Matcher matcher(limit, a, b);
  for (const Certificate::Claim& claim : certificate.claims) {
    const std::optional<prove::Piece> x = terms.named(claim.first, heads), y = others.named(claim.second, otherHeads);
    if (!x || !y) return false;
    // Of executions that exist.
    const isl::map relation =
        isl::map(limit.get(), claim.relation).intersect_domain(x->path.domain()).intersect_range(y->path.domain());
    if (!relation.is_subset(matcher.equal(*x, *y, relation))) return false;
  }
  return true;
}

}  // namespace lw
