#include "core/prove/prove.h"

#include "core/prove/correspondence.h"
#include "core/prove/recording.h"

namespace lw {
namespace {

using prove::Equations;
using prove::Obstacle;

// All of one parameter that one of the functions writes.
// What is left open of it: empty if nothing is.
isl::map openOf(prove::Matcher& matcher, Equations& a, Equations& b, const isl::set& elements, int first, int second) {
  const std::string inSecond = b.memories()[static_cast<size_t>(second)].tuple;
  const isl::map rename = prove::renamed(elements.identity(), inSecond);
  const isl::map x = elements.identity(), y = rename.range().identity();
  prove::Heads heads(a), others(b);
  return rename.subtract(
      matcher.equal(heads.of(a.atEnd(x, first), x, first), others.of(b.atEnd(y, second), y, second), rename));
}

template <class Question, class Place>
auto noting(Message& where, Question question, Place place) {
  try {
    return question();
  } catch (const isl::exception&) {
    where = place();
    throw;
  }
}

std::optional<Obstacle> readInto(Equations& equations, const PrimFunc& function, Message& where) {
  return noting(
      where, [&] { return equations.read(function); },
      [&] { return say("block {0} of {1} was being read", Ident(equations.readingBlock()), Ident(function.name)); });
}

// Which executions write an element last, in words.
Message lastWriter(Equations& e, const isl::set& element, int memory) {
  const prove::Definitions& d = e.atEnd(element.identity(), memory);
  const auto found = [&](const std::vector<std::pair<size_t, isl::map>>& writers) {
    for (const auto& [s, relation] : writers)
      if (const isl::set last = relation.intersect_domain(element).range(); !last.is_empty()) return e.exampleOf(last);
    return Message{};
  };
  if (Message plain = found(d.plain); !plain.text().empty()) return plain;
  for (const prove::Chain& chain : d.chains)
    if (Message update = found(chain.updates); !update.text().empty()) return update;
  return say("nothing in the function");
}

Message placeOf(const isl::map& open, Equations& a, Equations& b, int first, int second) {
  const isl::map pair = isl::manage(isl_map_from_basic_map(isl_map_sample(open.copy())));
  return say("{0}, which {1} writes in the first function, {2} in the second", a.exampleOf(pair.domain()),
             lastWriter(a, pair.domain(), first), lastWriter(b, pair.range(), second));
}

// `where`: what was being done when isl threw.
ProofResult compare(const PrimFunc& first, const PrimFunc& second, const prove::Limit& limit, bool finite,
                    Certificate* certificate, Message& where) {
  ProofResult result;
  prove::ParameterNames names;
  if (std::optional<Obstacle> problem = names.read(first, second)) {
    result.obstacle = *problem;
    return result;
  }
  Equations a(limit, "A", names.first, names.names), b(limit, "B", names.second, names.names);
  for (const auto& [equations, function] : {std::pair{&a, &first}, std::pair{&b, &second}})
    if (std::optional<Obstacle> problem = readInto(*equations, *function, where)) {
      result.obstacle = *problem;
      if (result.obstacle.race) result.obstacle.race->ofSecond = equations == &b;
      return result;
    }
  if (a.calls() != b.calls()) {
    result.obstacle = {say("the functions call other functions, of which only the names are known"), {}};
    return result;
  }
  result.calls = a.calls();
  prove::Matcher matcher(limit, a, b, finite);
  prove::Recording recording;
  if (certificate) matcher.record(&recording);
  bool compared = false;
  for (size_t i = 0; i < first.params.size(); ++i) {
    const int x = prove::memoryOf(a, static_cast<int>(i)), y = prove::memoryOf(b, static_cast<int>(i));
    if (x < 0 || (!a.writes(x) && !b.writes(y))) continue;
    compared = true;
    const isl::map open = noting(
        where, [&] { return openOf(matcher, a, b, prove::elementsOf(a, x), x, y); },
        [&] {
          const auto& [ours, theirs] = matcher.comparing();
          return say("{0} was being compared with {1}", Ident(ours), Ident(theirs));
        });
    if (open.is_empty()) continue;
    result.output = a.memories()[static_cast<size_t>(x)].name;
    result.obstacle = matcher.obstacle().value_or(
        prove::Matcher::unmatched(result.output, b.memories()[static_cast<size_t>(y)].name));
    result.obstacle.place = placeOf(open, a, b, x, y);
    return result;
  }
  if (!compared) {
    result.obstacle = {say("neither function writes to an array that it is given"), {}};
    return result;
  }
  result.answer = ProofResult::Answer::Equal;
  result.reordered.assign(matcher.reordered().begin(), matcher.reordered().end());
  result.finite = matcher.usedFinite();
  if (!certificate) return result;
  *certificate = recording.certificate(a, b);
  for (const prove::MatchedSum& s : result.reordered)
    certificate->sums.push_back({s.first, s.second, std::string(prove::signOf(s.op)), toString(s.type)});
  certificate->finite = result.finite;
  return result;
}

}  // namespace

ProofResult proveEqual(const PrimFunc& first, const PrimFunc& second, const ProofLimits& limits,
                       Certificate* certificate) {
  if (prove::isSameFunction(first, second)) {
    ProofResult same;
    same.answer = ProofResult::Answer::Equal;
    if (certificate) *certificate = Certificate{.same = true};
    return same;
  }
  const prove::Limit limit(limits.operations, limits.seconds, limits.stop);
  Message where;
  try {
    return compare(first, second, limit, limits.finite, certificate, where);
  } catch (const isl::exception& e) {
    ProofResult result;
    if (!limit.ranOut(e))
      result.obstacle = {say("a relation of the programs cannot be expressed"), {}};
    else
      result.obstacle = {limit.timedOut() ? say("the limit of {0} seconds was reached", limits.seconds)
                                          : say("the limit of {0} operations was reached", limits.operations),
                         say("choose a larger limit, or smaller steps")};
    result.obstacle.place = where;
    return result;
  }
}

}  // namespace lw
