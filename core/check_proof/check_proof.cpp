#include "core/check_proof/check_proof.h"

#include <algorithm>

#include "core/check_proof/checker.h"
#include "core/prove/correspondence.h"

namespace lw {
namespace {

using prove::Equations;

// Of isl: a false relation could take all memory before the time is over.
constexpr unsigned long kOperations = 2'000'000;

std::vector<std::string> blocksOf(const Equations& e) {
  std::vector<std::string> blocks;
  for (const prove::Statement& s : e.statements()) blocks.push_back(s.block);
  return blocks;
}

void check(const PrimFunc& first, const PrimFunc& second, const Certificate& certificate, const prove::Limit& limit,
           CheckedProof& result) {
  prove::ParameterNames names;
  if (const auto problem = names.read(first, second)) {
    result.refusal = problem->reason;
    return;
  }
  Equations a(limit, "A", names.first, names.names), b(limit, "B", names.second, names.names);
  for (const auto& [equations, function] : {std::pair{&a, &first}, std::pair{&b, &second}})
    if (const auto problem = equations->read(*function)) {
      result.refusal = problem->reason;
      return;
    }
  if (blocksOf(a) != certificate.first || blocksOf(b) != certificate.second) {
    result.refusal = say("the certificate is of other programs");
    return;
  }
  if (a.calls() != b.calls()) {
    result.refusal = say("the functions call other functions, of which only the names are known");
    return;
  }
  result.calls = a.calls();
  check_proof::requireFlat(certificate.sizes);
  if (!isl::set(limit.get(), certificate.sizes).is_equal(a.parameters())) {
    result.refusal = say("the certificate has another condition on sizes");
    return;
  }
  result.finite = certificate.finite;
  check_proof::Side x(a, certificate.finite), y(b, certificate.finite);
  check_proof::Checker checker(x, y, certificate);
  result.refusal = checker.check(first.params.size());
  for (const Certificate::Sum& sum : checker.sums())
    if (!result.refusal && std::ranges::find(certificate.sums, sum) == certificate.sums.end())
      result.refusal = say("the certificate does not name the sum of {0} and {1}, whose order differs",
                           Ident(sum.first), Ident(sum.second));
  result.sums.assign(checker.sums().begin(), checker.sums().end());
  result.used.assign(checker.used().begin(), checker.used().end());
}

}  // namespace

CheckedProof checkProof(const PrimFunc& first, const PrimFunc& second, const Certificate& certificate, int seconds) {
  CheckedProof result;
  if (certificate.same) {
    if (!prove::isSameFunction(first, second))
      result.refusal = say("the functions are not the same");
    else if (!certificate.sizes.empty())
      result.refusal = say("the certificate has another condition on sizes");
    return result;
  }
  const prove::Limit limit(kOperations, seconds);
  try {
    check(first, second, certificate, limit, result);
  } catch (const isl::exception& e) {
    result.refusal = !limit.ranOut(e)   ? say("a relation of the certificate cannot be read")
                     : limit.timedOut() ? say("the limit of {0} seconds was reached", seconds)
                                        : say("the limit of {0} operations was reached", kOperations);
  }
  return result;
}

Certificate usedPart(const Certificate& certificate, const CheckedProof& checked) {
  Certificate part = certificate;
  part.sums = checked.sums;
  part.claims.clear();
  for (size_t i : checked.used) part.claims.push_back(certificate.claims[i]);
  return part;
}

}  // namespace lw
