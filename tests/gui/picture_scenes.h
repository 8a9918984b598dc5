// Pictures of single views for the manual: each is a state of the window that a few clicks and steps lead to.
#pragma once

#include <QString>
#include <QStringList>

namespace lw::test {

QStringList sceneNames();
// Takes a picture in each theme: NAME_dark.png and NAME_light.png in the folder.
bool takeScene(const QString& name, const QString& folder);

}  // namespace lw::test
