#include "app/window/layouts/layouts_feature.h"

#include <QInputDialog>
#include <QMenu>

#include "app/window/extra_panes/extra_panes_feature.h"
#include "app/window/window_context.h"

namespace lw {
namespace {

// The names of built-in layouts are shown in the user's language.
QString layoutTitle(const QString& builtIn) {
  if (builtIn == QLatin1String("Explore")) return QObject::tr("&Explore: all panes");
  if (builtIn == QLatin1String("Teach")) return QObject::tr("&Teach: program, loop tree and steps");
  if (builtIn == QLatin1String("Tune")) return QObject::tr("T&une: loop tree and search");
  if (builtIn == QLatin1String("Compare")) return QObject::tr("&Compare: two states in wide texts");
  if (builtIn == QLatin1String("Model")) return QObject::tr("&Model: graph and kernels");
  return builtIn;
}

}  // namespace

LayoutsFeature::LayoutsFeature(WindowContext& window)
    : Feature(window), layouts_(*window.window(), window.settings(), [&window] { window.layout().reset(); }) {
  menu_ = addMenu(MenuSection::ViewLayout, tr("La&yout"), 2);
  fillMenu();
  addAction(MenuSection::ViewLayout, tr("Default &layout"), "", [this] { reset(); }, 4);
}

void LayoutsFeature::reset() {
  window_.feature<ExtraPanesFeature>().panes()->closeAll();
  window_.layout().reset();
}

void LayoutsFeature::restore() {
  window_.window()->restoreGeometry(window_.settings().value("geometry").toByteArray());
  layouts_.restore(window_.settings().value("layout").toByteArray());
}

void LayoutsFeature::save() {
  window_.settings().setValue("geometry", window_.window()->saveGeometry());
  window_.settings().setValue("layout", layouts_.state());
}

void LayoutsFeature::saveLayout(QJsonObject& layout) const {
  layout["panes"] = QString::fromLatin1(layouts_.state().toBase64());
}

void LayoutsFeature::restoreLayout(const QJsonObject& layout) {
  layouts_.restore(QByteArray::fromBase64(layout["panes"].toString().toLatin1()));
}

void LayoutsFeature::fillMenu() {
  menu_->clear();
  int number = 0;
  for (const QString& name : Layouts::builtIn())
    menu_->addAction(layoutTitle(name), QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(++number)), this,
                     [this, name] { layouts_.show(name); });
  menu_->addSeparator();
  const QStringList own = layouts_.saved();
  for (const QString& name : own)
    menu_->addAction(QString(name).replace('&', "&&"), this, [this, name] { layouts_.show(name); });
  if (!own.isEmpty()) menu_->addSeparator();
  menu_->addAction(tr("&Save this layout…"), this, [this] { saveAs(); });
  QMenu* remove = menu_->addMenu(tr("&Remove"));
  for (const QString& name : own)
    remove->addAction(QString(name).replace('&', "&&"), this, [this, name] {
      layouts_.remove(name);
      // Deferred, because the menu is still in use.
      QMetaObject::invokeMethod(this, [this] { fillMenu(); }, Qt::QueuedConnection);
    });
  remove->setEnabled(!own.isEmpty());
}

void LayoutsFeature::saveAs() {
  bool ok = false;
  const QString name =
      QInputDialog::getText(window_.window(), tr("Save the layout"), tr("Name"), QLineEdit::Normal, {}, &ok).trimmed();
  if (!ok || name.isEmpty()) return;
  layouts_.save(name);
  fillMenu();
}

}  // namespace lw
