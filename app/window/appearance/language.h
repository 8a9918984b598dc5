// The language of the window. Its words are English in the source; resources/i18n holds what Qt Linguist edits, for
// each other language.
#pragma once

#include <QSettings>
#include <QString>
#include <vector>

class QCoreApplication;

namespace lw {

struct Language {
  QString code;  // "en", "zh_CN"
  QString name;  // in itself
};
const std::vector<Language>& languages();

// What the person chose, otherwise that of the system where there is a translation, otherwise English.
QString chosenLanguage(const QSettings& settings);
// Before the first window: all words are looked up when a window is made. Dialogs of Qt speak it too where Qt's own
// translations are installed. False: there is no such translation.
bool useLanguage(QCoreApplication& app, const QString& code);

}  // namespace lw
