// gpu-rows: reductions along rows, alone or in a chain that ends in a block over the same rows (softmax, layer norm).
// A block of threads computes all of a few rows, and what its threads exchange is in shared memory. A reduction of few
// long rows is computed in parts by several blocks of threads, and a second kernel joins the parts.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/gpu/gpu_text.h"
#include "core/tune/rules/row_chain.h"

namespace lw::tune {
namespace {

constexpr int64_t kLeastPart = 512;  // elements of a row that make another block of threads worth its start

// Number of elements of a row.
int64_t lengthOf(const BlockFacts& facts, size_t rows) {
  int64_t length = 1;
  for (const BlockAxis& a : facts.axes) length *= a.extent;
  for (size_t i = 0; i < rows; ++i) length /= facts.axes[i].extent;
  return length;
}

class RowText {
 public:
  RowText(RuleContext& context, const RowChain& chain)
      : context_(context), text_(context.text), gpu_(*context.machine.gpu), chain_(chain), last_(chain.last.facts) {
    for (size_t i = 0; i < chain.rows; ++i) count_ *= last_.axes[i].extent;
    longest_ = lengthOf(last_, chain.rows);
    for (const RowMember& m : chain.members) longest_ = std::max(longest_, rowOf(m.facts));
  }

  void write() {
    defineByRows();
    defineByThreads(text_);
    std::vector<std::string> names;
    for (auto m = chain_.members.rbegin(); m != chain_.members.rend(); ++m) names.push_back(m->facts.name);
    names.push_back(last_.name);
    text_.comment("Row by row: " + join(names) + ", by the threads of a block.");
    const int64_t usual = std::clamp<int64_t>(powerFrom(longest_) / 4, gpu_.warp, 256);
    threads_ = sampleNumber(text_, "threads_" + last_.name, threadChoices(gpu_, longest_, usual));
    const std::string parts = chain_.members.empty() ? sampleParts() : "1";
    if (parts != "1") {
      text_.open("if " + parts + " > 1:");
      writeParts(parts);
      text_.close();
      text_.open("else:");
    }
    writeRows();
    if (parts != "1") text_.close();
    for (const RowMember& m : chain_.members) take(context_, m.facts.id);
    take(context_, last_.id);
  }

 private:
  int64_t rowOf(const BlockFacts& facts) const {
    int64_t all = 1;
    for (const BlockAxis& a : facts.axes) all *= a.extent;
    return std::max<int64_t>(1, all / std::max<int64_t>(1, count_));
  }
  int64_t rowBytes(const BlockFacts& facts) const { return rowOf(facts) * facts.store->buffer->dtype.bytes(); }

  void defineByRows() {
    defineOne(text_);
    if (!text_.once("by_rows")) return;
    text_.open("def by_rows(block, outer, together):");
    text_.comment("Blocks of threads for `together` rows each; the first `outer` loops go over rows.");
    text_.line("loops = sch.get_loops(block)");
    text_.line("row = one(loops[:outer]) if outer > 0 else sch.add_unit_loop(loops[0])");
    text_.line("grid, row = sch.split(row, [None, together])");
    text_.line("sch.bind(grid, \"blockIdx.x\")");
    text_.line("sch.bind(row, \"threadIdx.y\")");
    text_.line("return row");
    text_.close();
  }

  std::string sampleParts() {
    const int64_t length = iterationsOf(last_.axesOf(true));
    if (!last_.reduction || count_ >= 4L * gpu_.multiprocessors || length < 2 * kLeastPart) return "1";
    Choices parts = {{1, 0.3}};
    for (const int64_t n : {2, 4, 8, 16, 32, 64, 128, 256})
      if (length / n >= kLeastPart && length % n == 0) parts.push_back({n, 0.2});
    return sampleNumber(text_, "parts_" + last_.name, parts);
  }

  // The reduction in parts, each by a block of threads, then of the parts.
  void writeParts(const std::string& parts) {
    const std::string rows = std::to_string(chain_.rows), more = std::to_string(chain_.rows + 1);
    text_.line("loop = one(sch.get_loops(" + quoted(last_.name) + ")[" + rows + ":])");
    text_.line("part, _ = sch.split(loop, [" + parts + ", None])");
    text_.line("partial = sch.rfactor(part, " + std::to_string(last_.store->indices.size()) + ")");
    text_.line("by_rows(partial, " + more + ", 1)");
    text_.line("by_threads(partial, 2, " + threads_ + ", reduces=True)");
    text_.line("by_rows(" + quoted(last_.name) + ", " + rows + ", 1)");
    text_.line("by_threads(" + quoted(last_.name) + ", 2, " + std::to_string(gpu_.warp) + ", reduces=True)");
  }

