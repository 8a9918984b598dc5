#include "views/accesses/access_frames.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPainter>
#include <QSaveFile>

#include "views/widgets/animated_picture.h"

namespace lw {
namespace {

QString countsText(const Playback& run) {
  if (run.ofWarps()) return warpText(run.totals());
  const CacheRun::Counts counts = run.cache().countUpTo(run.position());
  return QCoreApplication::translate("lw", "%1 accesses, %2 misses").arg(counts.accesses()).arg(counts.misses());
}

constexpr QSize kFrame(960, 540);
constexpr int kFrameMs = 80, kLastMs = 2000;

}  // namespace

bool paintFilm(const AccessFilm& film, const EachFrame& each) {
  Playback run;
  run.setProgram(film.program);
  run.setCache(film.cache);
  if (run.empty()) return false;
  const QRectF area(0, 0, kFrame.width(), kFrame.height());
  const AccessLayout layout = layOutAccess(run.recording(), area.adjusted(24, 20, -24, -60));
  const size_t steps = std::min<size_t>(size_t(film.most), run.size() + 1);
  for (size_t i = 0; i < steps; ++i) {
    run.setPosition(steps < 2 ? run.size() : run.size() * i / (steps - 1));
    QImage image(kFrame, QImage::Format_RGB32);
    image.fill(film.theme.panel);
    QPainter painter(&image);
    paintAccess(painter, layout, run, film.theme);
    painter.setPen(film.theme.text);
    painter.setFont(interfaceFont(13));
    painter.drawText(area.adjusted(24, 0, -24, -30), int(Qt::AlignBottom | Qt::AlignLeft), run.sentence());
    painter.setPen(film.theme.dim);
    painter.drawText(area.adjusted(24, 0, -24, -10), int(Qt::AlignBottom | Qt::AlignLeft), countsText(run));
    painter.end();
    if (!each(image, int(i), int(steps))) return false;
  }
  return true;
}

int writeFilm(const AccessFilm& film, const QString& path, const std::function<bool(int done, int count)>& goOn) {
  const QFileInfo file(path);
  const bool animated = file.suffix().compare(QLatin1String("webp"), Qt::CaseInsensitive) == 0;
  AnimatedPicture picture(kFrame);
  int written = 0;
  bool stopped = false, failed = false;
  const bool all = paintFilm(film, [&](const QImage& image, int number, int count) {
    stopped = !goOn(number, count);
    if (stopped) return false;
    const QString name = QStringLiteral("%1/%2%3.png")
                             .arg(file.path(), file.completeBaseName())
                             .arg(number + 1, 4, 10, QLatin1Char('0'));
    failed = animated ? !picture.add(image, number + 1 == count ? kLastMs : kFrameMs) : !image.save(name);
    written += !failed;
    return !failed;
  });
  if (stopped) return 0;
  if (!all || failed) return -1;
  if (!animated) return written;
  QSaveFile out(path);
  const QByteArray bytes = picture.finish();
  if (bytes.isEmpty() || !out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
    return -1;
  return written;
}

}  // namespace lw
