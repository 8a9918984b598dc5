#include "core/text/challenge.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <limits>

#include "core/support/text.h"
#include "core/text/errors.h"

namespace lw {
namespace {

constexpr const char* kExample = "write for example: # challenge: 20x start, 12 steps";

constexpr Countable kCountables[] = {{"cycles"},        {"lines", false, "cache lines"},
                                     {"bytes"},         {"bytes past L1"},
                                     {"bytes past L2"}, {"device us", true},
                                     {"sectors", true}, {"bank conflicts", true},
                                     {"launches", true}};

const Countable* countableNamed(std::string_view name) {
  const auto* const at = std::find_if(std::begin(kCountables), std::end(kCountables),
                                      [&](const Countable& one) { return one.name == name; });
  return at == std::end(kCountables) ? nullptr : at;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// Reads "20x start" or "12 steps": a positive number and the words after it. nullopt: there is no positive number.
template <class T>
std::optional<std::pair<T, std::string_view>> numberOf(std::string_view part) {
  T value{};
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
  if (error != std::errc() || !(value > 0)) return std::nullopt;
  return std::pair(value, trimmed(part.substr(static_cast<size_t>(end - part.data()))));
}

// "8x fewer cycles" or "at most 20 device us".
std::optional<CountedGoal> countedGoalOf(std::string_view part) {
  constexpr std::string_view kMost = "at most ", kFewer = "x fewer ";
  const bool most = part.starts_with(kMost);
  const auto number = numberOf<double>(most ? part.substr(kMost.size()) : part);
  if (!number || (!most && !number->second.starts_with(kFewer))) return std::nullopt;
  const Countable* what = countableNamed(most ? number->second : number->second.substr(kFewer.size()));
  // The program as written has no kernels whose work could be compared.
  if (!what || (!most && what->onDevice)) return std::nullopt;
  return CountedGoal{what, most ? 0 : number->first, most ? number->first : 0};
}

Result<Challenge> parse(std::string_view list) {
  Challenge challenge;
  while (!list.empty()) {
    const std::string_view part = trimmed(list.substr(0, list.find(',')));
    list.remove_prefix(
        std::min(list.size(), list.find(',') == std::string_view::npos ? list.size() : list.find(',') + 1));
    const auto speed = numberOf<double>(part);
    const auto count = numberOf<int>(part);
    if (speed && speed->second == "x start")
      challenge.timesStart = speed->first;
    else if (speed && speed->second == "x reference")
      challenge.timesReference = speed->first;
    else if (count && (count->second == "steps" || count->second == "step"))
      challenge.steps = count->first;
    else if (const auto counted = countedGoalOf(part))
      challenge.counted.push_back(*counted);
    else
      return explain(err::kChallengeUnread(std::string(part)), kExample);
  }
  if (!challenge.timed() && challenge.counted.empty()) return explain(err::kChallengeNoSpeed(), kExample);
  return challenge;
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, value >= 1000 && value < 1e6 ? "%.0f" : "%.3g", value);
  return text;
}

std::string timesFewer(const std::string& times, const CountedGoal& goal) {
  return times + " times fewer " + std::string(goal.what->words());
}
std::string atMost(const CountedGoal& goal) {
  return "at most " + number(goal.most) + " " + std::string(goal.what->words());
}

// Adds how far the count comes.
JudgedGoal judgeCount(const CountedGoal& goal, const Attempt& attempt, std::string& words) {
  const auto got = attempt.counts.find(goal.what->name), start = attempt.startCounts.find(goal.what->name);
  JudgedGoal judged{std::string(goal.what->name), goal.most > 0 ? goal.most : goal.fewer, 0, goal.most > 0};
  judged.known = got != attempt.counts.end() && (goal.most > 0 || start != attempt.startCounts.end());
  if (!judged.known) {
    addItem(words, std::string(goal.what->words()) + " were not counted");
    return judged;
  }
  if (goal.most > 0) {
    judged.value = got->second;
    judged.met = got->second <= goal.most;
    addItem(words, number(got->second) + " " + std::string(judged.met ? "" : "of ") +
                       (judged.met ? std::string(goal.what->words()) : atMost(goal)));
    return judged;
  }
  judged.met = got->second * goal.fewer <= start->second;
  judged.value = got->second > 0 ? start->second / got->second : std::numeric_limits<double>::infinity();
  const std::string times = got->second > 0 ? number(judged.value) : "infinitely many";
  addItem(words, timesFewer(judged.met ? times : times + " of " + number(goal.fewer), goal));
  return judged;
}

}  // namespace

std::span<const Countable> countables() { return kCountables; }

bool reached(const CountedGoal& goal, const Attempt& attempt) {
  std::string words;
  return judgeCount(goal, attempt, words).met;
}

std::string countedWords(const Challenge& challenge, const Attempt& attempt) {
  std::string words;
  for (const CountedGoal& goal : challenge.counted) (void)judgeCount(goal, attempt, words);
  return words;
}

bool Challenge::onDevice() const {
  return std::any_of(counted.begin(), counted.end(), [](const CountedGoal& goal) { return goal.what->onDevice; });
}

std::optional<Result<Challenge>> challengeFromComments(std::string_view text) {
  constexpr std::string_view kMark = "# challenge:";
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with(kMark)) return parse(trimmed(line.substr(kMark.size())));
  }
  return std::nullopt;
}

