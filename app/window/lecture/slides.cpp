#include "app/window/lecture/slides.h"

#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <utility>

namespace lw {
namespace {

constexpr QSize kSlide(1280, 720);
constexpr qreal kPictureScale = 2;  // of pictures, whose type is as sharp as on a screen with many pixels
constexpr int kDotsPerInch = 96;
constexpr int kLookMs = 15, kCalm = 4;       // looks without anything running, after which a slide is painted
constexpr int kMostLooks = 60000 / kLookMs;  // for one slide

}  // namespace

Slides::Slides(const Services& services, std::function<bool()> idle, QWidget* window, const Theme& theme)
    : QObject(window), idle_(std::move(idle)), theme_(theme), lecture_(new Lecture(services, window)) {
  connect(&timer_, &QTimer::timeout, this, &Slides::look);
}

Slides::~Slides() = default;

void Slides::write(const QString& path, std::function<void(const SlidesWritten&)> done) {
  single_ = false;
  start(lecture_->path(), path, std::move(done));
}

void Slides::writeShown(const QString& path, std::function<void(const SlidesWritten&)> done) {
  single_ = true;
  start({lecture_->current()}, path, std::move(done));
}

void Slides::start(std::vector<int> nodes, const QString& path, std::function<void(const SlidesWritten&)> done) {
  nodes_ = std::move(nodes);
  path_ = path;
  done_ = std::move(done);
  back_ = lecture_->current();
  at_ = 0, calm_ = 0, waited_ = 0;
  if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
    if (!QFileInfo(QFileInfo(path).absolutePath()).isWritable()) return finish(tr("Cannot write %1").arg(path));
    pdf_ = std::make_unique<QPdfWriter>(path);
    pdf_->setResolution(kDotsPerInch);
    pdf_->setPageSize(QPageSize(QSizeF(kSlide) / kDotsPerInch, QPageSize::Inch, {}, QPageSize::ExactMatch));
    pdf_->setPageMargins({});
    pdf_->setTitle(lecture_->title());
    pdf_->setCreator(QStringLiteral("Loopwright"));
  }
  lecture_->beginUnseen(theme_, kSlide);
  lecture_->goTo(nodes_.front());
  timer_.start(kLookMs);
}

// A slide is painted when its state is shown, with the answer to the question about it, and nothing runs any more.
void Slides::look() {
  if (++waited_ > kMostLooks) return finish(tr("Step %1 did not come to rest").arg(at_));
  const bool isShown = lecture_->node() == nodes_[at_];
  if (isShown && !lecture_->quiz()->revealed()) lecture_->quiz()->setRevealed(true);  // the labels need room for it
  calm_ = isShown && idle_() ? calm_ + 1 : 0;
  if (calm_ < kCalm) return;
  if (!paint()) return finish(tr("Cannot write %1").arg(pdf_ ? path_ : pictureOf(at_)));
  calm_ = 0, waited_ = 0;
  if (++at_ == nodes_.size()) return finish({});
  lecture_->goTo(nodes_[at_]);
}

QString Slides::pictureOf(size_t slide) const {
  const QFileInfo file(path_);
  return single_ ? path_
                 : QStringLiteral("%1/%2_%3.%4")
                       .arg(file.absolutePath(), file.completeBaseName())
                       .arg(slide)
                       .arg(file.suffix().isEmpty() ? QStringLiteral("png") : file.suffix());
}

bool Slides::paint() {
  if (pdf_) {
    if (!painter_)
      painter_ = std::make_unique<QPainter>();
    else if (!pdf_->newPage())
      return false;
    if (!painter_->isActive() && !painter_->begin(pdf_.get())) return false;
    lecture_->render(painter_.get());
    return true;
  }
  QImage picture(kSlide * kPictureScale, QImage::Format_RGB32);
  picture.setDevicePixelRatio(kPictureScale);
  lecture_->render(&picture);
  return picture.save(pictureOf(at_));
}

void Slides::finish(const QString& error) {
  timer_.stop();
  if (painter_ && painter_->isActive() && !painter_->end() && error.isEmpty())
    return painter_.reset(), finish(tr("Cannot write %1").arg(path_));
  painter_.reset();
  pdf_.reset();
  lecture_->hide();
  lecture_->goTo(back_);
  if (done_) std::exchange(done_, {})({error.isEmpty() ? int(nodes_.size()) : 0, error});
}

}  // namespace lw
