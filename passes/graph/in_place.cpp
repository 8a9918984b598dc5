#include "passes/graph/in_place.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/program/layout_free.h"
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"
#include "passes/graph/errors.h"
#include "passes/graph/plan_memory.h"
#include "passes/graph/support/arm_results.h"

namespace lw {
namespace {

using Ranges = std::vector<std::pair<int, int>>;

bool sameSizes(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Expr& x, const Expr& y) { return graph::sameSize(x, y) == graph::Fit::Yes; });
}

bool sameIndices(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Expr& x, const Expr& y) {
    return x.dtype() == y.dtype() && Analyzer().canProveEqual(x, y);
  });
}

std::string indicesText(const std::vector<Expr>& indices) {
  std::string text = join(indices, [&](const Expr& index) { return toText(index); });
  return "[" + text + "]";
}

// The only statement of a kernel that accesses the input or the result, if it writes the result and there is one.
const BufferStore* onlyStatement(const Stmt& body, const Buffer& input, const Buffer& result) {
  const auto isOne = [&](const Buffer& b) { return b->data.sameAs(input->data) || b->data.sameAs(result->data); };
  int mentions = 0, inside = 0;  // loads, pointers and stores: in the whole kernel, in the statement
  const BufferStore* found = nullptr;
  const auto count = [&](const Expr& e, int& number) {
    if (const auto* load = e.as<BufferLoad>(); load && isOne(load->buffer)) ++number;
    if (const auto* var = e.as<Var>(); var && (var->sameAs(input->data) || var->sameAs(result->data))) number += 2;
  };
  bool plain = true;
  forEachStmt(body, [&](const Stmt& s) {
    if (const auto* store = s.as<BufferStore>(); store && isOne(store->buffer)) {
      plain = plain && !found && store->buffer->data.sameAs(result->data);
      found = store;
      forEachExpr(s, [&](const Expr& e) { count(e, inside); });
    }
    if (const auto* block = s.as<Block>())
      for (const MatchBuffer& match : block->matches) plain = plain && !isOne(match.source.buffer);
    if (const auto* declared = s.as<DeclBuffer>()) plain = plain && !isOne(declared->buffer);
  });
  if (!found || !plain) return nullptr;
  forEachExpr(body, [&](const Expr& e) { count(e, mentions); });
  bool plainValue = true;
  for (const Expr& index : found->indices)
    forEachExpr(index, [&](const Expr& e) { plainValue = plainValue && !e.as<BufferLoad>(); });
  forEachExpr(found->value, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    plainValue = plainValue && !(load && load->buffer->data.sameAs(result->data));
  });
  return mentions == inside && plainValue ? found : nullptr;
}

// A loop that is no `for`, or threads that are launched by an attribute, around an access of the buffer.
bool repeatsOtherwise(const Stmt& body, const Buffer& buffer) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& s) {
    const auto* attribute = s.as<AttrStmt>();
    if (s.as<While>() || (attribute && attribute->key.starts_with(kThreadExtent)))
      found = found || usesBuffer(s, buffer);
  });
  return found;
}

class InPlace {
 public:
  explicit InPlace(const ModelProgram& program) : made_{program, {}}, live_(liveRanges(program)) {
    for (const std::vector<int>* list : {&program.inputs, &program.outputs})
      for (const int b : *list) fixed_.insert(b);
    for (const ModelArm& arm : program.arms) fixed_.insert(arm.condition);
    for (const ModelCount& count : program.counts) fixed_.insert(count.buffer);
  }

  InPlaceProgram run() {
    for (size_t s = 0; s < made_.program.steps.size(); ++s) {
      if (made_.program.steps[s].kernel < 0) continue;
      for (size_t w = 0; w < made_.program.steps[s].writes.size(); ++w) joinOne(s, w);
    }
    dropUnused();
    return std::move(made_);
  }

