#include "core/tune/model/reasons.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "core/ir/visit.h"
#include "core/support/text.h"
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
  void faster(std::string text) { reasons_.faster.push_back(std::move(text)); }
  void slower(std::string text) { reasons_.slower.push_back(std::move(text)); }

  void threads() {
    const double was = before_.time().threads, is = now_.time().threads;
    if (is > was * kNoticed) faster(number(is) + " threads share the work.");
    if (was > is * kNoticed)
      slower(is <= 1 ? "One thread does all the work." : number(is) + " threads share the work, before " + number(was) + ".");
  }

  void vectors() {
    const InnerTile &was = before_.tile(), &is = now_.tile();
    if (is.length > was.length * kNoticed && was.length <= 1)
      faster(is.kind == VectorKind::Found
                 ? "The compiler makes vectors of the loop " + now_.innermost() + ", whose accesses lie side by side."
                 : number(is.length) + " elements are computed at a time.");
    else if (is.length > was.length * kNoticed && was.kind != VectorKind::Found)
      faster(number(is.length) + " elements are computed at a time, before " + number(was.length) + ".");
    if (was.length > is.length * kNoticed && is.length <= 1)
      slower("One element is computed at a time" +
             std::string(was.kind == VectorKind::Found ? ": the compiler finds no vectors." : "."));
    if (is.kind != VectorKind::None && was.kind != VectorKind::None && is.irregular > was.irregular)
      slower("The lanes of a vector are read one by one, from places far apart.");
    if (is.kind != VectorKind::None && was.kind != VectorKind::None && was.irregular > is.irregular)
      faster("Whole vectors are read, before lane by lane.");
  }

  // "moves by 256 bytes", or "moved".
  static std::string movement(const Step& step, bool past) {
    if (!step.regular) return past ? "jumped" : "jumps";
    return (past ? "moved by " : "moves by ") + number(std::abs(step.bytes)) + " bytes";
  }

  void accesses() {
    const std::map<std::string, Step> was = before_.steps();
    for (const auto& [name, is] : now_.steps()) {
      const auto known = was.find(name);
      if (known == was.end() || known->second.far() == is.far()) continue;
      if (is.far())
        slower("With each iteration of the innermost loop " + now_.innermost() + ", " + name + " " +
               movement(is, false) + ", to another cache line.");
      else
        faster("In the innermost loop " + now_.innermost() + ", " + name +
               (is.bytes == 0 ? " stays where it is" : " is read element after element") + "; before, it " +
               movement(known->second, true) + ".");
    }
  }

  // "4 vectors of sums", "1 sum"
  static std::string sumsText(const InnerTile& tile) {
    const bool one = tile.sums == 1;
    const char* const what = tile.kind == VectorKind::None ? (one ? " sum" : " sums")
                             : one                         ? " vector of sums"
                                                           : " vectors of sums";
    return number(tile.sums) + what;
  }

  void sums() {
    if (!now_.store().update || !before_.store().update) return;
    const InnerTile &was = before_.tile(), &is = now_.tile();
    if (now_.waits() && (!before_.waits() || was.sums > is.sums * kNoticed))
      slower("Each addition waits for the one before it, and only " + sumsText(is) +
             (is.sums == 1 ? " is" : " are") + " computed at a time.");
    else if (before_.waits() && (!now_.waits() || is.sums > was.sums * kNoticed))
      faster(sumsText(is) + " are computed side by side, before " + sumsText(was) + ", so that none waits for long.");
    if (is.inRegisters && !was.inRegisters && !now_.around().empty())
      faster("The sums stay in registers while the loop " + now_.around() + " runs.");
    if (!is.inRegisters && was.inRegisters) slower("The sums are loaded and stored in every iteration.");
  }

  void registers() {
    const InnerTile &was = before_.tile(), &is = now_.tile();
    if (is.inRegisters && is.spilled > was.spilled)
      slower(number(is.spilled) + " values more than there are registers (" + number(machine_.vectorRegisters) +
             ") are stored and loaded again.");
    if (is.multiplyAdds <= 0 || was.multiplyAdds <= 0) return;
    const double loadsNow = is.loadsPerMultiplyAdd(), loadsBefore = was.loadsPerMultiplyAdd();
    const std::string words = number(loadsNow) + (loadsNow == 1 ? " load" : " loads") +
                              " for each multiply-add, before " + number(loadsBefore) + ".";
    if (loadsBefore > loadsNow * kNoticed) faster(words);
    if (loadsNow > loadsBefore * kNoticed) slower(words);
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
