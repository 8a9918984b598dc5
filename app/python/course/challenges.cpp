// Exercises of the course, and whether a schedule reaches their goals: as `lw run --challenge` judges.
#include <pybind11/stl.h>

#include <cmath>

#include "app/python/bindings.h"
#include "app/python/errors.h"
#include "app/python/interruptible.h"
#include "app/python/schedule.h"
#include "app/shared/course/course.h"
#include "backends/cpu/object_store.h"
#include "backends/measure/counts.h"
#include "backends/targets/targets.h"
#include "core/ir/equal.h"
#include "core/te/read_program.h"
#include "core/text/exercise.h"

namespace lw::python {
namespace {

Challenge challengeOf(const std::string& name, const std::string& text) {
  std::optional<Result<Challenge>> challenge = challengeFromComments(text);
  if (!challenge) throw py::value_error(name + " does not set a challenge");
  return taken(std::move(*challenge));
}

// The name and the text of an exercise of the course; None: there is none.
py::object exerciseText(const std::string& name) {
  const auto found = exerciseOfCourse(name);
  return found ? py::object(py::make_tuple(found->first, found->second)) : py::none();
}

std::vector<std::string> exerciseNames() {
  std::vector<std::string> names;
  for (const auto& [file, text] : courseFiles())
    if (file.ends_with(".py")) names.emplace_back(file.substr(0, file.size() - 3));
  return names;
}

py::dict describe(const std::string& name, const std::string& text) {
  const Challenge challenge = challengeOf(name, text);
  const lw::ExerciseText said = lw::exerciseText(text);
  py::dict out;
  out["title"] = said.title;
  out["task"] = said.task;
  out["goal"] = toText(challenge);
  out["hints"] = hintsOf(text);
  return out;
}

MeasureOptions optionsFor(const Challenge& challenge, double seconds) {
  MeasureOptions options;
  for (const TargetDescriptor* target : allTargets())
    if (challenge.onDevice() && target->emulated) options.target = target->name;
  options.threads = 1;
  options.timeoutSeconds = seconds;
  options.peaks = false;
  if (!challenge.timed()) options.repeat = 1, options.baseline = false;
  options.cpu.objects = objectFolder();
  return options;
}

py::dict verdictOf(const Challenge& challenge, const ChallengeVerdict& verdict, const Measurement& m) {
  py::list goals;
  for (const JudgedGoal& goal : verdict.goals) {
    py::dict one;
    one["what"] = goal.what;
    one["goal"] = goal.goal;
    one["value"] = goal.known && std::isfinite(goal.value) ? py::object(py::float_(goal.value)) : py::none();
    one["bound"] = goal.bound;
    one["met"] = goal.met;
    goals.append(std::move(one));
  }
  py::dict out;
  out["met"] = verdict.met;
  out["right"] = m.checked && m.ok;
  out["words"] = verdict.words;
  out["goals"] = std::move(goals);
  out["steps"] = verdict.steps;
  out["most_steps"] = challenge.steps;
  out["difference"] = py::none();
  if (m.difference) {
    py::dict difference;
    difference["buffer"] = m.difference->buffer;
    difference["index"] = py::tuple(py::cast(m.difference->index));
    difference["got"] = m.difference->got;
    difference["expected"] = m.difference->expected;
    difference["count"] = m.difference->count;
    out["difference"] = std::move(difference);
  }
  return out;
}

py::dict check(const PySchedule& schedule, const std::string& name, const std::string& text, double seconds) {
  const Challenge challenge = challengeOf(name, text);
  const SourceFile file = readProgram(name, text);
  const Program program = taken(programOf(file, ""));
  const PrimFunc asked = program.snapshot.function(program.function.value_or(0));
  const Schedule state = schedule.finished();
  const int index = schedule.function();
  const PrimFunc &original = state.source().function(index), &scheduled = state.program().function(index);
  if (!equal(original, asked))
    throw py::value_error("the schedule is not one of the program of " + name +
                          ": begin with lw.challenge(...).schedule()");
  const Measurement m = taken(interruptible([&](const std::function<bool()>& stop) {
    MeasureOptions options = optionsFor(challenge, seconds);
    options.cancelled = stop;
    return measure(file, original, scheduled, options);
  }));
  return verdictOf(challenge, judge(challenge, attemptOf(challenge, m, original, scheduled, state.changeCount())), m);
}

}  // namespace

void bindChallenges(py::module_& m) {
  m.def("exercise_text", exerciseText);
  m.def("exercise_names", exerciseNames);
  m.def("describe_exercise", describe);
  m.def("check_exercise", check);
}

}  // namespace lw::python