 private:
  ModelBuffer& buffer(int number) { return made_.program.buffers[static_cast<size_t>(number)]; }
  Ranges& live(int number) { return live_[static_cast<size_t>(number)]; }

  // Inputs that could be where the result is: temporaries of its type and shape.
  bool fits(int input, int result) {
    return input != result && buffer(input).role == ModelBuffer::Role::Temporary && !fixed_.contains(input) &&
           buffer(input).type == buffer(result).type && sameSizes(buffer(input).shape, buffer(result).shape);
  }

  void joinOne(size_t s, size_t w) {
    ModelStep& step = made_.program.steps[s];
    const int result = step.writes[w];
    if (buffer(result).role != ModelBuffer::Role::Temporary && buffer(result).role != ModelBuffer::Role::Output) return;
    if (std::find(step.changes.begin(), step.changes.end(), w) != step.changes.end()) return;  // it has a value
    for (size_t r = 0; r < step.reads.size(); ++r) {
      const int input = step.reads[r];
      if (!fits(input, result)) continue;
      InPlaceDecision decision{buffer(result).name, buffer(input).name, {}};
      const Result<int> kernel = kernelFor(static_cast<int>(s), r, w);
      if (!kernel) decision.apart = explain(kernel.error(), {}, step.span);
      made_.decisions.push_back(std::move(decision));
      if (!kernel) continue;
      step.kernel = *kernel;
      step.reads.erase(step.reads.begin() + static_cast<std::ptrdiff_t>(r));
      join(input, result);
      return;
    }
  }

  Result<int> kernelFor(int s, size_t r, size_t w) {
    const ModelStep& step = made_.program.steps[static_cast<size_t>(s)];
    const int input = step.reads[r], result = step.writes[w];
    if (std::count(step.reads.begin(), step.reads.end(), input) +
            std::count(step.writes.begin(), step.writes.end(), input) >
        1)
      return err::kInPlaceTwice(buffer(input).name);
    for (const auto& [first, last] : live(input))
      for (const auto& [begin, end] : live(result)) {
        const int from = std::max(first, begin), to = std::min(last, end);
        if (from <= to && (from != s || to != s)) return err::kInPlaceLive(buffer(input).name, buffer(result).name);
      }
    // Also where nothing reads the result.
    for (const auto& [first, last] : live(input))
      for (int after = std::max(first, s + 1); after <= last; ++after)
        if (onOnePath(made_.program, step.arm, made_.program.steps[static_cast<size_t>(after)].arm))
          return err::kInPlaceLive(buffer(input).name, buffer(result).name);
    const PrimFunc& kernel = made_.program.kernels[static_cast<size_t>(step.kernel)];
    std::vector<size_t> params;  // of the buffers
    for (size_t p = 0; p < kernel.params.size(); ++p)
      if (kernel.bufferOf(kernel.params[p])) params.push_back(p);
    const std::tuple key(step.kernel, r, w);
    const auto known = kernels_.find(key);
    if (known != kernels_.end()) return known->second;
    Result<PrimFunc> joined = inPlaceKernel(kernel, params.at(r), params.at(step.reads.size() + w));
    if (!joined) return kernels_.emplace(key, joined.error()).first->second;
    std::set<std::string> taken;
    for (const PrimFunc& f : made_.program.kernels) taken.insert(f.name);
    const std::string name = kernel.name + "_in_place";
    joined->name = name;
    for (int i = 1; taken.contains(joined->name); ++i) joined->name = name + "_" + std::to_string(i);
    const auto number = static_cast<int>(made_.program.kernels.size());
    made_.program.kernels.push_back(std::move(*joined));
    return kernels_.emplace(key, number).first->second;
  }

