// A schedule as one web page: every step with its picture, its change of the program, its note and its time. The page
// is self-contained (no other files, no network), and light or dark as the reader's system prefers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace lw {

struct StoryStep {
  std::string title;  // the call: "split(i, [None, 8])"; of the source: empty
  Snapshot program;   // after it
  std::string note = {};
  std::string lost = {};           // why the step was not carried out; the program is then the one before it
  std::optional<double> ms = {};   // median of its run
  std::optional<bool> right = {};  // whether the result was right; none: not compared
  std::string reference = {};      // with what: "the reference"
};

struct Story {
  std::string title;             // "mm_exp_mm.py: tiled"
  std::string subject;           // target, device and threads that all times have in common; may be empty
  int function = 0;              // of the program
  std::vector<StoryStep> steps;  // the source first
};

// The source and every recorded step that changes the program; the steps of a group count as one.
std::vector<StoryStep> storyOf(const Schedule& schedule, const std::vector<StepGroup>& groups = {});

std::string toHtml(const Story& story);

// ---- shared by the writers ----
std::string htmlText(std::string_view text);
// The loops and blocks of a function as nested boxes.
std::string htmlTree(const PrimFunc& function);

}  // namespace lw
