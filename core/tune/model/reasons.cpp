#include "core/tune/model/reasons.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "core/ir/visit.h"
#include "core/tune/model/gpu_time.h"
#include "core/tune/model/store_time.h"

namespace lw::tune {
namespace {

constexpr double kLatencyCycles = 4;  // of a multiply-add, as in inner_tile.cpp
constexpr double kNoticed = 1.25;     // ratio of two numbers from which a change is told

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value >= 100 || value == std::round(value) ? "%.0f" : "%.2g", value);
  return text;
}

// How an array is accessed from one iteration of the innermost loop to the next.
struct Step {
  double bytes = 0;
  bool regular = true;
  bool far() const { return !regular || std::abs(bytes) >= kLine; }
};

using Names = std::map<LoopId, std::string>;

Names loopNames(const PrimFunc& function) {
  Names names;
  forEachStmt(function.body, [&](const Stmt& s) {
    if (const auto* f = s.as<For>()) names[f->id] = f->var.name();
  });
  return names;
}

// One statement, and what the model knows of it.
class Statement {
 public:
  Statement(const StoreFacts& facts, size_t at, const Names& names) : facts_(facts), at_(at), names_(names) {
    for (size_t p = 0; p < store().loops.size(); ++p)
      if (loop(p).extent > 1) innermost_ = static_cast<int>(p);
  }

  bool isInLoops() const { return innermost_ >= 0; }
  const TableStore& store() const { return facts_.table.stores[at_]; }
  const InnerTile& tile() const { return facts_.tiles[at_]; }
  const StoreTime& time() const { return facts_.times[at_]; }
  bool waits() const {
    return store().update && tile().inRegisters && tile().chain > 0 &&
           tile().chain * kLatencyCycles >= 0.6 * tile().cycles;
  }
  std::string innermost() const { return name(static_cast<size_t>(innermost_)); }
  // The serial loop around the code that is written out.
  std::string around() const { return tile().first > 0 ? name(tile().first - 1) : std::string(); }

  // By the names of the arrays that are read; the sum itself is left out.
  std::map<std::string, Step> steps() const {
    std::map<std::string, Step> steps;
    for (const TableAccess& a : store().accesses) {
      if (a.write || (store().update && a.buffer == store().accesses.back().buffer)) continue;
      const TableBuffer& buffer = facts_.table.buffers[static_cast<size_t>(a.buffer)];
      const Movement m = movementIn(a, buffer, store().loops[static_cast<size_t>(innermost_)]);
      const Step step{m.stride * buffer.element, m.regular};
      const auto [known, added] = steps.emplace(buffer.name, step);
      if (!added && step.far()) known->second = step;
    }
    return steps;
  }

 private:
  const TableLoop& loop(size_t position) const {
    return facts_.table.loops[static_cast<size_t>(store().loops[position])];
  }
  std::string name(size_t position) const {
    const auto known = names_.find(loop(position).id);
    return known == names_.end() ? std::string() : known->second;
  }

  const StoreFacts& facts_;
  size_t at_;
  const Names& names_;
  int innermost_ = -1;  // position of the innermost loop of more than one iteration
};

class Comparison {
 public:
  Comparison(const Statement& before, const Statement& now, const Machine& machine)
      : before_(before), now_(now), machine_(completed(machine)) {}

  Reasons run() {
    threads();
    vectors();
    accesses();
    sums();
    registers();
    return std::move(reasons_);
  }

 private:
  void faster(Message why) { reasons_.faster.push_back(std::move(why)); }
  void slower(Message why) { reasons_.slower.push_back(std::move(why)); }

  void threads() {
    const double was = before_.time().threads, is = now_.time().threads;
    if (is > was * kNoticed) faster(say("{0} threads share the work.", number(is)));
    if (was <= is * kNoticed) return;
    if (is <= 1)
      slower(say("One thread does all the work."));
    else
      slower(say("{0} threads share the work, before {1}.", number(is), number(was)));
  }

  void vectors() {
    const InnerTile &was = before_.tile(), &is = now_.tile();
    const bool longer = is.length > was.length * kNoticed;
    if (longer && was.length <= 1 && is.kind == VectorKind::Found)
      faster(say("The compiler makes vectors of the loop {0}, whose accesses lie side by side.", now_.innermost()));
    else if (longer && was.length <= 1)
      faster(say("{0} elements are computed at a time.", number(is.length)));
    else if (longer && was.kind != VectorKind::Found)
      faster(say("{0} elements are computed at a time, before {1}.", number(is.length), number(was.length)));
    if (was.length > is.length * kNoticed && is.length <= 1) {
      if (was.kind == VectorKind::Found)
        slower(say("One element is computed at a time: the compiler finds no vectors."));
      else
        slower(say("One element is computed at a time."));
    }
    if (is.kind == VectorKind::None || was.kind == VectorKind::None) return;
    if (is.irregular > was.irregular) slower(say("The lanes of a vector are read one by one, from places far apart."));
    if (was.irregular > is.irregular) faster(say("Whole vectors are read, before lane by lane."));
  }

