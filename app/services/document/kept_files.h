// Opens and saves documents in the background, and keeps them in the recovery folder after every change.
#pragma once

#include <map>

#include "app/models/document/document_files.h"

namespace lw {

class Autosave;
class Document;
class JobRunner;
class Messages;
class ParsedText;
class TargetChoice;
struct ModelReading;
struct Opened;

class KeptFiles : public DocumentFiles {
  Q_OBJECT

 public:
  KeptFiles(Document& document, ParsedText& text, TargetChoice& target, Messages& messages, JobRunner& jobs);
  ~KeptFiles() override;

  void keepIn(const QString& folder) override;
  QStringList recover() override;
  void open(const QString& path, const QString& schedule = {}) override;
  void openModel(const QString& path, const std::map<std::string, int64_t>& sizes) override;
  void cancelOpening() override;
  void openKept(const QString& copy) override;
  void openText(const std::string& text) override;
  void openFollowed(std::function<Session()> read) override;
  void openMade(const MadeProgram& made) override;
  bool save(const QString& path) override;
  void saveSession(const QString& path) override;
  void revert() override;
  void close() override;
  QString keptFile() const override;
  bool keeping() const override;
  void keep();       // writes the document to the recovery folder in the background
  void keepTyped();  // the same of the text as it is typed

 private:
  using Job = std::function<Opened(const ModelReading&)>;
  void load(Job job, const QString& schedule = {});
  void deliver(Opened opened, const QString& schedule);
  void take(Opened opened);
  void tellWarnings(const std::vector<std::string>& warnings);
  void greet(const Opened& opened);
  void followDocument();

  Document& document_;
  ParsedText& text_;
  TargetChoice& target_;
  Messages& messages_;
  JobRunner& jobs_;
  std::unique_ptr<Autosave> autosave_;
  bool cancelled_ = false;                                   // the reading that goes on
  std::map<QString, std::map<std::string, int64_t>> sizes_;  // with which models were opened, by their files
};

}  // namespace lw
