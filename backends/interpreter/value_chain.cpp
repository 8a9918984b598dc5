#include "backends/interpreter/value_chain.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/support/text.h"

namespace lw {
namespace {

constexpr int64_t kMostExecutions = 1'000'000;  // of one sum

struct Read {
  int32_t memory = 0, element = 0;
  size_t position = 0;  // of the access that reads it
  double value = 0;
};

// The store that made a value, and what the executions of the block that made it read.
struct Origin {
  std::optional<size_t> store;  // nothing: the element has the value from before the run
  int64_t executions = 0;
  std::vector<Read> reads;  // the last execution first
};

class Origins {
 public:
  explicit Origins(const Recording& run) : run_(run) {
    for (size_t i = 0; i < run.accesses.size(); ++i)
      if (run.accesses[i].store) stores_[keyOf(run.accesses[i].memory, run.accesses[i].element)].push_back(i);
  }

  // Of the value that an access at `before` finds. Executions of one block that add to the element are one origin.
  Origin of(const Read& read) const {
    Origin origin;
    origin.store = storeBefore(read.memory, read.element, read.position);
    std::optional<size_t> store = origin.store;
    while (store && origin.executions < kMostExecutions) {
      const Step step = addReads(*store, origin);
      if (origin.executions == 0 || step.adds) ++origin.executions;  // the initial value is none
      store = step.before;
    }
    return origin;
  }

  ChainLink linkOf(const Read& read, const Origin& origin) const {
    const Recording::Memory& memory = run_.memories[static_cast<size_t>(read.memory)];
    ChainLink link{memory.name, indexOf(memory, read.element)};
    if (!origin.store) {
      link.source = memory.parameter ? ChainLink::Source::Input : ChainLink::Source::Unwritten;
      link.value = memory.first[static_cast<size_t>(read.element)];
      return link;
    }
    const Recording::Access& access = run_.accesses[*origin.store];
    link.value = access.value;
    link.executions = origin.executions;
    const Recording::Instance& instance = run_.instances[static_cast<size_t>(access.instance)];
    link.source = instance.block.valid() ? ChainLink::Source::Block : ChainLink::Source::Statement;
    link.block = instance.block;
    link.name = instance.name;
    const auto loops = run_.loopsOf.find(instance.block);
    for (size_t i = 0; loops != run_.loopsOf.end() && i < loops->second.size(); ++i)
      link.loops.push_back({loops->second[i].first, {loops->second[i].second, run_.values[instance.firstValue + i]}});
    return link;
  }

  bool isWritten(const Read& read) const { return storeBefore(read.memory, read.element, read.position).has_value(); }
  std::string nameOf(const Read& read) const {
    const Recording::Memory& memory = run_.memories[static_cast<size_t>(read.memory)];
    return memory.name + "[" + indexOf(memory, read.element) + "]";
  }

 private:
  static uint64_t keyOf(int32_t memory, int32_t element) {
    return static_cast<uint64_t>(static_cast<uint32_t>(memory)) << 32U | static_cast<uint32_t>(element);
  }

  static std::string indexOf(const Recording::Memory& memory, int64_t element) {
    std::vector<std::string> parts(memory.shape.size());
    for (size_t d = memory.shape.size(); d-- > 0;) {
      parts[d] = std::to_string(element % memory.shape[d]);
      element /= memory.shape[d];
    }
    return join(parts);
  }

  std::optional<size_t> storeBefore(int32_t memory, int32_t element, size_t position) const {
    const auto found = stores_.find(keyOf(memory, element));
    if (found == stores_.end()) return std::nullopt;
    const auto next = std::lower_bound(found->second.begin(), found->second.end(), position);
    return next == found->second.begin() ? std::nullopt : std::optional(*(next - 1));
  }

  struct Step {
    bool adds = false;             // the statement reads the element that it writes
    std::optional<size_t> before;  // the store of the same block that it adds to
  };
  // Adds what the statement of a store read.
  Step addReads(size_t store, Origin& origin) const {
    const Recording::Access& to = run_.accesses[store];
    const Recording::Instance& instance = run_.instances[static_cast<size_t>(to.instance)];
    Step step;
    for (size_t i = store; i-- > instance.firstAccess;) {
      const Recording::Access& a = run_.accesses[i];
      if (a.instance != to.instance) continue;
      if (a.store) break;  // an earlier statement of the instance
      if (a.memory == to.memory && a.element == to.element) {
        const std::optional<size_t> last = storeBefore(a.memory, a.element, i);
        step.adds = true;
        const int32_t by = last ? run_.accesses[*last].instance : -1;
        if (by == to.instance && instance.block.valid()) continue;  // its own initial value
        if (last && run_.instances[static_cast<size_t>(by)].block == instance.block) {
          step.before = last;
          continue;
        }
      }
      origin.reads.push_back({a.memory, a.element, i, a.value});
    }
    return step;
  }

  const Recording& run_;
  std::unordered_map<uint64_t, std::vector<size_t>> stores_;  // of an element, by their positions
};

// One of two chains: the element that it is at, and what made its value.
struct End {
  const Origins& origins;
  ValueChain chain = {};
  std::optional<Read> at = {};
  Origin origin = {};

  void step() {
    origin = origins.of(*at);
    chain.links.push_back(origins.linkOf(*at, origin));
    at.reset();
  }

  // The read to follow: one whose value the other run did not read, else one of another element, else one that the run
  // wrote, else any.
  void choose(const End& other) {
    std::set<double> values;
    std::set<std::string> elements;
    for (const Read& r : other.origin.reads) {
      values.insert(r.value);
      elements.insert(other.origins.nameOf(r));
    }
    const auto rank = [&](const Read& r) {
      const bool written = origins.isWritten(r);
      if (!values.contains(r.value)) return written ? 5 : 4;
      if (!elements.contains(origins.nameOf(r))) return written ? 3 : 2;
      return written ? 1 : 0;
    };
    int best = -1;
    for (const Read& r : origin.reads)
      if (const int now = rank(r); now > best) best = now, at = r;
  }
};

}  // namespace

DifferenceChains chainsOf(const Recording& a, int first, const Recording& b, int second, int64_t element, size_t most) {
  const Origins ofFirst(a), ofSecond(b);
  End x{ofFirst}, y{ofSecond};
  x.at = Read{first, static_cast<int32_t>(element), a.accesses.size()};
  y.at = Read{second, static_cast<int32_t>(element), b.accesses.size()};
  for (size_t i = 0; i < most && (x.at || y.at); ++i) {
    for (End* end : {&x, &y}) {
      if (end->at)
        end->step();
      else
        end->origin = {};
    }
    x.choose(y);
    y.choose(x);
  }
  x.chain.more = x.at.has_value();
  y.chain.more = y.at.has_value();
  return {std::move(x.chain), std::move(y.chain)};
}

}  // namespace lw
