#include "core/analysis/value_flow.h"

#include <isl/ctx.h>
#include <isl/flow.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <algorithm>
#include <memory>
#include <set>

#include "core/analysis/accesses.h"
#include "core/analysis/focus.h"
#include "core/analysis/isl_sets.h"
#include "core/analysis/proof_budget.h"
#include "core/analysis/quick_flow.h"
#include "core/analysis/signatures.h"

namespace lw {
namespace {

using analysis::Access;
using analysis::AccessTable;
using analysis::Instance;

using namespace isl_sets;

std::string fill(const std::string& text) {  // "@3" -> "a3"
  std::string result = text;
  std::replace(result.begin(), result.end(), '@', 'a');
  return result;
}
std::string tuple(const std::string& name, const char* prefix, size_t count) {
  std::string text = name + "[";
  for (size_t i = 0; i < count; ++i) text += (i ? ", " : "") + (prefix + std::to_string(i));
  return text + "]";
}

// Numbers for memory, the same in both programs.
struct Names {
  isl_ctx* ctx;
  std::unordered_map<const void*, int> memory;
  std::vector<Buffer> buffers;  // by number; keeps the buffers alive, so that keys are not reused
  std::set<int> written;        // in one of the programs
  const Correspondence& correspondence;
  std::string trouble;  // why the question is undecided
  std::string widened;  // which reads count as reads of the whole buffer; a Yes is then possible, a No is not

  int numberOf(const Buffer& b) {
    const auto [at, fresh] = memory.emplace(b->data.key(), static_cast<int>(buffers.size()));
    if (fresh)
      buffers.push_back(b);
    else if (buffers[at->second].rank() != b.rank())
      trouble = b->name + " is seen through buffers of different rank";
    return at->second;
  }
  bool matters(int number) const {
    return written.contains(number) ||
           (correspondence.cached && (*correspondence.cached)->data.key() == buffers[number]->data.key());
  }
};

// One program as relations of ISL.
struct Program {
  AccessTable table;
  UnionMap reads, writes, schedule, keys;
  // The same with the iterations that a buffer lives in among its indices, and the map back to the indices alone.
  UnionMap timedReads, timedWrites, untimed;
  bool nested = false;  // a buffer is allocated under loops
  UnionSet copies;      // executions of the removed block (copying, inlined or absorbed)
  UnionSet ends;        // the reads of the results
  UnionSet deciding;    // executions that write nothing: conditions, and values that stores of the block use
};

class Reader {
 public:
  // With a focus: only reads that may differ.
  Reader(Names& names, const AccessTable& table, bool after, const analysis::Focus* focus)
      : names_(names),
        table_(table),
        after_(after),
        focus_(focus),
        part_(!focus  ? nullptr
              : after ? &focus->after
                      : &focus->before) {}

  void run(Program& p) const {
    p.nested = std::any_of(table_.allocated.begin(), table_.allocated.end(),
                           [](const auto& place) { return place.second > 0; });
    p.copies = isl_union_set_empty(isl_space_params_alloc(names_.ctx, 0));
    p.ends = p.deciding = p.copies;
    Texts texts;
    size_t depth = 0;
    for (const Instance& x : table_.instances) depth = std::max(depth, x.time.size());
    for (size_t i = 0; i < table_.instances.size(); ++i) {
      const Instance& x = table_.instances[i];
      if (x.approximateDomain) {
        names_.trouble = "the executions of block " + x.blockName + " are not affine";
        return;
      }
      const std::string statement = tuple((after_ ? "T" : "S") + std::to_string(i), "a", x.loops.size());
      const std::string domain = domainOf(x);
      bool wanted = !part_ || part_->keys[i];
      for (const Access& a : x.accesses)
        if (!part_ || isWanted(i, a)) {
          wanted = true;
          addAccess(p, texts, x, a, statement, domain);
        }
      if (!wanted) continue;
      add(texts.schedule, statement + " -> " + timeOf(x, depth), domain);
      addKey(texts, x, statement, domain);
      const auto executions = [&] {
        return UnionSet(isl_union_set_read_from_str(names_.ctx, (header() + "{ " + statement + domain + " }").c_str()));
      };
      if (isTakenOut(x.block)) p.copies = p.copies | executions();
      if (std::none_of(x.accesses.begin(), x.accesses.end(), [](const Access& a) { return a.write; }))
        p.deciding = p.deciding | executions();
    }
    p.reads = parsed(texts.reads);
    p.writes = parsed(texts.writes);
    p.schedule = parsed(texts.schedule);
    p.keys = parsed(texts.keys);
    if (!p.nested) return;
    p.timedReads = parsed(texts.timedReads);
    p.timedWrites = parsed(texts.timedWrites);
    p.untimed = parsed(texts.untimed);
  }

