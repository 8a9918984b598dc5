// The command palette: the user types a step (`split i 4 16`) or chooses one from the list, which shows for every step
// whether it is legal at the selection, and why not.
#pragma once

#include <QFrame>
#include <QPointer>

#include "views/selection/step_offer.h"
#include "views/theme/theme.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace lw {

class StepPalette : public QFrame {
  Q_OBJECT

 public:
  explicit StepPalette(QWidget* window);
  void setTheme(const Theme& theme);
  void open(const std::vector<StepOffer>& offers,
            const std::vector<const Primitive*>& composites = {});  // in the upper middle of the window
  QLineEdit* edit() const { return edit_; }
  QListWidget* list() const { return list_; }

 Q_SIGNALS:
  void typed(const QString& call);              // a step with its arguments
  void chosen(const lw::Primitive* primitive);  // a step without arguments

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void filter();
  void accept();
  void moveBy(int rows);
  const StepOffer* offerOf(const Primitive& primitive) const;

  QLineEdit* edit_;
  QListWidget* list_;
  QLabel* call_;
  std::vector<StepOffer> offers_;
  std::vector<const Primitive*> composites_;
  std::vector<const Primitive*> shown_;
  Theme theme_;
  QPointer<QWidget> before_;  // had the focus, and gets it back
};

}  // namespace lw
