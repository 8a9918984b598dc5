// The size of a union of products of sets.
#include <algorithm>
#include <set>

#include "core/analysis/shapes/image.h"

namespace lw::analysis {
namespace {

constexpr size_t kMostTerms = 8;           // 2^8 intersections
constexpr double kMostCompared = 1 << 14;  // pairs that are compared one by one

bool sameShape(const Image& a, const Image& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const ImagePart& x, const ImagePart& y) { return x.dims == y.dims; });
}

// Two products that differ in one part can be united. False: they stay two.
bool mergeInto(Image& a, const Image& b) {
  size_t differing = a.parts.size();
  for (size_t i = 0; i < a.parts.size(); ++i) {
    if (a.parts[i] == b.parts[i]) continue;
    if (differing != a.parts.size()) return false;
    differing = i;
  }
  if (differing == a.parts.size()) return true;
  ImagePart& x = a.parts[differing];
  const ImagePart& y = b.parts[differing];
  if (x.dims.size() == 1) {
    auto both = united(x.runs, y.runs);
    if (!both) return false;
    x.runs = std::move(*both);
  } else {
    std::vector<std::vector<int64_t>> both;
    std::set_union(x.points.begin(), x.points.end(), y.points.begin(), y.points.end(), std::back_inserter(both));
    x.points = std::move(both);
  }
  a.size = 1;
  for (const ImagePart& part : a.parts) a.size *= part.count();
  return true;
}

std::optional<ImagePart> commonPart(const ImagePart& a, const ImagePart& b) {
  ImagePart out{a.dims, {}, {}};
  if (a.dims.size() > 1) {
    std::set_intersection(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                          std::back_inserter(out.points));
    return out;
  }
  auto runs = common(a.runs, b.runs);
  if (!runs) return std::nullopt;
  out.runs = std::move(*runs);
  return out;
}

// Sums the signed sizes of the intersections of all subsets that include `current`. False: a set grew too large.
bool addTerms(const std::vector<Image>& images, size_t next, const std::vector<ImagePart>& current, double sign,
              double& total) {
  for (size_t i = next; i < images.size(); ++i) {
    std::vector<ImagePart> inner;
    double size = 1;
    for (size_t p = 0; p < images[i].parts.size(); ++p) {
      auto part = current.empty() ? std::optional(images[i].parts[p]) : commonPart(current[p], images[i].parts[p]);
      if (!part) return false;
      size *= part->count();
      inner.push_back(std::move(*part));
    }
    if (size == 0) continue;
    total += sign * size;
    if (!addTerms(images, i + 1, inner, -sign, total)) return false;
  }
  return true;
}

// All tuples of a product, in the order of the dimensions.
void list(const Image& image, std::set<std::vector<int64_t>>& out) {
  size_t rank = 0;
  for (const ImagePart& part : image.parts) rank += part.dims.size();
  std::vector<int64_t> at(rank);
  const auto fill = [&](const auto& self, size_t next) -> void {
    if (next == image.parts.size()) return void(out.insert(at));
    const ImagePart& part = image.parts[next];
    for (const std::vector<int64_t>& point : part.points) {
      for (size_t d = 0; d < part.dims.size(); ++d) at[static_cast<size_t>(part.dims[d])] = point[d];
      self(self, next + 1);
    }
    for (const IntBound& run : part.runs.runs)
      for (int64_t x = run.min; x <= run.max; ++x) {
        at[static_cast<size_t>(part.dims[0])] = part.runs.offset + x * part.runs.stride;
        self(self, next + 1);
      }
  };
  fill(fill, 0);
}

// nullopt: too many to enumerate.
std::optional<double> countOneByOne(const std::vector<Image>& images) {
  double all = 0;
  for (const Image& image : images) {
    if (!image.listed) return std::nullopt;
    all += image.size;
  }
  if (all > kMostCompared) return std::nullopt;
  std::set<std::vector<int64_t>> points;
  for (const Image& image : images) list(image, points);
  return static_cast<double>(points.size());
}

}  // namespace

Size unionOf(std::vector<Image> images) {
  Size out;
  for (const Image& image : images) out.exact = out.exact && image.exact;
  std::erase_if(images, [](const Image& image) { return image.size == 0; });
  bool listed = true;
  for (const Image& image : images) listed = listed && image.listed && sameShape(image, images.front());
  if (listed)
    for (size_t i = 0; i < images.size(); ++i)
      for (size_t k = i + 1; k < images.size();) {
        if (!mergeInto(images[i], images[k])) {
          ++k;
          continue;
        }
        images.erase(images.begin() + static_cast<std::ptrdiff_t>(k));
        k = i + 1;
      }
  if (images.empty()) return out;
  if (images.size() == 1) return {images.front().size, out.exact};
  double total = 0;
  if (listed && images.size() <= kMostTerms && addTerms(images, 0, {}, 1, total)) return {total, out.exact};
  if (const auto counted = countOneByOne(images)) return {*counted, out.exact};
  for (const Image& image : images) out.count += image.size;
  out.exact = false;
  return out;
}

}  // namespace lw::analysis
