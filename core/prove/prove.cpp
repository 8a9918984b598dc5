#include "core/prove/prove.h"

#include "core/prove/correspondence.h"
#include "core/prove/recording.h"

namespace lw {
namespace {

using prove::Equations;
using prove::Obstacle;

// All of one parameter that one of the functions writes.
bool outputEqual(prove::Matcher& matcher, Equations& a, Equations& b, const isl::set& elements, int first, int second) {
  const std::string inSecond = b.memories()[static_cast<size_t>(second)].tuple;
  const isl::map rename = prove::renamed(elements.identity(), inSecond);
  const isl::map x = elements.identity(), y = rename.range().identity();
  prove::Heads heads(a), others(b);
  return rename.is_subset(
      matcher.equal(heads.of(a.atEnd(x, first), x, first), others.of(b.atEnd(y, second), y, second), rename));
}

ProofResult compare(const PrimFunc& first, const PrimFunc& second, const prove::Limit& limit,
                    Certificate* certificate) {
  ProofResult result;
  prove::ParameterNames names;
  if (std::optional<Obstacle> problem = names.read(first, second)) {
    result.obstacle = *problem;
    return result;
  }
  Equations a(limit, "A", names.first, names.names), b(limit, "B", names.second, names.names);
  for (const auto& [equations, function] : {std::pair{&a, &first}, std::pair{&b, &second}})
    if (std::optional<Obstacle> problem = equations->read(*function)) {
      result.obstacle = *problem;
      return result;
    }
  prove::Matcher matcher(limit, a, b);
  prove::Recording recording;
  if (certificate) matcher.record(&recording);
  bool compared = false;
  for (size_t i = 0; i < first.params.size(); ++i) {
    const int x = prove::memoryOf(a, static_cast<int>(i)), y = prove::memoryOf(b, static_cast<int>(i));
    if (x < 0 || (!a.writes(x) && !b.writes(y))) continue;
    compared = true;
    if (outputEqual(matcher, a, b, prove::elementsOf(a, x), x, y)) continue;
    result.output = a.memories()[static_cast<size_t>(x)].name;
    result.obstacle = matcher.obstacle().value_or(
        prove::Matcher::unmatched(result.output, b.memories()[static_cast<size_t>(y)].name));
    return result;
  }
  if (!compared) {
    result.obstacle = {say("neither function writes to an array that it is given"), {}};
    return result;
  }
  result.answer = ProofResult::Answer::Equal;
  result.reordered.assign(matcher.reordered().begin(), matcher.reordered().end());
  if (!certificate) return result;
  *certificate = recording.certificate(a, b);
  for (const prove::MatchedSum& s : result.reordered)
    certificate->sums.push_back({s.first, s.second, std::string(prove::signOf(s.op)), toString(s.type)});
  return result;
}

}  // namespace

ProofResult proveEqual(const PrimFunc& first, const PrimFunc& second, const ProofLimits& limits,
                       Certificate* certificate) {
  const prove::Limit limit(limits.operations, limits.seconds, limits.stop);
  try {
    return compare(first, second, limit, certificate);
  } catch (const isl::exception& e) {
    ProofResult result;
    if (!limit.ranOut(e))
      result.obstacle = {say("a relation of the programs cannot be expressed"), {}};
    else
      result.obstacle = {limit.timedOut() ? say("the limit of {0} seconds was reached", limits.seconds)
                                          : say("the limit of {0} operations was reached", limits.operations),
                         say("choose a larger limit, or smaller steps")};
    return result;
  }
}

}  // namespace lw
