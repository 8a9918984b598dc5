#include "app/shared/pages/model_page.h"

#include <algorithm>
#include <cstdio>

#include "core/support/text.h"
#include "core/text/print/printer.h"
#include "core/trace/html_code.h"
#include "passes/graph/plan_memory.h"

namespace lw {
namespace {

constexpr const char* kStyle =
    R"(:root{--text:#1d2329;--soft:#66717c;--back:#fff;--box:#eef2f6;--line:#c4ccd4;--accent:#2f6fb0}
@media (prefers-color-scheme:dark){:root{--text:#dde3e9;--soft:#93a0ac;--back:#1b1f24;--box:#272d34;--line:#46505a;--accent:#7fb2e5}}
body{margin:2em auto;max-width:70em;padding:0 1em;font:15px/1.5 sans-serif;color:var(--text);background:var(--back)}
table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;border-bottom:1px solid var(--line)}
td.number{text-align:right}pre{overflow-x:auto;padding:1em;background:var(--box)}svg{max-width:100%}
svg text{font:12px sans-serif;fill:var(--text)}svg .box{fill:var(--box);stroke:var(--line)}
svg .bar{fill:var(--accent);fill-opacity:.45;stroke:var(--accent)}svg .edge{fill:none;stroke:var(--soft)}
)";

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

const ModelBuffer& bufferAt(const ModelProgram& program, int b) { return program.buffers[static_cast<size_t>(b)]; }

std::string described(const ModelProgram& program, const std::vector<int>& buffers) {
  std::string text;
  for (const int b : buffers) {
    const ModelBuffer& buffer = bufferAt(program, b);
    addItem(text, buffer.name + ": " + toString(buffer.type) + graph::toText(buffer.shape));
  }
  return htmlText(text);
}

// One box for each call, from top to bottom; a curve from each call to those that read what it wrote.
std::string graphPicture(const ModelProgram& program) {
  constexpr int kRow = 44, kWidth = 320, kHeight = 28;
  std::string edges, boxes;
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const auto y = static_cast<int>(s) * kRow + 4;
    boxes += "<rect class=\"box\" x=\"4\" y=\"" + std::to_string(y) + "\" width=\"" + std::to_string(kWidth) +
             "\" height=\"" + std::to_string(kHeight) + "\" rx=\"4\"/><text x=\"14\" y=\"" + std::to_string(y + 19) +
             "\">" + htmlText(program.steps[s].result + " = " + program.steps[s].callee) + "</text>\n";
    for (size_t t = s + 1; t < program.steps.size(); ++t) {
      const bool reads = std::any_of(program.steps[t].reads.begin(), program.steps[t].reads.end(), [&](int b) {
        const std::vector<int>& writes = program.steps[s].writes;
        return std::find(writes.begin(), writes.end(), b) != writes.end();
      });
      if (!reads) continue;
      const int from = y + kHeight / 2, to = static_cast<int>(t) * kRow + 4 + kHeight / 2;
      const int bend = kWidth + 20 + std::min(200, static_cast<int>(t - s) * 14);
      edges += "<path class=\"edge\" d=\"M" + std::to_string(kWidth + 4) + " " + std::to_string(from) + " C" +
               std::to_string(bend) + " " + std::to_string(from) + " " + std::to_string(bend) + " " +
               std::to_string(to) + " " + std::to_string(kWidth + 4) + " " + std::to_string(to) + "\"/>\n";
    }
  }
  const std::string height = std::to_string(program.steps.size() * kRow + 8);
  return "<svg viewBox=\"0 0 560 " + height + "\" width=\"560\" height=\"" + height + "\">\n" + edges + boxes +
         "</svg>\n";
}

// Offsets from bottom to top, steps from left to right: each temporary is a bar over the steps in which it lives.
std::string memoryPicture(const ModelProgram& program, const MemoryPlan& plan) {
  const double height = 240, width = 640;
  const double step = width / static_cast<double>(std::max<size_t>(1, program.steps.size()));
  std::string bars;
  for (const MemoryPlan::Place& p : plan.places) {
    const double scale = height / static_cast<double>(std::max<int64_t>(1, plan.peak));
    const double tall = static_cast<double>(p.bytes) * scale,
                 top = height - static_cast<double>(p.offset) * scale - tall;
    bars += "<rect class=\"bar\" x=\"" + number(p.first * step) + "\" y=\"" + number(top) + "\" width=\"" +
            number((p.last - p.first + 1) * step) + "\" height=\"" + number(tall) + "\"><title>" +
            htmlText(bufferAt(program, p.buffer).name) + ": " + std::to_string(p.bytes) + " bytes at " +
            std::to_string(p.offset) + "</title></rect>\n";
  }
  return "<svg viewBox=\"0 0 640 240\" width=\"640\" height=\"240\">\n" + bars + "</svg>\n";
}

std::string memorySection(const ModelProgram& program) {
  const Result<MemoryPlan> plan = program.sizes.empty() ? planMemory(program) : Result<MemoryPlan>(MemoryPlan{});
  if (!program.sizes.empty() || !plan) return "<p>The sizes are not known, so temporaries have no places.</p>\n";
  if (plan->places.empty()) return "<p>There are no temporaries.</p>\n";
  std::string rows;
  for (const MemoryPlan::Place& p : plan->places)
    rows += "<tr><td>" + htmlText(bufferAt(program, p.buffer).name) + "</td><td class=\"number\">" +
            std::to_string(p.bytes) + "</td><td class=\"number\">" + std::to_string(p.offset) +
            "</td><td class=\"number\">" + std::to_string(p.first) + "</td><td class=\"number\">" +
            std::to_string(p.last) + "</td></tr>\n";
  return "<p>The workspace has " + std::to_string(plan->peak) +
         " bytes; temporaries without shared memory would take " + std::to_string(plan->total) + ".</p>\n" +
         memoryPicture(program, *plan) +
         "<table><tr><th>Temporary</th><th>Bytes</th><th>Offset</th><th>First step</th><th>Last step</th></tr>\n" +
         rows + "</table>\n";
}

}  // namespace

