#include "core/analysis/values/value_flow.h"

#include <isl/flow.h>
#include <isl/set.h>

#include "core/analysis/program/signatures.h"
#include "core/analysis/proofs.h"
#include "core/analysis/shapes/empty_reductions.h"
#include "core/analysis/values/flow_relations.h"
#include "core/analysis/values/quick_flow.h"
#include "core/analysis/values/small_programs.h"

namespace lw {
namespace {

using analysis::AccessTable;
using analysis::FlowNames;
using analysis::FlowProgram;
using analysis::IslContext;

// The writers of what is read, in terms of the program's own executions: [reader -> element] -> writer.
struct Flow {
  isl::union_map source;
  isl::union_set none;  // [reader -> element]: nobody wrote it before
};

Flow flowOf(const FlowProgram& p) {
  const isl::union_flow flow = isl::union_access_info(p.nested ? p.timedReads : p.reads)
                                   .set_must_source(p.nested ? p.timedWrites : p.writes)
                                   .set_schedule_map(p.schedule)
                                   .compute_flow();
  Flow result{flow.full_must_dependence().reverse(), flow.must_no_source().wrap()};
  if (!p.nested) return result;
  const isl::union_map plain = p.reads.domain().identity().product(p.untimed);
  return {result.source.apply_domain(plain), result.none.apply(plain)};
}

// Only reads of these executions.
Flow onReaders(const FlowProgram& p, const Flow& flow, const isl::union_set& readers) {
  const isl::union_set wanted = p.reads.intersect_domain(readers).wrap();
  return {flow.source.intersect_domain(wanted), flow.none.intersect(wanted)};
}
// Only reads of live executions: those that feed a live read, and the end of the program.
Flow live(const FlowProgram& p, Flow flow) {
  constexpr int kRounds = 8;  // longer dead chains count as live, which is safe
  const isl::union_set ends = p.ends.unite(p.deciding);
  isl::union_set readers = ends.unite(flow.source.range());
  for (int i = 0; i < kRounds; ++i) {
    flow = onReaders(p, flow, readers);
    const isl::union_set fewer = ends.unite(flow.source.range());
    if (fewer.is_equal(readers)) break;
    readers = fewer;
  }
  return flow;
}

// Lets values pass through the copying block.
Flow withoutCopies(const FlowProgram& p, const Flow& flow) {
  const Flow intoCopies = onReaders(p, flow, p.copies);
  const isl::union_map feeds = intoCopies.source.domain_factor_domain();  // copy -> writer
  const isl::union_set unfed = intoCopies.none.unwrap().domain();
  const isl::union_map fromCopies = flow.source.intersect_range(p.copies);
  const Flow result{flow.source.subtract(fromCopies).unite(fromCopies.apply_range(feeds)),
                    flow.none.unite(fromCopies.intersect_range(unfed).domain())};
  return onReaders(p, result, p.reads.domain().subtract(p.copies));
}

// Readers of an inlined block read what the block read.
Flow withoutInlined(const FlowProgram& p, const Flow& flow) {
  const Flow into = onReaders(p, flow, p.copies);
  const isl::union_map from = flow.source.intersect_range(p.copies);
  const isl::union_map reader = from.domain_factor_domain();  // reader -> inlined execution
  const isl::union_map read = into.none.unwrap();             // inlined execution -> element
  const isl::union_map through = reader.apply_range(into.source.curry());
  return {flow.source.subtract(from).subtract(into.source).unite(through.uncurry()),
          flow.none.subtract(into.none).unite(reader.apply_range(read).wrap())};
}

// The producer takes over the work of an absorbed block: it reads what the block read and writes what the block wrote.
// nullopt: an execution of the block corresponds to several of its producer, or to none.
std::optional<Flow> withoutAbsorbed(const FlowProgram& p, const Flow& flow, const isl::union_set& producers) {
  const Flow into = onReaders(p, flow, p.copies);
  const isl::union_map fed = into.source.intersect_range(producers);
  const isl::union_map producer = fed.domain_factor_domain();  // absorbed -> producer
  const isl::union_set running = p.copies.intersect(p.schedule.domain());
  if (!producer.is_single_valued() || !producer.is_injective() || !running.is_subset(producer.domain()))
    return std::nullopt;
  const isl::union_map from = flow.source.intersect_range(p.copies);
  const isl::union_map others = into.source.subtract(fed).curry();  // absorbed -> [element -> writer]
  const isl::union_map unwritten = into.none.unwrap();              // absorbed -> element
  const isl::union_map back = producer.reverse();
  return Flow{flow.source.subtract(from)
                  .subtract(into.source)
                  .unite(from.apply_range(producer))
                  .unite(back.apply_range(others).uncurry()),
              flow.none.subtract(into.none).unite(back.apply_range(unwritten).wrap())};
}

// The flow between executions under the names that they have in both programs.
Flow named(const FlowNames& names, const FlowProgram& p, const Flow& flow) {
  isl::union_map memory = p.reads.range().identity();
  const Correspondence& c = names.correspondence;
  if (c.cache && c.cached) {
    const analysis::Tuple from = names.tupleOf(names.memory.at((*c.cache)->data.key())),
                          to{names.tupleOf(names.memory.at((*c.cached)->data.key())).name, from.rank};
    const isl::union_map rename = analysis::identity(names.context, from, to);
    const isl::union_set space = rename.domain();
    memory = memory.subtract(memory.intersect_domain(space)).unite(rename.intersect_domain(p.reads.range()));
  }
  const isl::union_map readers = p.keys.product(memory);
  return {flow.source.apply_domain(readers).apply_range(p.keys), flow.none.apply(readers)};
}

// What a verdict says of sets of isl.
class FlowWords {
 public:
  FlowWords(const FlowNames& names, const AccessTable& first, const AccessTable& second)
      : names_(names), first_(first), second_(second) {}

