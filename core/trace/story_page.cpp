// A schedule as one web page: docs/decisions/0031.
#include "core/trace/story_page.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "core/analysis/cost/roofline.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"
#include "core/trace/html_code.h"
#include "core/trace/storyboard.h"

namespace lw {
namespace {

constexpr const char* kLine = "<span class=\"line\" role=\"img\" aria-label=\"a line to be filled in\"></span>";
constexpr size_t kManyLines = 26;      // of a step: it is printed in smaller type, so that two of them fit a page
constexpr double kSmallChange = 0.05;  // share below which a change of traffic or time is not mentioned

// Of use with the script only, which shows it.
constexpr const char* kBar =
    R"(<nav class="tools" aria-label="Steps and search"><div>
<button id="back" aria-label="Step before">←</button><span id="at" role="status"></span><button id="on" aria-label="Next step">→</button>
<label for="find" class="unseen">Find in all steps</label><input id="find" type="search" placeholder="Find in all steps" autocomplete="off" spellcheck="false">
<span id="found" role="status"></span>
<button id="all" aria-pressed="false">Open all texts</button><button id="keys" aria-expanded="false" aria-controls="keylist">Keys</button></div>
<dl id="keylist" hidden><div><dt><kbd>→</kbd> <kbd>j</kbd></dt><dd>next step</dd></div><div><dt><kbd>←</kbd> <kbd>k</kbd></dt><dd>step before</dd></div><div><dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>first and last step</dd></div><div><dt><kbd>p</kbd></dt><dd>program of this step</dd></div><div><dt><kbd>l</kbd></dt><dd>lowered code of this step</dd></div><div><dt><kbd>a</kbd></dt><dd>all texts</dd></div><div><dt><kbd>/</kbd></dt><dd>find; <kbd>Enter</kbd> and <kbd>Shift</kbd> <kbd>Enter</kbd> go from place to place</dd></div><div><dt><kbd>Esc</kbd></dt><dd>end of the search</dd></div><div><dt><kbd>?</kbd></dt><dd>these keys</dd></div></dl></nav>
)";

std::string timeText(double ms) {
  char text[32];
  const auto put = [&](double value, const char* unit) {
    std::snprintf(text, sizeof text, "%.*f %s", value >= 100 ? 0 : value >= 10 ? 1 : 2, value, unit);
  };
  if (ms >= 1000)
    put(ms / 1000, "s");
  else if (ms >= 0.1)
    put(ms, "ms");
  else
    put(ms * 1000, "µs");
  return text;
}

// "40.3 MB": powers of ten, three digits.
std::string bytesText(double bytes) {
  static constexpr const char* kUnits[] = {"bytes", "kB", "MB", "GB", "TB"};
  size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%.*f %s",
                unit == 0 || bytes >= 99.95 ? 0
                : bytes >= 9.995            ? 1
                                            : 2,
                bytes, kUnits[unit]);
  return text;
}

// 1: faster, -1: slower, 0: the intervals of the times overlap.
int changeOf(const StoryStep& before, const StoryStep& now) {
  const bool known = before.high > 0 && now.high > 0;
  if (!known || (before.low <= now.high && now.low <= before.high)) return 0;
  return *now.ms < *before.ms ? 1 : -1;
}

std::string changeText(const StoryStep& before, const StoryStep& now) {
  const int change = changeOf(before, now);
  if (change == 0) return "The times do not differ measurably.";
  const bool faster = change > 0;
  const double ratio = faster ? *before.ms / *now.ms : *now.ms / *before.ms;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f times as %s as before.",
                ratio >= 10  ? 0
                : ratio >= 2 ? 1
                             : 2,
                ratio, faster ? "fast" : "slow");
  return text;
}

class Page {
 public:
  explicit Page(const Story& story) : story_(story) {
    for (const StoryStep& step : story.steps) slowest_ = std::max(slowest_, step.ms.value_or(0));
  }

