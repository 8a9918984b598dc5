// Opens a program file, a session file, or the copy that was kept of the work on one. Plain functions, safe on any
// thread.
#pragma once

#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/models/graph/model_report.h"
#include "core/session/session.h"

namespace lw {

struct OpenedModel;

struct Opened {
  std::optional<Session> session;  // none: see `error`
  std::optional<Explanation> error;
  std::vector<DroppedStep> droppedSteps;     // steps that do not fit the current file
  std::vector<std::string> warnings;         // defects of a session, and how they were handled
  bool kept = false;                         // contains unsaved work of an earlier window
  std::shared_ptr<const OpenedModel> model;  // that the text was made from
  std::optional<ModelRefusal> refusal;       // of a model that could not be read
  bool stopped = false;
};

// How a model is read.
struct ModelReading {
  std::map<std::string, int64_t> sizes;                      // of symbolic dimensions
  std::function<bool(size_t node, size_t nodes)> goOn = {};  // asked before each node; false: stop
};

bool isSessionFile(const QString& path);
std::string bytesOf(const QString& path);  // empty if the file cannot be read
// Under which the work is kept: the .lwsession or the program that is open, "FILE:NAME" of one that Python made.
QString documentOf(const Session& session);
QString fileOf(const Session& session);  // the .lwsession, the program, or the file that Python ran

// A program that Python made by running a file.
struct MadeProgram {
  std::shared_ptr<const SourceFile> source;
  TextOrigin origin;
};
QString documentOf(const TextOrigin& origin);

// `kept`: the file that may contain the work of an earlier window.
Opened openProgram(const QString& path, const QString& kept, const ModelReading& reading = {});
Opened openMade(const MadeProgram& made, const QString& kept);
Opened openSession(const QString& path, const QString& kept);
Opened openLink(const QString& link);  // of a page (core/session/link.h); saving asks for a file
Opened openKept(const QString& kept);

}  // namespace lw
