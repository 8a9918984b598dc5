#include "backends/interpreter/machine.h"

#include "backends/interpreter/compiler.h"
#include "core/support/text.h"

namespace lw::interpreter {

const Error<Ident> kUnknownVariable{"run.unknown-variable", "variable {0} is used where it has no value"};
const Error<Ident> kUnknownBuffer{"run.unknown-buffer", "buffer {0} is used where it is not declared"};
const Error<Message, Ident, Snippet, int64_t, int64_t, int64_t, Message> kOutOfBounds{
    "run.out-of-bounds", "{0} of {1}[{2}] is out of bounds: index {3} of dimension {4}, which has {5} elements{6}"};
const Error<Message, Ident, Snippet, int64_t, int64_t, Message> kOutOfMemory{
    "run.out-of-memory", "{0} of {1}[{2}] is out of bounds: element {3} of the {4} elements allocated{5}"};
const Error<Ident, Snippet, Message> kUninitialised{"run.uninitialised", "{0}[{1}] is read before it is written{2}"};
const Error<Message> kDivisionByZero{"run.division-by-zero", "division by zero{0}"};
const Error<Ident, Message> kUnknownFunction{"run.unknown-function", "{0} cannot be called{1}"};
const Error<int64_t, Message> kStepLimit{"run.step-limit", "the run was stopped after {0} steps{1}"};
const Error<Message> kCancelled{"run.cancelled", "the run was cancelled{0}"};
const Error<Snippet, Message> kAssertion{"run.assertion", "assertion failed: {0}{1}"};
const Error<Ident, Message, int64_t, int64_t, Ident, int64_t, Message> kMatchFailed{
    "run.match-failed", "match_buffer {0} has {1} {2} in dimension {3}, but the region of {4} has {5}{6}"};
const Error<Message> kUnsupported{"run.unsupported", "{0} cannot be run by the interpreter"};
const Error<Ident, int64_t, int64_t> kWrongRank{"run.wrong-rank",
                                                "{0} is accessed with {1} indices but has {2} dimensions"};
const Error<Ident, int64_t, Message> kTooLarge{"run.too-large", "buffer {0} would take {1} bytes{2}"};

void Machine::step() {
  ++steps;
  if (steps > options.maxSteps) fail(kStepLimit(options.maxSteps, where()), "run it with smaller sizes");
  if ((steps & 0xffff) == 0 && options.cancelled && options.cancelled()) fail(kCancelled(where()));
}

Message Machine::where() const {
  const Block* block = nullptr;
  std::string iteration;
  for (const Place& place : places) {
    if (place.block) {
      if (!place.block->iters.empty() || !block) block = place.block;
      continue;
    }
    addItem(iteration, place.loop->var.name() + "=" + std::to_string(place.value));
  }
  const bool named = block && block->name != "root";
  if (named && !iteration.empty()) return say(" in block {0} at {1}", Ident(block->name), Snippet(iteration));
  if (named) return say(" in block {0}", Ident(block->name));
  return iteration.empty() ? Message() : say(" at {0}", Snippet(iteration));
}

void Machine::fail(Explanation e, Message hint) const {
  e.setHint(std::move(hint));
  for (const Place& place : places) {
    if (place.block)
      e.blocks.push_back(place.block->id);
    else
      e.loops.push_back(place.loop->id);
  }
  throw Failure{std::move(e)};
}

}  // namespace lw::interpreter
