// What a search is asked for.
#pragma once

#include <QString>

namespace lw {

struct TuneChoices {
  QString space;           // a function of the file; empty: rules write it
  bool fromShown = false;  // continues the shown state; else the program as written
  bool resume = true;      // goes on with what earlier searches of the space recorded
  int trials = 64;         // besides those that are done
  int seconds = 0;         // no candidate is proposed after them; 0: no limit
  int seed = 1, threads = 1;
  QString strategy = QStringLiteral("evolution"), model = QStringLiteral("learned");
  bool remote = false;  // the machine `host` measures; else this one
  QString host;         // as ssh takes it
  int device = 0;       // its number, of targets that have devices
  QString deviceModel;  // of the emulator; empty: the default
  bool operator==(const TuneChoices&) const = default;
};

}  // namespace lw
