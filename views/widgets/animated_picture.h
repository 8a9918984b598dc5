// Writes an animation as a lossless animated WebP, which browsers and presentation programs play.
#pragma once

#include <QByteArray>
#include <QSize>
#include <memory>

class QImage;

namespace lw {

class AnimatedPicture {
 public:
  explicit AnimatedPicture(const QSize& size);  // in pixels, of every picture
  ~AnimatedPicture();
  AnimatedPicture(const AnimatedPicture&) = delete;
  AnimatedPicture& operator=(const AnimatedPicture&) = delete;
  bool add(const QImage& picture, int ms);  // `ms`: the duration of the picture
  QByteArray finish();                      // the file; empty: it could not be created

 private:
  struct Encoder;
  std::unique_ptr<Encoder> encoder_;
};

}  // namespace lw
