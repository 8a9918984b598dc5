#include "core/analysis/values/final_values.h"

#include <algorithm>

#include "core/analysis/tables/determined.h"
#include "core/analysis/values/written_first.h"
#include "core/arith/variable_sum.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

bool repeats(const IterDomain& loop) { return !hasOneValue(loop); }

bool usesAny(const Expr& e, const std::vector<IterDomain>& loops) {
  return std::any_of(loops.begin(), loops.end(), [&](const IterDomain& d) { return repeats(d) && usesVar(e, d.var); });
}

// The index of the store that determines each part of the key.
std::vector<int> dimensionsOf(const Statement& s) {
  std::vector<int> result;
  std::optional<Determined> determined;  // costs more than a comparison, and is seldom needed
  for (const Expr& part : s.key) {
    int found = usesAny(part, s.domains) ? WriterGroup::kReduced : WriterGroup::kFixed;
    for (size_t d = 0; found == WriterGroup::kReduced && d < s.target.indices.size(); ++d)
      if (part.sameAs(s.target.indices[d]) || equal(part, s.target.indices[d])) found = static_cast<int>(d);
    if (found == WriterGroup::kReduced) {
      if (!determined) determined.emplace(s.target.indices, s.domains);
      if (determined->tells(part)) found = WriterGroup::kTold;
    }
    result.push_back(found);
  }
  return result;
}
bool isTold(const std::vector<int>& dimensions) {
  return std::find(dimensions.begin(), dimensions.end(), WriterGroup::kReduced) == dimensions.end();
}

bool loadsFrom(const Statement& s, const void* data) {
  return std::any_of(s.loads.begin(), s.loads.end(), [&](const Touch& t) { return t.buffer->data.key() == data; });
}

struct Parts {
  std::vector<Expr> told, reduced;
};
Parts partsOf(const Statement& s, const WriterGroup& group) {
  Parts parts;
  for (size_t i = 0; i < s.key.size(); ++i) {
    if (group.dimensions[i] == WriterGroup::kReduced)
      parts.reduced.push_back(s.key[i]);
    else if (group.dimensions[i] != WriterGroup::kFixed)
      parts.told.push_back(s.key[i]);
  }
  return parts;
}

bool usesVarOf(const std::vector<Expr>& list, const IterDomain& loop) {
  return std::any_of(list.begin(), list.end(), [&](const Expr& e) { return usesVar(e, loop.var); });
}

}  // namespace

const Knowledge& FinalValues::at(size_t statement) {
  std::unique_ptr<Knowledge>& known = known_[statement];
  if (!known) known = std::make_unique<Knowledge>(program_.all[statement]);
  return *known;
}

const WriterGroup& FinalValues::groupOf(const void* data) {
  const auto found = groups_.find(data);
  return found != groups_.end() ? found->second : groups_.emplace(data, makeGroup(data)).first->second;
}

WriterGroup FinalValues::makeGroup(const void* data) {
  WriterGroup group;
  const std::vector<size_t>& writers = program_.writersOf(data);
  if (writers.empty() || writers.size() > 2) return group;
  for (const size_t w : writers)
    if (program_.all[w].usesLoopsDirectly) return group;
  group.main = writers.back();
  group.dimensions = dimensionsOf(program_.all[group.main]);
  if (writers.size() == 1) {
    group.outerLoops = program_.all[group.main].loops.size();
    group.usable = isTold(group.dimensions) && !loadsFrom(program_.all[group.main], data);
    return group;
  }
  group.init = writers.front();
  group.usable = isReduction(group);
  return group;
}

