#include "core/trace/storyboard.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/analysis/cost/roofline.h"
#include "core/schedule/support/provenance.h"
#include "core/support/text.h"
#include "core/text/diff.h"
#include "core/text/print/printer.h"
#include "core/trace/html_code.h"

namespace lw {
namespace {

constexpr int kContext = 3;  // unchanged lines shown around a change
constexpr int kLeastFolded = 4;
constexpr double kSmallChange = 0.05;  // share below which a change of traffic or time is not mentioned

constexpr const char* kStyle = R"(
header,nav,section{max-width:1320px;margin:0 auto 18px;padding:0 20px}header{padding-top:32px}
.steps{width:100%;border-collapse:collapse}.steps td{padding:5px 8px;border-bottom:1px solid var(--line)}.steps tr:last-child td{border:0}
.steps a{color:inherit;text-decoration:none}.steps a:hover code{text-decoration:underline}
.time{white-space:nowrap;width:34%}.bar{display:inline-block;vertical-align:middle;height:8px;min-width:3px;border-radius:4px;background:var(--accent);margin-right:10px}.bar.wrong{background:var(--reduce)}
.lost{border-left:4px solid var(--reduce);padding:2px 12px;margin:0 0 12px}.prose{margin:0 0 12px;max-width:70em}.prose code{color:var(--accent)}
.note{border-left:4px solid var(--accent);padding:2px 12px;margin:0 0 12px;white-space:pre-wrap}
.both{display:grid;grid-template-columns:minmax(300px,2fr) minmax(0,3fr);gap:18px;align-items:start}@media(max-width:860px){.both{grid-template-columns:minmax(0,1fr)}}
.add{background:var(--added)}.del{background:var(--removed)}.add ins{background:var(--addedword)}.del del{background:var(--removedword)}ins,del{text-decoration:none;border-radius:3px}
.indented{box-shadow:inset 3px 0 var(--line)}.moved{opacity:.75}
summary{color:var(--dim);cursor:pointer;padding:1px 12px;font:13px/1.5 Inter,system-ui,sans-serif}
@media print{section{break-inside:avoid}body{background:none}}
)";

// The arrow keys go from step to step.
constexpr const char* kScript = R"(
addEventListener("keydown",function(e){var by=e.key==="ArrowRight"?1:e.key==="ArrowLeft"?-1:0;if(!by)return;
var all=[].slice.call(document.querySelectorAll("section")),at=0;all.forEach(function(s,i){if(s.getBoundingClientRect().top<innerHeight/3)at=i});
all[Math.max(0,Math.min(all.length-1,at+by))].scrollIntoView();e.preventDefault()});
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

// Times whose intervals overlap are not compared.
std::string changeText(const StoryStep& before, const StoryStep& now) {
  const bool known = before.high > 0 && now.high > 0;
  if (!known || (before.low <= now.high && now.low <= before.high)) return "The times do not differ measurably.";
  const bool faster = *now.ms < *before.ms;
  const double ratio = faster ? *before.ms / *now.ms : *now.ms / *before.ms;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f times as %s as before.",
                ratio >= 10  ? 0
                : ratio >= 2 ? 1
                             : 2,
                ratio, faster ? "fast" : "slow");
  return text;
}

std::string line(const char* kind, int number, const std::string& html) {
  return std::string("<div class=\"l") + kind + "\" data-n=\"" + std::to_string(number + 1) + "\">" +
         (html.empty() ? " " : html) + "</div>\n";
}

// The marks of the words that the other line lacks.
std::vector<HtmlMark> wordMarks(const DiffLine& diff, const std::string& tag) {
  std::vector<HtmlMark> marks;
  for (const Span& word : diff.words) marks.push_back({word, "<" + tag + ">", "</" + tag + ">"});
  return marks;
}

std::string codeHtml(const std::string& text) {
  std::string out = "<div class=\"code\">";
  HtmlHighlighter colours(HtmlLanguage::Script);
  const std::vector<std::string_view> lines = linesOf(text);
  for (size_t i = 0; i < lines.size(); ++i)
    if (i + 1 < lines.size() || !lines[i].empty()) out += line("", static_cast<int>(i), colours.line(lines[i]));
  return out + "</div>\n";
}

