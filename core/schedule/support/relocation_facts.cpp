#include "core/schedule/support/relocation_facts.h"

#include <algorithm>

#include "core/analysis/values/written_first.h"
#include "core/arith/counts.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/quick_legality.h"
#include "core/schedule/support/relocation_nest.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

class MoveFacts {
 public:
  explicit MoveFacts(const MovePlace& place) : at_(place) {}

  Message missing(const Moved& moved) const {
    for (const BufferRegion& w : at_.block.writes)
      if (writersOf(at_.program, at_.scope, w.buffer).size() > 1)
        return say("{0} has several writers", Ident(w.buffer->name));
    for (const IterVar& iter : at_.block.iters)
      if (iter.kind != IterKind::Spatial && !(iter.kind == IterKind::Reduce && at_.block.init))
        return say("iteration variable {0} is neither spatial nor reduced with an init", Ident(iter.var.name()));
    for (const BufferRegion& r : at_.block.reads)
      if (!at_.block.init && touches({r}, at_.block.writes)) return "the block reads what it writes";
    if (Message twice = mayWriteTwice(distinctWrites(at_.block)); !twice.empty()) return twice;
    if (Message hidden = hiddenRead(); !hidden.empty()) return hidden;
    if (Message declared = declaredByHand(at_.program, at_.scope); !declared.empty()) return declared;
    if (const auto other = at_.outside())
      return say("block {0} is not under the loop", Ident(at_.program.name(*other)));
    if (!at_.move.reverse && at_.result()) return "the block writes a result";
    for (const Expr& guard : conjuncts(at_.block.predicate))
      if (!keepsDomain(at_.block, guard)) return "the block has a guard other than that of a split";
    return at_.move.reverse ? missingOfConsumer(moved) : missingOfProducer(moved);
  }

