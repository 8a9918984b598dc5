// A line in which steps are typed as Python (`sch.split(i, [None, 8])`) or in words (`split i 8`), with completion of
// steps, names and parameters, what was typed before (Up, Down), and the reason of a refusal below it, at its place.
#pragma once

#include <QLineEdit>
#include <QStringListModel>
#include <QWidget>

#include "core/schedule/primitive.h"
#include "core/support/explanation.h"

class QCompleter;
class QLabel;

namespace lw {

class StepEdit;

class StepLine : public QWidget {
  Q_OBJECT

 public:
  explicit StepLine(QWidget* parent = nullptr);
  // Loops and blocks of the shown program, and the composites that can be called.
  void setNames(const QStringList& loops, const QStringList& blocks, const std::vector<const Primitive*>& composites);
  void startAgain();  // with another program; what was entered before can still be recalled
  // The answer to what was entered; others are not about this line.
  void accepted(const QString& call);
  void refused(const QString& call, const Explanation& reason);
  QLineEdit* edit() const;
  QCompleter* completer() const { return completer_; }
  QString error() const;

 Q_SIGNALS:
  void entered(const QString& call);

 private:
  friend class StepEdit;
  void enter();
  void complete();
  void insert(const QString& completion);
  void recall(int by);
  void showError(const QString& text, const QString& detail = {});
  QStringList wordsAt(const QString& before) const;

  StepEdit* edit_;
  QLabel* error_;
  QCompleter* completer_;
  QStringListModel words_;
  QStringList loops_, blocks_, past_;
  std::vector<const Primitive*> composites_;
  int at_ = 0;       // in the past; its size: a new line
  QString draft_;    // what was typed before the past was looked at
  QString pending_;  // the call that has no answer yet
};

// What may stand at the end of `before`: names of steps at its beginning; then loops, blocks, parameters of the step
// with "=", words that a parameter of that kind takes.
QStringList completionsFor(const QString& before, const QStringList& loops, const QStringList& blocks,
                           const std::vector<const Primitive*>& composites);

}  // namespace lw
