#include "app/shared/pages/state_page.h"
#include "core/support/text.h"

#include <algorithm>

namespace lw {
namespace {

constexpr const char* kStyle = R"(
html,body{height:100%}body{display:flex;flex-direction:column;font-size:14px}
header{padding:14px 18px 10px;display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 16px}h1{font-size:20px}h2{font-size:14px;margin:0}
main{flex:1;min-height:0;display:grid;gap:8px;padding:0 10px 8px;grid-template-columns:minmax(0,11fr) minmax(0,9fr) minmax(0,12fr);grid-template-rows:minmax(0,3fr) minmax(0,2fr)}
.pane{background:var(--panel);border:1px solid var(--line);border-radius:8px;display:flex;flex-direction:column;min-height:0;min-width:0}
.pane>h2{display:flex;align-items:center;gap:6px;min-height:38px;padding:3px 12px;border-bottom:1px solid var(--line)}
.body{overflow:auto;flex:1;min-height:0;padding:8px}.body .code{border:0;padding:0;overflow:visible}.body .l::before{width:2.4em;margin-right:1em;text-align:right}.body .l{padding:0 10px 0 4px}.pane.text .body{padding:8px 0}.body>p{padding:4px}
.body .box{min-width:fit-content}.body .block{min-width:190px}.body .box>p:first-child{flex-wrap:nowrap;white-space:nowrap}.body .work{flex:0 1 74px;min-width:20px}
.switch,select{font:inherit;font-weight:400;color:var(--dim);background:none;border:1px solid transparent;border-radius:6px;padding:2px 8px;cursor:pointer}
.switch[aria-pressed=true]{background:var(--raised);border-color:var(--line);color:var(--text)}select{margin-left:auto;max-width:70%;color:var(--text);background:var(--raised);border-color:var(--line)}
:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
[data-k],[data-made]{cursor:pointer}.l.over,b.over{background:var(--raised)}.l.on{background:var(--selection)}.box.sel{outline:2px solid var(--accent);outline-offset:-1px;background:var(--selection)}.box.over{border-color:var(--accent)}
.l b{font-weight:inherit;border-bottom:1px dotted var(--dim)}.l b.on{background:var(--selection);border-bottom:2px solid var(--accent)}.l.part.on{background:none}
ol{list-style:none;margin:0;padding:0}li{padding:4px 6px;border-radius:6px;border-bottom:1px solid var(--line)}li:last-child{border:0}li.on{background:var(--selection)}li>p:first-child{display:flex;gap:8px;align-items:baseline}li code{overflow-wrap:anywhere}
li .time{margin-left:auto;white-space:nowrap}li .dim{font-size:13px}.remark{border-left:3px solid var(--accent);padding-left:8px;white-space:pre-wrap}.remark.bad{border-color:var(--reduce)}.remark.proved{border-color:var(--vectorized)}
table{border-collapse:collapse;width:100%}th{font-weight:500;color:var(--dim)}th,td{padding:4px 8px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}td.v,th.v{text-align:right;font-variant-numeric:tabular-nums}tr.here{background:var(--raised);font-weight:600}
svg{display:block;width:100%;height:calc(100% - 30px);min-height:170px}svg text{font:11.5px Inter,system-ui,sans-serif;fill:var(--text)}svg text.dim{fill:var(--dim)}svg .grid{stroke:var(--line)}svg .roof{stroke:var(--parallel);stroke-width:2}svg .other{stroke:var(--dim);stroke-dasharray:3 3}svg .spread{stroke:var(--text)}svg .run{fill:var(--accent)}svg circle.here{fill:var(--vectorized)}svg .wrong{fill:var(--reduce)}svg .ring{fill:none;stroke:var(--vectorized);stroke-width:1.6}
details{padding:4px 6px}summary{cursor:pointer;color:var(--dim)}pre{margin:6px 0;overflow-x:auto}
footer{padding:0 20px 8px;color:var(--dim);min-height:30px}footer code{color:var(--accent)}
main.plain{grid-template-rows:minmax(0,5fr) minmax(0,2fr)}main.plain #trace{grid-column:1/-1}main.plain ol{columns:34em}main.plain li{break-inside:avoid}
@media(max-width:980px){html,body{height:auto}main{grid-template-columns:minmax(0,1fr);grid-template-rows:none}.body{max-height:72vh}footer{position:sticky;bottom:0;background:var(--window);padding-top:6px}}
@media print{html,body{height:auto;background:none}main{display:block}.pane{margin-bottom:12px}.body{max-height:none;overflow:visible}select,.switch[aria-pressed=false]{display:none}}
)";

// One selection for all panes: a loop or block with everything below it. It is part of the address, and so is the
// stage, so that a link leads to what its sender saw.
constexpr const char* kScript = R"(
(function(){
function all(s,e){return [].slice.call((e||document).querySelectorAll(s))}
var said=document.getElementById("said"),hint=said.innerHTML,stage=document.getElementById("stage"),boxes={},now=[];
all(".box[data-k]").forEach(function(b){boxes[b.dataset.k]=b});
function keysOf(e){return (e.dataset.k||"").split(" ")}
function below(keys){var on={};keys.forEach(function(k){on[k]=1;if(boxes[k])all("[data-k]",boxes[k]).forEach(function(b){on[b.dataset.k]=1})});return on}
function seen(e){return e.offsetParent!==null}
function reveal(pane){var body=pane.querySelector(".body"),at=all(".l.on,.box.sel",body).filter(seen)[0];if(!at)return;
var b=body.getBoundingClientRect(),r=at.getBoundingClientRect();if(r.top<b.top||r.top>b.bottom-40)body.scrollTop+=r.top-b.top-60}
function words(k){var b=boxes[k];if(!b)return "";var p=b.querySelector("p"),e=p.querySelector(".extent"),c=p.querySelector(".chip");
var name=document.createElement("code");name.textContent=p.querySelector("code,b").textContent;
var made=all("[data-made]").filter(function(s){return s.dataset.made.split(" ").indexOf(k)>=0}).map(function(s){return s.dataset.step});
return (e?"Loop ":"Block ")+name.outerHTML+(e?": "+e.textContent+" iterations, "+c.textContent:"")+(made.length?"; made or changed by "+(made.length>1?"steps ":"step ")+made.join(", "):"; as written")}
function tell(){var shown=all(".stage").filter(seen)[0],on=shown?all(".l.on",shown).length:0;
said.innerHTML=now.length===0?hint:now.length===1?words(now[0])+(shown?". "+on+(on===1?" line":" lines")+" of this stage. Esc clears the selection.":""):now.length+" loops and blocks."}
function keep(){try{history.replaceState(null,"","#"+now.join(",")+(stage?";"+stage.value:""))}catch(e){}}
function show(keys,from){now=keys;var on=below(keys);
all(".l[data-k],.l b").forEach(function(e){var k=keysOf(e);e.classList.toggle("on",k.some(function(x){return on[x]}));e.classList.toggle("part",e.matches(".l")&&e.querySelector("b")&&!k.every(function(x){return on[x]}))});
for(var k in boxes)boxes[k].classList.toggle("sel",keys.indexOf(k)>=0);
all("li[data-made]").forEach(function(e){e.classList.toggle("on",keys.length>0&&e===from)});
all(".pane").forEach(function(p){if(!from||!p.contains(from))reveal(p)});tell();keep()}
function choose(name){all(".stage").forEach(function(s){s.hidden=s.dataset.name!==name});stage.value=name;reveal(document.getElementById("lowered"));tell();keep()}
function target(e){var t=e.target.closest("li[data-made]");if(t)return {from:t,keys:t.dataset.made?t.dataset.made.split(" "):[]};
t=e.target.closest("[data-k]");if(!t)return null;var k=keysOf(t),whole=t.querySelector("b")||k.some(function(x){return x[0]==="b"});
return {from:t,keys:whole?k.slice(0,1):k}}
document.addEventListener("click",function(e){var t=target(e);if(t&&String(getSelection())==="")show(t.keys,t.from)});
document.addEventListener("mouseover",function(e){var t=target(e),on={};(t?t.keys:[]).forEach(function(k){on[k]=1});
all("[data-k]").forEach(function(x){x.classList.toggle("over",keysOf(x).some(function(k){return on[k]}))})});
document.addEventListener("keydown",function(e){if(e.key==="Escape")show([]);
if((e.key==="Enter"||e.key===" ")&&e.target.matches(".box,li")){var t=target(e);if(t){show(t.keys,t.from);e.preventDefault()}}});
all(".switch").forEach(function(b){b.addEventListener("click",function(){all(".switch").forEach(function(o){var own=o===b;o.setAttribute("aria-pressed",own);document.getElementById(o.dataset.of).hidden=!own});reveal(document.getElementById("program"))})});
if(stage)stage.addEventListener("change",function(){choose(stage.value)});
var link=decodeURIComponent(location.hash.slice(1)).split(";");
if(stage&&link[1]&&all(".stage").some(function(s){return s.dataset.name===link[1]}))choose(link[1]);
show(link[0]?link[0].split(",").filter(function(k){return boxes[k]}):[]);
})();
)";

