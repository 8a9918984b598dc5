#include "core/analysis/values/quick_flow.h"

#include <algorithm>
#include <set>

#include "core/analysis/shapes/empty_reductions.h"
#include "core/analysis/values/final_values.h"
#include "core/analysis/values/written_first.h"
#include "core/arith/distinct_accesses.h"
#include "core/ir/equal.h"

namespace lw {
namespace {

using analysis::BlockPart;
using analysis::FinalValues;
using analysis::Statement;
using analysis::Statements;
using analysis::Touch;
using analysis::WriterGroup;

const void* dataOf(const Touch& t) { return t.buffer->data.key(); }

bool equalIndices(const Touch& a, const Touch& b) {
  return std::equal(a.indices.begin(), a.indices.end(), b.indices.begin(), b.indices.end(), sameIndex);
}

class Proof {
 public:
  Proof(const PrimFunc& before, const PrimFunc& after, const Correspondence& c)
      : c_(c),
        before_(analysis::collectStatements(before)),
        after_(analysis::collectStatements(after)),
        valuesBefore_(before_),
        valuesAfter_(after_) {}

  bool run() {
    if (!before_.understood || !after_.understood || !match()) return false;
    if (absorbed_ && !takesWorkOver()) return false;
    for (size_t q = 0; q < after_.all.size(); ++q)
      if (!readsOwnLifetime(q) || !(q == copy_ ? copyIsFed() : keepsStatement(q))) return false;
    return keepsResults();
  }

 private:
  // ---- statements of both programs that are the same executions ----
  bool match() {
    std::map<std::pair<BlockPart, int>, size_t> names;
    for (size_t p = 0; p < before_.all.size(); ++p) {
      const Statement& s = before_.all[p];
      names.emplace(std::pair{s.part(), s.ordinal}, p);
      if (c_.absorbed && c_.absorbed->first == s.block) {
        if (absorbed_ || s.isInit) return false;
        absorbed_ = p;
      }
      if (c_.inlined != s.block) continue;
      if (inlined_ || s.isInit) return false;
      inlined_ = p;
    }
    std::vector<bool> met(before_.all.size());
    for (size_t q = 0; q < after_.all.size(); ++q) {
      const Statement& s = after_.all[q];
      twins_.push_back(kNone);
      alike_.push_back(false);
      if (c_.copy == s.block) {
        if (copy_) return false;
        copy_ = q;
        continue;
      }
      const auto found = names.find({s.part().original(c_.initBlock), s.ordinal});
      if (found == names.end() || met[found->second]) return false;
      met[found->second] = true;
      twins_[q] = found->second;
      alike_[q] = runsAlike(before_.all[found->second], s);
      if (!c_.absorbed || c_.absorbed->second != s.block) continue;
      if (producer_) return false;
      producer_ = q;
    }
    for (size_t p = 0; p < met.size(); ++p)
      if (!met[p] && p != inlined_ && p != absorbed_) return false;
    return c_.absorbed.has_value() == (absorbed_ && producer_) && c_.copy.has_value() == copy_.has_value() &&
           c_.inlined.has_value() == inlined_.has_value();
  }
  const Statement& twinOf(size_t q) const { return before_.all[twins_[q]]; }
  // The memory of the old program that this memory corresponds to.
  const void* original(const void* data) const {
    return c_.cache && data == (*c_.cache)->data.key() ? (*c_.cached)->data.key() : data;
  }

