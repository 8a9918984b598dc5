// Whether windows of the same user may follow the session.
#include "app/serve/method.h"
#include "app/serve/session.h"

namespace lw::serve {
namespace {

Reply follow(ServeSession& session, const Json& arguments, Context&) {
  ChangeGuard& guard = *session.guard;
  if (!arguments["on"])
    guard.withdraw();
  else if (const Status announced = guard.announce(); !announced)
    return Failure{kRefused, announced.error(), {}, "on", true};
  return Json{{"announced", guard.isAnnounced()}, {"followed", guard.isFollowed()}};
}

}  // namespace

Method followMethod() {
  return {"follow",
          "Let a window follow",
          "Lets a window of the same user follow this session: a person sees each step and run, may take over, undo, "
          "and pin loops that are not to be changed. Off: no window follows any more.",
          Effect::Reads,
          {{.name = "on",
            .kind = ParameterKind::Flag,
            .help = "windows find the session; off: they do not",
            .defaultValue = true}},
          follow};
}

}  // namespace lw::serve
