// Runs the open file by Python, if the user has allowed exactly this text, and opens what it makes: programs, schedules
// as variants with their steps, and results of factories.
#pragma once

#include <QObject>
#include <map>
#include <memory>

#include "app/models/python/made_file.h"
#include "app/models/python/python_need.h"
#include "app/models/support/stop.h"

namespace lw {

class CodeApproval;
class Document;
class DocumentFiles;
class DocumentText;
class HistoryEditor;
class JobRunner;
class Messages;
class Steps;
struct MadeProgram;

class PythonRuns : public QObject {
  Q_OBJECT

 public:
  PythonRuns(Document& document, DocumentText& text, DocumentFiles& files, Steps& steps, HistoryEditor& history,
             CodeApproval& approval, Messages& messages, JobRunner& jobs);

  // What Python would run: the open file or folder, or the file that a text without one is written to; empty: nothing.
  const QString& path() const { return path_; }
  void keepTextsIn(const QString& folder) { texts_ = folder; }  // texts without a file; not set: they are not run
  bool isUntitled() const;                                      // the open text has no file
  // Where reading the open text ends; nullopt: it does not, or the program that is shown was made by Python.
  std::optional<PythonNeed> need() const;
  bool mayRun() const;  // exactly this text is allowed, by this Python
  void allow();         // the text that is shown; a run starts
  void run() { run(shownCall()); }
  void run(const QString& call);  // of a factory; empty: none
  // Lists the factories of the text without running it; run(call) then calls those that reading alone can call.
  void read();
  void stop();
  bool running() const;
  const MadeFile* made() const { return made_.get(); }  // of path(); nullptr: it did not run

  // Which Python runs path(). What another one made is forgotten.
  const PythonChoice& choice() const { return choice_; }
  const PythonChoices& choices() const { return choices_; }
  void setChoices(const PythonChoices& choices);
  void choose(const PythonChoice& choice);  // for path()
  QString missingPackage() const;           // that made() needed, and choice() has not; empty: none

  void openProgram(int program);
  void openSchedule(int schedule);
  // The call that made the program that is shown; empty: none.
  QString shownCall() const;
  // Errors that the file raised, at their places in this text of `file`.
  std::vector<Diagnostic> errorsIn(const std::string& file, const std::string& text) const;

 Q_SIGNALS:
  void followed();  // another document
  void runningChanged();
  void choicesChanged();
  void consentNeeded();  // run() needs allow() first
  void ended();          // made() is new
  void replaced();       // the program that is shown was made again
  void failed(const QString& why, const QString& remedy);
  void choiceNeeded();  // several programs, schedules or factories were made: one has to be chosen

 private:
  struct Ran {
    std::shared_ptr<MadeFile> made;
    std::optional<Explanation> error;
  };
  static std::shared_ptr<Ran> runFile(const QString& path, const PythonChoice& python, const std::string& allowed,
                                      const std::string& call, const Stop& stop);
  void follow();
  void followPath();
  void forget();
  QString pathNow() const;
  bool isTextOfFile();
  bool writeUntitled();
  void callByReading(const QString& call, const std::string& text);
  void take(const std::shared_ptr<Ran>& ran, const QString& call);
  void openAfter(const QString& call);
  void open(int program, const QString& call, int schedule);
  void replaceShown(const MadeProgram& made);
  MadeProgram madeProgram(const CollectedProgram& program, const QString& call) const;
  void applySchedule();
  void tellErrors();

  Document& document_;
  DocumentText& text_;
  DocumentFiles& files_;
  Steps& steps_;
  HistoryEditor& history_;
  CodeApproval& approval_;
  Messages& messages_;
  JobRunner& jobs_;
  QString path_, texts_;
  PythonChoices choices_;
  PythonChoice choice_;  // for path_
  std::shared_ptr<const MadeFile> made_;
  QString opening_;  // the document whose schedule is opened when it is loaded
  int schedule_ = -1;
};

}  // namespace lw
