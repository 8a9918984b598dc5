#include "core/analysis/values/written_first.h"

#include <algorithm>

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

bool uses(const Range& r, const Var& v) { return usesVar(r.min, v) || usesVar(r.extent, v); }

// All loops of the writer also enclose the reader. The relevant execution of the writer is the one where the loops
// fixed by its guards are at their start and the others at their current iteration; it is not later than the reader.
std::optional<std::vector<IterDomain>> fixedByGuards(const Statement& writer, size_t leastLoops) {
  std::vector<IterDomain> fixed;
  for (size_t i = leastLoops; i < writer.domains.size(); ++i) {
    const Var& var = writer.domains[i].var;
    const auto fixes = [&](const Expr& condition) {
      const auto* n = condition.as<Binary>();
      return n && n->op == BinaryOp::EQ && usesVar(condition, var);
    };
    if (std::none_of(writer.conditions.begin(), writer.conditions.end(), fixes)) continue;
    for (size_t k = i + 1; k < writer.domains.size(); ++k)
      if (uses(writer.domains[k].range, var)) return std::nullopt;
    fixed.push_back(writer.domains[i]);
  }
  return fixed;
}

std::optional<size_t> positionOf(const Statement& s, LoopId loop) {
  for (size_t i = 0; i < s.loops.size(); ++i)
    if (s.loops[i]->id == loop) return i;
  return std::nullopt;
}

}  // namespace

bool provablyWrittenFirst(const Statement& reader, const Touch& read, const Knowledge& whereReaderRuns,
                          const Statement& writer, size_t leastLoops) {
  const Meeting meeting = meetingOf(writer, reader);
  if (meeting.order != -1 || meeting.loops < leastLoops) return false;
  std::optional<Knowledge> whereItReads;
  if (!read.conditions.empty()) whereItReads.emplace(reader, read.conditions);
  const Knowledge& atReader = whereItReads ? *whereItReads : whereReaderRuns;
  const auto start = writer.domains.begin() + static_cast<std::ptrdiff_t>(meeting.loops);
  if (reaches({writer.target.indices, {start, writer.domains.end()}, writer.conditions, writer.reduced}, read.indices,
              atReader.analyzer()))
    return true;
  if (meeting.loops < writer.loops.size()) return false;
  const std::optional<std::vector<IterDomain>> fixed = fixedByGuards(writer, leastLoops);
  return fixed && !fixed->empty() &&
         reaches({writer.target.indices, *fixed, writer.conditions, writer.reduced}, read.indices, atReader.analyzer());
}

bool provablyPrivate(const Statements& program, const void* data, LoopId loop) {
  if (!program.allocated.contains(data)) return false;
  const auto is = [&](const Touch& t) { return t.buffer->data.key() == data; };
  for (const Statement& s : program.all)
    if ((is(s.target) || std::any_of(s.loads.begin(), s.loads.end(), is)) && !positionOf(s, loop)) return false;
  return provablyReadsOwnWrites(program, data, loop);
}

bool provablyReadsOwnWrites(const Statements& program, const void* data, LoopId loop) {
  if (!program.understood) return false;
  for (const Statement& s : program.all) {
    const std::optional<size_t> at = positionOf(s, loop);
    const auto isRead = [&](const Touch& t) { return t.buffer->data.key() == data; };
    if (!at || std::none_of(s.loads.begin(), s.loads.end(), isRead)) continue;
    const Knowledge known(s);
    for (const Touch& read : s.loads) {
      if (!isRead(read)) continue;
      const std::vector<size_t>& writers = program.writersOf(data);
      const auto feeds = [&](size_t w) { return provablyWrittenFirst(s, read, known, program.all[w], *at + 1); };
      if (std::none_of(writers.begin(), writers.end(), feeds)) return false;
    }
  }
  return true;
}

}  // namespace lw::analysis
