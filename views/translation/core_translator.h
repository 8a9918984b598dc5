// Translations of the core's messages, from a Qt Linguist file: sentences and phrases with placeholders are in the
// context "core", single words of headings and pictures in the context "labels".
#pragma once

#include <QHash>
#include <QTranslator>

namespace lw {

class CoreTranslator : public QTranslator {
 public:
  using QTranslator::QTranslator;
  bool read(const QString& file);  // false: the file cannot be read
  bool isEmpty() const override { return words_.isEmpty(); }
  QString translate(const char* context, const char* source, const char* disambiguation = nullptr,
                    int n = -1) const override;

 private:
  QHash<QString, QString> words_, labels_;  // of "core", of "labels"
};

}  // namespace lw
