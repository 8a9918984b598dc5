// How many elements of a buffer a nest touches: the images of boxes of iterations under index functions, as products of
// sets of one dimension (or a few that hang together), which can be united and counted without going through the
// elements.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/forms.h"

namespace lw::analysis {

// Whole numbers: offset + stride * x for x in the runs, which are sorted and apart.
struct Runs {
  int64_t offset = 0, stride = 1;
  std::vector<Interval> runs;
  int64_t count() const;
  friend bool operator==(const Runs&, const Runs&) = default;
};
// The values of a sum of loops that are free in their intervals. nullopt: too many runs.
std::optional<Runs> valuesOf(const Form& linear, const Intervals& box);
// nullopt: too many runs.
std::optional<Runs> united(const Runs& a, const Runs& b);
std::optional<Runs> common(const Runs& a, const Runs& b);

// Some dimensions of a buffer and what they become together.
struct ImagePart {
  std::vector<int> dims;
  Runs runs;                                 // one dimension
  std::vector<std::vector<int64_t>> points;  // several: sorted tuples
  double count() const {
    return dims.size() == 1 ? static_cast<double>(runs.count()) : static_cast<double>(points.size());
  }
  friend bool operator==(const ImagePart&, const ImagePart&) = default;
};

struct Image {
  std::vector<ImagePart> parts;  // by first dimension; their product is the image
  bool listed = true;            // false: only the count is known
  double size = 0;
  bool exact = true;
};

// Index functions under conditions, all sums of loops at least 0.
struct IndexMap {
  std::vector<Form> dims;
  std::vector<Form> conditions;
  bool exact = true;  // false: the conditions are not all, or a dimension is wider than it looks
};

// How much may be gone through one by one before a count becomes an estimate; shared by all counts of one analysis.
class ImageBudget {
 public:
  explicit ImageBudget(int64_t points) : left_(points) {}
  bool spend(int64_t points) { return points <= left_ && ((left_ -= points), true); }

 private:
  int64_t left_;
};

// The distinct tuples; the loops that the map uses run through their intervals. Forms may grow by digits, the box with
// them.
Image imageOf(Forms& forms, const IndexMap& map, Intervals box, ImageBudget& patience);
// The size of the union. Sets that do not fit together are added up: then it is no longer exact.
struct Size {
  double count = 0;
  bool exact = true;
};
Size unionOf(std::vector<Image> images);

// How many iterations of `loops` (by atom) keep the conditions.
Size countIterations(Forms& forms, const std::vector<int>& loops, const std::vector<Form>& conditions, Intervals box,
                     ImageBudget& patience);

}  // namespace lw::analysis
