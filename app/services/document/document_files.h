// Documents and files: opened, saved, kept in the recovery folder and brought back from it.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <memory>

#include "app/services/document/autosave.h"
#include "app/services/document/document_text.h"
#include "app/services/document/documents.h"
#include "app/services/runs/target_choice.h"

namespace lw {

class DocumentFiles : public QObject {
  Q_OBJECT

 public:
  DocumentFiles(Document& document, DocumentText& text, TargetChoice& target, Messages& messages, JobRunner& jobs);

  void keepIn(const QString& folder);  // the recovery folder; before anything is opened
  // Opens what a window left that never closed; the names of all that was left.
  QStringList recover();
  // A program or a session, and then a schedule function of it; what was open is kept.
  void open(const QString& path, const QString& schedule = {});
  void openKept(const QString& copy);      // of the recovery folder
  void openText(const std::string& text);  // a new program without a file
  bool save(const QString& path);          // the program; false: the reason was said
  void saveSession(const QString& path);
  void revert();             // to what the file holds
  void close();              // all is in the recovery folder when this returns
  void keep();               // writes the document to the recovery folder in the background
  bool keeping() const;      // that is under way
  QString keptFile() const;  // where the work on the document is kept

 Q_SIGNALS:
  void opened(const QString& path);
  void layoutRequested(const std::string& layout);  // of the window, by a session that was opened
  void loaded();                                    // what was opened is told to all
  void scheduleRequested(const QString& function);  // of the program that was opened

 private:
  void load(std::function<Opened()> job, const QString& schedule = {});
  void take(Opened opened);
  void tellWarnings(const std::vector<std::string>& warnings);
  void greet(const Opened& opened);
  void followDocument();

  Document& document_;
  DocumentText& text_;
  TargetChoice& target_;
  Messages& messages_;
  JobRunner& jobs_;
  std::unique_ptr<Autosave> autosave_;
};

}  // namespace lw
