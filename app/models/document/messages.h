// Messages for the user: notices for the status line, and the problems of the document. Change problems first and then
// call publish(), so that several changes are painted once.
#pragma once

#include <QObject>
#include <vector>

#include "app/models/document/problems_model.h"
#include "core/support/explanation.h"

namespace lw {

class Messages : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  void say(const QString& text);
  std::vector<Problem> problems() const;  // of the text, then of steps (the newest first), then of files

  void setTextProblems(std::vector<Problem> problems) { text_ = std::move(problems); }
  void addTextProblems(const std::vector<Problem>& problems);
  void addStepProblems(const std::vector<Problem>& problems);     // before the existing ones
  void appendStepProblems(const std::vector<Problem>& problems);  // after the existing ones
  void clearStepProblems() { steps_.clear(); }
  void setFileProblems(std::vector<Problem> problems) { files_ = std::move(problems); }
  void addFileProblems(const std::vector<Problem>& problems);
  void setRepairs(const QString& place, const Explanation& reason);  // of the step problems with this place
  void publish() { Q_EMIT problemsChanged(); }

 Q_SIGNALS:
  void said(const QString& text);
  void problemsChanged();

 private:
  std::vector<Problem> text_, steps_, files_;
};

// Converts a refusal or a file's defect to a row of the problems pane.
Problem problemOf(const QString& place, const Explanation& e);
Problem problemOf(Problem::Severity severity, const QString& place, const QString& message);

}  // namespace lw