  Message blockOf(const isl::union_set& executions) const {
    const auto set = anySet(executions);
    return wordFor(set ? nameOf(*set) : "");
  }
  Message memoryOf(const isl::union_map& reads) const {
    const auto set = anySet(reads.wrap());
    return wordFor(set ? rangeName(*set) : "");
  }
  // [reader -> element]
  Message unwritten(const isl::union_set& lost) const {
    const auto set = anySet(lost);
    if (!set) return "a value would be lost";
    const std::string reader = nameOf(*set);
    if (reader[0] == 'E') return say("part of {0} would not be written", wordFor(reader));
    return say("{0} would read elements of {1} that are not written yet", wordFor(reader), wordFor(rangeName(*set)));
  }
  // [reader -> element] -> writer
  Message otherWriter(const isl::union_map& wrong) const {
    const isl::map_list list = wrong.map_list();
    if (list.size() == 0) return "a value would change";
    const isl::map map = list.at(0);
    const Message writer = wordFor(text(isl_map_get_tuple_name(map.get(), isl_dim_out)));
    const isl::set domain = map.domain();
    const std::string reader = nameOf(domain);
    if (reader[0] == 'E') return say("{0} would keep a value that {1} wrote at another time", wordFor(reader), writer);
    return say("{0} would read a value of {1} that another execution of {2} wrote", wordFor(reader),
               wordFor(rangeName(domain)), writer);
  }

 private:
  static std::string text(const char* name) { return name ? name : " "; }
  // Of the tuple, or of the domain of a wrapped relation.
  static std::string nameOf(const isl::set& set) {
    if (!set.is_wrapping()) return text(isl_set_get_tuple_name(set.get()));
    return text(isl_map_get_tuple_name(set.unwrap().get(), isl_dim_in));
  }
  static std::string rangeName(const isl::set& set) {
    return text(isl_map_get_tuple_name(set.unwrap().get(), isl_dim_out));
  }
  static std::optional<isl::set> anySet(const isl::union_set& u) {
    const isl::set_list list = u.set_list();
    return list.size() > 0 ? std::optional(list.at(0)) : std::nullopt;
  }
  Message wordFor(const std::string& tuple) const {
    if (tuple.size() < 2) return "a block";
    const auto number = static_cast<uint32_t>(std::stoul(tuple.substr(1)));
    if (tuple[0] == 'M') return Ident(names_.buffers[number]->name);
    if (tuple[0] == 'E') return say("the result {0}", Ident(names_.buffers[number]->name));
    if (tuple[0] == 'S') return say("block {0}", Ident(first_.instances[number].blockName));
    if (tuple[0] == 'T') return say("block {0}", Ident(second_.instances[number].blockName));
    for (const AccessTable* t : {&first_, &second_})
      for (const analysis::Instance& x : t->instances)
        if (x.block.value == number) return say("block {0}", Ident(x.blockName));
    return "a block";
  }

  const FlowNames& names_;
  const AccessTable& first_;
  const AccessTable& second_;
};

struct Comparison {
  const FlowNames& names;
  const FlowProgram &first, &second;
  Verdict verdict = {};
  FlowWords words = {names, first.table, second.table};

  // Omitted reads feed nothing that could differ; a read counts as live whatever reads its reader.
  void runFocused() {
    within([&] {
      const Flow wanted = flowOf(first), got = flowOf(second);
      if (!copiesUnwritten(got)) compare(wanted, got);
    });
  }