  void writeRows() {
    int64_t kept = 0;
    for (const RowMember& m : chain_.members)
      if (!m.facts.reduction) kept += rowBytes(m.facts);
    fits_ = kept <= gpu_.sharedBytes / 2;
    Choices together;
    for (const int64_t n : {1, 2, 4, 8, 16})
      if (count_ % n == 0) together.push_back({n, n == 1 ? 0.5 : 0.2});
    std::string condition = "n * " + threads_ + " <= " + std::to_string(gpu_.maxThreads);
    if (fits_ && kept > 0)
      condition += " and n * " + std::to_string(kept) + " <= " + std::to_string(gpu_.sharedBytes / 2);
    const std::string rows = sampleFitting(text_, "rows_" + last_.name, together, condition);
    text_.line("row = by_rows(" + quoted(last_.name) + ", " + std::to_string(chain_.rows) + ", " + rows + ")");
    writeThreads(last_);
    for (const RowMember& m : chain_.members) writeMember(m.facts);
  }

  void writeThreads(const BlockFacts& facts) {
    std::string more;
    if (facts.reduction) {
      more = ", reduces=True";
    } else if (contiguousAxis(facts, facts.store->indices) == &facts.axes.back() && facts.axes.size() > chain_.rows) {
      const std::string lanes =
          sampleNumber(text_, "lanes_" + facts.name, gpuLanes(facts.store->buffer->dtype, facts.axes.back().extent));
      if (lanes != "1") more = ", " + lanes;
    }
    text_.line("by_threads(" + quoted(facts.name) + ", 2, " + threads_ + more + ")");
  }

  void writeMember(const BlockFacts& facts) {
    const bool choice = !facts.reduction && kComputeInline.check(context_.program, {StepValue(facts.id)}).ok();
    if (choice) {
      const std::string kept = sampleNumber(text_, "keep_" + facts.name, {{0, 0.4}, {1, 0.6}});
      text_.open("if " + kept + " == 1:");
    }
    text_.line("sch.compute_at(" + quoted(facts.name) + ", row)");
    // Only now: in shared memory, it would be computed for all rows of the block of threads.
    if (facts.reduction || fits_) text_.line("sch.set_scope(" + quoted(facts.name) + ", 0, \"shared\")");
    writeThreads(facts);
    if (!choice) return;
    text_.close();
    text_.open("else:");
    text_.line("sch.compute_inline(" + quoted(facts.name) + ")");
    text_.close();
  }

  RuleContext& context_;
  SpaceText& text_;
  const GpuFacts& gpu_;
  const RowChain& chain_;
  const BlockFacts& last_;
  int64_t count_ = 1, longest_ = 1;  // rows; elements of a row
  bool fits_ = true;                 // the rows that are kept, in shared memory
  std::string threads_;
};

// A reduction along rows that nothing of the chain precedes.
std::optional<RowChain> loneReduction(const BlockFacts& facts) {
  if (!reducesAlongRows(facts)) return std::nullopt;
  const size_t rows = facts.axesOf(false).size();
  for (size_t i = 0; i < rows; ++i)
    if (facts.axes[i].reduce) return std::nullopt;
  RowChain chain{{facts, {}}, rows, {}};
  for (size_t i = 0; i < rows; ++i) chain.last.rows.push_back(facts.var(facts.axes[i]));
  return chain;
}

bool isShort(const RuleContext& context, const RowChain& chain) {
  const BlockFacts& facts = chain.last.facts;
  return chain.members.empty() && iterationsOf(facts.axesOf(true)) < context.machine.gpu->warp;
}

// As chains first, then the reductions that are in none.
Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  for (const bool chains : {true, false}) {
    for (bool again = true; again;) {
      again = false;
      reasons.clear();
      const std::vector<BlockFacts> blocks = blocksLeft(context, reasons);
      for (auto last = blocks.rbegin(); last != blocks.rend() && !again; ++last) {
        const std::optional<RowChain> chain = chains ? rowChainTo(context, blocks, *last) : loneReduction(*last);
        if (chain && !isShort(context, *chain)) {
          RowText(context, *chain).write();
          again = true;
        } else {
          reasons.push_back(aboutBlock(*last, chain ? "its rows are shorter than a warp"
                                                    : "it does not reduce the contiguous axis of what it reads"));
        }
      }
      fitted = fitted || again;
    }
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kGpuRows{"gpu-rows", "Compute rows, and all that depends on them, by the threads of a block.", apply};

}  // namespace lw::tune
