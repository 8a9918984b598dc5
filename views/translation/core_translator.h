// Words for what the core says, from a file of Qt Linguist: for sentences and phrases with their holes, in the context
// "core". Single words, of headings and pictures, are in a context of their own, "labels".
#pragma once

#include <QHash>
#include <QTranslator>

namespace lw {

class CoreTranslator : public QTranslator {
 public:
  using QTranslator::QTranslator;
  bool read(const QString& file);  // false: it cannot be read
  bool isEmpty() const override { return words_.isEmpty(); }
  QString translate(const char* context, const char* source, const char* disambiguation = nullptr,
                    int n = -1) const override;

 private:
  QHash<QString, QString> words_, labels_;  // of "core", of "labels"
};

}  // namespace lw
