// One line about the equality of two states: what is being proved, with a button that stops it, or the answer.
#pragma once

#include <QWidget>

#include "app/models/lowering/states_proof.h"

class QToolButton;

namespace lw {

class WrappingLabel;

class ProofLine : public QWidget {
  Q_OBJECT

 public:
  explicit ProofLine(QWidget* parent = nullptr);
  void showNothing() { hide(); }
  void showRunning(const QString& text);
  enum class Kind : uint8_t { Good, Bad, Open };
  // `differs`: the difference can be shown.
  void showAnswer(Kind kind, const QString& text, const QString& detail, bool differs);
  // How the two values came about: a row for each state, whose links can be clicked.
  void showChains(const std::vector<ProofChain>& chains);
  void markLink(int link);  // that is shown; -1: none
  QString text() const;

 Q_SIGNALS:
  void stopRequested();
  void differenceRequested();
  void closeRequested();
  void linkChosen(int chain, int link);  // chain -1: of both states

 private:
  void fillChains();

  WrappingLabel *text_, *detail_;
  QToolButton *stop_, *show_, *walk_, *close_;
  WrappingLabel* rows_[2];
  std::vector<ProofChain> chains_;
  int marked_ = -1;
};

}  // namespace lw
