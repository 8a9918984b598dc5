// Chooses a session of `lw serve` to follow.
#pragma once

#include <QDialog>
#include <vector>

#include "app/models/follow/follow_state.h"

class QListWidget;
class QPushButton;

namespace lw {

class WrappingLabel;

class SessionsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SessionsDialog(QWidget* parent);
  void setChoices(const std::vector<FollowChoice>& choices);
  void setRefusal(const QString& why);

  QListWidget* list() const { return list_; }
  QPushButton* followButton() const { return follow_; }
  QString words() const;

 Q_SIGNALS:
  void refreshRequested();
  void chosen(const QString& path);

 private:
  void choose();
  void showChosen();

  QListWidget* list_;
  WrappingLabel* words_;
  QPushButton *refresh_, *cancel_, *follow_;
};

}  // namespace lw
