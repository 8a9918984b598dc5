#include "core/trace/storyboard.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/text/diff.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr int kContext = 3;  // unchanged lines shown around a change
constexpr int kLeastFolded = 4;

constexpr const char* kStyle = R"(
:root{color-scheme:light dark;--window:#eceef2;--panel:#fff;--raised:#f5f6f9;--line:#d9dde5;--text:#1d2330;--dim:#586274;--serial:#586274;--parallel:#8c5400;--vectorized:#0b6e4b;--unrolled:#7440c9;--reduce:#b92f26;--accent:#195fcc;--added:#dff3e6;--addedword:#a9ddbd;--removed:#fbe4e2;--removedword:#f2b8b3}
@media(prefers-color-scheme:dark){:root{--window:#16181d;--panel:#1c1f26;--raised:#242833;--line:#2f3441;--text:#e4e7ee;--dim:#9aa3b5;--serial:#9aa3b5;--parallel:#e0a33a;--vectorized:#46b98a;--unrolled:#bb96f7;--reduce:#f58a82;--accent:#68a5ff;--added:#16352a;--addedword:#22654a;--removed:#402326;--removedword:#7a3a3b}}
*{box-sizing:border-box}body{margin:0;background:var(--window);color:var(--text);font:15px/1.5 Inter,system-ui,sans-serif}
header,nav,section{max-width:1320px;margin:0 auto 18px;padding:0 20px}header{padding-top:32px}
h1{font-size:26px;margin:0}h2{font-size:17px;margin:0 0 10px;font-weight:600}p{margin:0}code,.code{font:13px/1.55 "JetBrains Mono",ui-monospace,monospace}
.dim,.facts{color:var(--dim)}.panel{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:16px 18px}
.steps{width:100%;border-collapse:collapse}.steps td{padding:5px 8px;border-bottom:1px solid var(--line)}.steps tr:last-child td{border:0}
.steps a{color:inherit;text-decoration:none}.steps a:hover code{text-decoration:underline}.n{color:var(--dim);padding-right:10px;font-variant-numeric:tabular-nums}
.time{white-space:nowrap;width:34%}.bar{display:inline-block;vertical-align:middle;height:8px;min-width:3px;border-radius:4px;background:var(--accent);margin-right:10px}.bar.wrong{background:var(--reduce)}
.good{color:var(--vectorized)}.bad{color:var(--reduce)}.lost{border-left:4px solid var(--reduce);padding:2px 12px;margin:0 0 12px}
.note{border-left:4px solid var(--accent);padding:2px 12px;margin:0 0 12px;white-space:pre-wrap}
.both{display:grid;grid-template-columns:minmax(300px,2fr) minmax(0,3fr);gap:18px;align-items:start}@media(max-width:860px){.both{grid-template-columns:minmax(0,1fr)}}
.box{background:var(--raised);border:1px solid var(--line);border-left:4px solid var(--kind);border-radius:6px;padding:5px 0 5px 10px;margin:5px 7px 5px 0}
.tree>.box{margin-right:0}.tree>.box:first-child{margin-top:0}.box>p{padding:1px 9px 1px 0;display:block}.serial{--kind:var(--serial)}.reduce{--kind:var(--reduce)}.parallel{--kind:var(--parallel)}.vectorized{--kind:var(--vectorized)}.unrolled{--kind:var(--unrolled)}
.block{border:1px dashed var(--accent);--kind:var(--accent)}.block code{overflow-wrap:anywhere}.name{color:var(--accent)}.extent{color:var(--dim)}.chip{border:1px solid var(--kind);color:var(--kind);border-radius:9px;padding:0 8px;font-size:12px}
.work{float:right;width:74px;height:7px;border-radius:4px;background:var(--line);margin-top:9px}.work span{display:block;height:100%;border-radius:4px;background:var(--accent)}
.code{overflow-x:auto;border:1px solid var(--line);border-radius:6px;padding:8px 0}.l{white-space:pre;padding:0 12px;min-width:max-content}.l::before{content:attr(data-n);display:inline-block;width:3.2em;color:var(--dim);user-select:none}
.add{background:var(--added)}.del{background:var(--removed)}.add ins{background:var(--addedword)}.del del{background:var(--removedword)}ins,del{text-decoration:none;border-radius:3px}
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

std::string line(const char* kind, int number, const std::string& html) {
  return std::string("<div class=\"l") + kind + "\" data-n=\"" + std::to_string(number + 1) + "\">" +
         (html.empty() ? " " : html) + "</div>\n";
}

// The line, with the words marked that the other line lacks.
std::string marked(std::string_view text, const DiffLine& diff, const char* tag) {
  std::string out;
  size_t from = 0;
  for (const Span& word : diff.words) {
    out += htmlText(text.substr(from, word.begin - from)) + "<" + tag + ">" +
           htmlText(text.substr(word.begin, word.end - word.begin)) + "</" + tag + ">";
    from = word.end;
  }
  return out + htmlText(text.substr(from));
}

std::string codeHtml(const std::string& text) {
  std::string out = "<div class=\"code\">";
  const std::vector<std::string_view> lines = linesOf(text);
  for (size_t i = 0; i < lines.size(); ++i)
    if (i + 1 < lines.size() || !lines[i].empty()) out += line("", static_cast<int>(i), htmlText(lines[i]));
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
          out += line("", d.after, htmlText(now[static_cast<size_t>(d.after)]));
          break;
        case DiffLine::Kind::Added:
          out += line(" add", d.after, marked(now[static_cast<size_t>(d.after)], d, "ins"));
          break;
        case DiffLine::Kind::Removed:
          out += line(" del", d.before, marked(old[static_cast<size_t>(d.before)], d, "del"));
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
        htmlText(story_.title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n";
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

  std::string section(size_t i, std::string& before) const {
    const StoryStep& step = story_.steps[i];
    const PrimFunc& function = step.program.function(std::min(story_.function, step.program.functionCount() - 1));
    const std::string now = print(function).text;
    std::string text = "<section id=\"step" + std::to_string(i) + "\"><div class=\"panel\"><h2><span class=\"n\">" +
                       std::to_string(i) + "</span><code>" + htmlText(name(i)) + "</code>";
    if (step.ms) text += " <span class=\"dim\">" + time(step) + "</span>";
    text += check(step) + "</h2>\n";
    if (!step.lost.empty()) text += "<p class=\"lost\">not carried out: " + htmlText(step.lost) + "</p>\n";
    if (!step.note.empty()) text += "<p class=\"note\">" + htmlText(step.note) + "</p>\n";
    text += "<div class=\"both\">" + htmlTree(function);
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

std::string htmlText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::vector<StoryStep> storyOf(const Schedule& schedule, const std::vector<StepGroup>& groups) {
  std::vector<StoryStep> steps{{"", schedule.source()}};
  auto group = groups.begin();
  for (int i = 0; i < schedule.stepCount(); ++i) {
    while (group != groups.end() && group->first < i) ++group;
    if (group != groups.end() && group->first == i) {
      i += group->count - 1;
      steps.push_back({group->title, schedule.programAfter(i)});
      continue;
    }
    const Instruction& step = schedule.step(i);
    if (step.primitive->query) continue;
    const Schedule before = schedule.prefix(i);
    Arguments args;
    for (const StepValue& value : step.args) {
      const Result<StepValue> resolved = before.resolve(value);
      args.push_back(resolved ? *resolved : value);
    }
    steps.push_back({callText(before.program(), *step.primitive, args), schedule.programAfter(i)});
  }
  return steps;
}

std::string toHtml(const Story& story) { return Page(story).write(); }

}  // namespace lw
