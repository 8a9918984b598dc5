#include "app/window/layouts/layouts.h"

#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QPointer>

namespace lw {
namespace {

constexpr quint32 kMark = 0x4c574c31;  // marks the format; older states contain Qt's state only

struct Kept {
  QByteArray window;
  QStringList panes;  // by name; empty: unknown
};

Kept unpack(const QByteArray& state) {
  QDataStream stream(state);
  stream.setVersion(QDataStream::Qt_6_4);
  quint32 mark = 0;
  stream >> mark;
  if (mark != kMark) return {state, {}};
  Kept kept;
  stream >> kept.window >> kept.panes;
  return stream.status() == QDataStream::Ok ? kept : Kept{};
}

QList<QDockWidget*> panesOf(const QMainWindow& window) {
  return window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
}

// The panes that an arrangement shows, and their shares of the window. Panes that are not named keep their default
// place.
struct Arrangement {
  const char* name;
  QStringList hidden, shown;                  // the latter are hidden by default
  QList<std::pair<const char*, int>> widths;  // of panes side by side
  QList<std::pair<const char*, int>> heights;
};

const QList<Arrangement>& arrangements() {
  static const QList<Arrangement> kAll = {
      {"Explore", {}, {}, {}, {}},
      // For a projector: large tree and program, with the steps below.
      {"Teach",
       {"lowered", "inspector", "results"},
       {},
       {{"source", 50}, {"tree", 50}},
       {{"source", 72}, {"trace", 28}}},
      // For a search: the loop tree, the search, and below the steps and runs of a candidate.
      {"Tune",
       {"source", "lowered", "inspector"},
       {"tune"},
       {{"tree", 26}, {"tune", 74}},
       {{"tune", 70}, {"trace", 30}}},
      // For two states side by side in wide texts.
      {"Compare", {"inspector", "tree"}, {}, {{"source", 46}, {"lowered", 54}}, {{"source", 68}, {"trace", 32}}},
      // For a whole model: its graph, and the kernel that was opened from it.
      {"Model",
       {"inspector"},
       {"graph"},
       {{"source", 22}, {"graph", 33}, {"tree", 20}, {"lowered", 25}},
       {{"source", 70}, {"trace", 30}}},
  };
  return kAll;
}

}  // namespace

Layouts::Layouts(QMainWindow& window, QSettings& settings, std::function<void()> reset,
                 std::function<QByteArray()> windowState)
    : window_(window), settings_(settings), reset_(std::move(reset)), windowState_(std::move(windowState)) {}

QStringList Layouts::builtIn() {
  QStringList names;
  for (const Arrangement& a : arrangements()) names << QString::fromLatin1(a.name);
  return names;
}

QStringList Layouts::saved() const {
  QStringList names;
  settings_.beginGroup("layouts");
  for (const QString& key : settings_.childKeys()) names << QString::fromUtf8(QByteArray::fromHex(key.toLatin1()));
  settings_.endGroup();
  names.sort(Qt::CaseInsensitive);
  return names;
}

// Keys of settings do not allow every character, so names are stored in hexadecimal digits.
void Layouts::save(const QString& name) {
  settings_.setValue("layouts/" + QString::fromLatin1(name.toUtf8().toHex()), state());
}
void Layouts::remove(const QString& name) { settings_.remove("layouts/" + QString::fromLatin1(name.toUtf8().toHex())); }

void Layouts::show(const QString& name) {
  const QByteArray own = settings_.value("layouts/" + QString::fromLatin1(name.toUtf8().toHex())).toByteArray();
  if (!own.isEmpty()) return restore(own);
  for (const Arrangement& a : arrangements()) {
    if (name != QLatin1String(a.name)) continue;
    const QPointer<QWidget> keys = QApplication::focusWidget();
    reset_();
    const auto pane = [&](const QString& which) {
      return window_.findChild<QDockWidget*>(which, Qt::FindDirectChildrenOnly);
    };
    for (const QString& hidden : a.hidden)
      if (QDockWidget* dock = pane(hidden)) dock->hide();
    for (const QString& shown : a.shown)
      if (QDockWidget* dock = pane(shown)) dock->show();
    const auto resize = [&](const QList<std::pair<const char*, int>>& shares, int whole, Qt::Orientation direction) {
      QList<QDockWidget*> docks;
      QList<int> sizes;
      for (const auto& [which, share] : shares)
        if (QDockWidget* dock = pane(QLatin1String(which))) docks << dock, sizes << whole * share / 100;
      if (!docks.isEmpty()) window_.resizeDocks(docks, sizes, direction);
    };
    resize(a.widths, window_.width(), Qt::Horizontal);
    resize(a.heights, window_.height(), Qt::Vertical);
    if (keys && keys->isVisible()) keys->setFocus();
    return;
  }
}

QByteArray Layouts::state() const {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream.setVersion(QDataStream::Qt_6_4);
  QStringList panes;
  for (const QDockWidget* dock : panesOf(window_)) panes << dock->objectName();
  stream << kMark << windowState_() << panes;
  return bytes;
}

void Layouts::restore(const QByteArray& state) {
  const Kept kept = unpack(state);
  if (kept.window.isEmpty()) return;
  struct Place {
    QDockWidget* dock;
    Qt::DockWidgetArea area;
    QDockWidget* mate;  // a pane in the same place, as tabs
    bool visible;
  };
  QList<Place> unknown;
  reset_();
  for (QDockWidget* dock : panesOf(window_)) {
    if (kept.panes.isEmpty() || kept.panes.contains(dock->objectName())) continue;
    const QList<QDockWidget*> mates = window_.tabifiedDockWidgets(dock);
    unknown.push_back(
        {dock, window_.dockWidgetArea(dock), mates.isEmpty() ? nullptr : mates.front(), !dock->isHidden()});
  }
  window_.restoreState(kept.window);
  for (const Place& place : unknown) {
    place.dock->setFloating(false);
    window_.addDockWidget(place.area == Qt::NoDockWidgetArea ? Qt::BottomDockWidgetArea : place.area, place.dock);
    if (place.mate && !place.mate->isFloating()) {
      window_.tabifyDockWidget(place.mate, place.dock);
      place.mate->raise();
    }
    place.dock->setVisible(place.visible);
  }
}

}  // namespace lw
