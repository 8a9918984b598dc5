#include "core/analysis/dependence/collision.h"

#include <algorithm>
#include <map>

#include "core/analysis/tables/statements.h"
#include "core/ir/integer_value.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr int kMostExecutions = 1 << 15, kMostOfOneElement = 64;

class Search {
 public:
  Search(const analysis::Statement& statement, const Block& block, const PairOfIterations& wanted)
      : statement_(statement), block_(block), wanted_(wanted) {}

  std::optional<Witness> run() {
    iterate(0);
    return std::move(found_);
  }

  // For integerValue().
  std::optional<int64_t> variable(const Var& v) const {
    for (size_t i = 0; i < at_.size(); ++i)
      if (statement_.domains[i].var.sameAs(v)) return at_[i];
    return std::nullopt;
  }
  static std::optional<int64_t> load(const BufferLoad&) { return std::nullopt; }
  static void visited() {}

 private:
  // False: the search is over.
  bool iterate(size_t loop) {
    if (loop == statement_.loops.size()) return execute();
    const Range& range = statement_.domains[loop].range;
    const auto min = integerValue(range.min, *this), extent = integerValue(range.extent, *this);
    if (!min || !extent || *extent > kMostExecutions) return false;
    for (int64_t i = 0; i < *extent; ++i) {
      at_.push_back(*min + i);
      const bool more = iterate(loop + 1);
      at_.pop_back();
      if (!more) return false;
    }
    return true;
  }
  bool execute() {
    if (++executions_ > kMostExecutions) return false;
    for (const Expr& condition : statement_.conditions) {
      const auto holds = integerValue(condition, *this);
      if (!holds) return false;
      if (!*holds) return true;
    }
    std::vector<int64_t> element;
    for (const Expr& index : statement_.target.indices) {
      const auto value = integerValue(index, *this);
      if (!value) return false;
      element.push_back(*value);
    }
    std::vector<std::vector<int64_t>>& writers = writers_[element];
    for (const std::vector<int64_t>& first : writers) {
      if (!wanted_(statement_.loops, first, at_)) continue;
      found_ = Witness{point(first), point(at_), "output", text(element)};
      return false;
    }
    if (writers.size() < kMostOfOneElement) writers.push_back(at_);
    return true;
  }
  Witness::Point point(const std::vector<int64_t>& at) const {
    Witness::Point p{block_.name, {}};
    for (size_t i = 0; i < at.size(); ++i) p.iteration.emplace_back(statement_.loops[i]->var.name(), at[i]);
    return p;
  }
  std::string text(const std::vector<int64_t>& element) const {
    std::string out = statement_.target.buffer->name + "[";
    out += join(element, [&](const auto& item) { return std::to_string(item); });
    return out + "]";
  }

  const analysis::Statement& statement_;
  const Block& block_;
  const PairOfIterations& wanted_;
  std::vector<int64_t> at_;
  int executions_ = 0;
  std::map<std::vector<int64_t>, std::vector<std::vector<int64_t>>> writers_;  // by element, in the order of execution
  std::optional<Witness> found_;
};

size_t placeOf(const std::vector<const For*>& loops, LoopId id) {
  return static_cast<size_t>(std::find_if(loops.begin(), loops.end(), [&](const For* l) { return l->id == id; }) -
                             loops.begin());
}

}  // namespace

PairOfIterations differingIn(LoopId loop) {
  return [loop](const std::vector<const For*>& loops, const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
    const size_t at = placeOf(loops, loop);
    return at < loops.size() && std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(at), b.begin()) &&
           a[at] != b[at];
  };
}

PairOfIterations exchangedBy(std::vector<LoopId> chain, std::vector<LoopId> newChain) {
  return [chain = std::move(chain), newChain = std::move(newChain)](
             const std::vector<const For*>& loops, const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
    for (size_t i = 0; i < loops.size(); ++i) {
      const auto moved = std::find(chain.begin(), chain.end(), loops[i]->id);
      const size_t at = moved == chain.end() ? i : placeOf(loops, newChain[static_cast<size_t>(moved - chain.begin())]);
      if (at < loops.size() && a[at] != b[at]) return b[at] < a[at];
    }
    return false;
  };
}

std::optional<Witness> findCollision(const PrimFunc& function, const Block& block, const PairOfIterations& wanted) {
  const analysis::Statements all = analysis::collectStatements(function);
  for (const analysis::Statement& s : all.all) {
    if (s.block != block.id || s.isInit) continue;
    if (auto found = Search(s, block, wanted).run()) return found;
  }
  return std::nullopt;
}

}  // namespace lw
