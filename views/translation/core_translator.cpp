#include "views/translation/core_translator.h"

#include <QFile>
#include <QXmlStreamReader>

namespace lw {

bool CoreTranslator::read(const QString& file) {
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) return false;
  QXmlStreamReader xml(&in);
  QString context, source;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("name")) context = xml.readElementText();
    if (xml.name() == QLatin1String("source")) source = xml.readElementText();
    if (xml.name() == QLatin1String("translation"))
      if (const QString words = xml.readElementText(); !words.isEmpty())
        (context == QLatin1String("labels") ? labels_ : words_).insert(source, words);
  }
  return !xml.hasError();
}

QString CoreTranslator::translate(const char* context, const char* source, const char*, int) const {
  if (qstrcmp(context, "labels") == 0) return labels_.value(QString::fromUtf8(source));
  return qstrcmp(context, "core") == 0 ? words_.value(QString::fromUtf8(source)) : QString();
}

}  // namespace lw
