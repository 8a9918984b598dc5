#include "tests/random/brute_force.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/ir/verify.h"
#include "core/ir/visit.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

bool runsAtOnce(const For& loop) { return loop.kind != ForKind::Serial && loop.kind != ForKind::Unrolled; }

// Records for each loop that runs at once which of its iterations use which element.
class Races : public ExecutionObserver {
 public:
  explicit Races(const PrimFunc& f) {
    for (const auto& [parameter, buffer] : f.buffers) parameters_.insert(buffer->name);
    collect(f.body, {});
  }

  bool needed() const { return needed_; }
  std::string found() const {
    for (const auto& [key, use] : uses_)
      if (use.conflict && (!use.allocated || shared_.contains({key.loop, key.memory}))) return use.name;
    return "";
  }

  void onLoop(const For& loop, int64_t) override { at_[loop.id.value] = ++clock_; }
  void onBlock(const Block& block, std::span<const int64_t>) override { blocks_.push_back(&block); }
  void onBlockEnd(const Block&) override { blocks_.pop_back(); }
  void onElement(const ElementAccess& e) override {
    if (blocks_.empty()) return;
    const std::vector<const For*>& loops = above_.at(blocks_.back()->id.value);
    std::map<uint32_t, uint64_t>& writer = writers_[{e.owner, e.element}];
    for (const For* loop : atOnce_) {
      const auto around = std::find(loops.begin(), loops.end(), loop);
      if (!e.store &&
          (around == loops.end() || !writer.contains(loop->id.value) || writer.at(loop->id.value) != now(*loop)))
        shared_.insert({loop->id.value, e.owner});
      if (around != loops.end()) touch(*loop, around == loops.begin() ? 0 : now(**(around - 1)), e);
    }
    if (!e.store) return;
    writer.clear();
    for (const For* loop : loops) writer[loop->id.value] = now(*loop);
  }

 private:
  // The init of a reduction without an iteration runs before the loops that are around its block.
  uint64_t now(const For& loop) const {
    const auto at = at_.find(loop.id.value);
    return at == at_.end() ? 0 : at->second;
  }
  struct Key {
    uint32_t loop;
    const void* memory;
    int64_t element;
    auto operator<=>(const Key&) const = default;
  };
  struct Use {
    uint64_t round = 0, iteration = 0;
    bool written = false, plain = false, several = false, conflict = false, allocated = false;
    std::string name;
  };

  void touch(const For& loop, uint64_t round, const ElementAccess& e) {
    Use& use = uses_[{loop.id.value, e.owner, e.element}];
    const uint64_t iteration = now(loop);
    if (use.round != round || use.iteration == 0)
      use = {round, iteration, false, false, false, use.conflict, use.allocated, std::move(use.name)};
    use.several = use.several || use.iteration != iteration;
    use.written = use.written || e.store;
    use.plain = use.plain || !e.atomic;
    if (!use.several || !use.written || !use.plain || use.conflict) return;
    use.conflict = true;
    use.allocated = !parameters_.contains(e.memory);
    use.name = e.memory + "[" + std::to_string(e.element) + "] in loop " + loop.var.name();
  }

  void collect(const Stmt& s, std::vector<const For*> above) {
    const auto inside = [&](const auto& n) { collect(n.body, above); };
    s.match(
        [&](const Block& block) {
          above_[block.id.value] = above;
          if (block.init) collect(*block.init, above);
          collect(block.body, above);
        },
        [&](const For& loop) {
          above.push_back(&loop);
          if (runsAtOnce(loop)) atOnce_.push_back(&loop), needed_ = true;
          collect(loop.body, above);
        },
        [&](const Seq& seq) {
          for (const Stmt& part : seq.stmts) collect(part, above);
        },
        [&](const IfThenElse& n) {
          collect(n.thenBody, above);
          if (n.elseBody) collect(*n.elseBody, above);
        },
        [&](const While& n) { inside(n); }, [&](const LetStmt& n) { inside(n); }, [&](const Allocate& n) { inside(n); },
        [&](const DeclBuffer& n) { inside(n); }, [&](const AttrStmt& n) { inside(n); },
        [&](const AssertStmt& n) { inside(n); }, [](const BufferStore&) {}, [](const Evaluate&) {});
  }

  std::map<uint32_t, std::vector<const For*>> above_;  // of each block
  std::vector<const For*> atOnce_;
  std::set<std::string> parameters_;  // names of buffers that the caller passes
  std::map<uint32_t, uint64_t> at_;   // the time at which the present iteration of each loop began
  uint64_t clock_ = 0;
  std::vector<const Block*> blocks_;
  std::map<Key, Use> uses_;
  std::map<std::pair<const void*, int64_t>, std::map<uint32_t, uint64_t>> writers_;  // of the last store of an element
  std::set<std::pair<uint32_t, const void*>> shared_;  // memory whose reads are fed by other iterations of the loop
  bool needed_ = false;
};

