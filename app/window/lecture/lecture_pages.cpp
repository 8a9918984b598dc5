#include "app/window/lecture/lecture_pages.h"

#include <QDir>
#include <QPainter>
#include <QPdfWriter>
#include <memory>

#include "app/window/lecture/lecture.h"

namespace lw {
namespace {

constexpr QSize kPage(1280, 720);  // pixels of the view on a page
constexpr int kDotsPerInch = 96;
constexpr qreal kSharp = 2;  // pixels of a picture for each of the view

// The view in twice its resolution. The text view paints pixels, so that drawing it as shapes would gain nothing.
QImage pictureOf(Lecture* lecture) {
  QImage picture(kPage * kSharp, QImage::Format_RGB32);
  picture.setDevicePixelRatio(kSharp);
  QPainter painter(&picture);
  lecture->render(&painter);
  return picture;
}

class Pages {
 public:
  explicit Pages(const QString& path) : path_(path) {
    if (!path.endsWith(".pdf", Qt::CaseInsensitive)) return;
    pdf_ = std::make_unique<QPdfWriter>(path);
    pdf_->setResolution(kDotsPerInch);
    pdf_->setPageSize(QPageSize(QSizeF(kPage) * 72 / kDotsPerInch, QPageSize::Point, "slide", QPageSize::ExactMatch));
    pdf_->setPageMargins(QMarginsF());
  }
  bool add(const QImage& picture) {
    const int number = count_++;
    if (!pdf_)
      return QDir().mkpath(path_) &&
             picture.save(QStringLiteral("%1/step_%2.png").arg(path_).arg(number, 2, 10, QChar('0')));
    if (number == 0 ? !painter_.begin(pdf_.get()) : !pdf_->newPage()) return false;
    painter_.drawImage(QRect(QPoint(), kPage), picture);
    return true;
  }
  int count() const { return count_; }
  bool end() { return !pdf_ || painter_.end(); }

 private:
  QString path_;
  std::unique_ptr<QPdfWriter> pdf_;  // not in a folder
  QPainter painter_;
  int count_ = 0;
};

}  // namespace

int writeLecture(Lecture* lecture, const QString& path, const std::function<bool()>& settle) {
  lecture->showNormal();
  lecture->resize(kPage);
  Pages pages(path);
  const bool all = lecture->showEach([&] { return settle() && pages.add(pictureOf(lecture)); });
  return all && pages.end() ? pages.count() : 0;
}

}  // namespace lw
