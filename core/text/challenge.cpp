#include "core/text/challenge.h"
#include "core/text/errors.h"

#include <charconv>
#include <cstdio>

namespace lw {
namespace {

constexpr const char* kExample = "write for example: # challenge: 20x start, 12 steps";

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
    else
      return explain(err::kChallengeUnread(std::string(part)), kExample);
  }
  if (challenge.timesStart == 0 && challenge.timesReference == 0) return explain(err::kChallengeNoSpeed(), kExample);
  return challenge;
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

void join(std::string& words, const std::string& more) { words += (words.empty() ? "" : ", ") + more; }

}  // namespace

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
  if (challenge.timesStart > 0) join(words, number(challenge.timesStart) + " times as fast as the start");
  if (challenge.timesReference > 0) join(words, number(challenge.timesReference) + " times as fast as the reference");
  if (challenge.steps > 0)
    join(words, "in at most " + std::to_string(challenge.steps) + (challenge.steps == 1 ? " step" : " steps"));
  return words;
}

ChallengeVerdict judge(const Challenge& challenge, const Attempt& attempt) {
  ChallengeVerdict verdict{attempt.correct, {}};
  if (!attempt.correct) join(verdict.words, "the result is not known to be right");
  const auto speed = [&](double asked, double theirs, const char* whose) {
    if (asked == 0 || !attempt.correct) return;  // the speed of a result that may be wrong has no meaning
    const bool known = attempt.ms > 0 && theirs > 0;
    const double times = known ? theirs / attempt.ms : 0;
    const bool enough = known && times >= asked;
    verdict.met = verdict.met && enough;
    if (!known)
      join(verdict.words, std::string(whose) + " was not timed");
    else
      join(verdict.words, number(times) + (enough ? " times " : " of " + number(asked) + " times ") + whose);
  };
  speed(challenge.timesStart, attempt.startMs, "the start");
  speed(challenge.timesReference, attempt.referenceMs, "the reference");
  const bool within = challenge.steps == 0 || attempt.steps <= challenge.steps;
  verdict.met = verdict.met && within;
  const std::string steps = std::to_string(attempt.steps);
  join(verdict.words, within ? steps + (attempt.steps == 1 ? " step" : " steps")
                             : steps + " steps of at most " + std::to_string(challenge.steps));
  verdict.words = (verdict.met ? "met: " : "not yet: ") + verdict.words;
  return verdict;
}

}  // namespace lw