  // Does every execution of the statements with omitted reads have a unique key?
  bool keptRunOnce() const {
    for (const size_t i : part_->kept) {
      const Instance& x = table_.instances[i];
      Texts alone;
      addKey(alone, x, tuple("S", "a", x.loops.size()), domainOf(x));
      if (!names_.trouble.empty() || isl_union_map_is_injective(parsed(alone.keys).get()) != isl_bool_true)
        return false;
    }
    return true;
  }

 private:
  bool isWanted(size_t instance, const Access& a) const {
    if (a.write) return focus_->memory.contains(a.data) || focus_->results.contains(a.data);
    return part_->reads.contains({instance, a.data});
  }
  bool isTakenOut(BlockId block) const {
    const Correspondence& c = names_.correspondence;
    if (after_) return c.copy == block;
    return c.inlined == block || (c.absorbed && c.absorbed->first == block);
  }
  // The maps of one relation, to be parsed together.
  struct Texts {
    std::string reads, writes, schedule, keys, timedReads, timedWrites, untimed;
  };
  UnionMap parsed(const std::string& maps) const {
    return isl_union_map_read_from_str(names_.ctx, (header() + "{ " + maps + " }").c_str());
  }
  std::string header() const {
    if (table_.parameters.empty()) return "";
    std::string text = "[";
    for (size_t i = 0; i < table_.parameters.size(); ++i) text += (i ? ", " : "") + table_.parameters[i];
    return text + "] -> ";
  }
  static void add(std::string& to, const std::string& map, const std::string& domain) {
    to += (to.empty() ? "" : "; ") + map + domain;
  }
  static std::string domainOf(const Instance& x) {
    std::string text = " : 0 = 0";
    for (size_t i = 0; i < x.loops.size(); ++i) {
      const std::string v = "a" + std::to_string(i), min = fill(x.loops[i].min);
      text += " and " + min + " <= " + v + " and " + v + " < " + min + " + " + fill(x.loops[i].extent);
    }
    for (const std::string& c : x.conditions) text += " and " + fill(c);
    return text;
  }
  static std::string timeOf(const Instance& x, size_t depth) {
    std::string text = "[0";  // the end of the program is [1, 0, ...]
    for (size_t i = 0; i < depth; ++i) {
      if (i >= x.time.size())
        text += ", 0";
      else if (x.time[i].dimension < 0)
        text += ", " + std::to_string(x.time[i].position);
      else
        text += ", a" + std::to_string(x.time[i].dimension);
    }
    return text + "]";
  }
  void addKey(Texts& texts, const Instance& x, const std::string& statement, const std::string& domain) const {
    BlockId block = x.block;
    bool init = x.isInit;
    const auto& made = names_.correspondence.initBlock;
    if (after_ && made && made->first == block) {
      block = made->second;
      init = true;
    }
    std::string key = "B" + std::to_string(block.value) + (init ? "i" : "b") + std::to_string(x.ordinal) + "[";
    for (size_t i = 0; i < x.key.size(); ++i) {
      if (x.key[i].empty()) names_.trouble = "the iters of block " + x.blockName + " are not affine";
      key += (i ? ", " : "") + fill(x.key[i]);
    }
    if (names_.trouble.empty()) add(texts.keys, statement + " -> " + key + "]", domain);
  }
  void addAccess(const Program& p, Texts& texts, const Instance& x, const Access& a, const std::string& statement,
                 const std::string& domain) const {
    const int number = names_.numberOf(a.buffer);
    if (!names_.matters(number)) return;
    std::string limits;
    for (size_t i = 0; i < a.indices.size(); ++i) {
      if (a.indices[i].min.empty()) {
        std::string& what = a.write ? names_.trouble : names_.widened;
        what = "block " + x.blockName + " accesses " + a.buffer->name + " at an index that is not affine";
        if (a.write) return;
        continue;
      }
      const std::string e = "e" + std::to_string(i), min = fill(a.indices[i].min);
      limits += " and " + min + " <= " + e + " and " + e + " < " + min + " + " + fill(a.indices[i].extent);
    }
    for (const std::string& c : a.conditions) limits += " and " + fill(c);
    const std::string memory = tuple("M" + std::to_string(number), "e", a.indices.size());
    add(a.write ? texts.writes : texts.reads, statement + " -> " + memory, domain + limits);
    if (!p.nested) return;
    const auto place = table_.allocated.find(a.data);
    const size_t around = place == table_.allocated.end() ? 0 : std::min(place->second, x.loops.size());
    std::string timed = memory;
    if (around > 0) {
      timed = tuple("L" + std::to_string(number), "a", around);
      timed.pop_back();
      for (size_t i = 0; i < a.indices.size(); ++i) timed += ", e" + std::to_string(i);
      timed += "]";
    }
    add(a.write ? texts.timedWrites : texts.timedReads, statement + " -> " + timed, domain + limits);
    add(texts.untimed, timed + " -> " + memory, "");
  }

