// The language of the window. The texts in the source are English; resources/i18n holds a Qt Linguist file for each
// other language.
#pragma once

#include <QSettings>
#include <QString>
#include <vector>

class QCoreApplication;

namespace lw {

struct Language {
  QString code;  // "en", "zh_CN"
  QString name;  // in the language itself
};
const std::vector<Language>& languages();

// The user's choice; otherwise the language of the system if there is a translation; otherwise English.
QString chosenLanguage(const QSettings& settings);
// Call this before creating the first window, because widgets look up their texts when they are created. Qt's dialogs
// are translated too if Qt's own translations are installed. Returns false if there is no translation.
bool useLanguage(QCoreApplication& app, const QString& code);

}  // namespace lw
