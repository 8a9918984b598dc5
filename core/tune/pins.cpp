#include "core/tune/pins.h"

#include <algorithm>
#include <charconv>

#include "core/support/text.h"
#include "core/tune/errors.h"

namespace lw::tune {
namespace {

constexpr uint64_t kRuns = 64;       // of the space, in which a decision is looked for
constexpr int kTries = 8;            // of those that have it: its choices may depend on other decisions
constexpr int64_t kPlaces = 10'000;  // positions that are tried
constexpr int64_t kGap = 16;         // places in a row that are not possible, as behind a unit loop
constexpr size_t kExamples = 3;      // lists of factors that an error names

Decisions decisionsOf(std::variant<Candidate, RefusedCandidate> made) {
  if (auto* candidate = std::get_if<Candidate>(&made)) return std::move(candidate->decisions);
  return std::move(std::get<RefusedCandidate>(made).decisions);
}

const Decision* decisionNamed(const Decisions& decisions, const std::string& name) {
  const auto found =
      std::find_if(decisions.begin(), decisions.end(), [&](const Decision& d) { return d.name == name; });
  return found == decisions.end() ? nullptr : &*found;
}

std::string withoutSpaces(std::string_view text) {
  std::string kept;
  std::copy_if(text.begin(), text.end(), std::back_inserter(kept), [](char c) { return c != ' '; });
  return kept;
}

// "[16, 4]"; nothing: it is no list of integers.
std::optional<StepValue> listIn(const std::string& choice) {
  std::string text = withoutSpaces(choice);
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  StepValue::List list;
  const char *at = text.data() + 1, *end = text.data() + text.size() - 1;
  while (at < end) {
    int64_t number = 0;
    const auto [stop, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (stop != end && *stop != ',')) return std::nullopt;
    list.emplace_back(number);
    at = stop + 1;
  }
  return StepValue(std::move(list));
}

// What the decision becomes in a run that is otherwise as `made`.
std::optional<Decision> tried(const Space& space, const Decisions& made, const std::string& name,
                              const StepValue& value) {
  Decisions wanted = made;
  for (Decision& d : wanted)
    if (d.name == name) d.value = value;
  const Decisions again = decisionsOf(space.candidate(wanted, 1));
  const Decision* decision = decisionNamed(again, name);
  return decision ? std::optional(*decision) : std::nullopt;
}

// All choices of a decision that is a position: a number, or a place.
Decisions choicesOf(const Space& space, const Decisions& made, const std::string& name) {
  Decisions choices;
  const auto add = [&](int64_t position) {
    const std::optional<Decision> decision = tried(space, made, name, StepValue(position));
    if (!decision || !equal(decision->value, StepValue(position))) return false;
    choices.push_back(*decision);
    return true;
  };
  add(-2);
  const int64_t gap = add(-1) ? kGap : 0;  // -1 is possible for sample_compute_location only
  for (int64_t position = 0, last = -1; position < kPlaces && position <= last + 1 + gap; ++position)
    if (add(position)) last = position;
  return choices;
}

}  // namespace

Result<Decision> pinnedTo(const Space& space, const std::string& name, const std::string& choice) {
  std::vector<std::string> names, known;
  const std::optional<StepValue> list = listIn(choice);
  int tries = 0;
  bool factors = false;
  for (uint64_t seed = 1; seed <= kRuns && tries < kTries; ++seed) {
    const Decisions made = decisionsOf(space.candidate({}, seed));
    for (const Decision& d : made)
      if (std::find(names.begin(), names.end(), d.name) == names.end()) names.push_back(d.name);
    const Decision* drawn = decisionNamed(made, name);
    if (!drawn) continue;
    ++tries;
    Decisions choices;
    if (!drawn->value.as<StepValue::List>()) {
      choices = choicesOf(space, made, name);
    } else {
      choices = {*drawn};
      if (std::optional<Decision> d = list ? tried(space, made, name, *list) : std::nullopt;
          d && equal(d->value, *list))
        return std::move(*d);
    }
    for (const Decision& d : choices) {
      if (withoutSpaces(d.text()) == withoutSpaces(choice)) return d;
      if (std::find(known.begin(), known.end(), d.text()) == known.end()) known.push_back(d.text());
    }
    factors = drawn->value.as<StepValue::List>() != nullptr;
  }
  if (factors) {
    known.resize(std::min(known.size(), kExamples));
    return explain(err::kPinChoice(name, choice), say("factors of the loop, for example {0}", join(known)));
  }
  if (!known.empty()) return explain(err::kPinChoice(name, choice), say("known: {0}", join(known)));
  if (names.empty()) return explain(err::kPinName(name), "the space takes no decisions");
  return explain(err::kPinName(name), say("known: {0}", join(names)));
}

bool keeps(const Trial& trial, const Decisions& pins) {
  return std::all_of(pins.begin(), pins.end(), [&](const Decision& pin) {
    const Decision* made = decisionNamed(trial.decisions, pin.name);
    if (!made) return true;
    return pin.chosen.empty() || made->chosen.empty() ? equal(made->value, pin.value) : made->chosen == pin.chosen;
  });
}

Decisions withChoices(const Space& space, const Decisions& decisions) {
  auto made = space.candidate(decisions, 0);
  auto* candidate = std::get_if<Candidate>(&made);
  if (candidate) return std::move(candidate->decisions);
  return decisions;
}

}  // namespace lw::tune
