// Keeps the text and the steps of the open session on disk while there is something to lose, so that a crash loses
// nothing.
#pragma once

#include <QString>
#include <optional>
#include <string>

namespace lw {

class Workbench;

class Autosave {
 public:
  // `folder`: where the copy is kept; made when it is not there.
  explicit Autosave(QString folder);
  ~Autosave();  // an orderly end: the copy goes
  void store(const Workbench& session) const;
  void discard() const;

  struct Recovered {
    QString path;
    std::string text, traceJson;
  };
  // What a session left that ended without discarding its copy.
  std::optional<Recovered> recover() const;

 private:
  QString file() const;
  QString folder_;
};

}  // namespace lw
