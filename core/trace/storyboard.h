// A schedule as one web page: every step with its picture, its change of the program, its texts, its note and its time.
// The page is self-contained (no other files, no network), and light or dark as the reader's system prefers.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/trace.h"

namespace lw {

struct StoryStep {
  std::string title;  // the call: "split(i, [None, 8])"; of the source: empty
  Snapshot program;   // after it
  std::string note = {};
  std::string lost = {};                // why the step was not carried out; the program is then the one before it
  std::optional<double> ms = {};        // median of its run
  std::optional<bool> right = {};       // whether the result was right; none: not compared
  std::string reference = {};           // with what: "the reference"
  std::vector<std::string> prose = {};  // sentences about the step
  double low = 0, high = 0;             // the interval of the median, in ms; 0: not known
  int runs = 0;                         // calls that were timed; 0: not known
  std::string lowered = {};             // the text after the last pass; empty: it is not shown
  int from = 0, to = 0;                 // the steps [from, to) of the schedule
  std::string proved = {};              // what was proved of the state: provedSentence(); empty: nothing
  // Sentences on why the step makes the program faster, and slower.
  std::vector<std::string> faster = {}, slower = {};
};

struct Story {
  std::string title;                 // "mm_exp_mm.py: tiled"
  std::string subject;               // target, device and threads that all times have in common; may be empty
  int function = 0;                  // of the program
  std::vector<int64_t> caches = {};  // their sizes in bytes, smallest first: traffic beyond them is estimated
  std::vector<StoryStep> steps;      // the source first
  // How the times came about: "Processor" and its name, "Threads" and "2".
  std::vector<std::pair<std::string, std::string>> conditions = {};
  std::string source = {};   // the text of the file
  std::string link = {};     // that opens the schedule in the window; empty: none
  std::string session = {};  // the same as a file (.lwsession), in base64
  // A work sheet: calls, times and reasons are lines to be filled in. What tells them is left out: notes, sentences
  // about the steps, the text of the file and the session.
  bool blanks = false;
};

// The source and every recorded step that changes the program; the steps of a group count as one.
std::vector<StoryStep> storyOf(const Schedule& schedule, const std::vector<StepGroup>& groups = {});

// Says what the steps [from, to) of the schedule do: the summaries of their primitives, each once, and the names of the
// loops and blocks that they made or changed.
std::vector<std::string> proseOf(const Schedule& schedule, int from, int to);

// "Proved equal to the program as written for all inputs and sizes, up to the order of the sums into C". `step`: the
// state that it is equal to; 0: the program as written. `sums`: an array of each state.
std::string provedSentence(const std::vector<std::pair<std::string, std::string>>& sums, int step = 0);

std::string toHtml(const Story& story);

}  // namespace lw