  void run() {
    std::optional<std::pair<Flow, Flow>> flows;
    within([&] {
      flows.emplace(flowOf(first), flowOf(second));
      if (copiesUnwritten(flows->second)) flows.reset();
    });
    if (!flows) return;
    const auto& [wanted, got] = *flows;
    // Executions whose results are overwritten seldom differ, so they are filtered out only if they do.
    within([&] { compare(wanted, got); });
    if (verdict.yes()) return;
    verdict = {};
    within([&] {
      compare(live(first, wanted), live(second, got));
      if (verdict.yes()) readsNothingUnwritten(wanted, got);
    });
  }

 private:
  template <class F>
  void within(const F& part) {
    if (names.context.ask([&] { return part(), true; }) || verdict.no()) return;
    undecided("the dataflow could not be analysed within the limit of operations");
  }
  void undecided(Message why) {
    verdict.answer = Verdict::Answer::Unknown;
    verdict.conservative = true;
    verdict.reason = std::move(why);
  }
  template <class F>
  void judge(bool fine, const F& reason) {
    if (verdict.no() || fine) return;
    verdict.answer = Verdict::Answer::No;
    verdict.conservative = false;
    verdict.reason = reason();
  }
  void compare(Flow wanted, Flow got) {
    const Correspondence& c = names.correspondence;
    if ((c.inlined || c.absorbed) && !functional(named(names, first, wanted))) return;
    const std::optional<Flow> expected = withoutRemoved(wanted);
    if (!expected) return;
    wanted = named(names, first, *expected);
    got = named(names, second, c.copy ? withoutCopies(second, got) : got);
    if (c.inlined || c.absorbed)
      oneValue(wanted);
    else if (!functional(wanted))
      return;
    const isl::union_map wrong = got.source.subtract(wanted.source);
    const isl::union_set lost = got.none.subtract(wanted.none);
    const isl::union_set newKeys = second.keys.subtract_domain(second.copies).range().subtract(first.keys.range());
    judge(lost.is_empty(), [&] { return words.unwritten(lost); });
    judge(wrong.is_empty(), [&] { return words.otherWriter(wrong); });
    judge(newKeys.is_empty(),
          [&] { return say("{0} would run for iterations that it does not have", words.blockOf(newKeys)); });
  }
  // The original flow without the block that was inlined or absorbed. nullopt: undecided.
  std::optional<Flow> withoutRemoved(const Flow& flow) {
    const Correspondence& c = names.correspondence;
    if (!c.inlined && !c.absorbed) return flow;
    Flow inlined = c.inlined ? withoutInlined(first, flow) : flow;
    if (!c.absorbed) return inlined;
    auto merged = withoutAbsorbed(first, inlined, executionsOf(first, names, c.absorbed->second));
    if (!merged) undecided("the executions of the two blocks do not correspond one to one");
    return merged;
  }
  // An inlined expression would need two values of one element at the same time.
  void oneValue(const Flow& wanted) {
    judge(wanted.source.is_single_valued(), [&] { return words.otherWriter(wanted.source); });
    const isl::union_set both = wanted.source.domain().intersect(wanted.none);
    judge(both.is_empty(), [&] { return words.otherWriter(wanted.source.intersect_domain(both)); });
  }
  // Does every named execution read one value per element?
  bool functional(const Flow& flow) {
    if (flow.source.is_single_valued() && flow.source.domain().is_disjoint(flow.none)) return true;
    undecided("one execution reads different values in different rounds");
    return false;
  }
  // Executions whose results are overwritten must not read unwritten elements either, unless they did so before.
  void readsNothingUnwritten(const Flow& wanted, const Flow& got) {
    const std::optional<Flow> then = withoutRemoved(wanted);
    if (!then) return;
    const isl::union_set now = named(names, second, names.correspondence.copy ? withoutCopies(second, got) : got).none;
    const isl::union_set extra = now.subtract(named(names, first, *then).none);
    const isl::union_set ofAllocated = extra.unwrap().intersect_range(allocatedElements()).wrap();
    judge(ofAllocated.is_empty(), [&] { return words.unwritten(ofAllocated); });
  }
  // Memory that is uninitialised before it is written.
  isl::union_set allocatedElements() const {
    const analysis::SetSpace space(names.context, {});
    isl::union_set all = isl::union_set::empty(names.context.get());
    for (size_t i = 0; i < names.buffers.size(); ++i) {
      const void* data = names.buffers[i]->data.key();
      if (first.table.allocated.contains(data) || second.table.allocated.contains(data))
        all = all.unite(space.where(names.tupleOf(static_cast<int>(i)), {}));
    }
    return all;
  }
  // The elements that a copy reads may be unused, but must exist. The verdict is No otherwise.
  bool copiesUnwritten(const Flow& flow) {
    const Correspondence& c = names.correspondence;
    if (!c.cache && !c.copy) return false;
    const isl::union_map none = flow.none.unwrap().intersect_range(allocatedElements());
    const isl::union_map bad = none.intersect_domain(second.copies);
    judge(bad.is_empty(), [&] {
      return say("the copy would also contain elements of {0} that are never computed", words.memoryOf(bad));
    });
    if (!c.cache) return !verdict.yes();
    const int number = names.memory.at((*c.cache)->data.key());
    const isl::union_map reads =
        none.intersect_range(analysis::SetSpace(names.context, {}).where(names.tupleOf(number), {}));
    judge(reads.is_empty(),
          [&] { return say("{0} reads elements that the copy does not contain", words.blockOf(reads.domain())); });
    return !verdict.yes();
  }
};

Verdict unknown(Message why) {
  Verdict verdict;
  verdict.answer = Verdict::Answer::Unknown;
  verdict.conservative = true;
  verdict.reason = std::move(why);
  return verdict;
}

// nullopt: isl gave up while it read the programs.
std::optional<Verdict> compareWithin(const IslContext& context, const AccessTable& before, const AccessTable& after,
                                     const Correspondence& correspondence, const analysis::Focus* focus) {
  return context.ask([&] {
    FlowNames names{context, correspondence};
    for (const AccessTable* table : {&before, &after})
      for (const analysis::Instance& x : table->instances)
        for (const analysis::Access& a : x.accesses)
          if (a.write) names.written.insert(names.numberOf(a.buffer));
    for (const auto& buffer : {correspondence.cache, correspondence.cached})
      if (buffer) names.numberOf(*buffer);
    FlowProgram first(names, before), second(names, after);
    readFlow(first, names, false, focus);
    if (names.trouble.empty()) readFlow(second, names, true, focus);
    if (names.trouble.empty() && focus && !keptRunOnce(first, names, false, *focus))
      names.trouble = "a statement repeats executions";
    if (!names.trouble.empty()) return unknown(names.trouble);
    addResults(first, names, second, first.table, focus);
    addResults(second, names, first, first.table, focus);
    Comparison comparison{names, first, second};
    if (focus)
      comparison.runFocused();
    else
      comparison.run();
    return comparison.verdict.no() && !names.widened.empty() ? unknown(names.widened) : comparison.verdict;
  });
}

Verdict compareTables(const AccessTable& before, const AccessTable& after, const Correspondence& correspondence,
                      const analysis::Focus* focus, const ProofBudget& budget) {
  const IslContext context(budget.operations(kFlowOperations));
  const auto verdict = compareWithin(context, before, after, correspondence, focus);
  if (context.ranOut()) budget.exhaust();
  return verdict.value_or(unknown("the dataflow could not be analysed within the limit of operations"));
}

}  // namespace

Verdict keepsValueFlow(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence,
                       const ProofBudget& budget) {
  return decide(Question::KeepsValues, budget, [&](Prover prover, const Verdict&) {
    return keepsValueFlowBy(prover, before, after, correspondence, budget);
  });
}

std::optional<Verdict> keepsValueFlowBy(Prover prover, const PrimFunc& before, const PrimFunc& after,
                                        const Correspondence& correspondence, const ProofBudget& budget) {
  if (prover == Prover::ValueFlow) return keepsValueFlowExactly(before, after, correspondence, budget);
  const bool yes =
      (prover == Prover::Writers && provablyKeepsValueFlow(before, after, correspondence)) ||
      (prover == Prover::Enumeration && analysis::leaveTheSameTerms(before, after, correspondence, budget));
  return yes ? std::optional<Verdict>(Verdict()) : std::nullopt;
}

Verdict keepsValueFlowExactly(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence,
                              const ProofBudget& budget) {
  analysis::SizeNumbers sizes;
  const PrimFunc given = withEmptyReductions(before), made = withEmptyReductions(after);
  const AccessTable first = analysis::collectAccesses(given, sizes), second = analysis::collectAccesses(made, sizes);
  Verdict verdict = unknown("the dataflow could not be analysed within the limit of operations");
  const analysis::Focus focus = analysis::focusOf(first, second);
  if (focus.usable) {
    verdict = compareTables(first, second, correspondence, &focus, budget);
    if (verdict.yes()) return verdict;
  }
  if (!focus.usable || !budget.exhausted()) verdict = compareTables(first, second, correspondence, nullptr, budget);
  if (verdict.yes() || verdict.no()) return verdict;
  // If the decision now rests on signatures, they must be reliable.
  if (const std::string hiding = blockThatHidesAccesses(before); !hiding.empty()) {
    verdict.answer = Verdict::Answer::No;
    verdict.conservative = true;
    verdict.reason =
        say("it could not be proved ({0}), and block {1} does not declare what the blocks inside it access",
            verdict.reason, hiding);
  }
  return verdict;
}

}  // namespace lw
