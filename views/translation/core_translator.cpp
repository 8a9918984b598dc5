#include "views/translation/core_translator.h"

#include <QFile>
#include <QXmlStreamReader>
#include <algorithm>

namespace lw {
namespace {

constexpr qsizetype kLeastPhrase = 4;  // letters: shorter ones could be names of a program

bool isWord(QChar c) { return c.isLetterOrNumber() || c == '_'; }

}  // namespace

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
  if (xml.hasError()) return false;
  for (auto entry = words_.cbegin(); entry != words_.cend(); ++entry)
    if (!entry.key().contains('{') && entry.key().trimmed().size() >= kLeastPhrase)
      phrases_[entry.key().front()].push_back(entry.key());
  for (std::vector<QString>& alike : phrases_)
    std::sort(alike.begin(), alike.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
  return true;
}

QString CoreTranslator::translate(const char* context, const char* source, const char* disambiguation, int) const {
  const QString text = QString::fromUtf8(source);
  if (qstrcmp(context, "labels") == 0) return labels_.value(text);
  if (qstrcmp(context, "core") != 0) return {};
  const auto whole = words_.constFind(text);
  if (whole != words_.cend()) return *whole;
  return qstrcmp(disambiguation, kWhole) == 0 ? text : pieces(text);
}

// From the left, the longest phrase that stands at a place, between words. Where a phrase meets other text, Chinese
// letters have no space between them, and one beside letters and digits of other scripts.
QString CoreTranslator::pieces(const QString& text) const {
  QString made;
  bool atPhrase = false;  // what was made ends with one
  const auto join = [&](QStringView next) {
    if (made.isEmpty() || next.isEmpty()) return made.append(next);
    const auto isHan = [](QChar c) { return c.script() == QChar::Script_Han; };
    const auto isOther = [](QChar c) { return c.isLetterOrNumber() && c.script() != QChar::Script_Han; };
    const bool spaced = made.back() == ' ' || next.front() == ' ';
    const QChar before = made.back() == ' ' && made.size() > 1 ? made[made.size() - 2] : made.back(),
                after = next.front() == ' ' && next.size() > 1 ? next[1] : next.front();
    if (spaced && isHan(before) && isHan(after)) {
      if (made.back() == ' ') made.chop(1);
      if (next.front() == ' ') next = next.sliced(1);
    } else if (made.back() == ' ' && next.front() == ' ') {
      made.chop(1);
    } else if (!spaced && ((isHan(before) && isOther(after)) || (isOther(before) && isHan(after)))) {
      made += ' ';
    }
    return made.append(next);
  };
  for (qsizetype at = 0; at < text.size();) {
    const auto fits = [&](const QString& phrase) {
      const qsizetype end = at + phrase.size();
      return QStringView(text).sliced(at).startsWith(phrase) &&
             (at == 0 || !isWord(text[at - 1]) || !isWord(phrase.front())) &&
             (end == text.size() || !isWord(text[end]) || !isWord(phrase.back()));
    };
    const auto alike = phrases_.constFind(text[at]);
    const auto phrase = alike == phrases_.cend() ? std::vector<QString>::const_iterator()
                                                 : std::find_if(alike->begin(), alike->end(), fits);
    if (alike == phrases_.cend() || phrase == alike->end()) {
      if (atPhrase)
        join(QStringView(text).sliced(at, 1));
      else
        made += text[at];
      atPhrase = false;
      ++at;
      continue;
    }
    join(words_.value(*phrase));
    atPhrase = true;
    at += phrase->size();
  }
  return made;
}

}  // namespace lw