// Whether a load reads an element that was never written: results then say nothing.
class UnwrittenReads : public ExecutionObserver {
 public:
  bool found = false;
  void onElement(const ElementAccess& e) override { found = found || (!e.store && !e.written); }
};

bool readsUnwritten(const PrimFunc& f, const InputSpec& inputs) {
  Result<std::vector<Argument>> arguments = makeArguments(f, inputs);
  if (!arguments) return true;
  UnwrittenReads unwritten;
  InterpretOptions options;
  options.observer = &unwritten;
  return !interpret(f, *arguments, options) || unwritten.found;
}

bool runs(const PrimFunc& f, const InputSpec& inputs, std::vector<Argument>& arguments) {
  Result<std::vector<Argument>> made = makeArguments(f, inputs);
  if (!made) return false;
  arguments = std::move(*made);
  InterpretOptions options;
  options.maxSteps = kMostSteps;
  UnwrittenReads unwritten;
  options.observer = &unwritten;
  return interpret(f, arguments, options).ok() && !unwritten.found;
}

// The text with every larger number divided by the divisor, if it is a multiple.
std::string reduced(const std::string& text, int64_t divisor) {
  static const std::regex number("\\b[0-9]{2,6}\\b");
  std::string result;
  auto from = text.cbegin();
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    const int64_t value = std::stoll(at->str());
    result.append(from, text.cbegin() + at->position());
    from = text.cbegin() + at->position() + at->length();
    result += value >= 2 * divisor && value % divisor == 0 ? std::to_string(value / divisor) : at->str();
  }
  return result.append(from, text.cend());
}

}  // namespace

std::string raceFound(const PrimFunc& function, const InputSpec& inputs) {
  Races races(function);
  if (!races.needed()) return "";
  Result<std::vector<Argument>> arguments = makeArguments(function, inputs);
  if (!arguments) return "";
  InterpretOptions options;
  options.observer = &races;
  return interpret(function, *arguments, options).ok() ? races.found() : "";
}

BruteForce compareByRunning(const FuzzProgram& program, const PrimFunc& before, const PrimFunc& after) {
  if (const auto broken = verify(after); !broken.empty()) return {BruteForce::Answer::Differs, broken.front()};
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    InputSpec inputs = program.inputs;
    inputs.seed = program.inputs.seed + seed;
    // What holds for one value of a symbolic size need not hold for others.
    for (auto& [size, value] : inputs.bind) value = std::array<int64_t, 4>{value, 1, 18, 7}[seed % 4];
    std::vector<Argument> arguments;
    if (!runs(before, inputs, arguments)) {
      if (seed % 4 != 0 && !inputs.bind.empty()) continue;  // these sizes do not fit the program, or are too large
      return {BruteForce::Answer::NotRun, ""};
    }
    const auto expected = ExpectedValues::of(before, inputs);
    if (!expected) return {BruteForce::Answer::NotRun, ""};
    if (std::string wrong = expected->interpreted(after); !wrong.empty())
      return {BruteForce::Answer::Differs, std::move(wrong)};
    if (readsUnwritten(after, inputs)) return {BruteForce::Answer::Differs, "reads elements that were never written"};
  }
  if (!raceFound(before, program.inputs).empty()) return {BruteForce::Answer::NotRun, ""};
  std::string race = raceFound(after, program.inputs);
  return {race.empty() ? BruteForce::Answer::Same : BruteForce::Answer::Races, std::move(race)};
}

std::vector<FuzzProgram> smallPrograms(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream all;
  all << in.rdbuf();
  std::vector<FuzzProgram> programs;
  for (const int64_t divisor : {1, 2, 4, 8, 16, 32, 64}) {
    const std::string text = divisor == 1 ? all.str() : reduced(all.str(), divisor);
    const SourceFile file = parseSource(path, text);
    if (file.hasErrors()) continue;
    std::vector<PrimFunc> functions = file.functions;
    for (const Module& m : file.modules) functions.insert(functions.end(), m.functions.begin(), m.functions.end());
    for (const PrimFunc& f : functions) {
      FuzzProgram p{std::filesystem::path(path).stem().string() + "." + f.name, f, inputsFromComments(text), {}};
      if (std::any_of(programs.begin(), programs.end(), [&](const FuzzProgram& known) { return known.name == p.name; }))
        continue;
      p.inputs.ranges.emplace("*", *parseValueRange("integers"));
      for (const std::string& size : symbolicSizes(f)) p.inputs.bind.emplace(size, 5);
      std::vector<Argument> arguments;
      if (verify(f).empty() && runs(f, p.inputs, arguments)) programs.push_back(std::move(p));
    }
  }
  return programs;
}

}  // namespace lw