  Names& names_;
  const AccessTable& table_;
  bool after_;
  const analysis::Focus* focus_;
  const analysis::ProgramFocus* part_;
};

// Reads every element of the results at the end of the program.
void addResults(Names& names, Program& p, const Program& other, const AccessTable& before,
                const analysis::Focus* focus) {
  const UnionSet all = rangeOf(p.writes) | rangeOf(other.writes);
  size_t depth = 0;
  for (const Instance& x : p.table.instances) depth = std::max(depth, x.time.size());
  for (const int number : names.written) {
    const Buffer& b = names.buffers[number];
    if (focus && !focus->results.contains(b->data.key())) continue;
    if (before.allocated.contains(b->data.key()) || p.table.allocated.contains(b->data.key())) continue;
    const size_t rank = static_cast<size_t>(b.rank());
    const std::string end = tuple("E" + std::to_string(number), "e", rank),
                      memory = tuple("M" + std::to_string(number), "e", rank);
    const auto map = [&](const std::string& text) {
      return UnionMap(isl_union_map_read_from_str(names.ctx, ("{ " + text + " }").c_str()));
    };
    const UnionMap reads = onRange(map(end + " -> " + memory), all);
    const UnionSet ends = isl_union_map_domain(reads.copy());
    std::string time = "[1";
    for (size_t i = 0; i < depth; ++i) time += ", 0";
    p.reads = p.reads | reads;
    if (p.nested) {
      p.timedReads = p.timedReads | reads;
      p.untimed = p.untimed | map(memory + " -> " + memory);
    }
    p.ends = p.ends | ends;
    p.schedule = p.schedule | onDomain(map(end + " -> " + time + "]"), ends);
    p.keys = p.keys | onDomain(map(end + " -> " + end), ends);
  }
}

// The writers of what is read, in terms of the program's own executions: [reader -> element] -> writer.
struct Flow {
  UnionMap source;
  UnionSet none;  // [reader -> element]: nobody wrote it before
  explicit operator bool() const { return source && none; }
};

Flow flowOf(const Program& p) {
  isl_union_access_info* info = isl_union_access_info_from_sink((p.nested ? p.timedReads : p.reads).copy());
  info = isl_union_access_info_set_must_source(info, (p.nested ? p.timedWrites : p.writes).copy());
  info = isl_union_access_info_set_schedule_map(info, p.schedule.copy());
  isl_union_flow* flow = isl_union_access_info_compute_flow(info);
  Flow result;
  result.source = isl_union_map_reverse(isl_union_flow_get_full_must_dependence(flow));
  result.none = wrap(UnionMap(isl_union_flow_get_must_no_source(flow)));
  isl_union_flow_free(flow);
  if (!p.nested) return result;
  const UnionMap readers = isl_union_set_identity(isl_union_map_domain(p.reads.copy()));
  const UnionMap plain = isl_union_map_product(readers.copy(), p.untimed.copy());
  return {UnionMap(isl_union_map_apply_domain(result.source.copy(), plain.copy())),
          UnionSet(isl_union_set_apply(result.none.copy(), plain.copy()))};
}

// Only reads of live executions: those that feed a live read, and the end of the program.
Flow onReaders(const Program& p, const Flow& flow, const UnionSet& readers) {
  const UnionSet wanted = wrap(onDomain(p.reads, readers));
  return {onDomain(flow.source, wanted), isl_union_set_intersect(flow.none.copy(), wanted.copy())};
}
Flow live(const Program& p, Flow flow) {
  constexpr int kRounds = 8;  // longer dead chains count as live, which is safe
  const UnionSet ends = p.ends | p.deciding;
  UnionSet readers = ends | rangeOf(flow.source);
  for (int i = 0; i < kRounds; ++i) {
    flow = onReaders(p, flow, readers);
    UnionSet fewer = ends | rangeOf(flow.source);
    if (!fewer || isl_union_set_is_equal(fewer.get(), readers.get()) != isl_bool_false) break;
    readers = fewer;
  }
  return flow;
}

// Lets values pass through the copying block.
Flow withoutCopies(const Program& p, const Flow& flow) {
  const Flow intoCopies = onReaders(p, flow, p.copies);
  const UnionMap feeds = isl_union_map_domain_factor_domain(intoCopies.source.copy());  // copy -> writer
  const UnionSet unfed = isl_union_map_domain(isl_union_set_unwrap(intoCopies.none.copy()));
  const UnionMap fromCopies = onRange(flow.source, p.copies);
  Flow result;
  result.source = (flow.source - fromCopies) | UnionMap(isl_union_map_apply_range(fromCopies.copy(), feeds.copy()));
  result.none = flow.none | UnionSet(isl_union_map_domain(onRange(fromCopies, unfed).copy()));
  const UnionSet others = isl_union_set_subtract(isl_union_map_domain(p.reads.copy()), p.copies.copy());
  return onReaders(p, result, others);
}

// Readers of an inlined block read what the block read.
Flow withoutInlined(const Program& p, const Flow& flow) {
  const Flow into = onReaders(p, flow, p.copies);
  const UnionMap from = onRange(flow.source, p.copies);
  const UnionMap reader = isl_union_map_domain_factor_domain(from.copy());  // reader -> inlined execution
  const UnionMap read = isl_union_set_unwrap(into.none.copy());             // inlined execution -> element
  const UnionMap through = isl_union_map_apply_range(reader.copy(), isl_union_map_curry(into.source.copy()));
  Flow result;
  result.source = (flow.source - from - into.source) | UnionMap(isl_union_map_uncurry(through.copy()));
  result.none = UnionSet(isl_union_set_subtract(flow.none.copy(), into.none.copy())) |
                wrap(UnionMap(isl_union_map_apply_range(reader.copy(), read.copy())));
  return result;
}

// The producer takes over the work of an absorbed block: it reads what the block read and writes what the block wrote.
// nullopt: an execution of the block corresponds to several of its producer, or to none.
std::optional<Flow> withoutAbsorbed(const Program& p, const Flow& flow, const UnionSet& producers) {
  const Flow into = onReaders(p, flow, p.copies);
  const UnionMap fed = onRange(into.source, producers);
  const UnionMap producer = isl_union_map_domain_factor_domain(fed.copy());  // absorbed -> producer
  const UnionSet running = isl_union_set_intersect(p.copies.copy(), isl_union_map_domain(p.schedule.copy()));
  if (isl_union_map_is_single_valued(producer.get()) != isl_bool_true ||
      isl_union_map_is_injective(producer.get()) != isl_bool_true ||
      isl_union_set_is_subset(running.get(), UnionSet(isl_union_map_domain(producer.copy())).get()) != isl_bool_true)
    return std::nullopt;
  const UnionMap from = onRange(flow.source, p.copies);
  const UnionMap others = isl_union_map_curry((into.source - fed).copy());  // absorbed -> [element -> writer]
  const UnionMap unwritten = isl_union_set_unwrap(into.none.copy());        // absorbed -> element
  const UnionMap back = isl_union_map_reverse(producer.copy());
  Flow result;
  result.source = (flow.source - from - into.source) |
                  UnionMap(isl_union_map_apply_range(from.copy(), producer.copy())) |
                  UnionMap(isl_union_map_uncurry(isl_union_map_apply_range(back.copy(), others.copy())));
  result.none = UnionSet(isl_union_set_subtract(flow.none.copy(), into.none.copy())) |
                wrap(UnionMap(isl_union_map_apply_range(back.copy(), unwritten.copy())));
  return result;
}

// The flow between executions under the names that they have in both programs.
Flow named(Names& names, const Program& p, const Flow& flow) {
  UnionMap memory = isl_union_set_identity(rangeOf(p.reads).copy());
  const Correspondence& c = names.correspondence;
  if (c.cache && c.cached) {
    const size_t rank = static_cast<size_t>(c.cache->rank());
    const std::string from = "M" + std::to_string(names.numberOf(*c.cache)),
                      to = "M" + std::to_string(names.numberOf(*c.cached));
    const UnionMap rename = isl_union_map_read_from_str(
        names.ctx, ("{ " + tuple(from, "e", rank) + " -> " + tuple(to, "e", rank) + " }").c_str());
    const UnionSet space = isl_union_set_read_from_str(names.ctx, ("{ " + tuple(from, "e", rank) + " }").c_str());
    memory = (memory - onDomain(memory, space)) | onDomain(rename, rangeOf(p.reads));
  }
  const UnionMap readers = isl_union_map_product(p.keys.copy(), memory.copy());
  Flow result;
  result.source =
      isl_union_map_apply_range(isl_union_map_apply_domain(flow.source.copy(), readers.copy()), p.keys.copy());
  result.none = isl_union_set_apply(flow.none.copy(), readers.copy());
  return result;
}

struct Comparison {
  Names& names;
  Program first, second;
  Verdict verdict;