  std::string write() const {
    std::string sections, before;
    size_t longest = 0;  // lines that a step shows
    for (size_t i = 0; i < story_.steps.size(); ++i) {
      const std::string one = section(i, before);
      longest = std::max(longest, linesShown(one));
      sections += one;
    }
    std::string text = "<!DOCTYPE html>\n<html lang=\"en\" class=\"plain" +
                       std::string(longest > kManyLines ? " long" : "") +
                       "\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
                       "name=\"viewport\" "
                       "content=\"width=device-width,initial-scale=1\">\n<title>" +
                       htmlText(story_.title) + "</title>\n<style>" + std::string(htmlStyle()) +
                       std::string(storyStyle()) + "</style>\n</head>\n<body>\n";
    text += header() + kBar + "<main>\n" + contents() + conditions();
    return text + sections + "</main>\n<script>" + std::string(storyScript()) + "</script>\n</body>\n</html>\n";
  }

 private:
  // Up to the texts that are closed.
  static size_t linesShown(const std::string& section) {
    size_t count = 0, end = std::min(section.find("<details class=\"text\""), section.size());
    for (size_t at = 0; (at = section.find("<div class=\"l", at)) < end; ++at) ++count;
    return count;
  }

  std::string header() const {
    std::string text =
        "<header><h1>" + htmlText(story_.title) + "</h1><p class=\"facts\">" + htmlText(facts()) + "</p>";
    if (story_.blanks)
      text += "<p class=\"task\">Write the call of each step on its line, and what you expect of its time.</p>";
    const std::string link =
        story_.link.empty() ? "" : "<a class=\"button\" href=\"" + htmlText(story_.link) + "\">Open in Loopwright</a> ";
    if (!story_.session.empty() && !story_.blanks)
      text += "<p class=\"open\">" + link + "<a href=\"data:application/x-loopwright-session;base64," + story_.session +
              "\" download=\"" + htmlText(sessionName()) + "\">Save as a session</a></p>";
    return text + "</header>\n";
  }

  // "mm.py: tiled" as "mm_tiled.lwsession".
  std::string sessionName() const {
    std::string name;
    for (const char c : story_.title)
      if (std::isalnum(static_cast<unsigned char>(c)))
        name += c;
      else if (!name.empty() && name.back() != '_')
        name += '_';
    return name + ".lwsession";
  }

  std::string facts() const {
    const size_t steps = story_.steps.empty() ? 0 : story_.steps.size() - 1;
    std::string text = std::to_string(steps) + (steps == 1 ? " step" : " steps");
    if (story_.blanks) return text;
    const StoryStep *first = nullptr, *last = nullptr;
    for (const StoryStep& step : story_.steps)
      if (step.ms) (first ? last : first) = &step;
    if (first && last && (isWrong(*first) || isWrong(*last))) {
      text += ", and the result of step " + std::to_string((isWrong(*last) ? last : first) - story_.steps.data()) +
              " is wrong";
    } else if (first && last && *last->ms > 0) {
      char factor[32];
      std::snprintf(factor, sizeof factor, "%.2g",
                    *first->ms >= *last->ms ? *first->ms / *last->ms : *last->ms / *first->ms);
      text += ", from " + timeText(*first->ms) + " to " + timeText(*last->ms) + " (" + factor +
              (*first->ms >= *last->ms ? " times faster)" : " times slower)");
    }
    return text + (story_.subject.empty() || !first ? "" : ", measured on " + story_.subject);
  }

  static bool isWrong(const StoryStep& step) { return step.right && !*step.right; }

  // A wrong result is red, like everywhere else.
  static std::string time(const StoryStep& step) {
    return isWrong(step) ? "<span class=\"bad\">" + timeText(*step.ms) + "</span>" : timeText(*step.ms);
  }

  // The call of a step; in a work sheet a line for it.
  std::string name(size_t i) const {
    if (story_.steps[i].title.empty()) return "<code>as written</code>";
    return story_.blanks ? kLine : "<code>" + htmlText(story_.steps[i].title) + "</code>";
  }

  std::string check(const StoryStep& step) const {
    if (!step.right || story_.blanks) return {};
    if (!*step.right) return " <span class=\"bad\">✗ wrong result</span>";
    return " <span class=\"good\">✓ " + (step.reference.empty() ? "right" : "as " + htmlText(step.reference)) +
           "</span>";
  }

