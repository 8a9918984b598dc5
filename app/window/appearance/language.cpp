#include "app/window/appearance/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <algorithm>

#include "views/translation/core_translator.h"

namespace lw {

const std::vector<Language>& languages() {
  static const std::vector<Language> all{{QStringLiteral("en"), QStringLiteral("English")},
                                         {QStringLiteral("zh_CN"), QString::fromUtf8("简体中文")}};
  return all;
}

QString chosenLanguage(const QSettings& settings) {
  QString chosen = settings.value("language").toString();
  const auto known = [](const QString& code) {
    return std::any_of(languages().begin(), languages().end(), [&](const Language& l) { return l.code == code; });
  };
  if (known(chosen)) return chosen;
  const QLocale system = QLocale::system();
  return system.language() == QLocale::Chinese && system.script() == QLocale::SimplifiedChineseScript
             ? QStringLiteral("zh_CN")
             : QStringLiteral("en");
}

bool useLanguage(QCoreApplication& app, const QString& code) {
  if (code == QLatin1String("en")) return true;
  auto* own = new QTranslator(&app);
  if (!own->load(QStringLiteral(":/i18n/%1.qm").arg(code))) {
    delete own;
    return false;
  }
  // Qt's own texts, of file dialogs and standard buttons; they stay English if qt6-translations-l10n is not installed.
  auto* dialogs = new QTranslator(&app);
  if (dialogs->load(QStringLiteral("qtbase_%1").arg(code), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    app.installTranslator(dialogs);
  app.installTranslator(own);
  auto* core = new CoreTranslator(&app);
  if (core->read(QStringLiteral(":/i18n/core/%1.ts").arg(code))) app.installTranslator(core);
  return true;
}

}  // namespace lw
