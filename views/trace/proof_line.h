// One line about the equality of two states: what is being proved, with a button that stops it, or the answer.
#pragma once

#include <QWidget>

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
  QString text() const;

 Q_SIGNALS:
  void stopRequested();
  void differenceRequested();
  void closeRequested();

 private:
  WrappingLabel *text_, *detail_;
  QToolButton *stop_, *show_, *close_;
};

}  // namespace lw