std::string quoted(const std::string& name, const std::string& value) {
  return " " + name + "=\"" + htmlText(value) + "\"";
}

std::string joined(const std::vector<std::string>& list) { return join(list, " "); }

std::string pane(const char* id, const char* kind, const std::string& head, const std::string& body) {
  return std::string("<section id=\"") + id + "\" class=\"pane" + kind + "\"><h2>" + head +
         "</h2><div class=\"body\">" + body + "</div></section>\n";
}

std::string program(const StatePage& page) {
  if (page.written.text.empty()) return pane("program", " text", "Program", htmlCode(page.scheduled));
  return pane("program", " text",
              "Program <button class=\"switch\" data-of=\"scheduled\" aria-pressed=\"true\">Scheduled</button><button "
              "class=\"switch\" data-of=\"written\" aria-pressed=\"false\">Written</button>",
              "<div id=\"scheduled\">" + htmlCode(page.scheduled) + "</div><div id=\"written\" hidden>" +
                  htmlCode(page.written) + "</div>");
}

// The boxes can be reached with the keyboard.
std::string focusable(std::string tree) {
  for (size_t at = 0; (at = tree.find("<div class=\"box ", at)) != std::string::npos; at += 5)
    tree.insert(at + 4, " tabindex=\"0\"");
  return tree;
}

