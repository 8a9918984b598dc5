#include "views/theme/bundled_fonts.h"

#include <QFile>
#include <QFontDatabase>
#include <QtEndian>

namespace lw {
namespace {

constexpr const char *kInter = "Inter", *kJetBrainsMono = "JetBrains Mono";

QByteArray inTwoBytes(const QByteArray& letters) {
  QByteArray wide;
  for (const char c : letters) wide.append('\0').append(c);
  return wide;
}

QByteArray inAttribute(const char* family) { return "font-family=\"" + QByteArray(family) + '"'; }

QByteArray read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

// Renames the table of substitutions, because unknown tables are ignored.
QByteArray ownFont(QByteArray file, const QByteArray& family, const QByteArray& own) {
  constexpr qsizetype kHead = 12, kEntry = 16, kOffset = 8, kLength = 12;  // of the table directory
  const auto number = [&](qsizetype at) { return qsizetype(qFromBigEndian<quint32>(file.constData() + at)); };
  const auto tables = file.size() < kHead ? 0 : qFromBigEndian<quint16>(file.constData() + 4);
  for (qsizetype at = kHead; at < kHead + tables * kEntry && at + kEntry <= file.size(); at += kEntry) {
    if (file.mid(at, 4) == "GSUB") file.replace(at, 4, "none");
    if (file.mid(at, 4) != "name") continue;
    QByteArray names = file.mid(number(at + kOffset), number(at + kLength));
    names.replace(inTwoBytes(family), inTwoBytes(own)).replace(family, own);
    file.replace(number(at + kOffset), names.size(), names);
  }
  return file;
}

void loadFonts() {
  const auto load = [](const char* file, const char* family, const char* own) {
    QFontDatabase::addApplicationFontFromData(
        ownFont(read(QStringLiteral(":/fonts/") + QLatin1String(file)), family, own));
  };
  for (const char* file : {"Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf"})
    load(file, kInter, kInterfaceFamily);
  for (const char* file : {"JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf"})
    load(file, kJetBrainsMono, kCodeFamily);
}

QByteArray withKnownFamilies(QByteArray svg) {
  return svg.replace(inAttribute(kInterfaceFamily), inAttribute(kInter))
      .replace(inAttribute(kCodeFamily), inAttribute(kJetBrainsMono));
}

QByteArray withOwnFamilies(QByteArray svg) {
  return svg.replace(inAttribute(kInter), inAttribute(kInterfaceFamily))
      .replace(inAttribute(kJetBrainsMono), inAttribute(kCodeFamily));
}

}  // namespace lw
