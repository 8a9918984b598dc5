#include "core/analysis/values/flow_relations.h"

#include <isl/union_map.h>

#include <algorithm>

namespace lw::analysis {

// ---- names ----

int FlowNames::numberOf(const Buffer& b) {
  const auto [at, fresh] = memory.emplace(b->data.key(), static_cast<int>(buffers.size()));
  if (fresh)
    buffers.push_back(b);
  else if (buffers[static_cast<size_t>(at->second)].rank() != b.rank())
    trouble = say("{0} is accessed through buffers of different rank", Ident(b->name));
  return at->second;
}

bool FlowNames::matters(int number) const {
  return written.contains(number) || (correspondence.cached && (*correspondence.cached)->data.key() ==
                                                                   buffers[static_cast<size_t>(number)]->data.key());
}

Tuple FlowNames::tupleOf(int buffer) const {
  return {"M" + std::to_string(buffer), static_cast<size_t>(buffers[static_cast<size_t>(buffer)].rank())};
}

FlowProgram::FlowProgram(const FlowNames& names, AccessTable accesses)
    : table(std::move(accesses)),
      reads(isl::union_map::empty(names.context.get())),
      writes(reads),
      schedule(reads),
      keys(reads),
      timedReads(reads),
      timedWrites(reads),
      untimed(reads),
      copies(isl::union_set::empty(names.context.get())),
      ends(copies),
      deciding(copies) {}

namespace {

AffineExpr dim(size_t i) { return AffineExpr::dim(static_cast<int>(i)); }

void add(isl::union_map& to, isl::map map) { to = isl::manage(isl_union_map_add_map(to.release(), map.release())); }

class Reader {
 public:
  Reader(FlowNames& names, const AccessTable& table, bool after, const Focus* focus)
      : names_(names),
        table_(table),
        space_(names.context, table.sizes),
        after_(after),
        focus_(focus),
        part_(!focus  ? nullptr
              : after ? &focus->after
                      : &focus->before) {}

  void run(FlowProgram& p) const {
    p.nested = std::any_of(table_.allocated.begin(), table_.allocated.end(),
                           [](const auto& place) { return place.second > 0; });
    size_t depth = 0;
    for (const Instance& x : table_.instances) depth = std::max(depth, x.time.size());
    for (size_t i = 0; i < table_.instances.size(); ++i) {
      const Instance& x = table_.instances[i];
      if (x.approximateDomain) {
        names_.trouble = say("the executions of block {0} are not affine", Ident(x.blockName));
        return;
      }
      const Tuple statement = tupleOf(i);
      const Conjunction domain = domainOf(x);
      bool wanted = !part_ || part_->keys[i];
      for (const Access& a : x.accesses)
        if (!part_ || isWanted(i, a)) {
          wanted = true;
          addAccess(p, x, a, statement, domain);
        }
      if (!wanted) continue;
      add(p.schedule, mapOf(statement, "", timeOf(x, depth), domain));
      addKey(p.keys, x, statement, domain);
      if (isTakenOut(x.block)) p.copies = p.copies.unite(space_.where(statement, domain));
      if (std::none_of(x.accesses.begin(), x.accesses.end(), [](const Access& a) { return a.write; }))
        p.deciding = p.deciding.unite(space_.where(statement, domain));
    }
  }

  bool keptRunOnce() const {
    for (const size_t i : part_->kept) {
      const Instance& x = table_.instances[i];
      isl::union_map keys = isl::union_map::empty(names_.context.get());
      addKey(keys, x, tupleOf(i), domainOf(x));
      if (!names_.trouble.empty() || !keys.is_injective()) return false;
    }
    return true;
  }

