// What the window tells about a file when it opens: a sentence with its actions, one line for each notice, below the
// row of steps. A notice is closed by its cross or when its action was taken.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

class QVBoxLayout;

namespace lw {

struct NoticeAction {
  QString text, tip;
  std::function<void()> run;
};

struct Notice {
  QString key;  // a notice replaces the one with the same key
  QString text;
  std::vector<NoticeAction> actions;
};

class NoticeBar : public QWidget {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);
  void show(const Notice& notice);
  void setText(const QString& key, const QString& text);  // ignored if the notice was closed
  void close(const QString& key);
  void clear();
  bool shows(const QString& key) const { return line(key) != nullptr; }
  QString text(const QString& key) const;

 private:
  QWidget* line(const QString& key) const;

  QVBoxLayout* column_;
  std::vector<QWidget*> lines_;
};

}  // namespace lw