std::string lowered(const StatePage& page) {
  std::string choices, texts;
  for (const PageText& stage : page.stages) {
    const bool shown = stage.name == page.stage;
    choices += "<option" + quoted("value", stage.name) + quoted("title", stage.help) + (shown ? " selected" : "") +
               ">" + htmlText(stage.label.empty() ? stage.name : stage.label) + (stage.changed ? "" : " (unchanged)") +
               "</option>";
    texts += "<div class=\"stage\"" + quoted("data-name", stage.name) + (shown ? "" : " hidden") + ">" +
             htmlCode(stage) + "</div>\n";
  }
  if (page.stages.empty()) return pane("lowered", "", "Lowered", "<p class=\"dim\">There are no lowered stages.</p>");
  return pane("lowered", " text", "Lowered <select id=\"stage\" aria-label=\"Stage\">" + choices + "</select>", texts);
}

std::string step(const PageStep& step, size_t number) {
  const bool source = number == 0;
  std::string text = "<li";
  if (!source)
    text += quoted("data-step", std::to_string(number)) + quoted("data-made", joined(step.made)) + " tabindex=\"0\"";
  text += "><p><span class=\"n\">" + std::to_string(number) + "</span><code>" +
          htmlText(source ? "as written" : step.call) + "</code>";
  if (!step.time.empty() || !step.check.empty())
    text += "<span class=\"time" + std::string(step.wrong ? " bad" : "") + "\">" + htmlText(step.time) +
            (step.check.empty() ? "" : " " + htmlText(step.check)) + "</span>";
  text += "</p>";
  if (!step.problem.empty()) text += "<p class=\"remark bad\">Not carried out: " + htmlText(step.problem) + "</p>";
  if (!step.proved.empty()) text += "<p class=\"remark proved\">✓ " + htmlText(step.proved) + "</p>";
  if (!step.note.empty()) text += "<p class=\"remark\">" + htmlText(step.note) + "</p>";
  if (!step.prose.empty()) text += "<p class=\"dim\">" + htmlText(joined(step.prose)) + "</p>";
  return text + "</li>\n";
}

