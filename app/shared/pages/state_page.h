// One state of a schedule as a web page: the program, its loop tree, its lowered stages and code, the steps, the runs
// and the roofline. Loops and blocks are linked in all of them. The page is self-contained, and light or dark as the
// reader's system prefers.
#pragma once

#include <string>
#include <vector>

#include "core/text/source_map.h"
#include "core/trace/html_code.h"

namespace lw {

// A part of a text that shows a loop or a block of the state.
struct PageLink {
  Span span;
  std::string key;    // as htmlKey() names it
  bool name = false;  // only the name in a line with several loops
};

struct PageText {
  std::string name, label, help;  // of the stage
  std::string text;
  TextLanguage language = TextLanguage::Script;
  bool changed = true;  // differs from the stage before it
  std::vector<PageLink> links = {};
};

struct PageStep {
  std::string call;
  std::string time, check, note, problem;  // empty: none. `problem`: why the step was not carried out
  bool wrong = false;                      // the result was wrong
  std::vector<std::string> made = {};      // keys of the loops and blocks that it made or changed
  std::vector<std::string> prose = {};
  std::string proved = {};  // StoryStep::proved
};

struct PageRun {
  std::string label, target, time, spread, gflops, reference;
  std::string check;                 // "✓", "✗ wrong"; empty: not compared
  bool wrong = false, here = false;  // `here`: of this state
};

// As RooflineContent (views/roofline); there is no plot without a peak.
struct PageRoofline {
  struct Roof {
    std::string name;
    double gbps = 0;
  };
  struct Point {
    std::string label;
    double gflops = 0, low = 0, high = 0, intensity = 0;  // intensity: operations per byte from memory
    bool wrong = false, here = false;
  };
  std::string machine, note;  // note: why something is missing
  double peak = 0, peakOne = 0;
  std::vector<Roof> roofs = {};
  std::vector<Point> points = {};
};

struct StatePage {
  std::string title, facts;      // "mm.py: mm", "after 5 steps, for cpu"
  std::string tree;              // htmlTree()
  PageText scheduled, written;   // the program of the state, and the text of its file
  std::vector<PageText> stages;  // of lowering, then code
  std::string stage;             // name of the one that is shown first
  std::vector<PageStep> steps;   // the source first
  std::string python;            // the trace
  std::vector<PageRun> runs;
  std::string compared;  // what the results were compared with: "the unscheduled program"; may be empty
  PageRoofline roofline;
};

std::string toHtml(const StatePage& page);

// ---- parts of the page ----
std::string htmlRoofline(const PageRoofline& roofline);
std::string htmlCode(const PageText& text);

}  // namespace lw
