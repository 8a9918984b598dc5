// Parses the text of the document after a short pause in typing. The session gets the text through the queue of
// changes, so that steps that are still running finish before variants are replayed on the new text.
#pragma once

#include <QTimer>

#include "app/models/document/document_text.h"

namespace lw {

class Document;
class JobRunner;
class Messages;
struct DroppedStep;

class ParsedText : public DocumentText {
  Q_OBJECT

 public:
  ParsedText(Document& document, Messages& messages, JobRunner& jobs);

  std::vector<Diagnostic> diagnostics() const override;
  void edit(const std::string& text) override;
  void reload(std::string text) override;
  bool pausing() const override { return pause_.isActive(); }
  void setSaved(const QString& path);  // the file contains the current text
  void commit();                       // updates the session with the last typed text immediately
  void tellDropped(const std::vector<DroppedStep>& dropped);
  void show();  // announces that the session has another text, or another program of it

 private:
  void follow();
  void parse();
  void take(std::shared_ptr<const SourceFile> source);
  void seekWarnings();

  Document& document_;
  Messages& messages_;
  JobRunner& jobs_;
  QTimer pause_;
  std::vector<Diagnostic> warnings_;
};

}  // namespace lw
