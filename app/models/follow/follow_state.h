// A session of `lw serve` that the window follows, as views show it.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/support/ids.h"

namespace lw {

// A session that can be followed, as it introduces itself.
struct FollowChoice {
  QString path;           // of its socket
  QString client;         // who works in it: "python3 tune.py", "claude-code 1.2"
  QStringList programs;   // "mm in matmul.py, 3 steps"
  bool followed = false;  // another window follows it already
};

// What the client or the person did last.
struct FollowEvent {
  enum class Kind : uint8_t {
    None,
    Working,
    Step,
    Undo,
    Redo,
    Moved,
    Run,
    Search,
    Opened,
    Refused,
    PinRefused,
    TakenOver
  };
  Kind kind = Kind::None;
  bool person = false;  // else the client
  QString text;         // the step, the time of a run, the loop that is pinned
  QString why;          // of a refusal
  double share = -1;    // of a job that is under way; below 0: not known
};

struct FollowPin {
  LoopId loop;
  QString name;
};

struct FollowState {
  enum class Phase : uint8_t { None, Waiting, Following, Ended };
  enum class Control : uint8_t { Client, Requested, Person };
  Phase phase = Phase::None;  // Waiting: no program is open in the session yet
  Control control = Control::Client;
  QString client, program;
  FollowEvent last;
  std::vector<FollowPin> pins;
  int behind = 0;  // states that the client made while the person looks at an earlier one
  bool looksBack = false;
  QString ended;  // why the session ended; empty: its client closed it
};

}  // namespace lw
