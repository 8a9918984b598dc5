#include "app/window/appearance/appearance_feature.h"

#include <QActionGroup>
#include <QMenu>

#include "app/window/appearance/language.h"
#include "app/window/window_context.h"

namespace lw {

AppearanceFeature::AppearanceFeature(WindowContext& window) : Feature(window) {
  addThemes();
  addColours();
  addLanguages();
}

void AppearanceFeature::addThemes() {
  auto* group = new QActionGroup(this);
  for (const QString& name : themeNames()) {
    const QString shown = name == QLatin1String("light") ? tr("Light theme") : tr("Dark theme");
    QAction* action = addAction(MenuSection::ViewLook, shown, "", [this, name] { window_.setTheme(name); });
    action->setCheckable(true);
    action->setData(name);
    group->addAction(action);
    themes_.push_back(action);
  }
}

void AppearanceFeature::addColours() {
  QAction* safe = addAction(MenuSection::ViewLook, tr("Colours for colour-&blind users"), "", {});
  safe->setCheckable(true);
  safe->setChecked(window_.settings().value("safeColours", false).toBool());
  connect(safe, &QAction::toggled, this, [this](bool on) {
    window_.settings().setValue("safeColours", on);
    window_.setTheme(window_.theme().name);
  });
}

void AppearanceFeature::addLanguages() {
  QMenu* menu = addMenu(MenuSection::ViewLook, tr("Lan&guage"));
  auto* group = new QActionGroup(menu);
  for (const Language& language : languages()) {
    QAction* action = menu->addAction(language.name);
    action->setCheckable(true);
    action->setChecked(language.code == chosenLanguage(window_.settings()));
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, language] {
      window_.settings().setValue("language", language.code);
      window_.say(tr("%1 after a restart").arg(language.name));
    });
  }
}

void AppearanceFeature::setTheme(const Theme& theme) {
  for (QAction* action : themes_) action->setChecked(action->data() == theme.name);
}

}  // namespace lw
