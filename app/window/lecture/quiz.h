// The question about the time of a step: the audience guesses which of several ranges it falls in.
#pragma once

#include <QPushButton>
#include <QWidget>
#include <map>
#include <optional>

#include "app/models/runs/run_model.h"
#include "views/theme/theme.h"

namespace lw {

// Ranges of the new time, by its ratio to the time before: slower, about the same, faster by some factor. nullopt: the
// times are not known, not comparable, or a result is wrong.
struct QuizQuestion {
  struct Range {
    QString change, times;  // "2 to 5 times as fast", "2.3 ms to 5.6 ms"
  };
  std::vector<Range> ranges;
  int right = 0;   // index of the range of the measured time
  QString answer;  // "2.3 times as fast: 9.1 ms → 4.0 ms"
};
std::optional<QuizQuestion> questionOf(const RunRow* before, const RunRow* now);

// The ranges as a row of buttons, with the guess and, once it is revealed, the right one.
class QuizBar : public QWidget {
  Q_OBJECT

 public:
  explicit QuizBar(QWidget* parent);
  void setTheme(const Theme& theme, qreal scale);
  // `node`: the state that is asked about. Hidden without a question.
  void ask(int node, std::optional<QuizQuestion> question);
  void guess(int range);  // of the current question; has no effect once the answer is known
  void setRevealed(bool revealed);
  bool revealed() const { return revealed_; }
  std::optional<int> guessed() const;
  const std::optional<QuizQuestion>& question() const { return question_; }
  QPushButton* button(int range) const { return buttons_[size_t(range)]; }
  int answeredCount() const { return int(scores_.size()); }
  int rightCount() const;
  void restart();  // forgets all guesses

 Q_SIGNALS:
  void changed();

 private:
  void refresh();

  Theme theme_;
  qreal scale_ = 1;
  int node_ = -1;
  std::optional<QuizQuestion> question_;
  bool revealed_ = false;
  std::vector<QPushButton*> buttons_;
  std::map<int, int> guesses_;  // by node
  std::map<int, bool> scores_;  // of the guesses whose answer was revealed: right or not, by node
};

}  // namespace lw