 private:
  Tuple tupleOf(size_t instance) const {
    return {(after_ ? "T" : "S") + std::to_string(instance), table_.instances[instance].loops.size()};
  }
  bool isWanted(size_t instance, const Access& a) const {
    if (a.write) return focus_->memory.contains(a.data) || focus_->results.contains(a.data);
    return part_->reads.contains({instance, a.data});
  }
  bool isTakenOut(BlockId block) const {
    const Correspondence& c = names_.correspondence;
    if (after_) return c.copy == block;
    return c.inlined == block || (c.absorbed && c.absorbed->first == block);
  }
  // Executions of a statement, each with one tuple of values.
  isl::map mapOf(const Tuple& statement, std::string name, const std::vector<AffineExpr>& values,
                 Conjunction conditions) const {
    for (size_t i = 0; i < values.size(); ++i)
      conditions.push_back(AffineCondition::equal(dim(statement.rank + i), values[i]));
    return space_.where(statement, {std::move(name), values.size()}, conditions);
  }
  static Conjunction domainOf(const Instance& x) {
    Conjunction c;
    for (size_t i = 0; i < x.loops.size(); ++i)  // both are known where the domain is affine
      for (AffineCondition& bound : inRange(dim(i), *x.loops[i].min, *x.loops[i].extent)) c.push_back(std::move(bound));
    c.insert(c.end(), x.conditions.begin(), x.conditions.end());
    return c;
  }
  static std::vector<AffineExpr> timeOf(const Instance& x, size_t depth) {
    std::vector<AffineExpr> time{0};  // the end of the program is [1, 0, ...]
    for (size_t i = 0; i < depth; ++i) {
      if (i >= x.time.size())
        time.emplace_back(0);
      else if (x.time[i].dimension < 0)
        time.emplace_back(x.time[i].position);
      else
        time.push_back(AffineExpr::dim(x.time[i].dimension));
    }
    return time;
  }
  void addKey(isl::union_map& keys, const Instance& x, const Tuple& statement, const Conjunction& domain) const {
    const BlockPart part = after_ ? x.part().original(names_.correspondence.initBlock) : x.part();
    std::vector<AffineExpr> values;
    for (const auto& value : x.key) {
      if (!value) {
        names_.trouble = say("the iteration variables of block {0} are not affine", Ident(x.blockName));
        return;
      }
      values.push_back(*value);
    }
    const std::string name =
        "B" + std::to_string(part.block.value) + (part.isInit ? "i" : "b") + std::to_string(x.ordinal);
    add(keys, mapOf(statement, name, values, domain));
  }
  void addAccess(FlowProgram& p, const Instance& x, const Access& a, const Tuple& statement,
                 const Conjunction& domain) const {
    const int number = names_.numberOf(a.buffer);
    if (!names_.matters(number)) return;
    Conjunction conditions = domain;
    conditions.insert(conditions.end(), a.conditions.begin(), a.conditions.end());
    for (size_t i = 0; i < a.indices.size(); ++i) {
      if (!a.indices[i]) {
        Message& what = a.write ? names_.trouble : names_.widened;
        what = say("block {0} accesses {1} at an index that is not affine", Ident(x.blockName), Ident(a.buffer->name));
        if (a.write) return;
        continue;
      }
      const AffineExpr e = dim(statement.rank + i);
      if (a.indices[i]->extent == AffineExpr(1))
        conditions.push_back(AffineCondition::equal(e, a.indices[i]->min));
      else
        for (AffineCondition& bound : inRange(e, a.indices[i]->min, a.indices[i]->extent))
          conditions.push_back(std::move(bound));
    }
    const Tuple memory{names_.tupleOf(number).name, a.indices.size()};
    add(a.write ? p.writes : p.reads, space_.where(statement, memory, conditions));
    if (p.nested) addTimed(p, x, a, statement, memory, conditions);
  }
  // The iterations that the buffer lives in come before the indices.
  void addTimed(FlowProgram& p, const Instance& x, const Access& a, const Tuple& statement, const Tuple& memory,
                const Conjunction& conditions) const {
    const auto place = table_.allocated.find(a.data);
    const size_t around = place == table_.allocated.end() ? 0 : std::min(place->second, x.loops.size());
    Tuple timed = memory;
    Conjunction at = conditions, back;
    if (around > 0) {
      timed = {"L" + memory.name.substr(1), around + memory.rank};
      for (AffineCondition& c : at) c = movedRange(c, statement.rank, around);
      for (size_t i = 0; i < around; ++i) at.push_back(AffineCondition::equal(dim(statement.rank + i), dim(i)));
    }
    for (size_t i = 0; i < memory.rank; ++i)
      back.push_back(AffineCondition::equal(dim(around + i), dim(timed.rank + i)));
    add(a.write ? p.timedWrites : p.timedReads, space_.where(statement, timed, at));
    add(p.untimed, space_.where(timed, memory, back));
  }
  // The dimensions of the range move, those of the domain stay.
  static AffineCondition movedRange(const AffineCondition& c, size_t domain, size_t by) {
    return c.mapped([&](int d) { return d < static_cast<int>(domain) ? d : d + static_cast<int>(by); });
  }

