#include "backends/interpreter/machine.h"

#include "backends/interpreter/compiler.h"

namespace lw::interpreter {

const ErrorKind kUnknownVariable{"run.unknown-variable", "variable {0} is used where it has no value"};
const ErrorKind kUnknownBuffer{"run.unknown-buffer", "buffer {0} is used where it is not declared"};
const ErrorKind kOutOfBounds{"run.out-of-bounds",
                             "{0} of {1}[{2}] is out of bounds: index {3} of dimension {4}, which has {5} elements{6}"};
const ErrorKind kOutOfMemory{"run.out-of-memory",
                             "{0} of {1}[{2}] is out of bounds: element {3} of the {4} elements allocated{5}"};
const ErrorKind kUninitialised{"run.uninitialised", "{0}[{1}] is read before it is written{2}"};
const ErrorKind kDivisionByZero{"run.division-by-zero", "division by zero{0}"};
const ErrorKind kUnknownFunction{"run.unknown-function", "{0} cannot be called{1}"};
const ErrorKind kNegativeExtent{"run.negative-extent", "buffer {0} is allocated with an extent of {1}{2}"};
const ErrorKind kStepLimit{"run.step-limit", "the run was given up after {0} steps{1}"};
const ErrorKind kCancelled{"run.cancelled", "the run was cancelled{0}"};
const ErrorKind kAssertion{"run.assertion", "assertion failed: {0}{1}"};
const ErrorKind kMatchFailed{"run.match-failed",
                             "match_buffer {0} has {1} {2} in dimension {3}, the region of {4} has {5}{6}"};
const ErrorKind kUnsupported{"run.unsupported", "{0} cannot be run by the interpreter"};
const ErrorKind kWrongRank{"run.wrong-rank", "{0} is accessed with {1} indices, it has {2} dimensions"};
const ErrorKind kTooLarge{"run.too-large", "buffer {0} would take {1} bytes{2}"};

void Machine::step() {
  ++steps;
  if (steps > options.maxSteps)
    fail(kStepLimit, {std::to_string(options.maxSteps), where()}, "run it with smaller sizes");
  if ((steps & 0xffff) == 0 && options.cancelled && options.cancelled()) fail(kCancelled, {where()});
}

std::string Machine::where() const {
  const Block* block = nullptr;
  std::string iteration;
  for (const Place& place : places) {
    if (place.block) {
      if (!place.block->iters.empty() || !block) block = place.block;
      continue;
    }
    if (!iteration.empty()) iteration += ", ";
    iteration += place.loop->var.name() + "=" + std::to_string(place.value);
  }
  std::string text;
  if (block && block->name != "root") text += " in block " + block->name;
  if (!iteration.empty()) text += " at " + iteration;
  return text;
}

void Machine::fail(const ErrorKind& kind, std::vector<std::string> holes, std::string hint) const {
  Explanation explanation = explain(kind, holes, std::move(hint));
  for (const Place& place : places) {
    if (place.block)
      explanation.blocks.push_back(place.block->id);
    else
      explanation.loops.push_back(place.loop->id);
  }
  throw Failure{std::move(explanation)};
}

}  // namespace lw::interpreter
