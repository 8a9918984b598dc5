// Composites as callable objects in scripts.
#pragma once

#include "core/script/composite.h"
#include "core/script/schedule_host.h"

namespace lw::script {

struct CompositeObject : HostObject {
  CompositeObject(Composite c, std::shared_ptr<ScheduleObject> s) : composite(std::move(c)), schedule(std::move(s)) {}
  Composite composite;
  std::shared_ptr<ScheduleObject> schedule;  // to which typed steps apply; null: the first argument is the schedule
  Message typeName() const override { return say("the composite {0}", Ident(composite.form->name)); }
  Result<Value> call(CallArgs& args, Caller& caller) override;
};

// The text of the call as a step, with the names of loops and blocks: "tile(\"C\", 8)"; nullopt: an argument cannot be
// written as text.
std::optional<std::string> callTitle(const FunctionObject& function, const CallArgs& args, const Schedule& schedule,
                                     Caller& caller);

// `args` has one value per parameter. On an error the schedule does not change.
Result<Value> runComposite(const Composite& composite, const Arguments& args, ScheduleObject& schedule, Span call);

}  // namespace lw::script
