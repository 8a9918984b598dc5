// A line edit for steps in Python (`sch.split(i, [None, 8])`) or in words (`split i 8`), with completion of steps,
// names and parameters, a history (Up, Down), and the reason of a refusal below it.
#pragma once

#include <QLineEdit>
#include <QStringListModel>
#include <QWidget>
#include <functional>

#include "core/script/typed_step.h"

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
  void setReader(std::function<TypedStep(const std::string& text)> read) { read_ = std::move(read); }
  void startAgain();  // for another program; keeps the history
  // Answer the last entered call; answers to other calls are ignored.
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
  void mark(const Span& bytes);
  void showError(const QString& text, const QString& detail = {});
  QStringList wordsAt(const QString& before) const;

  StepEdit* edit_;
  QLabel* error_;
  QCompleter* completer_;
  QStringListModel words_;
  QStringList loops_, blocks_, past_;
  std::vector<const Primitive*> composites_;
  std::function<TypedStep(const std::string&)> read_;  // converts the text to a call
  int at_ = 0;                                         // index into the history; its size: a new line
  QString draft_;                                      // the text before the history was opened
  QString pending_;                                    // the call without an answer yet
};

// The completions at the end of `before`: names of steps at its beginning; then loops, blocks, parameters of the step
// with "=", and the values of a parameter.
QStringList completionsFor(const QString& before, const QStringList& loops, const QStringList& blocks,
                           const std::vector<const Primitive*>& composites);

}  // namespace lw