std::string modelPage(const std::string& title, const ModelProgram& program) {
  std::string calls, kernels;
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const ModelStep& step = program.steps[s];
    const std::string name = htmlText(step.callee);
    calls += "<tr><td class=\"number\">" + std::to_string(s) + "</td><td>" +
             (step.kernel >= 0 ? "<a href=\"#kernel-" + std::to_string(step.kernel) + "\">" + name + "</a>" : name) +
             "</td><td>" + described(program, step.reads) + "</td><td>" + described(program, step.writes) +
             "</td></tr>\n";
  }
  for (size_t k = 0; k < program.kernels.size(); ++k)
    kernels += "<section id=\"kernel-" + std::to_string(k) + "\"><h3>" + htmlText(program.kernels[k].name) +
               "</h3><pre>" + htmlText(print(program.kernels[k]).text) + "</pre></section>\n";
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + htmlText(title) +
         "</title><style>" + kStyle + "</style></head><body>\n<h1>" + htmlText(title) + "</h1>\n<p>" +
         std::to_string(program.steps.size()) + " calls of " + std::to_string(program.kernels.size()) +
         " kernels. Parameters: " + described(program, program.inputs) +
         ". Results: " + described(program, program.outputs) + ".</p>\n<section id=\"graph\"><h2>Graph</h2>\n" +
         graphPicture(program) + "<table><tr><th>Step</th><th>Kernel</th><th>Reads</th><th>Writes</th></tr>\n" + calls +
         "</table></section>\n<section id=\"memory\"><h2>Memory</h2>\n" + memorySection(program) +
         "</section>\n<section id=\"kernels\"><h2>Kernels</h2>\n" + kernels + "</section>\n</body></html>\n";
}

}  // namespace lw