std::string trace(const StatePage& page) {
  std::string list;
  for (size_t i = 0; i < page.steps.size(); ++i) list += step(page.steps[i], i);
  if (!page.python.empty()) {
    HtmlHighlighter colours(TextLanguage::Script);
    std::string text;
    for (size_t at = 0; at < page.python.size();) {
      const size_t end = std::min(page.python.find('\n', at), page.python.size());
      text += colours.line(std::string_view(page.python).substr(at, end - at)) + "\n";
      at = end + 1;
    }
    list += "</ol><details><summary>Trace as Python</summary><pre><code>" + text + "</code></pre></details>";
    return pane("trace", "", "Trace", "<ol>" + list);
  }
  return pane("trace", "", "Trace", "<ol>" + list + "</ol>");
}

std::string runs(const StatePage& page) {
  const std::string& target = page.runs.front().target;
  const bool same =
      std::all_of(page.runs.begin(), page.runs.end(), [&](const PageRun& run) { return run.target == target; });
  std::string rows;
  for (const PageRun& run : page.runs)
    rows += std::string("<tr") + (run.here ? " class=\"here\"" : "") + "><td>" + htmlText(run.label) +
            "</td><td class=\"v" + (run.wrong ? " bad" : "") + "\">" + htmlText(run.time) + "</td><td class=\"v\">" +
            htmlText(run.gflops) + "</td><td class=\"" + (run.wrong ? "bad" : "good") + "\">" + htmlText(run.check) +
            "</td><td class=\"v\">" + htmlText(run.reference) + "</td><td>" + htmlText(run.spread) + "</td>" +
            (same ? "" : "<td>" + htmlText(run.target) + "</td>") + "</tr>\n";
  return pane(
      "run", "", "Run",
      "<table><tr><th>State</th><th class=\"v\">Median</th><th class=\"v\">GFLOP/s</th><th>Result</th><th "
      "class=\"v\">Reference</th><th>Interval of the median</th>" +
          std::string(same ? "" : "<th>Target</th>") + "</tr>\n" + rows + "</table>" +
          (same ? "<p class=\"dim\">" + htmlText(target) + "</p>" : "") +
          (page.compared.empty() ? ""
                                 : "<p class=\"dim\">✓: the result is that of " + htmlText(page.compared) + ".</p>"));
}

}  // namespace

std::string toHtml(const StatePage& page) {
  const std::string plot = htmlRoofline(page.roofline);
  const bool plain = page.runs.empty();
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width\">\n<title>" +
         htmlText(page.title) + "</title>\n<style>" + std::string(htmlStyle()) + kStyle +
         "</style>\n<noscript><style>[hidden]{display:block!important}</style></noscript>\n</"
         "head>\n<body>\n<header><h1>" +
         htmlText(page.title) + "</h1><p class=\"facts\">" + htmlText(page.facts + (plain ? ", not run" : "")) +
         "</p></header>\n<main" + (plain ? " class=\"plain\"" : "") + ">\n" + program(page) +
         pane("tree", "", "Loop tree", focusable(page.tree)) + lowered(page) + trace(page) + (plain ? "" : runs(page)) +
         (plain ? ""
                : pane("roofline", "", "Roofline",
                       plot.empty() ? "<p class=\"dim\">The roofline is shown for runs on the processor.</p>" : plot)) +
         "</main>\n<footer id=\"said\">Click a loop, a block or a line: what it became is marked in all panes. A click "
         "on a step marks what it made.</footer>\n<script>" +
         kScript + "</script>\n</body>\n</html>\n";
}

}  // namespace lw