  // ---- a producer that stores what another block computed from its value ----
  // It stores to the same elements; for each of them the block read the value that this execution of the producer
  // computes.
  bool takesWorkOver() {
    const Statement &now = after_.all[*producer_], &consumer = before_.all[*absorbed_], &producer = twinOf(*producer_);
    const WriterGroup &then = valuesBefore_.groupOf(dataOf(consumer.target)),
                      &group = valuesAfter_.groupOf(dataOf(now.target));
    if (dataOf(now.target) != dataOf(consumer.target) || !then.usable || !group.usable || then.init || group.init)
      return false;
    // The elements are compared below, so each iter must be an index: the element then names the execution by itself.
    for (const WriterGroup* g : {&then, &group})
      if (std::find(g->dimensions.begin(), g->dimensions.end(), WriterGroup::kTold) != g->dimensions.end())
        return false;
    VarMap iters;  // of the consumer, over those of the producer
    bool read = false;
    for (const Touch& load : consumer.loads) {
      if (dataOf(load) != dataOf(producer.target)) continue;
      const auto source = valuesBefore_.sourceOf(*absorbed_, load);
      if (!source || source->writer != twins_[*producer_]) return false;
      read = true;
    }
    bool plain = true;
    forEachExpr(consumer.store->value, [&](const Expr& e) {
      const auto* load = e.as<BufferLoad>();
      if (!load || load->buffer->data.key() != dataOf(producer.target)) return;
      for (size_t i = 0; i < load->indices.size(); ++i) {
        const auto* v = load->indices[i].as<Var>();
        plain = plain && v &&
                (iters.emplace(v->key(), producer.store->indices[i]).second ||
                 equal(iters.at(v->key()), producer.store->indices[i]));
      }
    });
    if (!read || !plain || now.store->indices.size() != consumer.store->indices.size()) return false;
    for (size_t i = 0; i < now.store->indices.size(); ++i)
      if (!equal(substitute(consumer.store->indices[i], iters), now.store->indices[i])) return false;
    return reaches({consumer.target.indices, consumer.domains, consumer.conditions, consumer.reduced},
                   now.target.indices, valuesAfter_.at(*producer_).analyzer()) &&
           reaches({now.target.indices, now.domains, now.conditions, now.reduced}, consumer.target.indices,
                   valuesBefore_.at(*absorbed_).analyzer());
  }

  // A buffer that is allocated under loops keeps nothing from an earlier iteration.
  bool readsOwnLifetime(size_t q) {
    const Statement& s = after_.all[q];
    return std::all_of(s.loads.begin(), s.loads.end(), [&](const Touch& load) {
      const auto place = after_.allocated.find(dataOf(load));
      if (place == after_.allocated.end() || place->second == 0) return true;
      const std::vector<size_t>& writers = after_.writersOf(dataOf(load));
      const analysis::Knowledge known(s);
      return std::any_of(writers.begin(), writers.end(), [&](size_t w) {
        return analysis::provablyWrittenFirst(s, load, known, after_.all[w], place->second);
      });
    });
  }

  // ---- one statement: no new executions, and everything that it reads has its old value ----
  bool keepsStatement(size_t q) {
    const Statement &s = after_.all[q], &twin = twinOf(q);
    if (!alike_[q]) {
      if (s.usesLoopsDirectly || twin.usesLoopsDirectly) return false;
      if (!reaches({twin.key, twin.domains, twin.conditions, twin.reduced}, s.key, valuesAfter_.at(q).analyzer()))
        return false;
    }
    if (q != producer_ && !samePlaces(s, twin)) return false;
    return std::all_of(s.loads.begin(), s.loads.end(), [&](const Touch& load) { return keepsRead(q, load); });
  }
  // The statement does the same work, up to the names of memory and inlined expressions.
  bool samePlaces(const Statement& s, const Statement& twin) const {
    if (s.store == twin.store) return true;
    if (original(dataOf(s.target)) != dataOf(twin.target)) return false;
    if (s.block != twin.block)
      return s.loads.empty() && twin.loads.empty();  // an init that became a block with other iters
    const auto sameRaw = [](const std::vector<Expr>& a, const std::vector<Expr>& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                        [](const Expr& x, const Expr& y) { return x.sameAs(y) || equal(x, y); });
    };
    if (!sameRaw(s.store->indices, twin.store->indices)) return false;
    if (inlined_ && reads(twin, dataOf(before_.all[*inlined_].target))) return true;
    Expr value = s.store->value;
    if (c_.cache) value = substituteBuffers(value, {{(*c_.cache).key(), *c_.cached}});
    return equal(value, twin.store->value);
  }
  static bool reads(const Statement& s, const void* data) {
    return std::any_of(s.loads.begin(), s.loads.end(), [&](const Touch& t) { return dataOf(t) == data; });
  }