 private:
  // Finds a read that the declared regions omit (cache_index, unsafe_hide_buffer_access): signatures do not describe a
  // value that is passed on by such a read.
  Message hiddenRead() const {
    Message found;
    for (const BlockId b : at_.program.childBlocks(at_.scope)) {
      const Block& reader = at_.program.block(b);
      const auto look = [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        if (!load) return;
        const std::vector<BufferRegion> read{{load->buffer, {}}};
        if (touches(reader.reads, read) || touches(reader.writes, read)) return;
        const std::vector<BlockId> writers = writersOf(at_.program, at_.scope, load->buffer);
        const auto isLate = [&](BlockId w) { return w != b && !comesBeforeLoop(w); };
        const bool matters =
            b == at_.move.block ? std::any_of(writers.begin(), writers.end(), isLate) : touches(at_.block.writes, read);
        if (matters)
          found = say("block {0} reads {1} and does not declare it", Ident(reader.name), Ident(load->buffer->name));
      };
      if (reader.init) forEachExpr(*reader.init, look);
      forEachExpr(reader.body, look);
    }
    return found;
  }
  bool comesBeforeLoop(BlockId b) const {
    for (const BlockId other : at_.program.childBlocks(at_.scope)) {
      if (at_.under(other)) return false;
      if (other == b) return true;
    }
    return false;
  }
  // Whether bounds, bindings or guards before the block read what it writes. Signatures do not describe such reads. In
  // the order of the text.
  bool isReadBefore(const Moved& moved) const {
    bool reached = false, read = false;
    const auto look = [&](const Expr& root) {
      forEachExpr(root, [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        read = read || (load && std::any_of(at_.block.writes.begin(), at_.block.writes.end(),
                                            [&](const BufferRegion& w) { return w.buffer == load->buffer; }));
      });
    };
    forEachStmt(moved.changed.body, [&](const Stmt& s) {
      const auto* block = s.as<Block>();
      reached = reached || (block && block->id == at_.move.block);
      if (reached) return;
      if (block) {
        for (const Expr& binding : block->bindings) look(binding);
        look(block->predicate);
      } else if (const auto* loop = s.as<For>()) {
        look(loop->min);
        look(loop->extent);
      } else if (const auto* branch = s.as<IfThenElse>()) {
        look(branch->condition);
      }
    });
    return read;
  }
  // If memory decides which elements the block computes at its new place, this memory must have been written by then,
  // and must not be written again under the loop.
  Message decidedTooEarly(const Moved& moved) const {
    Message missing;
    const auto look = [&](const Expr& root) {
      forEachExpr(root, [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        if (!load) return;
        for (const BlockId w : writersOf(at_.program, at_.scope, load->buffer))
          if (w != at_.move.block && (at_.under(w) || at_.comesAfter(w)))
            missing = say("block {0} writes {1}, which determines what it computes", Ident(at_.program.name(w)),
                          Ident(load->buffer->name));
      });
    };
    forEachStmt(moved.changed.body, [&](const Stmt& s) {
      const auto* block = s.as<Block>();
      if (!block || block->id != at_.move.block) return;
      for (const Expr& binding : block->bindings) look(binding);
      look(block->predicate);
    });
    return missing;
  }
  // Whether the loops around the block run through the whole domains of its iters. At its new place it runs for parts
  // of the domains, whatever loops it had.
  bool runsForWholeDomains(const Moved& moved) const {
    const PrimFunc& before = at_.program.function(moved.function);
    const analysis::Statements all = analysis::collectStatements(before);
    const auto own = std::find_if(all.all.begin(), all.all.end(), [&](const analysis::Statement& s) {
      return within(at_.move.block, s.block) && !s.isInit;
    });
    if (own == all.all.end()) return false;
    Analyzer known = knownSizes(before);
    const std::vector<LoopId> above = at_.program.loopsAbove(at_.move.block);
    Produced produced{at_.block.bindings, {}, {}, own->reduced};
    for (size_t i = 0; i < own->domains.size(); ++i)
      if (std::find(above.begin(), above.end(), own->loops[i]->id) != above.end())
        produced.loops.push_back(own->domains[i]);
      else
        known.bind(own->domains[i].var, own->domains[i].range);
    for (const Expr& condition : own->conditions)  // the others hold at the new place as well
      if (std::any_of(produced.loops.begin(), produced.loops.end(),
                      [&](const IterDomain& d) { return usesVar(condition, d.var); }))
        produced.conditions.push_back(condition);
    std::vector<Expr> wanted;
    for (const IterVar& iter : at_.block.iters) {
      wanted.push_back(Var(iter.var.name(), iter.var.dtype()));
      known.bind(*wanted.back().as<Var>(), iter.domain);
    }
    return reaches(produced, wanted, known);
  }
  Message missingOfProducer(const Moved& moved) const {
    if (!runsForWholeDomains(moved)) return "it might run for a part of the values of its iteration variables";
    if (isReadBefore(moved)) return "what it writes determines which iterations of another block run before it";
    if (Message early = decidedTooEarly(moved); !early.empty()) return early;
    for (const BlockId p : at_.producers)
      if (at_.under(p))
        return say("its producer {0} is under the loop and may not have computed enough", Ident(at_.program.name(p)));
    for (const BlockId b : at_.program.childBlocks(at_.scope))
      if (b != at_.move.block && at_.comesAfter(b) && touches(at_.program.block(b).writes, at_.block.reads))
        return say("block {0} writes what it reads", Ident(at_.program.name(b)));
    return {};
  }
  bool within(BlockId outer, BlockId block) const { return outer == block || at_.program.isAncestor(outer, block); }
  // The new loops of a consumer cover everything between the least and the greatest element that is written; some
  // elements between them may not be written.
  Message readsWhatIsNotWritten(const Moved& moved) const {
    const analysis::Statements all = analysis::collectStatements(moved.changed);
    if (!all.understood) return "there are statements that cannot be analysed";
    for (const analysis::Statement& reader : all.all) {
      if (!within(at_.move.block, reader.block)) continue;
      const analysis::Knowledge known(reader);
      for (const analysis::Touch& read : reader.loads) {
        const auto isProducer = [&](size_t w) {
          const BlockId b = all.all[w].block;
          return at_.under(b) &&
                 std::any_of(at_.producers.begin(), at_.producers.end(), [&](BlockId p) { return within(p, b); });
        };
        const std::vector<size_t>& writers = all.writersOf(read.buffer->data.key());
        const auto feeds = [&](size_t w) { return analysis::provablyWrittenFirst(reader, read, known, all.all[w], 0); };
        if (std::any_of(writers.begin(), writers.end(), isProducer) &&
            std::none_of(writers.begin(), writers.end(), feeds))
          return say("it may read elements of {0} that are not computed yet", Ident(read.buffer->name));
      }
    }
    return {};
  }
  // Whether the values of the block's iters, over all loops around it, are the same before and after the move.
  bool runsForSameIters(const Moved& moved) const {
    const analysis::Statements before = analysis::collectStatements(at_.program.function(moved.function)),
                               after = analysis::collectStatements(moved.changed);
    const auto of = [&](const analysis::Statements& all) {
      const auto found = std::find_if(all.all.begin(), all.all.end(), [&](const analysis::Statement& s) {
        return s.block == at_.move.block && !s.isInit;
      });
      return found == all.all.end() ? nullptr : &*found;
    };
    const analysis::Statement *was = of(before), *is = of(after);
    if (!was || !is || was->key.size() != is->key.size()) return false;
    return reaches({is->key, is->domains, is->conditions, is->reduced}, was->key,
                   analysis::Knowledge(*was).analyzer()) &&
           reaches({was->key, was->domains, was->conditions, was->reduced}, is->key,
                   analysis::Knowledge(*is).analyzer());
  }
  Message missingOfConsumer(const Moved& moved) const {
    for (const BlockId p : at_.producers)
      if (at_.comesAfter(p)) return say("block {0} runs after it and writes what it reads", Ident(at_.program.name(p)));
    for (const BufferRegion& r : at_.block.reads)
      for (const BlockId p : at_.producers) {
        if (!touches(at_.program.block(p).writes, {r})) continue;
        for (size_t i = 0; i < r.ranges.size(); ++i) {
          if (!r.ranges[i].min.as<Var>() || !isOne(r.ranges[i].extent))
            return say("it reads {0} at an index that is not one of its iteration variables", Ident(r.buffer->name));
          for (const IterVar& iter : at_.block.iters)
            if (usesVar(r.ranges[i].min, iter.var) &&
                !Analyzer().canProve(le(iter.domain.min + iter.domain.extent, r.buffer->shape[i])))
              return say("it runs beyond the end of {0}", Ident(r.buffer->name));
        }
        for (const IterVar& iter : at_.program.block(p).iters)
          if (iter.kind != IterKind::Spatial) return say("its producer {0} is a reduction", Ident(at_.program.name(p)));
      }
    for (const BlockId c : at_.consumers)
      if (!at_.comesAfter(c)) return say("its consumer {0} runs before it", Ident(at_.program.name(c)));
    for (const BlockId b : at_.program.childBlocks(at_.scope))
      if (b != at_.move.block && !at_.comesAfter(b) && touches(at_.program.block(b).reads, at_.block.writes))
        return say("block {0} reads what it overwrites", Ident(at_.program.name(b)));
    if (!runsForSameIters(moved)) return "it might not run for the same values of its iteration variables";
    return readsWhatIsNotWritten(moved);
  }

  const MovePlace& at_;
};

}  // namespace

Message missingFact(const MovePlace& place, const Moved& moved) { return MoveFacts(place).missing(moved); }

}  // namespace lw