  // Both buffers become one: that of the result if the caller takes it, else that of the input.
  void join(int input, int result) {
    const bool output = buffer(result).role == ModelBuffer::Role::Output;
    const int stays = output ? result : input, goes = output ? input : result;
    for (ModelStep& step : made_.program.steps)
      for (std::vector<int>* used : {&step.reads, &step.writes}) std::replace(used->begin(), used->end(), goes, stays);
    for (ModelArm& arm : made_.program.arms)
      if (arm.condition == goes) arm.condition = stays;
    for (ModelCount& count : made_.program.counts)
      if (count.buffer == goes) count.buffer = stays;
    live(stays).insert(live(stays).end(), live(goes).begin(), live(goes).end());
  }

  void dropUnused() {
    dropUnusedBuffers(made_.program);
    std::vector<int> number(made_.program.kernels.size(), -1);
    std::vector<PrimFunc> left;
    for (std::vector<ModelStep>* steps : {&made_.program.steps, &made_.program.once})
      for (ModelStep& step : *steps) {
        if (step.kernel < 0) continue;
        int& to = number[static_cast<size_t>(step.kernel)];
        if (to < 0) {
          to = static_cast<int>(left.size());
          left.push_back(made_.program.kernels[static_cast<size_t>(step.kernel)]);
        }
        step.kernel = to;
      }
    made_.program.kernels = std::move(left);
  }

  InPlaceProgram made_;
  std::vector<Ranges> live_;  // of each buffer
  std::set<int> fixed_;       // the caller knows them, or an `if` or a size is read from them
  std::map<std::tuple<int, size_t, size_t>, Result<int>> kernels_;  // by kernel and places of the two buffers
};

}  // namespace

Result<PrimFunc> inPlaceKernel(const PrimFunc& kernel, size_t input, size_t result) {
  const Buffer from = *kernel.bufferOf(kernel.params[input]), to = *kernel.bufferOf(kernel.params[result]);
  if (kernel.attrs.contains(std::string(kLayoutFreeBuffers))) return err::kInPlaceWeights(kernel.name);
  if (!(from->dtype == to->dtype) || !sameIndices(from->shape, to->shape) || !from->strides.empty() ||
      !to->strides.empty() || !isZero(from->elemOffset) || !isZero(to->elemOffset))
    return err::kInPlaceShape(kernel.name, from->name, to->name);
  const BufferStore* store = onlyStatement(kernel.body, from, to);
  if (!store || repeatsOtherwise(kernel.body, to)) return err::kInPlaceAccess(kernel.name, from->name, to->name);
  std::optional<Explanation> elsewhere;
  forEachExpr(store->value, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    if (elsewhere || !load || !load->buffer->data.sameAs(from->data) || sameIndices(load->indices, store->indices))
      return;
    elsewhere = err::kInPlaceIndices(kernel.name, from->name + indicesText(load->indices),
                                     to->name + indicesText(store->indices));
  });
  if (elsewhere) return *elsewhere;

  PrimFunc joined = kernel;
  joined.params.erase(joined.params.begin() + static_cast<std::ptrdiff_t>(input));
  std::erase_if(joined.buffers, [&](const auto& one) { return one.first.sameAs(kernel.params[input]); });
  joined.body = substituteBuffers(kernel.body, {{from.key(), to}});
  // With one buffer, what an iteration writes and another one reads or writes is a dependence.
  std::optional<Explanation> carried;
  forEachStmt(joined.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (carried || !loop || !usesBuffer(loop->body, to)) return;
    const Verdict verdict = iterationsIndependent(joined, loop->id, ProofBudget(10 * kQuickOperations));
    if (verdict.yes()) return;
    carried = err::kInPlaceLoop(kernel.name, loop->var.name());
    carried->witness = verdict.witness;
  });
  if (carried) return *carried;
  return joined;
}

InPlaceProgram withBuffersInPlace(const ModelProgram& program) { return InPlace(program).run(); }

std::vector<GraphNote> notesOf(const std::vector<InPlaceDecision>& decisions) {
  std::vector<GraphNote> notes;
  for (const InPlaceDecision& d : decisions)
    notes.push_back(
        {d.result + ", " + d.input, d.apart ? d.apart->reason : say("the result is written into the input")});
  return notes;
}

}  // namespace lw
