// How many elements of a buffer a nest accesses: the images of boxes of iterations under index functions, as products
// of one-dimensional sets (or of a few dimensions that depend on each other). They can be united and counted without
// enumerating elements.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/tables/forms.h"

namespace lw::analysis {

// Integers: offset + stride * x for x in the runs, which are sorted and disjoint.
struct Runs {
  int64_t offset = 0, stride = 1;
  std::vector<IntBound> runs;
  int64_t count() const;
  friend bool operator==(const Runs&, const Runs&) = default;
};
// The values of a sum of loops that vary independently in their intervals. nullopt: too many runs.
std::optional<Runs> valuesOf(const Form& linear, const Bounds& box);
// nullopt: too many runs.
std::optional<Runs> united(const Runs& a, const Runs& b);
std::optional<Runs> common(const Runs& a, const Runs& b);

// Some dimensions of a buffer and the set of values that they take together.
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

// Index functions, restricted to iterations where all condition sums are at least 0.
struct IndexFunctions {
  std::vector<Form> dims;
  std::vector<Form> conditions;
  bool exact = true;  // false: a condition was left out, or a dimension is an over-approximation
};

// How many points may be enumerated before a count becomes an estimate; shared by all counts of one analysis.
class ImageBudget {
 public:
  explicit ImageBudget(int64_t points) : left_(points) {}
  bool spend(int64_t points) {
    if (points > left_) return false;
    left_ -= points;
    return true;
  }

 private:
  int64_t left_;
};

// The distinct tuples of the map while its loops run through their intervals. Digits may be added to the forms, and
// then also to the box.
Image imageOf(Forms& forms, const IndexFunctions& map, Bounds box, ImageBudget& budget);
// The size of the union. Sets that cannot be united are added up, and the result is then not exact.
struct Size {
  double count = 0;
  bool exact = true;
};
Size unionOf(std::vector<Image> images);

// How many iterations of `loops` (by atom) satisfy the conditions.
Size countIterations(Forms& forms, const std::vector<int>& loops, const std::vector<Form>& conditions, Bounds box,
                     ImageBudget& budget);

}  // namespace lw::analysis
