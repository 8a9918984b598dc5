// enter_postproc: a mark in the trace. The steps after it are those that a tuner applies after it has chosen a
// schedule.
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"

namespace lw {
namespace {

struct Args {};
struct Plan {};

Result<Plan> check(const Snapshot&, const Args&) { return Plan{}; }
Edit rewrite(const Snapshot&, const Plan&) { return Edit{}; }

}  // namespace

const Primitive kEnterPostproc =
    define<Args, Plan>({.name = "enter_postproc",
                        .kind = "EnterPostproc",
                        .group = Group::Query,
                        .summary = "Mark in the trace that what follows is postprocessing.",
                        .params = {},
                        .check = check,
                        .rewrite = rewrite,
                        .query = true});

}  // namespace lw
