#include "core/prove/prove.h"

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using prove::Equations;
using prove::Obstacle;

// The names of sizes and scalars: those of the first function, by their places among the parameters.
class Names {
 public:
  std::optional<Obstacle> read(const PrimFunc& a, const PrimFunc& b) {
    if (a.params.size() != b.params.size())
      return Obstacle{
          say("{0} has {1} parameters, {2} has {3}", Ident(a.name), a.params.size(), Ident(b.name), b.params.size()),
          {}};
    for (size_t i = 0; i < a.params.size(); ++i)
      if (!parameter(a, a.params[i], b, b.params[i]))
        return Obstacle{
            say("{0} and {1} have other types or shapes", Ident(nameOf(a, a.params[i])), Ident(nameOf(b, b.params[i]))),
            say("parameters are compared in their order")};
    return std::nullopt;
  }
  std::unordered_map<const void*, std::string> first, second;
  std::vector<std::string> names;

 private:
  static std::string nameOf(const PrimFunc& f, const Var& v) {
    const Buffer* buffer = f.bufferOf(v);
    return buffer ? (*buffer)->name : v.name();
  }
  bool parameter(const PrimFunc& a, const Var& x, const PrimFunc& b, const Var& y) {
    const Buffer *p = a.bufferOf(x), *q = b.bufferOf(y);
    if (!p != !q) return false;
    if (!p) return x.dtype() == y.dtype() && bind(x, y);
    if ((*p)->dtype != (*q)->dtype || (*p)->shape.size() != (*q)->shape.size()) return false;
    for (size_t i = 0; i < (*p)->shape.size(); ++i)
      if (!extent((*p)->shape[i], (*q)->shape[i])) return false;
    return true;
  }
  bool bind(const Var& x, const Var& y) {
    const auto known = first.find(x.key());
    const auto also = second.find(y.key());
    if (known != first.end() || also != second.end())
      return known != first.end() && also != second.end() && known->second == also->second;
    // isl reads identifiers of letters and digits.
    const std::string name = "n" + std::to_string(names.size());
    names.push_back(name);
    first.emplace(x.key(), name);
    second.emplace(y.key(), name);
    pairs_.insert_or_assign(y.key(), Expr(x));
    return true;
  }
  bool extent(const Expr& m, const Expr& n) {
    const auto *x = m.as<Var>(), *y = n.as<Var>();
    if (x && y) return bind(*x, *y);
    for (const Var& v : freeVars(n))
      if (!second.contains(v.key())) return false;
    return equal(m, substitute(n, pairs_));
  }
  VarMap pairs_;
};

isl::set elementsOf(const Equations& e, int memory) {
  const auto& shape = e.memories()[static_cast<size_t>(memory)].buffer->shape;
  prove::Statement all;
  all.tuple = e.memories()[static_cast<size_t>(memory)].tuple;
  for (const Expr& extent : shape) {
    const Var v("i", extent.dtype());
    all.loops.push_back({{}, v, makeZero(extent.dtype()), extent, ForKind::Serial, {}});
  }
  return e.boxOf(all);
}

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
ProofResult compare(const PrimFunc& first, const PrimFunc& second, const prove::Limit& limit, Message& where) {
  ProofResult result;
  Names names;
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
  prove::Matcher matcher(limit, a, b);
  const auto memoryOf = [](const Equations& e, int parameter) {
    for (size_t m = 0; m < e.memories().size(); ++m)
      if (e.memories()[m].parameter == parameter) return static_cast<int>(m);
    return -1;
  };
  bool compared = false;
  for (size_t i = 0; i < first.params.size(); ++i) {
    const int x = memoryOf(a, static_cast<int>(i)), y = memoryOf(b, static_cast<int>(i));
    if (x < 0 || (!a.writes(x) && !b.writes(y))) continue;
    compared = true;
    const isl::map open = noting(
        where, [&] { return openOf(matcher, a, b, elementsOf(a, x), x, y); },
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
  return result;
}

}  // namespace

ProofResult proveEqual(const PrimFunc& first, const PrimFunc& second, const ProofLimits& limits) {
  const prove::Limit limit(limits.operations, limits.seconds);
  Message where;
  try {
    return compare(first, second, limit, where);
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
