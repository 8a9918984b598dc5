// Opening documents: what comes out of a program file, a session file, or the copy that was kept of the work on one.
// Plain functions, safe on any thread.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace lw {

struct Opened {
  std::optional<Session> session;  // none: see `error`
  std::optional<Explanation> error;
  std::vector<DroppedStep> droppedSteps;  // steps that do not fit the file as it is now
  std::vector<std::string> warnings;      // defects of a session, and what became of them
  bool kept = false;                      // work of last time is in it
};

bool isSessionFile(const QString& path);
std::string bytesOf(const QString& path);    // of what cannot be read: nothing
QString documentOf(const Session& session);  // the .lwsession or the program that is open

// `kept`: where the work of last time would be.
Opened openProgram(const QString& path, const QString& kept);
Opened openSession(const QString& path, const QString& kept);
Opened openKept(const QString& kept);

}  // namespace lw
