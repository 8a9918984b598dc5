// `try` in schedule functions. A step that is refused leaves the schedule as it was, so a handler goes on from there.
// Limits of a run, and its end on request, are never caught.
#include <algorithm>

#include "core/script/errors.h"
#include "core/script/interpreter.h"
#include "core/support/text.h"

namespace lw::script {
namespace {

enum class Catches : uint8_t { All, Refusals, Unknown };

// By the last part of the name: `Exception`, `tvm.tir.ScheduleError`.
Catches kindOf(const py::Expr& type) {
  const auto* name = type->as<py::Name>();
  const auto* attribute = type->as<py::Attribute>();
  const std::string text = name ? name->id : attribute ? attribute->name : "";
  if (text == "Exception" || text == "BaseException") return Catches::All;
  if (text == "ScheduleError" || text == "Refused" || text == "TVMError") return Catches::Refusals;
  return Catches::Unknown;
}

std::string nameOf(const py::Expr& type) {
  const auto* name = type->as<py::Name>();
  const auto* attribute = type->as<py::Attribute>();
  return name ? name->id : attribute ? attribute->name : "...";
}

bool isOfTheScript(const Explanation& error) { return error.kind.starts_with("script."); }

bool canBeCaught(const Explanation& error) {
  return error.kind != "script.limit" && error.kind != "script.memory" && error.kind != "script.cancelled";
}

}  // namespace

// The handler that fits; the error goes on where there is none.
Interpreter::Flow Interpreter::handled(const py::Try& n, const Explanation& error, Frame& frame) {
  for (const py::Handler& handler : n.handlers) {
    bool fits = handler.types.empty();
    for (const py::Expr& type : handler.types) {
      const Catches kind = kindOf(type);
      if (kind == Catches::Unknown)
        fail(type->span, err::kHandlerUnknown(nameOf(type), error.reason), "write `except Exception`");
      fits = fits || kind == Catches::All || !isOfTheScript(error);
    }
    if (!fits) continue;
    if (!handler.name.empty()) bind(&handler, Value(error.message), frame);
    handling_.push_back(error);
    struct Leaving {
      std::vector<Explanation>& all;
      ~Leaving() { all.pop_back(); }
    } const leaving{handling_};
    return block(handler.body, frame);
  }
  throw Raised{error};
}

Interpreter::Flow Interpreter::tryStatement(const py::Try& n, Frame& frame) {
  const int calls = calls_, depth = depth_, entered = entered_;
  const py::Assign* assigning = assigning_;
  std::optional<Raised> raised;
  Flow flow = Flow::Normal;
  const auto attempt = [&](const auto& run) {
    try {
      flow = run();
      raised.reset();
    } catch (Raised& error) {
      calls_ = calls;
      depth_ = depth;
      assigning_ = assigning;
      if (!canBeCaught(error.error)) throw;
      for (; entered_ > entered; --entered_) host_.left();
      raised = std::move(error);
    }
  };
  attempt([&] { return block(n.body, frame); });
  if (raised && !n.handlers.empty()) {
    const Explanation error = std::move(raised->error);
    attempt([&] { return handled(n, error, frame); });
  } else if (!raised && flow == Flow::Normal) {
    attempt([&] { return block(n.orElse, frame); });
  }
  const Value returned = returned_;
  if (const Flow last = block(n.atEnd, frame); last != Flow::Normal) return last;
  returned_ = returned;
  if (raised) throw std::move(*raised);
  return flow;
}

}  // namespace lw::script
