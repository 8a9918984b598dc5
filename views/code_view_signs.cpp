// Which block each line came from: a bar in the block's colour before the text, with its letter where a run of lines begins.
#include <QPainter>

#include "views/block_signs.h"
#include "views/code_marks.h"
#include "views/code_view.h"

namespace lw {

namespace {

constexpr int kLine = 20, kTag = 12, kBar = 3;  // pixels; pictures have four times as many, for screens of any resolution
constexpr int kScale = 4;

QImage pictureOf(int number, const Theme& theme, bool letter) {
  QImage picture(kTag * kScale, kLine * kScale, QImage::Format_ARGB32);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(kScale, kScale);
  painter.setPen(Qt::NoPen);
  painter.setBrush(blockColor(theme, number));
  if (!letter) {
    painter.drawRect(QRectF((kTag - kBar) / 2.0, 0, kBar, kLine));
    return picture;
  }
  painter.drawRect(QRectF((kTag - kBar) / 2.0, kLine / 2.0, kBar, kLine / 2.0));
  const QRectF tag(0, (kLine - kTag) / 2.0, kTag, kTag);
  painter.drawRoundedRect(tag, 3, 3);
  painter.setFont(interfaceFont(10, QFont::DemiBold));
  painter.setPen(theme.panel);
  painter.drawText(tag, Qt::AlignCenter, QString(blockLetter(number)));
  return picture;
}

}  // namespace

void CodeView::themeSigns(const Theme& t) {
  SendScintilla(SCI_RGBAIMAGESETSCALE, (unsigned long)(100 * kScale));
  for (int i = 0; i < kBlockColors; ++i) markerDefine(pictureOf(i, t, false), kSignBarMarker + i);
  for (int i = 0; i < kBlockLetters; ++i) markerDefine(pictureOf(i, t, true), kSignLetterMarker + i);
}

// `lines`: of the text, without those that a comparison puts between.
void CodeView::setSigns(std::vector<int> lines, const QStringList& names) {
  if (lines == signs_ && names == signNames_ && !signs_.empty() && signsShown_) return;
  signs_ = std::move(lines);
  signNames_ = names;
  showSigns();
}

int CodeView::signAt(int line) const {
  const int at = diff_ ? (line >= 0 && size_t(line) < diff_->lines.size() && kindOf(line) != DiffLine::Kind::Removed ? diff_->lines[size_t(line)].after : -1) : line;
  return at >= 0 && size_t(at) < signs_.size() ? signs_[size_t(at)] : -1;
}

void CodeView::showSigns() {
  for (int marker = kSignBarMarker; marker < kSignLetterMarker + kBlockLetters; ++marker) SendScintilla(SCI_MARKERDELETEALL, (unsigned long)marker);
  signsShown_ = true;
  int before = -1;
  for (int line = 0; line < lines() && !signs_.empty(); ++line) {
    const int number = signAt(line);
    if (number >= 0) SendScintilla(SCI_MARKERADD, (unsigned long)line, long(number == before ? kSignBarMarker + number % kBlockColors : kSignLetterMarker + number % kBlockLetters));
    before = number;
  }
  showMarginWidths();
}

QString CodeView::signWordsAt(const QPoint& position) const {
  const int left = marginWidth(0) + marginWidth(kFoldMargin);
  if (signs_.empty() || position.x() < left || position.x() >= left + marginWidth(kGapMargin)) return {};
  const long at = SendScintilla(SCI_POSITIONFROMPOINT, (unsigned long)position.x(), (long)position.y());
  const int number = signAt(int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)at)));
  return number >= 0 && number < signNames_.size() ? tr("block %1").arg(signNames_[number]) : QString();
}

}  // namespace lw
