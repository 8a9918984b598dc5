#include "views/widgets/animated_picture.h"

#include <webp/encode.h>
#include <webp/mux.h>

#include <QImage>

namespace lw {
namespace {

constexpr int kEffort = 1;     // of 6: enough for flat drawings
constexpr float kSearch = 40;  // compression effort, of 100

}  // namespace

struct AnimatedPicture::Encoder {
  QSize size;
  WebPAnimEncoder* webp = nullptr;
  WebPConfig config{};
  int time = 0;  // ms
};

AnimatedPicture::AnimatedPicture(const QSize& size) : encoder_(std::make_unique<Encoder>()) {
  WebPAnimEncoderOptions options;
  if (!WebPAnimEncoderOptionsInit(&options) || !WebPConfigInit(&encoder_->config)) return;
  encoder_->size = size;
  encoder_->config.lossless = 1;
  encoder_->config.method = kEffort;
  encoder_->config.quality = kSearch;
  encoder_->webp = WebPAnimEncoderNew(size.width(), size.height(), &options);
}

AnimatedPicture::~AnimatedPicture() {
  if (encoder_->webp) WebPAnimEncoderDelete(encoder_->webp);
}

bool AnimatedPicture::add(const QImage& picture, int ms) {
  if (!encoder_->webp || picture.size() != encoder_->size) return false;
  const QImage pixels = picture.convertToFormat(QImage::Format_RGBA8888);
  WebPPicture frame;
  if (!WebPPictureInit(&frame)) return false;
  frame.use_argb = 1;
  frame.width = pixels.width();
  frame.height = pixels.height();
  const bool done = WebPPictureImportRGBA(&frame, pixels.constBits(), int(pixels.bytesPerLine())) &&
                    WebPAnimEncoderAdd(encoder_->webp, &frame, encoder_->time, &encoder_->config);
  WebPPictureFree(&frame);
  encoder_->time += ms;
  return done;
}

QByteArray AnimatedPicture::finish() {
  WebPData data;
  WebPDataInit(&data);
  QByteArray bytes;
  if (encoder_->webp && WebPAnimEncoderAdd(encoder_->webp, nullptr, encoder_->time, nullptr) &&
      WebPAnimEncoderAssemble(encoder_->webp, &data))
    bytes = QByteArray(reinterpret_cast<const char*>(data.bytes), qsizetype(data.size));
  WebPDataClear(&data);
  return bytes;
}

}  // namespace lw
