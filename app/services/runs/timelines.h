// The timeline of the shown state on a GPU (backends/emulator/block_timeline.h), computed in the background while a
// view shows it.
#pragma once

#include <QObject>
#include <optional>

#include "app/models/runs/timeline_model.h"

namespace lw {

class Document;
class DocumentText;
class JobRunner;
class ShownProgram;

class Timelines : public QObject {
  Q_OBJECT

 public:
  Timelines(const Document& document, const DocumentText& text, const ShownProgram& program, JobRunner& jobs,
            QObject* parent);
  void setEnabled(bool enabled);
  const TimelineContent& content() const { return content_; }
  bool hasKernels() const;  // the shown state binds loops to threads

 Q_SIGNALS:
  void changed();

 private:
  void follow();
  void show(TimelineContent content);

  const Document& document_;
  const DocumentText& text_;
  JobRunner& jobs_;
  bool enabled_ = false;
  std::optional<Stmt> computed_;  // the body of the program that the content belongs to
  TimelineContent content_;
};

}  // namespace lw