  bool keepsRead(size_t q, const Touch& load) {
    const void *data = dataOf(load), *was = original(data);
    const size_t p = twins_[q];
    if (alike_[q] && !throughInlined(p, was) && !throughAbsorbed(q, was) && sameHistory(q, data, was) &&
        (data == was || before_.allocated.contains(was) || writtenFirst(q, load))) {
      for (const Touch& old : before_.all[p].loads)
        if (dataOf(old) == was && equalIndices(old, load)) return true;
    }
    const WriterGroup& own = valuesAfter_.groupOf(data);
    if (own.usable && (own.main == q || own.init == q))
      return own.main == q && valuesBefore_.groupOf(was).main == p && groupsAgree(was, data);
    // A statement that runs at another place may be repeated. Repetitions whose results nobody reads need not read
    // final values.
    const bool moved = !alike_[q];
    std::optional<FinalValues::Source> now = sourceAfter(q, load);
    if (!now && moved && valuesAfter_.lastOf(q)) now = valuesAfter_.lastSourceOf(q, load);
    return now && readBefore(p, was, *now, moved && valuesBefore_.leavesFunctionOfKey(p));
  }
  bool writtenFirst(size_t q, const Touch& load) {
    const std::vector<size_t>& writers = after_.writersOf(dataOf(load));
    return std::any_of(writers.begin(), writers.end(), [&](size_t w) {
      return analysis::provablyWrittenFirst(after_.all[q], load, valuesAfter_.at(q), after_.all[w], 0);
    });
  }
  // An inlined expression read the memory at another time.
  bool throughInlined(size_t p, const void* was) const {
    return inlined_ && reads(before_.all[p], dataOf(before_.all[*inlined_].target)) &&
           reads(before_.all[*inlined_], was);
  }
  bool throughAbsorbed(size_t q, const void* was) const {
    return q == producer_ && reads(before_.all[*absorbed_], was);
  }
  // Does the statement, or the expression inlined into it, read the same final values in the old program?
  bool readBefore(size_t p, const void* was, const FinalValues::Source& now, bool moved) {
    bool read = false;
    const auto all = [&](size_t reader) {
      for (const Touch& old : before_.all[reader].loads) {
        if (dataOf(old) != was) continue;
        const std::optional<FinalValues::Source> then =
            moved ? valuesBefore_.lastSourceOf(reader, old) : valuesBefore_.sourceOf(reader, old);
        if (!then || !agree(*then, now)) return false;
        read = true;
      }
      return true;
    };
    if (!all(p)) return false;
    if (producer_ && p == twins_[*producer_] && !all(*absorbed_)) return false;
    if (inlined_ && reads(before_.all[p], dataOf(before_.all[*inlined_].target))) {
      for (const Touch& old : before_.all[p].loads) {
        if (dataOf(old) != dataOf(before_.all[*inlined_].target)) continue;
        const auto from = valuesBefore_.sourceOf(p, old);
        if (!from || from->writer != inlined_) return false;
      }
      if (!all(*inlined_)) return false;
    }
    return read;
  }

  // ---- final values ----
  // Values pass through the copy.
  std::optional<FinalValues::Source> sourceAfter(size_t q, const Touch& load) {
    if (copy_ && q != copy_ && onlyCopied(dataOf(load))) {
      const bool copied =
          analysis::provablyWrittenFirst(after_.all[q], load, valuesAfter_.at(q), after_.all[*copy_], 0);
      return copied ? sourceOfCopy() : std::nullopt;
    }
    return valuesAfter_.sourceOf(q, load);
  }
  // Only the copy writes the memory. The element determines the copied value, however often the copy runs, because it
  // takes a final value from the same place (copyIsFed).
  bool onlyCopied(const void* data) const {
    const std::vector<size_t>& writers = after_.writersOf(data);
    return copy_ && writers.size() == 1 && writers.front() == copy_;
  }
  std::optional<FinalValues::Source> sourceOfCopy() {
    return valuesAfter_.sourceOf(*copy_, after_.all[*copy_].loads.front());
  }
  bool agree(const FinalValues::Source& then, const FinalValues::Source& now) {
    if (then.memory != original(now.memory) || then.writer.has_value() != now.writer.has_value()) return false;
    if (then.writer) return groupsAgree(then.memory, now.memory);
    // A new buffer does not have what the caller gave in the memory that it stands for.
    return then.memory == now.memory || before_.allocated.contains(then.memory);
  }
  // The writers of the old memory and of the new memory leave the same values behind.
  bool groupsAgree(const void* was, const void* data) {
    const auto [known, fresh] = agreements_.emplace(std::pair{was, data}, false);
    if (fresh) known->second = compareGroups(valuesBefore_.groupOf(was), valuesAfter_.groupOf(data));
    return known->second;
  }
  bool compareGroups(const WriterGroup& then, const WriterGroup& now) {
    if (now.usable && then.usable && producer_ && now.main == producer_) return then.main == absorbed_;
    if (!then.usable || !now.usable || twins_[now.main] != then.main || then.dimensions != now.dimensions) return false;
    if (then.init.has_value() != now.init.has_value()) return false;
    if (!now.init) return true;
    if (twins_[*now.init] != *then.init) return false;
    if (alike_[now.main]) return true;
    const auto a = valuesBefore_.ascendingReduction(then), b = valuesAfter_.ascendingReduction(now);
    return a && b && *a == *b;
  }

