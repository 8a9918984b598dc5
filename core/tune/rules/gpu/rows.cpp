// gpu-rows: reductions along rows, alone or in a chain that ends in a block over the same rows (softmax, layer norm).
// A block of threads computes all of a few rows, and what its threads exchange is in shared memory. A reduction of few
// long rows is computed in parts by several blocks of threads, and a second kernel joins the parts.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/gpu/gpu_text.h"
#include "core/tune/rules/row_chain.h"
#include "core/tune/rules/space_template.h"

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

// Sets what resources/spaces/gpu_rows.py asks for.
class RowText {
 public:
  RowText(RuleContext& context, const RowChain& chain)
      : context_(context),
        text_(context.text),
        gpu_(*context.machine.gpu),
        chain_(chain),
        last_(chain.last.facts),
        space_(context.text) {
    for (size_t i = 0; i < chain.rows; ++i) count_ *= last_.axes[i].extent;
    longest_ = lengthOf(last_, chain.rows);
    for (const RowMember& m : chain.members) longest_ = std::max(longest_, rowOf(m.facts));
  }

  void write() {
    std::vector<std::string> names;
    for (auto m = chain_.members.rbegin(); m != chain_.members.rend(); ++m) names.push_back(m->facts.name);
    names.push_back(last_.name);
    space_.set("names", join(names));
    space_.set("last", quoted(last_.name));
    space_.set("outer", static_cast<int64_t>(chain_.rows));
    space_.set("outer_and_part", static_cast<int64_t>(chain_.rows + 1));
    space_.set("warp", gpu_.warp);
    const int64_t usual = std::clamp<int64_t>(powerFrom(longest_) / 4, gpu_.warp, 256);
    setNumber("threads", last_.name, threadChoices(gpu_, longest_, usual));
    setParts();
    setRows();
    space_.setChoice("lanes_last", [this] { return lanesOf(last_); });
    space_.setList("members", chain_.members.size(), [this](size_t i) { setMember(chain_.members[i].facts); });
    space_.write(spaceTemplate("gpu_rows"));
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
  void setNumber(const std::string& what, const std::string& of, const Choices& choices) {
    space_.setChoice(what, [=, this] { return sampleNumber(text_, what + "_" + of, choices); });
  }

  // The reduction in parts, each by a block of threads, then of the parts.
  void setParts() {
    const int64_t length = iterationsOf(last_.axesOf(true));
    Choices parts = {{1, 0.3}};
    if (chain_.members.empty() && last_.reduction && count_ < 4L * gpu_.multiprocessors && length >= 2 * kLeastPart)
      for (const int64_t n : {2, 4, 8, 16, 32, 64, 128, 256})
        if (length / n >= kLeastPart && length % n == 0) parts.push_back({n, 0.2});
    space_.setFlag("in_parts", parts.size() > 1);
    space_.set("axes", static_cast<int64_t>(last_.store->indices.size()));
    setNumber("parts", last_.name, parts);
  }

  void setRows() {
    int64_t kept = 0;
    for (const RowMember& m : chain_.members)
      if (!m.facts.reduction) kept += rowBytes(m.facts);
    fits_ = kept <= gpu_.sharedBytes / 2;
    space_.setChoice("rows", [this, kept] {
      Choices together;
      for (const int64_t n : {1, 2, 4, 8, 16})
        if (count_ % n == 0) together.push_back({n, n == 1 ? 0.5 : 0.2});
      std::string condition = put("n * {} <= {}", space_.chosen("threads"), gpu_.maxThreads);
      if (fits_ && kept > 0) condition += put(" and n * {} <= {}", kept, gpu_.sharedBytes / 2);
      return sampleFitting(text_, "rows_" + last_.name, together, condition);
    });
  }

  // The further arguments of by_threads.
  std::string lanesOf(const BlockFacts& facts) {
    if (facts.reduction) return ", reduces=True";
    if (contiguousAxis(facts, facts.store->indices) != &facts.axes.back() || facts.axes.size() <= chain_.rows)
      return "";
    const std::string lanes =
        sampleNumber(text_, "lanes_" + facts.name, gpuLanes(facts.store->buffer->dtype, facts.axes.back().extent));
    return lanes == "1" ? "" : ", " + lanes;
  }

  void setMember(const BlockFacts& facts) {
    space_.set("member", quoted(facts.name));
    space_.setFlag("choice", !facts.reduction && kComputeInline.check(context_.program, {StepValue(facts.id)}).ok());
    space_.setFlag("shared", facts.reduction || fits_);
    setNumber("keep", facts.name, {{0, 0.4}, {1, 0.6}});
    space_.setChoice("lanes", [this, &facts] { return lanesOf(facts); });
  }

  RuleContext& context_;
  SpaceText& text_;
  const GpuFacts& gpu_;
  const RowChain& chain_;
  const BlockFacts& last_;
  int64_t count_ = 1, longest_ = 1;  // rows; elements of a row
  bool fits_ = true;                 // the rows that are kept, in shared memory
  SpaceTemplate space_;
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
