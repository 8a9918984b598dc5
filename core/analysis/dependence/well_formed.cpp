#include "core/analysis/dependence/well_formed.h"

#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/dependence/distinct_writes.h"
#include "core/analysis/program/layout_free.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {

constexpr Error<Ident, Ident> kFalseSpatial{
    "check.false-spatial", "{0} of block {1} is marked spatial, but its iterations depend on each other"};

namespace {

constexpr unsigned long kOperations = 2'000'000;
constexpr const char* kOpaqueInstead =
    "declare it as T.axis.opaque(...) if the order of its iterations matters, or change the indices";

// Accesses, by the block and the blocks inside it, to the buffers that the block writes.
struct Touched {
  std::vector<Buffer> written;
  std::vector<std::pair<Buffer, std::vector<Expr>>> accesses;
  bool clear = true;  // every access is known
};

Touched touchedBy(const Block& block) {
  Touched touched;
  const auto add = [&](const Stmt& root) {
    forEachStmt(root, [&](const Stmt& s) {
      if (const auto* store = s.as<BufferStore>()) {
        touched.written.push_back(store->buffer);
        touched.accesses.emplace_back(store->buffer, store->indices);
      } else if (const auto* inner = s.as<Block>()) {
        touched.clear = touched.clear && inner->matches.empty();
      } else if (const auto* evaluate = s.as<Evaluate>()) {
        touched.clear = touched.clear && !evaluate->value.as<Call>();
      }
    });
    forEachExpr(root, [&](const Expr& e) {
      if (const auto* load = e.as<BufferLoad>()) touched.accesses.emplace_back(load->buffer, load->indices);
    });
  };
  if (block.init) add(*block.init);
  add(block.body);
  touched.clear = touched.clear && block.matches.empty();
  return touched;
}

// Every access to what the block writes has this iter alone as an index, in the same dimension: two of its values never
// meet.
bool plainlySpatial(const Touched& touched, const IterVar& iter) {
  if (!touched.clear) return false;
  for (const Buffer& buffer : touched.written) {
    const size_t rank = buffer->shape.size();
    const auto everywhere = [&](size_t dimension) {
      return std::all_of(touched.accesses.begin(), touched.accesses.end(), [&](const auto& access) {
        return !(access.first->data.key() == buffer->data.key()) ||
               (access.first == buffer && equal(access.second[dimension], Expr(iter.var)));
      });
    };
    bool found = false;
    for (size_t i = 0; i < rank && !found; ++i) found = everywhere(i);
    if (!found) return false;
  }
  return true;
}

// The indices are not affine, but known: two executions that differ in a spatial iter write one element of a parameter.
std::optional<Explanation> writesTwice(const PrimFunc& function, const Block& block) {
  DistinctWrites writes = distinctWrites(block);
  const auto isWritten = [&](const auto& parameter) { return parameter.second->name == writes.buffer; };
  if (!writes.witness || std::none_of(function.buffers.begin(), function.buffers.end(), isWritten)) return std::nullopt;
  size_t i = 0;
  while (block.iters[i].kind != IterKind::Spatial ||
         writes.witness->first.iteration[i] == writes.witness->second.iteration[i])
    ++i;
  Explanation e = explain(kFalseSpatial(block.iters[i].var.name(), block.name), kOpaqueInstead);
  e.blocks = {block.id};
  e.witness = std::move(writes.witness);
  return e;
}

void checkBlock(const PrimFunc& function, const Block& block, std::vector<Explanation>& found) {
  std::optional<Touched> touched;
  bool doubtful = false;
  const size_t before = found.size();
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const IterVar& iter = block.iters[i];
    if (iter.kind != IterKind::Spatial || isOne(iter.domain.extent)) continue;
    if (!touched) touched = touchedBy(block);
    if (plainlySpatial(*touched, iter)) continue;
    Verdict verdict = spatialIterHolds(function, block, i, ProofBudget(kOperations));
    doubtful = true;
    if (!verdict.no() || verdict.conservative) continue;
    const bool update = verdict.witness && verdict.witness->dependence == "update";
    Explanation e =
        explain(kFalseSpatial(iter.var.name(), block.name),
                update ? "declare it as T.axis.reduce(...), and initialise the sum in T.init()" : kOpaqueInstead);
    e.blocks = {block.id};
    e.witness = std::move(verdict.witness);
    found.push_back(std::move(e));
  }
  if (!doubtful || found.size() > before) return;
  if (auto twice = writesTwice(function, block)) found.push_back(std::move(*twice));
}

// The first line of the block.
Span spanOf(const SourceMap& map, const Explanation& e) {
  const std::vector<Span> spans = map.spansOf(e.blocks.front());
  return spans.empty() ? Span{} : spans.front();
}
Span spanOfFirstParameter(const SourceMap& map, const PrimFunc& function) {
  const std::vector<Span> spans =
      function.buffers.empty() ? std::vector<Span>{} : map.spansOf(function.buffers.front().second.key());
  return spans.empty() ? Span{} : spans.front();
}

}  // namespace

std::vector<Explanation> checkWellFormed(const PrimFunc& function) {
  std::vector<Explanation> found;
  forEachStmt(function.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>()) checkBlock(function, *block, found);
  });
  return found;
}

std::vector<Diagnostic> wellFormednessWarnings(const SourceFile& file) {
  std::vector<Diagnostic> warnings;
  const auto add = [&](const PrimFunc& function) {
    for (const Explanation& e : checkWellFormed(function)) {
      Explanation told = e;
      if (e.witness) told.setMessage(say("{0}: {1}", e.reason, e.witness->message()));
      warnings.push_back(diagnosticOf(Diagnostic::Severity::Warning, spanOf(file.map, e), std::move(told)));
    }
    if (Result<std::vector<size_t>> weights = layoutFreeParams(function); !weights)
      warnings.push_back(
          diagnosticOf(Diagnostic::Severity::Warning, spanOfFirstParameter(file.map, function), weights.error()));
  };
  for (const PrimFunc& f : file.functions) add(f);
  for (const Module& m : file.modules)
    for (const PrimFunc& f : m.functions) add(f);
  return warnings;
}

}  // namespace lw
