#include "app/window/layouts/layouts_feature.h"

#include <QApplication>
#include <QEvent>
#include <QInputDialog>
#include <QMenu>
#include <algorithm>

#include "app/window/extra_panes/extra_panes_feature.h"
#include "app/window/window_context.h"
#include "views/widgets/pane.h"

namespace lw {
namespace {

constexpr int kFourColumns =
    1680;  // in a narrower window, a column for the inspector would wrap the lines of the others

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
    : Feature(window),
      layouts_(
          *window.window(), window.settings(), [&window] { window.layout().reset(); },
          [&window] { return window.layout().state(); }) {
  menu_ = addMenu(MenuSection::ViewLayout, tr("La&yout"), 2);
  fillMenu();
  addAction(MenuSection::ViewLayout, tr("Default &layout"), "", [this] { reset(); }, 4);
  addAction(MenuSection::ViewLayout, tr("Ma&ximize or restore the pane"), "Ctrl+Shift+X", [this] { maximize(); }, 1);
  addAction(MenuSection::ViewLayout, tr("F&old or unfold the inspector"), "", [this] { toggleFold("inspector"); }, 1);
  addAction(MenuSection::ViewLayout, tr("Fold or unfold the &bottom row"), "", [this] { toggleFold("results"); }, 1);
  tabs_ = addAction(
      MenuSection::ViewLayout, tr("Bottom row as &tabs"), "",
      [this] {
        window_.layout().setTabs(!window_.layout().hasTabs());
        refreshActions();
      },
      1);
  tabs_->setCheckable(true);
}

// A pane is maximized by a double click on its header, and folded by the button there.
void LayoutsFeature::connectFeatures() {
  for (const auto& feature : window_.features())
    for (const PanePlace& place : feature->parts().panes) {
      const bool side = place.pane->objectName() == QLatin1String("inspector");
      const bool bottom = place.row == PaneRow::Bottom && place.share > 0;
      if (!side && !bottom) continue;
      place.pane->setFoldsTo(side ? Qt::Vertical : Qt::Horizontal);
      foldable_.push_back(place.pane);
      if (bottom) bottom_.push_back(place.pane);
      // Panes become tabs by dragging and with a layout as well.
      if (bottom) connect(place.pane, &QDockWidget::dockLocationChanged, this, &LayoutsFeature::refreshActions);
    }
  for (const auto& feature : window_.features())
    for (const PanePlace& place : feature->parts().panes) {
      Pane* pane = place.pane;
      connect(pane->header(), &PaneHeader::doubleClicked, this, [this, pane] { window_.layout().maximize(pane); });
      connect(pane, &Pane::foldRequested, this, [this, pane](bool folded) { fold(pane, folded); });
    }
}

void LayoutsFeature::maximize() {
  QWidget* keys = QApplication::focusWidget();
  while (keys && !qobject_cast<QDockWidget*>(keys)) keys = keys->parentWidget();
  window_.layout().maximize(qobject_cast<QDockWidget*>(keys));
}

void LayoutsFeature::toggleFold(const QString& name) {
  for (Pane* pane : foldable_)
    if (pane->objectName() == name) return fold(pane, !pane->isFolded());
}

// The panes of the bottom row are folded together: one alone would not make room for the others.
void LayoutsFeature::fold(Pane* pane, bool folded) {
  std::vector<Pane*> panes{pane};
  if (std::any_of(bottom_.begin(), bottom_.end(), [pane](Pane* p) { return p == pane; })) panes = bottom_;
  window_.layout().restore();
  for (Pane* p : panes) {
    p->setFolded(folded);
    window_.settings().setValue("folded/" + p->objectName(), folded);
  }
}

void LayoutsFeature::reset() {
  window_.feature<ExtraPanesFeature>().panes()->closeAll();
  for (Pane* pane : foldable_) {
    window_.layout().restore();
    window_.settings().remove("folded/" + pane->objectName());
    pane->setFolded(foldsByDefault(*pane));
  }
  window_.layout().reset();
}

void LayoutsFeature::restore() {
  window_.window()->restoreGeometry(window_.settings().value("geometry").toByteArray());
  layouts_.restore(window_.settings().value("layout").toByteArray());
  foldAsTheWindowIsWide();
  window_.window()->installEventFilter(this);
}

bool LayoutsFeature::foldsByDefault(const Pane& pane) const {
  const bool bottom = std::any_of(bottom_.begin(), bottom_.end(), [&](const Pane* p) { return p == &pane; });
  return !bottom && window_.window()->width() < kFourColumns;
}

// Unless a person has folded or unfolded them.
void LayoutsFeature::foldAsTheWindowIsWide() {
  for (Pane* pane : foldable_)
    pane->setFolded(window_.settings().value("folded/" + pane->objectName(), foldsByDefault(*pane)).toBool());
}

bool LayoutsFeature::eventFilter(QObject* watched, QEvent* event) {
  if (watched == window_.window() && event->type() == QEvent::Resize) foldAsTheWindowIsWide();
  return Feature::eventFilter(watched, event);
}

void LayoutsFeature::refreshActions() { tabs_->setChecked(window_.layout().hasTabs()); }

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
