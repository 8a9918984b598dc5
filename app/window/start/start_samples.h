// The samples that the start page shows as cards.
#pragma once

#include <functional>
#include <vector>

#include "app/models/program/loop_tree_model.h"
#include "views/start/sample_card.h"

namespace lw {

inline constexpr const char* kFirstExercise = "course/01_order.py";

struct StartSample {
  enum class Kind : uint8_t { Sample, Challenge, Lecture };
  Kind kind;
  QString file;      // in the folder of samples
  QString schedule;  // its schedule function that the picture shows; empty: the program as written
  SampleWords words;
};

std::vector<StartSample> startSamples();  // in the language of the window

// The loop tree after the schedule function; empty if the file cannot be read. Safe on any thread.
LoopTree treeOfSample(const QString& path, const QString& schedule, const std::function<bool()>& stop);

}  // namespace lw