std::string toText(const Challenge& challenge) {
  std::string words;
  if (challenge.timesStart > 0) addItem(words, number(challenge.timesStart) + " times as fast as the start");
  if (challenge.timesReference > 0)
    addItem(words, number(challenge.timesReference) + " times as fast as the reference");
  for (const CountedGoal& goal : challenge.counted)
    addItem(words, goal.most > 0 ? atMost(goal) : timesFewer(number(goal.fewer), goal) + " than the start");
  if (challenge.steps > 0)
    addItem(words, "in at most " + std::to_string(challenge.steps) + (challenge.steps == 1 ? " step" : " steps"));
  return words;
}

std::vector<std::string> hintsOf(std::string_view text) {
  constexpr std::string_view kQuotes = "\"\"\"", kHint = "Hint: ";
  std::vector<std::string> hints;
  if (!text.starts_with(kQuotes)) return hints;
  text = text.substr(kQuotes.size());
  text = text.substr(0, text.find(kQuotes));
  bool inside = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.remove_suffix(1);
    if (line.starts_with(kHint)) {
      hints.emplace_back(line.substr(kHint.size()));
      inside = true;
    } else if (line.empty()) {
      inside = false;
    } else if (inside) {
      hints.back() += ' ';
      hints.back() += line.substr(line.find_first_not_of(" \t"));
    }
  }
  return hints;
}

double JudgedGoal::share() const {
  if (!known || met) return met ? 1 : 0;
  return std::clamp(bound ? goal / value : value / goal, 0.0, 1.0);
}

ChallengeVerdict judge(const Challenge& challenge, const Attempt& attempt) {
  ChallengeVerdict verdict{.met = attempt.correct, .words = {}, .steps = attempt.steps};
  if (!attempt.correct) addItem(verdict.words, "the result is not known to be right");
  const auto speed = [&](double asked, double theirs, const char* whose) {
    if (asked == 0 || !attempt.correct) return;  // the speed of a result that may be wrong has no meaning
    const bool known = attempt.ms > 0 && theirs > 0;
    const double times = known ? theirs / attempt.ms : 0;
    const bool enough = known && times >= asked;
    verdict.goals.push_back({whose, asked, times, false, known, enough});
    verdict.met = verdict.met && enough;
    if (!known)
      addItem(verdict.words, std::string(whose) + " was not timed");
    else
      addItem(verdict.words, number(times) + (enough ? " times " : " of " + number(asked) + " times ") + whose);
  };
  speed(challenge.timesStart, attempt.startMs, "the start");
  speed(challenge.timesReference, attempt.referenceMs, "the reference");
  for (const CountedGoal& goal : challenge.counted)
    if (attempt.correct && !verdict.goals.emplace_back(judgeCount(goal, attempt, verdict.words)).met)
      verdict.met = false;
  const bool within = challenge.steps == 0 || attempt.steps <= challenge.steps;
  verdict.share = !attempt.correct ? 0 : within ? 1 : static_cast<double>(challenge.steps) / attempt.steps;
  for (const JudgedGoal& goal : verdict.goals) verdict.share = std::min(verdict.share, goal.share());
  verdict.met = verdict.met && within;
  const std::string steps = std::to_string(attempt.steps);
  addItem(verdict.words, within ? steps + (attempt.steps == 1 ? " step" : " steps")
                                : steps + " steps of at most " + std::to_string(challenge.steps));
  verdict.words = (verdict.met ? "met: " : "not yet: ") + verdict.words;
  return verdict;
}

}  // namespace lw
