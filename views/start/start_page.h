// The page that is shown while no program is open: the tour, ways to open or create a program, recent files, and the
// samples as cards.
#pragma once

#include <QGridLayout>
#include <QPushButton>
#include <QScrollArea>

#include "views/start/sample_card.h"

namespace lw {

class StartPage : public QWidget {
  Q_OBJECT

 public:
  StartPage(const std::vector<SampleWords>& samples, QWidget* parent);
  void setTheme(const Theme& theme);
  void setRecent(const QStringList& files);  // paths, the newest first
  void setTree(int sample, LoopTree tree);
  const std::vector<SampleCard*>& cards() const { return cards_; }
  const std::vector<QPushButton*>& recent() const { return recent_; }
  QPushButton* tourButton() const { return tour_; }
  QPushButton* openButton() const { return open_; }
  QPushButton* operatorButton() const { return operator_; }
  QPushButton* textButton() const { return text_; }

 Q_SIGNALS:
  void tourRequested();
  void openRequested();
  void operatorRequested();
  void textRequested();
  void fileRequested(const QString& path);
  void sampleRequested(int sample);
  void leaveRequested();  // Escape

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void buildSide();
  void arrange();
  QPushButton* addLink(const QString& text, const QString& keys, const QString& tip);
  std::vector<QWidget*> inOrder() const;

  QWidget* side_;
  QLabel *name_, *about_, *tourWords_, *recentTitle_, *samplesTitle_;
  QPushButton *tour_, *open_, *operator_, *text_;
  QVBoxLayout *sideColumn_, *recentColumn_;
  QScrollArea* scroll_;
  QGridLayout* grid_;
  std::vector<SampleCard*> cards_;
  std::vector<QPushButton*> recent_;
  int columns_ = 0;
};

}  // namespace lw