// For every element, the init runs once or more, and then the update once for each value of the reduced parts of its
// key, in the order of the loops. This repeats in every iteration of the outer loops that reaches the element.
bool FinalValues::isReduction(WriterGroup& group) {
  const Statement &init = program_.all[*group.init], &update = program_.all[group.main];
  const void* data = update.target.buffer->data.key();
  if (loadsFrom(init, data) || !isTold(dimensionsOf(init))) return false;
  for (const Touch& load : update.loads)
    if (load.buffer->data.key() == data && !equal(load.indices, update.target.indices)) return false;
  const Parts parts = partsOf(update, group);
  const Meeting meeting = meetingOf(init, update);
  if (meeting.order != -1) return false;
  const bool sameNest = meeting.loops == update.loops.size() && meeting.loops == init.loops.size();
  size_t level = sameNest ? 0 : meeting.loops;
  while (sameNest && level < update.loops.size() && !usesVarOf(parts.reduced, update.domains[level])) ++level;
  for (size_t i = 0; i < level; ++i)
    if (repeats(update.domains[i]) && usesVarOf(parts.reduced, update.domains[i])) return false;
  std::vector<IterDomain> reduced, spatial;
  for (size_t i = level; i < update.domains.size(); ++i) {
    const IterDomain& loop = update.domains[i];
    if (!repeats(loop)) continue;
    const bool drives = usesVarOf(parts.reduced, loop);
    if (drives && usesVarOf(parts.told, loop)) return false;
    (drives ? reduced : spatial).push_back(loop);
  }
  const Analyzer& known = at(group.main).analyzer();
  if (!namesIterations(parts.reduced, reduced, known) || !namesIterations(parts.told, spatial, known)) return false;
  // The determined parts of the key fix the other loops, so a reader may share further loops, down to the first of the
  // reduction.
  group.outerLoops = level;
  while (group.outerLoops < update.domains.size() && !usesVarOf(parts.reduced, update.domains[group.outerLoops]))
    ++group.outerLoops;
  if (sameNest) return initComesFirst(init, update, group, reduced);
  const auto inside = [&](const Statement& s) {
    return std::vector<IterDomain>(s.domains.begin() + static_cast<std::ptrdiff_t>(level), s.domains.end());
  };
  if (!reaches({init.target.indices, inside(init), init.conditions, init.reduced}, update.target.indices, known))
    return false;
  // If this happens repeatedly, a later repetition must not leave an element with its initial value.
  const bool again =
      std::any_of(init.domains.begin(), init.domains.begin() + static_cast<std::ptrdiff_t>(level), repeats);
  return !again || reaches({update.target.indices, inside(update), update.conditions, update.reduced},
                           init.target.indices, at(*group.init).analyzer());
}

// The init runs only in the first iteration of the reduction: one condition per reduced part fixes that iteration, and
// it holds at the start of the loops.
bool FinalValues::initComesFirst(const Statement& init, const Statement& update, const WriterGroup& group,
                                 const std::vector<IterDomain>& reduced) {
  if (!equal(init.target.indices, update.target.indices)) return false;
  VarMap start;
  for (const IterDomain& loop : reduced) {
    start.insert_or_assign(loop.var.key(), loop.range.min);
    for (const IterDomain& other : update.domains)
      if (usesVar(other.range.min, loop.var) || usesVar(other.range.extent, loop.var)) return false;
  }
  for (const Expr& part : partsOf(update, group).reduced) {
    const auto fixes = [&](const Expr& condition) {
      const auto* n = condition.as<Binary>();
      return n && n->op == BinaryOp::EQ && equal(n->a, part) && !usesAny(n->b, update.domains);
    };
    if (std::none_of(init.conditions.begin(), init.conditions.end(), fixes)) return false;
  }
  const Analyzer& known = at(group.main).analyzer();
  return std::all_of(init.conditions.begin(), init.conditions.end(),
                     [&](const Expr& c) { return known.canProve(substitute(c, start)); });
}

bool FinalValues::isFunctionOfKey(size_t statement) {
  const auto [found, fresh] = functions_.emplace(statement, false);
  if (!fresh) return found->second;
  const bool result = computeIsFunction(statement);
  functions_[statement] = result;
  return result;
}

bool FinalValues::computeIsFunction(size_t statement) {
  const Statement& s = program_.all[statement];
  if (s.usesLoopsDirectly) return false;
  if (namesIterations(s.key, s.domains, at(statement).analyzer())) return true;
  const void* own = s.target.buffer->data.key();
  return std::all_of(s.loads.begin(), s.loads.end(), [&](const Touch& load) {
    if (load.buffer->data.key() != own) return sourceOf(statement, load).has_value();
    const WriterGroup& group = groupOf(own);
    return group.usable && group.init && group.main == statement;
  });
}

std::optional<FinalValues::Source> FinalValues::sourceOf(size_t reader, const Touch& read) {
  const void* data = read.buffer->data.key();
  if (program_.writersOf(data).empty()) return Source{data, {}};
  const WriterGroup& group = groupOf(data);
  if (!group.usable || reader == group.main || reader == group.init) return std::nullopt;
  const Statement &writer = program_.all[group.main], &statement = program_.all[reader];
  if (meetingOf(writer, statement).loops > group.outerLoops) return std::nullopt;
  if (!provablyWrittenFirst(statement, read, at(reader), writer, 0)) return std::nullopt;
  if (group.init && !isFunctionOfKey(*group.init)) return std::nullopt;
  if (isFunctionOfKey(group.main)) return Source{data, group.main};
  const std::optional<size_t> shared = lastOf(group.main);
  return shared && meetingOf(writer, statement).loops <= *shared ? std::optional(Source{data, group.main})
                                                                 : std::nullopt;
}

