// Exports the shown state to other formats in the background.
#pragma once

#include <QObject>

#include "app/shared/exports.h"

namespace lw {

class CodeApproval;
class Document;
class DocumentText;
class JobRunner;
class KeptProofs;
class Messages;
class RunRecords;
class TargetChoice;

class Exporter : public QObject {
  Q_OBJECT

 public:
  Exporter(const Document& document, const DocumentText& text, const RunRecords& records, const KeptProofs& proofs,
           const TargetChoice& target, const CodeApproval& approval, Messages& messages, JobRunner& jobs);
  // `kind`: one of exportKinds(). `roofline`: for the page of a state. Reports the result.
  void exportTo(const ExportKind& kind, const QString& path, PageRoofline roofline = {});

 private:
  ExportInput input() const;
  int stepOf(int node) const;
  StoryStep storyStep(int node, std::string& subject) const;

  const Document& document_;
  const DocumentText& text_;
  const RunRecords& records_;
  const KeptProofs& proofs_;
  const TargetChoice& target_;
  const CodeApproval& approval_;
  Messages& messages_;
  JobRunner& jobs_;
};

}  // namespace lw
