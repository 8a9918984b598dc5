// A container for a widget whose size hint changes often, such as a label that counts steps: it keeps its size, so that
// the window is not laid out again.
#pragma once

#include <QWidget>

namespace lw {

class FixedSizeLabel : public QWidget {
 public:
  explicit FixedSizeLabel(QWidget* inner, QWidget* parent = nullptr) : QWidget(parent), inner_(inner) {
    inner_->setParent(this);
    setSizePolicy(QSizePolicy::Ignored, inner_->sizePolicy().verticalPolicy());
  }
  QSize sizeHint() const override { return {0, inner_->sizeHint().height()}; }
  QSize minimumSizeHint() const override { return {0, inner_->minimumSizeHint().height()}; }

 protected:
  void resizeEvent(QResizeEvent*) override { inner_->setGeometry(rect()); }

 private:
  QWidget* inner_;
};

}  // namespace lw