  void accesses() {
    const std::map<std::string, Step> was = before_.steps();
    for (const auto& [name, is] : now_.steps()) {
      const auto known = was.find(name);
      if (known == was.end() || known->second.far() == is.far()) continue;
      if (is.far())
        slower(farther(name, is));
      else
        faster(nearer(name, known->second, is));
    }
  }

  Message farther(const std::string& name, const Step& is) const {
    if (!is.regular)
      return say("With each iteration of the innermost loop {0}, {1} jumps to another cache line.", now_.innermost(),
                 name);
    return say("With each iteration of the innermost loop {0}, {1} moves by {2} bytes, to another cache line.",
               now_.innermost(), name, number(std::abs(is.bytes)));
  }

  Message nearer(const std::string& name, const Step& was, const Step& is) const {
    const std::string loop = now_.innermost(), moved = number(std::abs(was.bytes));
    if (is.bytes == 0 && was.regular)
      return say("In the innermost loop {0}, {1} stays where it is; before, it moved by {2} bytes.", loop, name, moved);
    if (is.bytes == 0) return say("In the innermost loop {0}, {1} stays where it is; before, it jumped.", loop, name);
    if (was.regular)
      return say("In the innermost loop {0}, {1} is read element after element; before, it moved by {2} bytes.", loop,
                 name, moved);
    return say("In the innermost loop {0}, {1} is read element after element; before, it jumped.", loop, name);
  }

  void sums() {
    if (!now_.store().update || !before_.store().update) return;
    const InnerTile &was = before_.tile(), &is = now_.tile();
    if (now_.waits() && (!before_.waits() || was.sums > is.sums * kNoticed))
      slower(say("Each addition waits for the one before it: sums are in {0} of the {1} registers.", number(is.sums),
                 machine_.vectorRegisters));
    else if (before_.waits() && (!now_.waits() || is.sums > was.sums * kNoticed))
      faster(say("Sums are in {0} registers, before in {1}, so that no addition waits for long.", number(is.sums),
                 number(was.sums)));
    if (is.inRegisters && !was.inRegisters && !now_.around().empty())
      faster(say("The sums stay in registers while the loop {0} runs.", now_.around()));
    if (!is.inRegisters && was.inRegisters) slower(say("The sums are loaded and stored in every iteration."));
  }

  void registers() {
    const InnerTile &was = before_.tile(), &is = now_.tile();
    if (is.inRegisters && is.spilled > was.spilled)
      slower(say("Values that the {0} registers do not hold, and that are stored and loaded again: {1}.",
                 machine_.vectorRegisters, number(is.spilled)));
    if (is.multiplyAdds <= 0 || was.multiplyAdds <= 0) return;
    const double loadsNow = is.loadsPerMultiplyAdd(), loadsBefore = was.loadsPerMultiplyAdd();
    const auto words = [&] {
      return say("Loads for each multiply-add: {0}, before {1}.", number(loadsNow), number(loadsBefore));
    };
    if (loadsBefore > loadsNow * kNoticed) faster(words());
    if (loadsNow > loadsBefore * kNoticed) slower(words());
  }

  const Statement &before_, &now_;
  const Machine machine_;
  Reasons reasons_;
};

// The statement whose expected time changes most, in both states: found again by the array that it writes.
std::optional<std::pair<size_t, size_t>> mostChanged(const StoreFacts& before, const StoreFacts& now) {
  const auto keyOf = [](const StoreFacts& facts, size_t i) {
    const TableStore& s = facts.table.stores[i];
    return std::pair(facts.table.buffers[static_cast<size_t>(s.accesses.back().buffer)].name, s.update);
  };
  const auto isKnown = [](const StoreFacts& facts, size_t i) {
    const TableStore& s = facts.table.stores[i];
    return !s.accesses.empty() && !s.initial && !boundToThreads(facts.table, s);
  };
  std::map<std::pair<std::string, bool>, size_t> known;
  for (size_t i = 0; i < before.table.stores.size(); ++i)
    if (isKnown(before, i)) known.emplace(keyOf(before, i), i);
  std::optional<std::pair<size_t, size_t>> found;
  double most = -1;
  for (size_t i = 0; i < now.table.stores.size(); ++i) {
    const auto was = isKnown(now, i) ? known.find(keyOf(now, i)) : known.end();
    if (was == known.end()) continue;
    const double change = std::abs(before.times[was->second].ms - now.times[i].ms);
    if (change > most) most = change, found = {was->second, i};
  }
  return found;
}

}  // namespace

Reasons reasonsBetween(const PrimFunc& before, const PrimFunc& now, const Machine& machine) {
  if (machine.gpu) return {};
  const StoreFacts was = storeFacts(before, machine), is = storeFacts(now, machine);
  const auto pair = mostChanged(was, is);
  if (!pair) return {};
  const Names namesBefore = loopNames(before), namesNow = loopNames(now);
  const Statement first(was, pair->first, namesBefore), second(is, pair->second, namesNow);
  if (!first.isInLoops() || !second.isInLoops()) return {};
  return Comparison(first, second, machine).run();
}

}  // namespace lw::tune
