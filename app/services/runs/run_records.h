// The runs of the shown function as the views show them: which runs belong to the current program, their labels, and
// the runs they may be compared with.
#pragma once

#include <QObject>
#include <map>

#include "app/models/document/problems_model.h"
#include "app/models/runs/run_model.h"
#include "core/session/session.h"

namespace lw {

class Document;
class DocumentText;
class Messages;
class TargetChoice;

class RunRecords : public QObject {
  Q_OBJECT

 public:
  RunRecords(Document& document, DocumentText& text, const TargetChoice& target, Messages& messages);

  RunModel* model() { return &model_; }
  const RunModel* model() const { return &model_; }
  const std::string& programHash() const { return programHash_; }  // of the shown function as written
  const std::string& contextHash() const { return contextHash_; }  // of the surrounding text that runs depend on
  QString textHash() const { return QString::fromStdString(programHash_ + contextHash_); }
  // `program`: the program that the run belongs to. `found`: problems that describe an error in detail, if the run
  // reports them.
  void add(const std::string& program, RunRecord record, std::vector<Problem> found = {});
  void follow();   // another text, function or document
  void refresh();  // updates labels after the history, and marks runs of an earlier text

 Q_SIGNALS:
  void recorded();

 private:
  void addBaseline(const Workspace& workspace, RunRecord& record) const;
  void tellFailure(std::vector<Problem> found);
  RunRow rowOf(const RunRecord& record, const std::vector<QString>& labels);
  QString asideOf(const RunRecord& record);
  const std::string& stateHash(int node);

  Document& document_;
  DocumentText& text_;
  const TargetChoice& target_;
  Messages& messages_;
  RunModel model_;
  std::string programHash_, contextHash_;
  struct KnownHash {
    Stmt body;
    std::string hash;
  };
  std::map<int, KnownHash> stateHashes_;  // of the scheduled functions, by node
};

}  // namespace lw
