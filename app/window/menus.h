// The menus: a table of their sections, which the features fill.
#pragma once

#include <QMenuBar>
#include <memory>
#include <vector>

namespace lw {

class Feature;

// In the order of the menus.
enum class MenuSection : uint8_t {
  FileOpen,
  FileSave,
  FileSession,
  FileExchange,
  FileQuit,
  EditUndo,
  EditClipboard,
  EditFind,
  EditNames,
  EditStep,
  ScheduleFile,  // functions and composites
  ScheduleSteps,
  ScheduleCompare,
  RunState,
  RunArithmetic,
  RunPlay,
  ViewLook,
  ViewPanes,  // a submenu: shows and hides them
  ViewZoom,   // a submenu
  ViewTexts,
  ViewPlaces,  // a submenu: moves the focus
  ViewLayout,
  ViewSession,
  HelpPages,
  HelpProgram,
};

struct MenuEntry {
  MenuSection section;
  QAction* action;  // or the action of a submenu
  int order;        // position in the section; equal ones are in the order of the features
};

void fillMenus(QMenuBar& bar, const std::vector<std::unique_ptr<Feature>>& features);

}  // namespace lw