  std::string contents() const {
    std::string text =
        "<section class=\"overview\" aria-labelledby=\"overview\"><h2 id=\"overview\">Steps</h2><div "
        "class=\"panel\"><table class=\"steps\">\n<thead class=\"unseen\"><tr><th scope=\"col\">Step</th>";
    text += std::string(slowest_ > 0 && !story_.blanks ? "<th scope=\"col\">Time and result</th>" : "") +
            "</tr></thead>\n<tbody>\n";
    for (size_t i = 0; i < story_.steps.size(); ++i) {
      const StoryStep& step = story_.steps[i];
      text += "<tr><td><a href=\"#step" + std::to_string(i) + "\"><span class=\"n\">" + std::to_string(i) + "</span>" +
              name(i) + "</a></td>";
      if (slowest_ > 0 && !story_.blanks) {
        const std::string width = std::to_string(std::lround(55 * step.ms.value_or(0) / slowest_));
        text += "<td class=\"time\">" +
                (step.ms ? "<span class=\"bar" + std::string(isWrong(step) ? " wrong" : "") +
                               "\" style=\"width:" + width + "%\"></span>" + time(step)
                         : std::string()) +
                check(step) + "</td>";
      }
      text += "</tr>\n";
    }
    return text + "</tbody></table></div></section>\n";
  }

  // How the times came about, and the text that everything began with.
  std::string conditions() const {
    std::string text;
    for (const auto& [what, value] : story_.conditions)
      text += "<div><dt>" + htmlText(what) + "</dt><dd>" + htmlText(value) + "</dd></div>\n";
    if (!text.empty()) text = "<dl>\n" + text + "</dl>\n";
    if (!story_.source.empty() && !story_.blanks)
      text += details("source", "The file as written", story_.source, "The file as written");
    if (text.empty()) return text;
    return std::string("<section aria-labelledby=\"conditions\"><h2 id=\"conditions\">") +
           (story_.conditions.empty() ? "Source" : "Conditions") + "</h2><div class=\"panel\">" + text +
           "</div></section>\n";
  }

  static std::string details(const std::string& id, const std::string& what, const std::string& text,
                             const std::string& label) {
    const std::ptrdiff_t lines = std::count(text.begin(), text.end(), '\n') + (text.ends_with('\n') ? 0 : 1);
    return "<details class=\"text\" id=\"" + id + "\"><summary>" + what + "<span class=\"count\">" +
           std::to_string(lines) + (lines == 1 ? " line" : " lines") + "</span></summary>\n" + storyCode(text, label) +
           "</details>\n";
  }

  const PrimFunc& functionAt(size_t i) const {
    const Snapshot& program = story_.steps[i].program;
    return program.function(std::min(story_.function, program.functionCount() - 1));
  }

  // "from memory 40.3 MB to 3.2 MB" for each cache from which the step changes the estimated traffic.
  std::string traffic(size_t i) const {
    if (i == 0 || story_.caches.empty()) return {};
    const WorkProfile before = profileOf(functionAt(i - 1), story_.caches),
                      now = profileOf(functionAt(i), story_.caches);
    std::string text;
    for (size_t level = 0; level < now.traffic.size() && level < before.traffic.size(); ++level) {
      const double was = before.traffic[level], is = now.traffic[level];
      if (std::abs(was - is) < kSmallChange * std::max(was, is)) continue;
      const bool memory = level + 1 == now.traffic.size();
      addItem(text, std::string("from ") + (memory ? "memory" : "L" + std::to_string(level + 2)) + " " +
                        bytesText(was) + " → " + bytesText(is));
    }
    return text.empty() ? text : "Estimated traffic " + text + ".";
  }