std::string diffHtml(const std::string& before, const std::string& after) {
  const std::vector<DiffLine> diff = diffLines(before, after);
  const std::vector<std::string_view> old = linesOf(before), now = linesOf(after);
  const int count = static_cast<int>(diff.size());
  std::vector<bool> shown(diff.size(), false);
  for (int i = 0; i < count; ++i)
    if (diff[static_cast<size_t>(i)].kind != DiffLine::Kind::Same)
      for (int k = std::max(0, i - kContext); k <= std::min(count - 1, i + kContext); ++k)
        shown[static_cast<size_t>(k)] = true;
  HtmlHighlighter coloursBefore(HtmlLanguage::Script), colours(HtmlLanguage::Script);
  std::string out = "<div class=\"code\">";
  for (int i = 0; i < count;) {
    int end = i;
    while (end < count && !shown[static_cast<size_t>(end)]) ++end;
    const bool fold = end - i >= kLeastFolded;
    if (fold) out += "<details><summary>" + std::to_string(end - i) + " unchanged lines</summary>\n";
    for (const int to = std::max(end, i + 1); i < to; ++i) {
      const DiffLine& d = diff[static_cast<size_t>(i)];
      switch (d.kind) {
        case DiffLine::Kind::Same:
          coloursBefore.line(old[static_cast<size_t>(d.before)]);
          out += line(d.reindented ? " indented" : "", d.after, colours.line(now[static_cast<size_t>(d.after)]));
          break;
        case DiffLine::Kind::Added:
          out += line(d.moved < 0 ? " add" : " add moved", d.after,
                      colours.line(now[static_cast<size_t>(d.after)], wordMarks(d, "ins")));
          break;
        case DiffLine::Kind::Removed:
          out += line(d.moved < 0 ? " del" : " del moved", d.before,
                      coloursBefore.line(old[static_cast<size_t>(d.before)], wordMarks(d, "del")));
          break;
      }
    }
    if (fold) out += "</details>\n";
  }
  return out + "</div>\n";
}

class Page {
 public:
  explicit Page(const Story& story) : story_(story) {
    for (const StoryStep& step : story.steps) slowest_ = std::max(slowest_, step.ms.value_or(0));
  }

  std::string write() const {
    std::string text =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width\">\n<title>" +
        htmlText(story_.title) + "</title>\n<style>" + std::string(htmlStyle()) + kStyle +
        "</style>\n</head>\n<body>\n";
    text += "<header><h1>" + htmlText(story_.title) + "</h1><p class=\"facts\">" + htmlText(facts()) +
            "</p></header>\n" + contents();
    std::string before;
    for (size_t i = 0; i < story_.steps.size(); ++i) text += section(i, before);
    return text + "<script>" + kScript + "</script>\n</body>\n</html>\n";
  }

