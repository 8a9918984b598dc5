// Rules write search spaces. A rule recognises blocks that it has an idea for and writes the steps, with sampling steps
// where a number has to be found, as the lines of a schedule function.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/snapshot.h"
#include "core/tune/machine.h"

namespace lw::tune {

// The schedule function under construction: lines of Python inside `def space(sch):`.
class SpaceText {
 public:
  void line(std::string_view code);      // one line, indented as the current suite
  void comment(std::string_view words);  // "# words", wrapped at 100 columns
  void open(std::string_view header);    // "if packed:"; what follows is indented
  void close();
  // A variable name that is not used yet, made from `wish`: "rows_C".
  std::string fresh(std::string_view wish);
  // Is it the first request for the name? For functions that several rules use; the name is then taken.
  bool once(std::string_view name);
  std::string text(std::string_view function, std::string_view docstring) const;

 private:
  std::vector<std::string> lines_;
  // Taken, the first ones by what rules write without asking.
  std::vector<std::string> names_{
      "sch",        "block",    "group",       "row",          "column", "columns", "lane",   "place", "along",
      "steps",      "part",     "partial",     "square",       "tile",   "fits",    "own",    "loop",  "thread",
      "depth",      "copy",     "grid",        "outer",        "left",   "right",   "tail",   "tiled", "atomic",
      "start",      "parts",    "left_source", "right_source", "init",   "lanes",   "loops",  "first", "blocks",
      "operand",    "element",  "elements",    "line",         "lines",  "tiles",   "groups", "panel", "panels",
      "all_panels", "partials", "outermost",   "terms",        "few"};
  int depth_ = 1;
};

struct RuleContext {
  // As it will be when the rule's lines run: as written, or after the start's steps; without the blocks that an earlier
  // rule has inlined, whatever is drawn.
  Snapshot program;
  int function = 0;  // which one of the program is scheduled
  const Machine& machine;
  std::vector<BlockId> taken;  // blocks that an earlier rule has scheduled
  SpaceText& text;
  std::map<std::string, int64_t> sizes{};  // symbolic ones with which candidates are timed
};

struct Rule {
  std::string_view name;  // "register-tiles"
  std::string_view help;  // one sentence
  // Writes lines for the blocks that it fits and adds them to `taken`. Returns why it fits no block, or nothing.
  Message (*apply)(RuleContext& context);
};

// In the order in which they are applied.
std::span<const Rule* const> cpuRules();
std::span<const Rule* const> gpuRules();                        // need Machine::gpu
std::span<const Rule* const> rulesFor(const Machine& machine);  // for its GPU, if it has one

struct WrittenSpace {
  std::string text;                                     // of a function `space(sch)`; empty: no rule fits
  std::vector<std::string> rules;                       // names of those that fitted
  std::vector<std::pair<std::string, Message>> others;  // those that did not, and why
};
// Candidates are legal for all values of symbolic sizes; those in `sizes` decide what is plausible.
WrittenSpace writeSpace(const Snapshot& program, int function, const Machine& machine,
                        std::span<const Rule* const> rules, const std::map<std::string, int64_t>& sizes = {});

}  // namespace lw::tune
