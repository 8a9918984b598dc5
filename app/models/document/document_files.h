// Opens and saves documents, keeps them in the recovery folder, and restores them from it.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lw {

class Session;
struct MadeProgram;
struct ModelRefusal;
struct OpenedModel;

class DocumentFiles : public QObject {
  Q_OBJECT

 public:
  ~DocumentFiles() override;

  virtual void keepIn(const QString& folder) = 0;  // sets the recovery folder; call it before opening a document
  // Opens the document of a window that did not close properly; returns the names of all documents of such windows.
  virtual QStringList recover() = 0;
  // Opens a program, a session or a link, and then a schedule function of it; the work on the previous document is
  // kept.
  virtual void open(const QString& path, const QString& schedule = {}) = 0;
  // With numbers for its sizes.
  virtual void openModel(const QString& path, const std::map<std::string, int64_t>& sizes) = 0;
  virtual void cancelOpening() = 0;                    // of a model
  virtual void openKept(const QString& copy) = 0;      // from the recovery folder
  virtual void openText(const std::string& text) = 0;  // a new program without a file
  // Of a session of `lw serve`; `read` is called on another thread.
  virtual void openFollowed(std::function<Session()> read) = 0;
  virtual void openMade(const MadeProgram& made) = 0;  // by Python; the kept work on it is carried over
  virtual bool save(const QString& path) = 0;          // saves the program; false: the error was reported
  virtual void saveSession(const QString& path) = 0;
  virtual void revert() = 0;             // to what the file holds
  virtual void close() = 0;              // returns when everything is in the recovery folder
  virtual bool keeping() const = 0;      // the document is being written to the recovery folder
  virtual QString keptFile() const = 0;  // the file that keeps the work on the document

 Q_SIGNALS:
  void opened(const QString& path);
  void layoutRequested(const std::string& layout);               // a layout of the window, from an opened session
  void modelRead(std::shared_ptr<const lw::OpenedModel> model);  // that the opened document was made from; or nullptr
  void loaded();                                                 // all services know the opened document
  void refused(const lw::ModelRefusal& refusal);
  void progressed(int node, int nodes);             // of a model that is read
  void scheduleRequested(const QString& function);  // of the opened program
};

}  // namespace lw