  // Omitted reads feed nothing that could differ; a read counts as live whatever reads its reader.
  void runFocused() {
    const Flow wanted = flowOf(first), got = flowOf(second);
    if (!copiesUnwritten(got)) compare(wanted, got);
  }

  void run() {
    const Flow wanted = flowOf(first), got = flowOf(second);
    if (copiesUnwritten(got)) return;
    // Executions whose results are overwritten seldom differ, so they are filtered out only if they do.
    compare(wanted, got);
    if (verdict.yes() || !wanted || !got) return;
    verdict = {};
    const Flow liveWanted = live(first, wanted), liveGot = live(second, got);
    if (!liveWanted || !liveGot) return undecided("the dataflow was not decided within the limit of operations");
    compare(liveWanted, liveGot);
    if (verdict.yes()) readsNothingUnwritten(wanted, got);
  }

 private:
  void undecided(Message why) {
    verdict.answer = Verdict::Answer::Unknown;
    verdict.conservative = true;
    verdict.reason = std::move(why);
  }
  template <class F>
  void judge(isl_bool fine, const F& reason) {
    if (verdict.no() || fine == isl_bool_true) return;
    if (fine == isl_bool_error) return undecided("the dataflow was not decided within the limit of operations");
    verdict.answer = Verdict::Answer::No;
    verdict.conservative = false;
    verdict.reason = reason();
  }
  void compare(Flow wanted, Flow got) {
    if (!wanted || !got) return undecided("the dataflow was not decided within the limit of operations");
    const Correspondence& c = names.correspondence;
    if ((c.inlined || c.absorbed) && !functional(named(names, first, wanted))) return;
    if (c.inlined) wanted = withoutInlined(first, wanted);
    if (c.absorbed) {
      std::optional<Flow> merged = withoutAbsorbed(first, wanted, executionsOf(first, c.absorbed->second));
      if (!merged) return undecided("the executions of the two blocks do not correspond one to one");
      wanted = *merged;
    }
    wanted = named(names, first, wanted);
    got = named(names, second, c.copy ? withoutCopies(second, got) : got);
    if (c.inlined || c.absorbed)
      oneValue(wanted);
    else if (!functional(wanted))
      return;
    const UnionMap wrong = got.source - wanted.source;
    const UnionSet lost = isl_union_set_subtract(got.none.copy(), wanted.none.copy());
    const UnionSet oldKeys = rangeOf(first.keys);
    const UnionSet newKeys = isl_union_set_subtract(
        rangeOf(isl_union_map_subtract_domain(second.keys.copy(), second.copies.copy())).copy(), oldKeys.copy());
    judge(isl_union_set_is_empty(lost.get()), [&] { return unwritten(lost); });
    judge(isl_union_map_is_empty(wrong.get()), [&] { return otherWriter(wrong); });
    judge(isl_union_set_is_empty(newKeys.get()),
          [&] { return blockOf(newKeys) + " would run for iterations that it does not have"; });
  }
  // An inlined expression would need two values of one element at the same time.
  void oneValue(const Flow& wanted) {
    const UnionSet known = isl_union_map_domain(wanted.source.copy());
    judge(isl_union_map_is_single_valued(wanted.source.get()), [&] { return otherWriter(wanted.source); });
    const UnionSet both = isl_union_set_intersect(known.copy(), wanted.none.copy());
    judge(isl_union_set_is_empty(both.get()), [&] { return otherWriter(onDomain(wanted.source, both)); });
  }
  // Does every named execution read one value per element?
  bool functional(const Flow& flow) {
    const UnionSet known = isl_union_map_domain(flow.source.copy());
    if (isl_union_map_is_single_valued(flow.source.get()) == isl_bool_true &&
        isl_union_set_is_disjoint(known.get(), flow.none.get()) == isl_bool_true)
      return true;
    undecided("one execution reads different values in different rounds");
    return false;
  }
  // Executions whose results are overwritten must not read unwritten elements either, unless they did so before.
  void readsNothingUnwritten(const Flow& wanted, const Flow& got) {
    const Correspondence& c = names.correspondence;
    std::optional<Flow> then = wanted;
    if (c.inlined) then = withoutInlined(first, wanted);
    if (c.absorbed) then = withoutAbsorbed(first, wanted, executionsOf(first, c.absorbed->second));
    if (!then) return undecided("the executions of the two blocks do not correspond one to one");
    const UnionSet now = named(names, second, c.copy ? withoutCopies(second, got) : got).none;
    const UnionSet extra = isl_union_set_subtract(now.copy(), named(names, first, *then).none.copy());
    const UnionSet ofAllocated = wrap(onRange(isl_union_set_unwrap(extra.copy()), allocatedElements()));
    judge(isl_union_set_is_empty(ofAllocated.get()), [&] { return unwritten(ofAllocated); });
  }
  // Memory that is uninitialised before it is written.
  UnionSet allocatedElements() const {
    std::string texts;
    for (size_t i = 0; i < names.buffers.size(); ++i) {
      const void* data = names.buffers[i]->data.key();
      if (first.table.allocated.contains(data) || second.table.allocated.contains(data))
        texts += (texts.empty() ? "" : "; ") +
                 tuple("M" + std::to_string(i), "e", static_cast<size_t>(names.buffers[i].rank()));
    }
    return isl_union_set_read_from_str(names.ctx, ("{ " + texts + " }").c_str());
  }
  // The elements that a copy reads may be unused, but must exist. The verdict is No otherwise.
  bool copiesUnwritten(const Flow& flow) {
    const Correspondence& c = names.correspondence;
    if (!flow || (!c.cache && !c.copy)) return false;
    const UnionMap none = onRange(isl_union_set_unwrap(flow.none.copy()), allocatedElements());
    const UnionMap bad = onDomain(none, second.copies);
    judge(isl_union_map_is_empty(bad.get()), [&] {
      return "the copy would also hand on elements of " + wordFor(memoryOf(bad)) + " that nobody computed";
    });
    if (!c.cache) return !verdict.yes();
    const int number = names.numberOf(*c.cache);
    const std::string memory =
        "{ " + tuple("M" + std::to_string(number), "e", static_cast<size_t>(names.buffers[number].rank())) + " }";
    const UnionMap reads = onRange(none, isl_union_set_read_from_str(names.ctx, memory.c_str()));
    judge(isl_union_map_is_empty(reads.get()),
          [&] { return blockOf(isl_union_map_domain(reads.copy())) + " reads elements that the copy does not hold"; });
    return !verdict.yes();
  }

