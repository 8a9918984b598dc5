// The text of the document as it is typed: read again after a short pause, with what the reader and later checks say
// of it. The session follows through the queue of changes, so that variants are carried over behind steps that are
// under way.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/services/document/document.h"
#include "app/services/document/messages.h"
#include "core/session/session.h"

namespace lw {

class DocumentText : public QObject {
  Q_OBJECT

 public:
  DocumentText(Document& document, Messages& messages, JobRunner& jobs);

  const QString& path() const { return path_; }  // of the program; empty: no file yet
  const std::string& content() const { return text_; }
  bool modified() const;       // the text is not what the file holds
  bool changedOnDisk() const;  // another program wrote the file since
  std::vector<Diagnostic> diagnostics() const;
  void edit(const std::string& text);
  bool pausing() const { return pause_.isActive(); }  // the text is read when the pause ends
  void setSaved(const QString& path);                 // the file holds the text now
  void reload(std::string text);                      // what the file holds
  void commit();                                      // gives the session the text that was typed last, at once
  void tellDropped(const std::vector<DroppedStep>& dropped);
  void show();  // tells all that the session has another text, or another program of it

 Q_SIGNALS:
  void saved();           // the session knows the path and what the file holds
  void replaced();        // the session's text or chosen program is another one: for what is derived from it
  void parsed();          // the views of the text show source() and diagnostics()
  void shown();           // after that: the program of the text is to be shown
  void stepsForgotten();  // the selection and refusals are about steps of another program

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
  std::string text_;       // as typed; the session's follows after a pause
  std::string savedHash_;  // of what the file holds
  std::vector<Diagnostic> warnings_;
};

}  // namespace lw
