// Opens and saves documents, keeps them in the recovery folder, and restores them from it.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <map>
#include <memory>

namespace lw {

class Autosave;
class Document;
class DocumentText;
class JobRunner;
class Messages;
class Session;
class TargetChoice;
struct MadeProgram;
struct ModelReading;
struct ModelRefusal;
struct Opened;
struct OpenedModel;

class DocumentFiles : public QObject {
  Q_OBJECT

 public:
  DocumentFiles(Document& document, DocumentText& text, TargetChoice& target, Messages& messages, JobRunner& jobs);
  ~DocumentFiles() override;

  void keepIn(const QString& folder);  // sets the recovery folder; call it before opening a document
  // Opens the document of a window that did not close properly; returns the names of all documents of such windows.
  QStringList recover();
  // Opens a program, a session or a link, and then a schedule function of it; the work on the previous document is
  // kept.
  void open(const QString& path, const QString& schedule = {});
  void openModel(const QString& path, const std::map<std::string, int64_t>& sizes);  // with numbers for its sizes
  void cancelOpening();                                                              // of a model
  void openKept(const QString& copy);                                                // from the recovery folder
  void openText(const std::string& text);                                            // a new program without a file
  void openFollowed(std::function<Session()> read);  // of a session of `lw serve`; `read` is called on another thread
  void openMade(const MadeProgram& made);            // by Python; the kept work on it is carried over
  bool save(const QString& path);                    // saves the program; false: the error was reported
  void saveSession(const QString& path);
  void revert();             // to what the file holds
  void close();              // returns when everything is in the recovery folder
  void keep();               // writes the document to the recovery folder in the background
  void keepTyped();          // the same of the text as it is typed
  bool keeping() const;      // keep() is running
  QString keptFile() const;  // the file that keeps the work on the document

 Q_SIGNALS:
  void opened(const QString& path);
  void layoutRequested(const std::string& layout);               // a layout of the window, from an opened session
  void modelRead(std::shared_ptr<const lw::OpenedModel> model);  // that the opened document was made from; or nullptr
  void loaded();                                                 // all services know the opened document
  void refused(const lw::ModelRefusal& refusal);
  void progressed(int node, int nodes);             // of a model that is read
  void scheduleRequested(const QString& function);  // of the opened program

 private:
  using Job = std::function<Opened(const ModelReading&)>;
  void load(Job job, const QString& schedule = {});
  void deliver(Opened opened, const QString& schedule);
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
  bool cancelled_ = false;                                   // the reading that goes on
  std::map<QString, std::map<std::string, int64_t>> sizes_;  // with which models were opened, by their files
};

}  // namespace lw