// A loop that only repeats the statement.
bool FinalValues::repeatsOnly(const Statement& s, size_t loop) const {
  const Var& var = s.domains[loop].var;
  const auto uses = [&](const Expr& e) { return usesVar(e, var); };
  if (!asInt(s.domains[loop].range.extent)) return false;
  for (const IterDomain& other : s.domains)
    if (uses(other.range.min) || uses(other.range.extent)) return false;
  return std::none_of(s.key.begin(), s.key.end(), uses) &&
         std::none_of(s.conditions.begin(), s.conditions.end(), uses) &&
         std::none_of(s.target.indices.begin(), s.target.indices.end(), uses);
}

std::optional<size_t> FinalValues::lastOf(size_t statement) {
  const auto [found, fresh] = lasts_.emplace(statement, std::nullopt);
  if (!fresh) return found->second;
  const std::optional<size_t> result = computeLast(statement);
  lasts_[statement] = result;
  return result;
}

std::optional<size_t> FinalValues::computeLast(size_t statement) {
  const Statement& s = program_.all[statement];
  const WriterGroup& own = groupOf(s.target.buffer->data.key());
  if (!own.usable || own.init || s.usesLoopsDirectly) return std::nullopt;
  std::vector<IterDomain> telling;
  std::optional<size_t> shared;
  for (size_t i = 0; i < s.domains.size(); ++i) {
    if (!repeats(s.domains[i])) continue;
    if (!repeatsOnly(s, i))
      telling.push_back(s.domains[i]);
    else if (!shared)
      shared = i;
  }
  if (!shared || !namesIterations(s.key, telling, at(statement).analyzer())) return std::nullopt;
  const bool known = std::all_of(s.loads.begin(), s.loads.end(),
                                 [&](const Touch& load) { return lastSourceOf(statement, load).has_value(); });
  return known ? shared : std::nullopt;
}

// In the last repetition the loops of the reduction that both share are at their end.
std::optional<FinalValues::Source> FinalValues::lastSourceOf(size_t reader, const Touch& read) {
  if (std::optional<Source> always = sourceOf(reader, read)) return always;
  const WriterGroup& group = groupOf(read.buffer->data.key());
  if (!group.usable || !group.init || reader == group.main || reader == group.init) return std::nullopt;
  const Statement &writer = program_.all[group.main], &s = program_.all[reader];
  const std::vector<Expr> reduced = partsOf(writer, group).reduced;
  const size_t common = meetingOf(writer, s).loops;
  for (size_t i = 0; i < writer.domains.size(); ++i) {
    if (!repeats(writer.domains[i]) || !usesVarOf(reduced, writer.domains[i])) continue;
    if (usesVarOf(writer.conditions, writer.domains[i]) || (i < common && !repeatsOnly(s, i))) return std::nullopt;
  }
  if (!provablyWrittenFirst(s, read, at(reader), writer, 0)) return std::nullopt;
  if (!isFunctionOfKey(group.main) || !isFunctionOfKey(*group.init)) return std::nullopt;
  return Source{read.buffer->data.key(), group.main};
}

std::optional<std::vector<std::pair<int64_t, int64_t>>> FinalValues::ascendingReduction(
    const WriterGroup& group) const {
  const Statement& update = program_.all[group.main];
  std::vector<std::pair<int64_t, int64_t>> values;
  std::vector<Var> expected;  // the loops, outermost first, in the order of the parts
  for (const Expr& part : partsOf(update, group).reduced) {
    std::optional<VariableSum> sum = variableSum(part);
    if (!sum) return std::nullopt;
    std::sort(sum->terms.begin(), sum->terms.end(), [](const auto& a, const auto& b) { return a.factor > b.factor; });
    int64_t low = sum->constant, high = sum->constant, count = 1;
    for (const VariableSum::Term& t : sum->terms) {
      const auto loop = std::find_if(update.domains.begin(), update.domains.end(),
                                     [&](const IterDomain& d) { return d.var.sameAs(t.atom); });
      if (loop == update.domains.end()) return std::nullopt;
      const auto min = asInt(loop->range.min), extent = asInt(loop->range.extent);
      if (!min || !extent || *extent < 1 || t.factor < 1 || t.factor > (1 << 30) || *extent > (1 << 30))
        return std::nullopt;
      low += t.factor * *min;
      high += t.factor * (*min + *extent - 1);
      if (__builtin_mul_overflow(count, *extent, &count)) return std::nullopt;
      if (*extent > 1) expected.push_back(t.atom);
      for (const Expr& condition : update.conditions)
        if (usesVar(condition, t.atom)) return std::nullopt;
    }
    if (count != high - low + 1) return std::nullopt;
    values.emplace_back(low, high);
  }
  size_t next = 0;
  for (const IterDomain& d : update.domains)
    if (next < expected.size() && d.var.sameAs(expected[next])) ++next;
  return next == expected.size() ? std::optional(std::move(values)) : std::nullopt;
}

}  // namespace lw::analysis
