// Writes the steps that tile a convolution along its channels: vectors of channels, whose weights are packed before the
// calls, times single pixels, which are read where they are. Nothing is filled up and nothing of the image is copied,
// as in the direct convolutions of Georganas et al., "Anatomy of High-Performance Deep Learning Convolutions on SIMD
// Architectures" (2018).
#pragma once

#include "core/tune/rules/contractions/matrix_text.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {

class ChannelText : public MatrixText {
 public:
  // Vectors go along the last of the contraction's rows; each tile has pixels of its last column axis.
  ChannelText(RuleContext& context, const Contraction& contraction);
  // Are the sizes multiples of some tile, and is the left factor a weight?
  bool fits() const { return !tiles_.empty(); }
  // How plausible it is beside tiles of rows and columns (product_text.h): from 0 to 1.
  double weight() const;
  void write();

 private:
  // What the template asks for (resources/spaces/channel_tiles.py).
  void setNames();
  void setSizes();
  void setLayouts();
  void setLoops();
  // From the dimensions of a tensor to those in the order of the iters, with vectors of channels last.
  std::string dividedLayout(const std::vector<Expr>& indices, const Axes& order) const;
  std::string groupedLayout(const std::vector<Expr>& indices, const Axes& order) const;
  std::string loop(size_t iter) const { return "loop_" + name(iter); }

  ProductSizes sizes() const;  // of the pixels of a row, and channels

  // Products of bytes: an instruction multiplies and adds kGroup at a time.
  bool usesDots() const;

  bool dots_ = false, several_ = false;  // several parts of the sums
  size_t channel_ = 0, pixel_ = 0;       // iters
  Axes outer_, around_;                  // the batch and the other rows, and the other columns
  std::vector<TileWidth> tiles_;         // channels, and pixels with each
  SpaceTemplate space_;
};

}  // namespace lw::tune