  UnionSet executionsOf(const Program& p, BlockId block) const {
    std::string texts;
    for (size_t i = 0; i < p.table.instances.size(); ++i)
      if (p.table.instances[i].block == block)
        texts += (texts.empty() ? "" : "; ") +
                 tuple(std::string("S").append(std::to_string(i)), "a", p.table.instances[i].loops.size());
    return isl_union_set_read_from_str(names.ctx, ("{ " + texts + " }").c_str());
  }

  // ---- words for sets of ISL ----
  static std::string firstTuple(isl_set* set, bool inRange) {
    std::string name;
    if (isl_set_is_wrapping(set) == isl_bool_true) {
      isl_map* m = isl_set_unwrap(set);
      const char* text = isl_map_get_tuple_name(m, inRange ? isl_dim_out : isl_dim_in);
      name = text ? text : "";
      isl_map_free(m);
    } else {
      const char* text = isl_set_get_tuple_name(set);
      name = text ? text : "";
      isl_set_free(set);
    }
    return name;
  }
  static isl_set* anySet(const UnionSet& u) {
    isl_set_list* list = isl_union_set_get_set_list(u.get());
    isl_set* set = list && isl_set_list_n_set(list) > 0 ? isl_set_list_get_set(list, 0) : nullptr;
    isl_set_list_free(list);
    return set;
  }
  std::string wordFor(const std::string& tupleName) const {
    if (tupleName.empty()) return "a block";
    if (tupleName[0] == 'M') return names.buffers[std::stoul(tupleName.substr(1))]->name;
    if (tupleName[0] == 'E') return "the result " + names.buffers[std::stoul(tupleName.substr(1))]->name;
    const uint32_t id = static_cast<uint32_t>(std::stoul(tupleName.substr(1)));
    if (tupleName[0] == 'S') return "block " + first.table.instances[id].blockName;
    if (tupleName[0] == 'T') return "block " + second.table.instances[id].blockName;
    for (const AccessTable* t : {&first.table, &second.table})
      for (const Instance& x : t->instances)
        if (x.block.value == id) return "block " + x.blockName;
    return "a block";
  }
  std::string blockOf(const UnionSet& u) const {
    isl_set* set = anySet(u);
    return set ? wordFor(firstTuple(set, false)) : "a block";
  }
  static std::string memoryOf(const UnionMap& reads) {
    isl_set* set = anySet(wrap(reads));
    return set ? firstTuple(set, true) : "";
  }
  std::string unwritten(const UnionSet& lost) const {
    isl_set* set = anySet(lost);
    if (!set) return "a value would be lost";
    const std::string reader = firstTuple(isl_set_copy(set), false), memory = firstTuple(set, true);
    if (!reader.empty() && reader[0] == 'E') return "part of " + wordFor(reader) + " would not be written";
    return wordFor(reader) + " would read elements of " + wordFor(memory) + " that are not written yet";
  }
  std::string otherWriter(const UnionMap& wrong) const {
    isl_map_list* list = isl_union_map_get_map_list(wrong.get());
    isl_map* map = list && isl_map_list_n_map(list) > 0 ? isl_map_list_get_map(list, 0) : nullptr;
    isl_map_list_free(list);
    if (!map) return "a value would change";
    isl_set* domain = isl_map_domain(isl_map_copy(map));
    const char* writer = isl_map_get_tuple_name(map, isl_dim_out);
    const std::string writerName = writer ? writer : "", reader = firstTuple(isl_set_copy(domain), false),
                      memory = firstTuple(domain, true);
    isl_map_free(map);
    if (!reader.empty() && reader[0] == 'E')
      return wordFor(reader) + " would keep a value that " + wordFor(writerName) + " wrote at another time";
    return wordFor(reader) + " would read a value of " + wordFor(memory) + " that another execution of " +
           wordFor(writerName) + " wrote";
  }
};

Verdict compareTables(const AccessTable& before, const AccessTable& after, const Correspondence& correspondence,
                      const analysis::Focus* focus, unsigned long operations) {
  const std::unique_ptr<isl_ctx, CtxFree> ctx(isl_ctx_alloc());
  isl_options_set_on_error(ctx.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(ctx.get(), ProofBudget::allowed(operations));
  Names names{ctx.get(), {}, {}, {}, correspondence, {}, {}};
  Comparison comparison{names, {.table = before}, {.table = after}, {}};
  Program &first = comparison.first, &second = comparison.second;
  for (const AccessTable* table : {&first.table, &second.table})
    for (const Instance& x : table->instances)
      for (const Access& a : x.accesses)
        if (a.write) names.written.insert(names.numberOf(a.buffer));
  const Reader readFirst(names, first.table, false, focus), readSecond(names, second.table, true, focus);
  readFirst.run(first);
  if (names.trouble.empty()) readSecond.run(second);
  if (names.trouble.empty() && focus && !readFirst.keptRunOnce()) names.trouble = "a statement repeats executions";
  const auto unknown = [](Message why) {
    Verdict verdict;
    verdict.answer = Verdict::Answer::Unknown;
    verdict.conservative = true;
    verdict.reason = std::move(why);
    return verdict;
  };
  if (!names.trouble.empty()) return unknown(names.trouble);
  addResults(names, first, second, first.table, focus);
  addResults(names, second, first, first.table, focus);
  if (focus)
    comparison.runFocused();
  else
    comparison.run();
  if (isl_ctx_last_error(ctx.get()) == isl_error_quota) ProofBudget::ranOut(operations);
  if (comparison.verdict.no() && !names.widened.empty()) return unknown(names.widened);
  return comparison.verdict;
}

}  // namespace

Verdict keepsValueFlow(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence,
                       unsigned long operations) {
  if (provablyKeepsValueFlow(before, after, correspondence)) return {};
  return keepsValueFlowExactly(before, after, correspondence, operations);
}

Verdict keepsValueFlowExactly(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence,
                              unsigned long operations) {
  analysis::ParameterNames parameters;
  const AccessTable first = analysis::collectAccesses(before, parameters),
                    second = analysis::collectAccesses(after, parameters);
  if (const analysis::Focus focus = analysis::focusOf(first, second); focus.usable)
    if (const Verdict verdict = compareTables(first, second, correspondence, &focus, operations);
        verdict.yes() || ProofBudget::spent())
      return verdict;
  Verdict verdict = compareTables(first, second, correspondence, nullptr, operations);
  if (verdict.yes() || verdict.no()) return verdict;
  // If the decision now rests on signatures, they must be reliable.
  if (const std::string hiding = blockThatHidesAccesses(before); !hiding.empty()) {
    verdict.answer = Verdict::Answer::No;
    verdict.reason =
        say("it could not be decided ({0}), and block {1} does not declare what the blocks inside it touch",
            verdict.reason, hiding);
  }
  return verdict;
}

}  // namespace lw
