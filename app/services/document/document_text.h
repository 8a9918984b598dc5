// The text of the document as the user types it. After a short pause it is parsed again, with the diagnostics of the
// parser and of later checks. The session gets the text through the queue of changes, so that steps that are still
// running finish before variants are replayed on the new text.
#pragma once

#include <QObject>
#include <QTimer>

#include "core/session/session.h"

namespace lw {

class Document;
class JobRunner;
class Messages;

class DocumentText : public QObject {
  Q_OBJECT

 public:
  DocumentText(Document& document, Messages& messages, JobRunner& jobs);

  const QString& path() const { return path_; }  // of the program; empty: no file yet
  const std::string& content() const { return text_; }
  bool modified() const;       // the text differs from the file
  bool changedOnDisk() const;  // another program wrote the file since
  std::vector<Diagnostic> diagnostics() const;
  void edit(const std::string& text);
  bool pausing() const { return pause_.isActive(); }  // the text is read when the pause ends
  void setSaved(const QString& path);                 // the file contains the current text
  void reload(std::string text);                      // sets the text to the content of the file
  void commit();                                      // updates the session with the last typed text immediately
  void tellDropped(const std::vector<DroppedStep>& dropped);
  void show();  // announces that the session has another text, or another program of it

 Q_SIGNALS:
  void typed();           // content() has changed, and the session's text has not yet
  void saved();           // the session knows the path and the content of the file
  void replaced();        // the session's text or chosen program has changed, and with it all that is derived from it
  void parsed();          // the views of the text show source() and diagnostics()
  void shown();           // emitted after parsed(): show the program of the text
  void stepsForgotten();  // the selection and refusals refer to steps of another program

 private:
  void follow();
  void parse();
  void take(std::shared_ptr<const SourceFile> source);
  void seekWarnings();

  Document& document_;
  Messages& messages_;
  JobRunner& jobs_;
  QTimer pause_;
  QString path_;
  std::string text_;       // as typed; the session's text is updated after a pause
  std::string savedHash_;  // of the content of the file
  std::vector<Diagnostic> warnings_;
};

}  // namespace lw
