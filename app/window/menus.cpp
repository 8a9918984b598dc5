#include "app/window/menus.h"

#include <QMenu>
#include <algorithm>

#include "app/window/feature.h"
#include "views/widgets/pane.h"

namespace lw {
namespace {

struct SectionRow {
  MenuSection section;
  bool line;          // a separator above it
  QString menu = {};  // its entries are in a menu of their own
};

struct MenuRow {
  QString title;
  std::vector<SectionRow> sections;
  bool toolTips = false;
};

std::vector<MenuRow> menuRows() {
  using enum MenuSection;
  return {
      {QObject::tr("&File"),
       {{FileOpen, false}, {FileSave, true}, {FileSession, true}, {FileExchange, true}, {FileQuit, true}},
       true},
      {QObject::tr("&Edit"),
       {{EditUndo, false}, {EditClipboard, true}, {EditFind, true}, {EditNames, true}, {EditStep, true}}},
      {QObject::tr("&Schedule"), {{ScheduleFile, false}, {ScheduleSteps, true}, {ScheduleCompare, true}}},
      {QObject::tr("&Run"), {{RunState, false}, {RunArithmetic, true}, {RunPlay, true}}},
      {QObject::tr("&View"),
       {{ViewLook, false},
        {ViewPanes, true, QObject::tr("&Panes")},
        {ViewPlaces, false, QObject::tr("&Go to")},
        {ViewZoom, false, QObject::tr("&Zoom")},
        {ViewTexts, true},
        {ViewLayout, false},
        {ViewSession, true}}},
      {QObject::tr("&Help"), {{HelpPages, false}, {HelpProgram, false}}},
  };
}

std::vector<QAction*> entriesOf(MenuSection section, const std::vector<std::unique_ptr<Feature>>& features) {
  std::vector<MenuEntry> entries;
  for (const auto& feature : features) {
    if (section == MenuSection::ViewPanes)
      for (const PanePlace& place : feature->parts().panes)
        entries.push_back({section, place.pane->toggleViewAction(), 0});
    for (const MenuEntry& entry : feature->parts().menu)
      if (entry.section == section) entries.push_back(entry);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const MenuEntry& a, const MenuEntry& b) { return a.order < b.order; });
  std::vector<QAction*> actions;
  for (const MenuEntry& entry : entries) actions.push_back(entry.action);
  return actions;
}

}  // namespace

void fillMenus(QMenuBar& bar, const std::vector<std::unique_ptr<Feature>>& features) {
  for (const MenuRow& row : menuRows()) {
    QMenu* menu = bar.addMenu(row.title);
    menu->setToolTipsVisible(row.toolTips);
    for (const auto& [section, line, inner] : row.sections) {
      if (line) menu->addSeparator();
      QMenu* into = inner.isEmpty() ? menu : menu->addMenu(inner);
      for (QAction* action : entriesOf(section, features)) into->addAction(action);
    }
  }
}

}  // namespace lw