  // All writers of the memory run as before, in the same order, and at the same position relative to the reader.
  bool sameHistory(std::optional<size_t> reader, const void* data, const void* was) const {
    const std::vector<size_t>&now = after_.writersOf(data), &then = before_.writersOf(was);
    if (now.size() != then.size()) return false;
    std::vector<size_t> list = now;
    for (const size_t w : now)
      if (w == copy_ || !alike_[w] || dataOf(twinOf(w).target) != was ||
          !equalIndices(after_.all[w].target, twinOf(w).target))
        return false;
    if (reader && std::find(list.begin(), list.end(), *reader) == list.end()) list.push_back(*reader);
    for (size_t i = 0; i < list.size(); ++i)
      for (size_t k = i + 1; k < list.size(); ++k)
        if (meetingOf(after_.all[list[i]], after_.all[list[k]]) != meetingOf(twinOf(list[i]), twinOf(list[k])))
          return false;
    return true;
  }

  // ---- the copy, and the results ----
  // The copy moves elements to the same place, and reads only elements that were computed.
  bool copyIsFed() {
    const Statement& s = after_.all[*copy_];
    if (s.loads.size() != 1 || !s.store->value.as<BufferLoad>() || !equalIndices(s.loads.front(), s.target) || s.isInit)
      return false;
    const auto source = sourceOfCopy();
    return source && (source->writer || !after_.allocated.contains(source->memory));
  }

  bool keepsResults() {
    std::set<const void*> written;  // only used for membership, so the order does not matter
    for (const Statements* program : {&before_, &after_})
      for (const Statement& s : program->all) written.insert(dataOf(s.target));
    return std::all_of(written.begin(), written.end(), [&](const void* data) {
      return before_.allocated.contains(data) || after_.allocated.contains(data) || sameHistory({}, data, data) ||
             keepsResult(data);
    });
  }
  bool keepsResult(const void* data) {
    const WriterGroup &then = valuesBefore_.groupOf(data), &now = valuesAfter_.groupOf(data);
    if (!then.usable || !valuesBefore_.leavesFunctionOfKey(then.main)) return false;
    if (then.init && !valuesBefore_.leavesFunctionOfKey(*then.init)) return false;
    if (onlyCopied(data)) {
      const std::optional<FinalValues::Source> source = sourceOfCopy();
      return source && source->writer && original(source->memory) == data && groupsAgree(data, source->memory) &&
             writesAll(then, *copy_);
    }
    if (!now.usable || !groupsAgree(data, data) || !valuesAfter_.leavesFunctionOfKey(now.main)) return false;
    if (now.init && !valuesAfter_.leavesFunctionOfKey(*now.init)) return false;
    if (now.main == producer_) return true;  // takesWorkOver() has compared the elements
    return keepsExecutions(now.main) && (!now.init || keepsExecutions(*now.init));
  }
  bool writesAll(const WriterGroup& group, size_t writer) {
    const Statement& s = after_.all[writer];
    const auto covers = [&](size_t p) {
      return reaches({s.target.indices, s.domains, s.conditions, s.reduced}, before_.all[p].target.indices,
                     valuesBefore_.at(p).analyzer());
    };
    return covers(group.main) && (!group.init || covers(*group.init));
  }
  bool keepsExecutions(size_t q) {
    const Statement& s = after_.all[q];
    return alike_[q] ||
           reaches({s.key, s.domains, s.conditions, s.reduced}, twinOf(q).key, valuesBefore_.at(twins_[q]).analyzer());
  }

  static constexpr size_t kNone = static_cast<size_t>(-1);
  const Correspondence& c_;
  const Statements before_, after_;
  FinalValues valuesBefore_, valuesAfter_;
  std::vector<size_t> twins_;                 // for each new statement: the old one
  std::vector<bool> alike_;                   // runs as its twin does
  std::optional<size_t> copy_;                // statement after
  std::optional<size_t> inlined_, absorbed_;  // statements before
  std::optional<size_t> producer_;            // statement after: it does the work of the absorbed one
  std::map<std::pair<const void*, const void*>, bool> agreements_;
};

}  // namespace

bool provablyKeepsValueFlow(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence) {
  // Of reductions without an iteration, only what their init reads could differ: it stays where their loops are.
  if (emptyReductionReads(before) || emptyReductionReads(after)) return false;
  return Proof(before, after, correspondence).run();
}

}  // namespace lw
