// The text of the document as the user types it. It is parsed again after a short pause.
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "core/text/source.h"

namespace lw {

class DocumentText : public QObject {
  Q_OBJECT

 public:
  const QString& path() const { return path_; }  // of the program; empty: no file yet
  const std::string& content() const { return text_; }
  bool modified() const;                                    // the text differs from the file
  bool changedOnDisk() const;                               // another program wrote the file since
  virtual std::vector<Diagnostic> diagnostics() const = 0;  // of the parser and of later checks
  virtual bool pausing() const = 0;                         // the text is read when the pause ends
  virtual void edit(const std::string& text) = 0;
  virtual void reload(std::string text) = 0;  // sets the text to the content of the file

 Q_SIGNALS:
  void typed();           // content() has changed, and the session's text has not yet
  void saved();           // the session knows the path and the content of the file
  void replaced();        // the session's text or chosen program has changed, and with it all that is derived from it
  void parsed();          // the views of the text show source() and diagnostics()
  void shown();           // emitted after parsed(): show the program of the text
  void stepsForgotten();  // the selection and refusals refer to steps of another program

 protected:
  QString path_;
  std::string text_;       // as typed; the session's text is updated after a pause
  std::string savedHash_;  // of the content of the file
};

}  // namespace lw
