#include "app/window/lecture/quiz.h"

#include <QHBoxLayout>
#include <algorithm>

#include "app/models/text/number_text.h"

namespace lw {
namespace {

constexpr int kQuizRanges = 5;
// Ratios of the new time to the one before, at which a range ends.
constexpr double kSlower = 1.1, kSame = 0.9, kHalf = 0.5, kFifth = 0.2;
constexpr int kQuizText = 13;
constexpr qreal kQuizScale = 0.72;  // the ranges are smaller than the other texts

int rangeOf(double ratio) {
  return ratio > kSlower ? 0 : ratio >= kSame ? 1 : ratio >= kHalf ? 2 : ratio >= kFifth ? 3 : 4;
}

}  // namespace

std::optional<QuizQuestion> questionOf(const RunRow* before, const RunRow* now) {
  const auto timed = [](const RunRow* run) { return run && run->medianMs > 0 && !isWrong(*run) && !isEmulated(*run); };
  if (!timed(before) || !timed(now) || before->conditions != now->conditions) return {};
  const double was = before->medianMs, is = now->medianMs;
  const auto at = [&](double ratio) { return timeOf(was * ratio); };
  QuizQuestion question;
  question.ranges = {{QuizBar::tr("Slower"), QuizBar::tr("over %1").arg(at(kSlower))},
                     {QuizBar::tr("About the same"), QuizBar::tr("%1 to %2").arg(at(kSame), at(kSlower))},
                     {QuizBar::tr("Up to 2 times as fast"), QuizBar::tr("%1 to %2").arg(at(kHalf), at(kSame))},
                     {QuizBar::tr("2 to 5 times as fast"), QuizBar::tr("%1 to %2").arg(at(kFifth), at(kHalf))},
                     {QuizBar::tr("More than 5 times as fast"), QuizBar::tr("under %1").arg(at(kFifth))}};
  const QString times = QuizBar::tr("%1 → %2").arg(timeOf(was), timeOf(is));
  const bool apart = now->highMs < before->lowMs || now->lowMs > before->highMs;
  question.right = apart ? rangeOf(is / was) : 1;
  const double ratio = was / is;
  question.answer = !apart      ? QuizBar::tr("No measurable difference: %1").arg(times)
                    : ratio > 1 ? QuizBar::tr("%1 times as fast: %2").arg(ratio, 0, 'f', 1).arg(times)
                                : QuizBar::tr("%1 times as slow: %2").arg(1 / ratio, 0, 'f', 1).arg(times);
  return question;
}

QuizBar::QuizBar(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setObjectName("quizBar");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(10);
  for (int i = 0; i < kQuizRanges; ++i) {
    auto* button = new QPushButton(this);
    button->setFocusPolicy(Qt::NoFocus);
    connect(button, &QPushButton::clicked, this, [this, i] { guess(i); });
    row->addWidget(button, 1);
    buttons_.push_back(button);
  }
  hide();
}

void QuizBar::setTheme(const Theme& theme, qreal scale) {
  theme_ = theme;
  scale_ = scale;
  refresh();
}

void QuizBar::ask(int node, std::optional<QuizQuestion> question) {
  if (node != node_) revealed_ = false;
  node_ = node;
  question_ = std::move(question);
  refresh();
}

void QuizBar::guess(int range) {
  if (!question_ || revealed_ || range < 0 || range >= int(question_->ranges.size()) || scores_.contains(node_)) return;
  guesses_[node_] = range;
  refresh();
  Q_EMIT changed();
}

void QuizBar::setRevealed(bool revealed) {
  revealed_ = revealed && question_;
  if (revealed_ && guesses_.contains(node_)) scores_[node_] = guesses_[node_] == question_->right;
  refresh();
  Q_EMIT changed();
}

std::optional<int> QuizBar::guessed() const {
  const auto found = guesses_.find(node_);
  return found == guesses_.end() ? std::nullopt : std::optional(found->second);
}

int QuizBar::rightCount() const {
  return int(std::count_if(scores_.begin(), scores_.end(), [](const auto& score) { return score.second; }));
}

void QuizBar::restart() {
  guesses_.clear();
  scores_.clear();
  revealed_ = false;
  refresh();
}

// A mark beside the colour says which range is right and which guess was wrong.
void QuizBar::refresh() {
  setVisible(question_.has_value());
  if (!question_) return;
  for (int i = 0; i < kQuizRanges; ++i) {
    const bool chosen = guessed() == i, right = revealed_ && question_->right == i,
               wrong = revealed_ && chosen && !right;
    const QString mark = right ? QStringLiteral("✓ ") : wrong ? QStringLiteral("✗ ") : QString();
    const QuizQuestion::Range& range = question_->ranges[size_t(i)];
    buttons_[size_t(i)]->setText(mark + QStringLiteral("%1  %2\n%3").arg(i + 1).arg(range.change, range.times));
    const QColor edge = right    ? theme_.vectorized
                        : wrong  ? theme_.reduce
                        : chosen ? theme_.selectionEdge
                                 : theme_.hairline;
    buttons_[size_t(i)]->setStyleSheet(
        QStringLiteral(
            "QPushButton { font-size: %1px; color: %2; background: %3; border: %4px solid %5; border-radius: "
            "8px; padding: %6px; text-align: center; }")
            .arg(qRound(kQuizText * scale_ * kQuizScale))
            .arg((right || wrong ? edge : theme_.text).name(), (chosen ? theme_.selection : theme_.panel).name())
            .arg(right || wrong || chosen ? 2 : 1)
            .arg(edge.name())
            .arg(qRound(6 * scale_)));
  }
}

}  // namespace lw
