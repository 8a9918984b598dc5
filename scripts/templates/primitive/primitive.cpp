// @name@: what the step does, what it keeps, and when it is refused. As it is, it puts a note on a loop.
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr ErrorKind kTwice{"@name@.twice", "loop {0} carries the note of @name@ already"};

struct Args {
  LoopId loop;
};

// Proves that the step is legal. What is returned is all that rewrite() needs.
Result<Args> check(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  if (loop.annotations.contains("@name@"))
    return aboutLoops(kTwice, {loop.var.name()}, {args.loop}, "choose another loop");
  return args;
}

Edit rewrite(const Snapshot& program, const Args& args) {
  const int index = program.functionOf(args.loop);
  For loop = program.loop(args.loop);
  loop.annotations.insert_or_assign("@name@", AnnotationValue(int64_t{1}));
  return Edit{.function = index, .changed = replaceStmt(program.function(index), program.stmt(args.loop), loop)};
}

std::vector<Candidate> candidates(const Snapshot&, const Selection& selection) {
  if (selection.loops.size() != 1) return {};
  return {{{selection.loops.front()}, ""}};
}

}  // namespace

const Primitive k@Name@ = define<Args, Args>({.name = "@name@",
                                              .kind = "@Name@",
                                              .group = Group::Loops,
                                              .summary = "Put the note @name@ on a loop.",
                                              .params = {param("loop", &Args::loop, "the loop that gets the note @name@")},
                                              .errors = {&kTwice},
                                              .candidates = candidates,
                                              .check = check,
                                              .rewrite = rewrite,
                                              .traits = {.inTvm = false}});

}  // namespace lw