 private:
  std::string facts() const {
    const size_t steps = story_.steps.empty() ? 0 : story_.steps.size() - 1;
    std::string text = std::to_string(steps) + (steps == 1 ? " step" : " steps");
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

  std::string name(size_t i) const { return story_.steps[i].title.empty() ? "as written" : story_.steps[i].title; }

  std::string check(const StoryStep& step) const {
    if (!step.right) return {};
    if (!*step.right) return " <span class=\"bad\">✗ wrong result</span>";
    return " <span class=\"good\">✓ " + (step.reference.empty() ? "right" : "as " + htmlText(step.reference)) +
           "</span>";
  }

  std::string contents() const {
    std::string text = "<nav class=\"contents\"><div class=\"panel\"><table class=\"steps\">\n";
    for (size_t i = 0; i < story_.steps.size(); ++i) {
      const StoryStep& step = story_.steps[i];
      text += "<tr><td><a href=\"#step" + std::to_string(i) + "\"><span class=\"n\">" + std::to_string(i) +
              "</span><code>" + htmlText(name(i)) + "</code></a></td>";
      if (slowest_ > 0) {
        const std::string width = std::to_string(std::lround(55 * step.ms.value_or(0) / slowest_));
        text += "<td class=\"time\">" +
                (step.ms ? "<span class=\"bar" + std::string(isWrong(step) ? " wrong" : "") +
                               "\" style=\"width:" + width + "%\"></span>" + time(step)
                         : std::string()) +
                check(step) + "</td>";
      }
      text += "</tr>\n";
    }
    return text + "</table></div></nav>\n";
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
    std::string text =
        join(story_.steps[i].prose, [&](const std::string& sentence) { return htmlText(sentence); }, " ");
    if (const std::string estimated = traffic(i); !estimated.empty()) addItem(text, estimated, " ");
    const StoryStep& step = story_.steps[i];
    if (i > 0 && step.ms && story_.steps[i - 1].ms && !isWrong(step) && !isWrong(story_.steps[i - 1]))
      addItem(text, changeText(story_.steps[i - 1], step), " ");
    return text.empty() ? text : "<p class=\"prose\">" + text + "</p>\n";
  }

  std::string section(size_t i, std::string& before) const {
    const StoryStep& step = story_.steps[i];
    const PrimFunc& function = functionAt(i);
    const std::string now = print(function).text;
    std::string text = "<section id=\"step" + std::to_string(i) + "\"><div class=\"panel\"><h2><span class=\"n\">" +
                       std::to_string(i) + "</span><code>" + htmlText(name(i)) + "</code>";
    if (step.ms) text += " <span class=\"dim\">" + time(step) + "</span>";
    text += check(step) + "</h2>\n";
    if (!step.lost.empty()) text += "<p class=\"lost\">not carried out: " + htmlText(step.lost) + "</p>\n";
    if (!step.note.empty()) text += "<p class=\"note\">" + htmlText(step.note) + "</p>\n";
    text += prose(i) + "<div class=\"both\">" + htmlTree(function);
    if (i == 0)
      text += codeHtml(now);
    else
      text += now == before ? "<p class=\"dim\">this function is unchanged</p>\n" : diffHtml(before, now);
    before = now;
    return text + "</div></div></section>\n";
  }

  const Story& story_;
  double slowest_ = 0;
};

}  // namespace

std::vector<StoryStep> storyOf(const Schedule& schedule, const std::vector<StepGroup>& groups) {
  std::vector<StoryStep> steps{{"", schedule.source()}};
  const auto tell = [&](int from, int to) {
    steps.back().prose = proseOf(schedule, from, to);
    steps.back().from = from, steps.back().to = to;
  };
  auto group = groups.begin();
  for (int i = 0; i < schedule.stepCount(); ++i) {
    while (group != groups.end() && group->first < i) ++group;
    if (group != groups.end() && group->first == i) {
      i += group->count - 1;
      steps.push_back({group->title, schedule.programAfter(i)});
      tell(group->first, i + 1);
      continue;
    }
    const Instruction& step = schedule.step(i);
    if (step.primitive->query) continue;
    steps.push_back({callText(schedule.prefix(i), step), schedule.programAfter(i)});
    tell(i, i + 1);
  }
  return steps;
}

std::vector<std::string> proseOf(const Schedule& schedule, int from, int to) {
  std::vector<std::string> sentences;
  int count = 0;
  for (int i = from; i < to; ++i) {
    const Primitive& primitive = *schedule.step(i).primitive;
    if (primitive.query) continue;
    ++count;
    if (std::find(sentences.begin(), sentences.end(), primitive.summary) == sentences.end())
      sentences.push_back(primitive.summary);
  }
  if (count > 1) sentences.insert(sentences.begin(), std::to_string(count) + " steps:");
  const Schedule after = schedule.prefix(to);
  const Selection made = madeBySteps(after, from, to);
  std::string names;
  std::set<std::string> seen;
  const auto add = [&](const std::string& name) {
    if (seen.insert(name).second) addItem(names, name);
  };
  for (const LoopId loop : made.loops) add(after.program().loop(loop).var.name());
  for (const BlockId block : made.blocks) add(after.program().block(block).name);
  if (!names.empty()) sentences.push_back("Made or changed: " + names + ".");
  return sentences;
}

std::string toHtml(const Story& story) { return Page(story).write(); }

}  // namespace lw