  std::string prose(size_t i) const {
    if (story_.blanks) return questions(i);
    std::string text =
        join(story_.steps[i].prose, [&](const std::string& sentence) { return htmlText(sentence); }, " ");
    if (const std::string estimated = traffic(i); !estimated.empty()) addItem(text, estimated, " ");
    const StoryStep& step = story_.steps[i];
    const bool compared = i > 0 && step.ms && story_.steps[i - 1].ms && !isWrong(step) && !isWrong(story_.steps[i - 1]);
    if (compared) addItem(text, changeText(story_.steps[i - 1], step), " ");
    if (const std::string interval = spread(step); !interval.empty()) addItem(text, interval, " ");
    if (!text.empty()) text = "<p class=\"prose\">" + text + "</p>\n";
    const std::string reasons = why(i, compared);
    return reasons.empty() ? text : text + "<p class=\"prose\"><b>Why?</b> " + htmlText(reasons) + "</p>\n";
  }

  static std::string questions(size_t i) {
    if (i == 0) return {};
    return std::string("<p class=\"prose ask\">How many times as fast as before?") + kLine +
           "</p>\n<p class=\"prose ask\">Why?" + kLine + "</p>\n";
  }

  // What the model says for the change that was measured; without times, all that it says.
  std::string why(size_t i, bool compared) const {
    const StoryStep& step = story_.steps[i];
    const auto joined = [](const std::vector<std::string>& sentences) {
      return join(sentences, [](const std::string& sentence) { return sentence; }, " ");
    };
    if (compared) {
      const int change = changeOf(story_.steps[i - 1], step);
      return change == 0 ? std::string() : joined(change > 0 ? step.faster : step.slower);
    }
    std::string text = joined(step.faster);
    if (!step.slower.empty()) addItem(text, joined(step.slower), " ");
    return text;
  }

  // "36.1 ms to 36.9 ms in 5 runs": the interval of the median.
  static std::string spread(const StoryStep& step) {
    if (!step.ms || step.high <= 0) return {};
    const std::string runs = step.runs > 1 ? " in " + std::to_string(step.runs) + " runs" : "";
    return "<span class=\"spread\">" + timeText(step.low) + " to " + timeText(step.high) + runs + "</span>";
  }

  std::string section(size_t i, std::string& before) const {
    const StoryStep& step = story_.steps[i];
    const PrimFunc& function = functionAt(i);
    const std::string now = print(function).text, id = "step" + std::to_string(i);
    const std::string after = i == 0 ? " as written" : " after step " + std::to_string(i);
    std::string text = "<section class=\"step\" id=\"" + id + "\"" + (i % 2 == 0 ? " data-sheet" : "") +
                       " aria-labelledby=\"" + id + "-name\"><div class=\"panel\"><h2 id=\"" + id +
                       "-name\"><a class=\"n\" href=\"#" + id + "\">" + std::to_string(i) + "</a>" + name(i);
    if (step.ms && !story_.blanks) text += " <span class=\"dim\">" + time(step) + "</span>";
    text += check(step) + "</h2>\n";
    if (!step.lost.empty()) text += "<p class=\"lost\">not carried out: " + htmlText(step.lost) + "</p>\n";
    if (!step.proved.empty() && !story_.blanks) text += "<p class=\"proved\">✓ " + htmlText(step.proved) + "</p>\n";
    if (!step.note.empty() && !story_.blanks) text += "<p class=\"note\">" + htmlText(step.note) + "</p>\n";
    text += prose(i) + "<div class=\"both\">" + htmlTree(function, i > 0 ? &functionAt(i - 1) : nullptr) + "<div>";
    if (i > 0)
      text += now == before ? "<p class=\"dim\">this function is unchanged</p>\n"
                            : storyDiff(before, now, "Changes of step " + std::to_string(i));
    else
      text += storyCode(now, "Program as written");
    text += "</div></div>\n";
    if (i > 0) text += details(id + "-program", "Program", now, "Program" + after);
    if (!step.lowered.empty()) text += details(id + "-lowered", "Lowered code", step.lowered, "Lowered code" + after);
    before = now;
    return text + "</div></section>\n";
  }

  const Story& story_;
  double slowest_ = 0;
};

}  // namespace

std::string toHtml(const Story& story) { return Page(story).write(); }

}  // namespace lw
