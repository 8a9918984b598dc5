// Words for what the core says, from a file of Qt Linguist. It answers in the context "core": for a text as a whole,
// otherwise piece by piece, because hints are put together from phrases and names. Single words, of headings and
// pictures, are in a context of their own, "labels", so that they are no phrases.
#pragma once

#include <QHash>
#include <QTranslator>
#include <vector>

namespace lw {

class CoreTranslator : public QTranslator {
 public:
  static constexpr const char* kWhole = "whole";  // as disambiguation: no pieces

  using QTranslator::QTranslator;
  bool read(const QString& file);  // false: it cannot be read
  bool isEmpty() const override { return words_.isEmpty(); }
  QString translate(const char* context, const char* source, const char* disambiguation = nullptr,
                    int n = -1) const override;

 private:
  QString pieces(const QString& text) const;
  QHash<QString, QString> words_, labels_;      // of "core", of "labels"
  QHash<QChar, std::vector<QString>> phrases_;  // without holes, by their first letter, the longest first
};

}  // namespace lw