  FlowNames& names_;
  const AccessTable& table_;
  SetSpace space_;
  bool after_;
  const Focus* focus_;
  const ProgramFocus* part_;
};

}  // namespace

isl::map identity(const IslContext& context, const Tuple& from, const Tuple& to) {
  Conjunction same;
  for (size_t i = 0; i < from.rank; ++i) same.push_back(AffineCondition::equal(dim(i), dim(from.rank + i)));
  return SetSpace(context, {}).where(from, to, same);
}

void readFlow(FlowProgram& program, FlowNames& names, bool after, const Focus* focus) {
  Reader(names, program.table, after, focus).run(program);
}

bool keptRunOnce(const FlowProgram& program, FlowNames& names, bool after, const Focus& focus) {
  return Reader(names, program.table, after, &focus).keptRunOnce();
}

void addResults(FlowProgram& p, const FlowNames& names, const FlowProgram& other, const AccessTable& before,
                const Focus* focus) {
  const SetSpace space(names.context, {});
  const isl::union_set all = p.writes.range().unite(other.writes.range());
  size_t depth = 0;
  for (const Instance& x : p.table.instances) depth = std::max(depth, x.time.size());
  for (const int number : names.written) {
    const Buffer& b = names.buffers[static_cast<size_t>(number)];
    if (focus && !focus->results.contains(b->data.key())) continue;
    if (before.allocated.contains(b->data.key()) || p.table.allocated.contains(b->data.key())) continue;
    const Tuple memory = names.tupleOf(number), end{"E" + std::to_string(number), memory.rank};
    const isl::union_map reads = isl::union_map(identity(names.context, end, memory)).intersect_range(all);
    const isl::union_set ends = reads.domain();
    Conjunction last{AffineCondition::equal(dim(end.rank), 1)};
    for (size_t i = 0; i < depth; ++i) last.push_back(AffineCondition::equal(dim(end.rank + 1 + i), 0));
    p.reads = p.reads.unite(reads);
    if (p.nested) {
      p.timedReads = p.timedReads.unite(reads);
      p.untimed = p.untimed.unite(identity(names.context, memory, memory));
    }
    p.ends = p.ends.unite(ends);
    p.schedule = p.schedule.unite(isl::union_map(space.where(end, {"", depth + 1}, last)).intersect_domain(ends));
    p.keys = p.keys.unite(isl::union_map(identity(names.context, end, end)).intersect_domain(ends));
  }
}

isl::union_set executionsOf(const FlowProgram& program, const FlowNames& names, BlockId block) {
  const SetSpace space(names.context, {});
  isl::union_set all = isl::union_set::empty(names.context.get());
  for (size_t i = 0; i < program.table.instances.size(); ++i)
    if (program.table.instances[i].block == block)
      all = all.unite(space.where({"S" + std::to_string(i), program.table.instances[i].loops.size()}, {}));
  return all;
}

}  // namespace lw::analysis
