// Pictures one after the other in one file: an animated WebP without loss, which browsers and slides play.
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
  bool add(const QImage& picture, int ms);  // shown for so long
  QByteArray finish();                      // the file; empty: it could not be made

 private:
  struct Encoder;
  std::unique_ptr<Encoder> encoder_;
};

}  // namespace lw
